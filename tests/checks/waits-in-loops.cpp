// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What needs elements of a tensor on the host waits for the device: masks, whose
// true elements are counted, conditions and printing.

// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %clang_tidy -checks='-*,tensor-blocking-transfer' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <ATen/ATen.h>
#include <iostream>

void use(const at::Tensor &);

void masks(const at::Tensor &x, const at::Tensor &values, int64_t n) {
  auto y = x.cuda();
  for (int64_t i = 0; i < n; ++i) {
    use(y.index({y > i}));
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:11: warning: index waits for '{{.*}}' in every iteration [tensor-blocking-transfer]
    // CHECK: waits-in-loops.cpp:[[@LINE-3]]:3: note: the loop is here
    auto mask = y.gt(i);
    y.index_put_({mask}, values);
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:7: warning: index_put_ waits for 'mask' in every iteration
    use(at::where(mask)[0]);
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:9: warning: where waits for 'mask' in every iteration
    use(y.index({at::indexing::Slice(), mask}));
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:11: warning: index waits for 'mask' in every iteration
    use(y.masked_select(mask));
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:11: warning: masked_select waits for '{{.*}}' in every iteration
    use(y.nonzero());
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:11: warning: nonzero waits for 'y' in every iteration
    if (y.select(0, i).is_nonzero())
      use(y);
    // CHECK: waits-in-loops.cpp:[[@LINE-2]]:24: warning: is_nonzero waits for '{{.*}}' in every iteration
  }
}

void types(const at::Tensor &x, int64_t n) {
  auto y = x.cuda();
  auto chosen = at::zeros({8}, at::TensorOptions(at::kBool).device(at::kCUDA));
  for (int64_t i = 0; i < n; ++i) {
    use(y.index({x.to(at::kCUDA, at::kBool)}));
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:11: warning: index waits for '{{.*}}' in every iteration
    use(y.index({chosen}));
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:11: warning: index waits for 'chosen' in every iteration
  }
}

void prints(const at::Tensor &x, int64_t n) {
  auto y = x.cuda();
  for (int64_t i = 0; i < n; ++i) {
    std::cout << y;
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:5: warning: operator<< waits for 'y' in every iteration
    at::print(y);
    // CHECK: waits-in-loops.cpp:[[@LINE-1]]:5: warning: print waits for 'y' in every iteration
  }
}

// Silent: nothing is counted for numbers as indices, one number is put in place
// by masked_fill_, print() of a tensor prints its sizes, a choice between two
// tensors has their size, the mask or the tensor is on the CPU, it happens once.
void fine(const at::Tensor &x, const at::Tensor &unknown, int64_t n) {
  auto y = x.cuda();
  auto mask = y > 0;
  auto positions = at::arange(8, at::TensorOptions(at::kLong).device(at::kCUDA));
  auto host = x.cpu();
  for (int64_t i = 0; i < n; ++i) {
    use(y.index({positions}));
    use(y.index({unknown}));
    use(y.index({i}));
    use(y.index({at::indexing::Slice(0, i)}));
    y.index_put_({mask}, 0);
    y.index_put_({positions}, unknown);
    y.masked_fill_(mask, 0);
    y.print();
    use(at::where(mask, y, y));
    use(host.index({host > 0}));
    use(at::where(host > 0)[0]);
    use(host.nonzero());
    std::cout << host << i;
  }
  use(y.index({mask}));
  std::cout << y;
}

// Only possible: it may be on the CPU.
void possible(const at::Tensor &x, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    use(x.index({x > i}));
    // POSSIBLE: :[[@LINE-1]]:11: warning: index waits for '{{.*}}' in every iteration, if it is on a device
    std::cout << x;
    // POSSIBLE: :[[@LINE-1]]:5: warning: operator<< waits for 'x' in every iteration, if it is on a device
  }
}
