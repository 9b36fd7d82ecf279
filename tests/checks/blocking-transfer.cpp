// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <ATen/ATen.h>

void use(const at::Tensor &);
void synchronize();

struct Net {
  at::Tensor forward(const at::Tensor &x) {
    auto h = at::zeros({4, 4}).to(at::kCUDA);
    // CHECK: blocking-transfer.cpp:[[@LINE-1]]:32: warning: zeros makes a tensor on the CPU, which to then moves [tensor-blocking-transfer]
    // CHECK: blocking-transfer.cpp:[[@LINE-2]]:14: note: it is made here
    // CHECK: blocking-transfer.cpp:[[@LINE-3]]:32: note: zeros() with the device among its options makes it there, without a transfer
    return x.add(h);
  }
};
struct Norm {
  at::Tensor forward(const at::Tensor &x, double scale) {
    auto mean = at::tensor({0.4, 0.5, 0.6}).to(at::kCUDA);
    // CHECK: blocking-transfer.cpp:[[@LINE-1]]:45: warning: tensor makes a tensor on the CPU, which to then moves
    // CHECK: blocking-transfer.cpp:[[@LINE-2]]:45: note: its numbers are the same each time: make it once, on the device, and keep it
    // Silent: these are others each time.
    auto scales = at::tensor({scale, 1.0}).to(at::kCUDA);
    return x.add(mean).add(scales);
  }
};

void inALoop(const at::Device &device, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    use(at::rand({n}, at::TensorOptions().dtype(at::kDouble)).to(device));
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:63: warning: rand makes a tensor on the CPU, which to then moves
}

void ofItsOwnType(const at::Device &device, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    use(at::randint(9, {n}).to(device));
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:29: warning: randint makes a tensor on the CPU, which to then moves
  // CHECK: blocking-transfer.cpp:[[@LINE-2]]:29: note: randint() with the device among its options makes it there, without a transfer; name its type in them, too, or it becomes the default type; the numbers are others
}

void pageable(int64_t n) {
  auto h = at::empty({n});
  use(h.to(at::kCUDA, /*non_blocking=*/true));
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:9: warning: non_blocking has no effect: 'h' is in memory that is not pinned [tensor-blocking-transfer]
  auto d = at::empty({n}, at::kCUDA);
  d.copy_(h.narrow(0, 0, 2), true);
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:5: warning: non_blocking has no effect: 'h.narrow(0, 0, 2)' is in memory that is not pinned
}

float early(const at::Tensor &x) {
  auto h = x.to(at::kCPU, /*non_blocking=*/true);
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:14: warning: 'x' may not have arrived when it is read: nothing waits for the transfer [tensor-blocking-transfer]
  // CHECK: blocking-transfer.cpp:[[@LINE+1]]:10: note: it is read here
  return h.data_ptr<float>()[0];
}

float waits(const at::Tensor &x, int64_t n) {
  float total = 0;
  auto d = x.cuda();
  for (int64_t i = 0; i < n; ++i)
    total += d[i].item<float>();
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:19: warning: item reads 'd[i]' by itself in every iteration and waits for it [tensor-blocking-transfer]
  // CHECK: blocking-transfer.cpp:[[@LINE-3]]:3: note: the loop is here
  for (int64_t i = 0; i < n; ++i)
    use(d.add(d[i]).to(at::kCPU));
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:21: warning: to waits for 'd.add(d[i])' in every iteration
  return total;
}

// Each element costs a call, on the CPU too.
float elements(const at::Tensor &x, int64_t n) {
  float total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += x[i].item<float>();
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:19: warning: item reads 'x[i]' by itself in every iteration, and waits for it if it is on a device
  return total;
}

int64_t sampleForward(const at::Tensor &lengths) {
  return lengths.sum(0).item<int64_t>();
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:25: warning: item waits for 'lengths.sum(0)', if it is on a device
}

// The pointer of a tensor on the device is for kernels.
void launch(float *, int64_t);
int64_t counted(const at::Tensor &x, int64_t n) {
  auto d = at::zeros({n}, at::kCUDA);
  launch(d.data_ptr<float>(), n);
  return d[n - 1].item<int64_t>();
  // CHECK: blocking-transfer.cpp:[[@LINE-1]]:19: warning: item waits for 'd[n - 1]'
}

// Silent: nothing blocks that need not.
float sampleForwardCpu(const at::Tensor &x) { return x.item<float>(); }
float fine(const at::Tensor &x, int64_t n) {
  auto made = at::zeros({n}, at::kCUDA);
  auto pinned = at::empty({n}, at::TensorOptions().pinned_memory(true));
  use(pinned.to(at::kCUDA, true));
  use(pinned.narrow(0, 0, 2).to(at::kCUDA, true));
  use(at::empty({n}).pin_memory().to(at::kCUDA, true));
  use(x.to(at::kCUDA, true));
  use(at::from_blob(nullptr, {n}).to(at::kCUDA, true));
  use(at::zeros({n}).to(at::kDouble));
  for (int64_t i = 0; i < n; ++i)
    use(at::empty({0, i}).to(at::kCUDA)); // it has no elements
  auto h = made.to(at::kCPU, true);
  synchronize();
  float total = h.data_ptr<float>()[0];
  auto host = made.cpu();
  for (int64_t i = 0; i < n; ++i) {
    total += host[i].item<float>();
    use(at::zeros({n}));
    use(host.to(at::kCPU));
  }
  auto kept = at::zeros({n});
  kept.add_(host);
  use(kept.to(at::kCUDA));
  return total + made.item<float>();
}

// Only possible: it may be on the CPU, or run once.
float possible(const at::Tensor &x, int64_t n) {
  use(at::ones({n}).cuda());
  // POSSIBLE: :[[@LINE-1]]:21: warning: ones makes a tensor on the CPU, which cuda then moves
  float total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += x.add(x[i]).item<float>();
  // POSSIBLE: :[[@LINE-1]]:26: warning: item waits for 'x.add(x[i])' in every iteration, if it is on a device
  return total;
}
