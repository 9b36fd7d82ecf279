// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A member that is given a strided tensor is reported there, with the operators
// that copy it for that.

// RUN: %clang_tidy -checks='-*,tensor-copy-in-loop' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %clang_tidy -checks='-*,tensor-copy-in-loop' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <torch/torch.h>

struct Registered : torch::nn::Module {
  at::Tensor weight, mean, kernel;
  Registered(int64_t in, int64_t out) {
    weight = register_parameter("weight", at::zeros({out, in}).t());
    // CHECK: strided-members.cpp:[[@LINE-1]]:14: warning: 'weight' is stored with strides [1, in], and copied for that each time that it is used [tensor-copy-in-loop]
    // CHECK: strided-members.cpp:[[@LINE+10]]:27: note: reshape copies it here, in 'forward'
    // CHECK: strided-members.cpp:[[@LINE+13]]:37: note: contiguous copies it here, in 'rows'
    // CHECK: strided-members.cpp:[[@LINE-4]]:14: note: contiguous() here copies it once
    auto strided = at::zeros({8, 4, 3, 5}).transpose(2, 3);
    kernel = strided;
    // CHECK: strided-members.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'kernel' is stored with strides [60, 15, 1, 5], and copied for that
    // CHECK: strided-members.cpp:[[@LINE-3]]:{{[0-9]+}}: note: 'strided' gets strides [60, 15, 1, 5] here, by transpose(2, 3)
    // CHECK: strided-members.cpp:[[@LINE+4]]:9: note: conv2d copies it here, in 'forward'
  }
  at::Tensor forward(const at::Tensor &x) {
    auto y = x.add(weight.reshape({-1}));
    y = at::conv2d(y, kernel);
    return y;
  }
  at::Tensor rows() { return weight.contiguous(); }
};

// A member that is no parameter, and is set after the constructor.
struct Assigned {
  at::Tensor table;
  void load(int64_t n) {
    table = at::zeros({64, n}).transpose(0, 1);
    // CHECK: strided-members.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'table' is stored with strides [1, n], and copied
  }
  at::Tensor forward(const at::Tensor &x) { return x.add(table.flatten()); }
};

// Silent: it is row-major, is given another layout elsewhere, is read as it is,
// or is wanted in the layout that it has.
struct Fine : torch::nn::Module {
  at::Tensor plain, either, read, wanted;
  Fine(int64_t in, int64_t out) {
    plain = register_parameter("plain", at::zeros({out, in}).t().contiguous());
    either = register_buffer("either", at::zeros({out, in}).t());
    read = register_parameter("read", at::zeros({out, in}).t());
    wanted = register_parameter("wanted", at::zeros({out, in}).t());
  }
  void reset(const at::Tensor &x) { either = x; }
  at::Tensor forward(const at::Tensor &x) {
    auto y = x.add(plain.reshape({-1})).add(either.reshape({-1}));
    return y.matmul(read).add(wanted.t().reshape({-1}));
  }
};

// Only possible: nothing says that it is used again and again.
struct Once {
  at::Tensor table;
  void load(int64_t n) { table = at::zeros({64, n}).t(); }
  // POSSIBLE: :[[@LINE-1]]:{{[0-9]+}}: warning: 'table' is stored with strides [1, n], and copied
  at::Tensor all() { return table.flatten(); }
};
