// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-unsafe-collective' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/library.h>

using Group = std::shared_ptr<c10d::ProcessGroup>;

void columns(const Group &pg, const at::Tensor &x) {
  auto part = x.contiguous().narrow(1, 0, 4);
  std::vector<at::Tensor> tensors = {part};
  pg->allreduce(tensors)->wait();
  // CHECK: unsafe-collective.cpp:[[@LINE-1]]:7: warning: 'tensors', which allreduce gets, is not dense: Gloo takes its elements to lie side by side, NCCL throws [tensor-unsafe-collective]
  // CHECK: unsafe-collective.cpp:[[@LINE-4]]:30: note: {{.*}}by narrow(1, 0, 4)
  // CHECK: unsafe-collective.cpp:[[@LINE-3]]:7: note: send contiguous(), and copy_() back what is received into it
}

void onSomePaths(c10d::ProcessGroup &pg, const at::Tensor &x, bool half) {
  auto part = x.contiguous();
  if (half)
    part = part.narrow(1, 0, 4);
  std::vector<at::Tensor> tensors = {part};
  pg.broadcast(tensors);
  // CHECK: unsafe-collective.cpp:[[@LINE-1]]:6: warning: 'tensors', which broadcast gets, is not dense on some paths
}

void oneTensor(c10d::ProcessGroup &pg, int64_t n) {
  auto x = at::zeros({n, 2 * n}), all = at::zeros({n, n});
  auto y = x.narrow(1, 0, n);
  pg._allgather_base(all, y);
  // CHECK: unsafe-collective.cpp:[[@LINE-1]]:6: warning: 'y', which _allgather_base gets, is not dense
}

static c10d::ProcessGroup *theGroup;
void reduced(const at::Tensor &x) {
  std::vector<at::Tensor> tensors = {x};
  theGroup->allreduce(tensors);
  // CHECK: unsafe-collective.cpp:[[@LINE-1]]:13: warning: 'tensors', which allreduce gets, may have any layout: nothing in 'reduced' establishes one
}
TORCH_LIBRARY(collectives, m) { m.def("reduced", &reduced); }

// Silent: dense, or the caller's affair.
void dense(c10d::ProcessGroup &pg, const at::Tensor &x, int64_t n) {
  std::vector<at::Tensor> copied = {x.contiguous()};
  pg.allreduce(copied);
  std::vector<at::Tensor> rows = {at::zeros({n, n}).narrow(0, 0, 4)};
  pg.allreduce(rows);
  std::vector<at::Tensor> permuted = {at::zeros({n, n}).t()};
  pg.send(permuted, 1, 0);
  pg.getSize();
}
void ofTheCaller(c10d::ProcessGroup &pg, std::vector<at::Tensor> &tensors) {
  pg.allreduce(tensors);
}
struct Other {
  void allreduce(std::vector<at::Tensor> &tensors);
};
void noCollective(Other &o, const at::Tensor &x) {
  std::vector<at::Tensor> tensors = {x.contiguous().narrow(1, 0, 4)};
  o.allreduce(tensors);
}
