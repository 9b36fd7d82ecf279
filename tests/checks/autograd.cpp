// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The autograd engine calls backward(), with whatever gradients arise, and
// apply() calls forward().

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

#include <torch/extension.h>

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

void scaled(const float *X, float *Y, int64_t N);

namespace {

struct Scale : torch::autograd::Function<Scale> {
  static Tensor forward(AutogradContext *Context, Tensor X, Tensor Bias) {
    Tensor Y = at::empty({X.numel()});
    scaled(X.data_ptr<float>(), Y.data_ptr<float>(), X.numel());
    // CHECK: autograd.cpp:[[@LINE-1]]:{{.*}}: warning: 'X' is accessed through a raw pointer as if contiguous, but nothing in 'forward' establishes it
    // CHECK: note: called here by 'scale', which passes 'x' as it is
    scaled(Bias.data_ptr<float>(), Y.data_ptr<float>(), X.numel());
    return Y;
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    const Tensor &Gradient = Gradients[0];
    TORCH_CHECK(Gradient.dim() == 1); // an expanded one too
    Tensor Result = at::empty({Gradient.numel()});
    scaled(Gradient.data_ptr<float>(), Result.data_ptr<float>(),
           Gradient.numel());
    // CHECK: autograd.cpp:[[@LINE-2]]:{{.*}}: warning: 'Gradients' is accessed through a raw pointer as if contiguous, but nothing in 'backward' establishes it
    return {Result};
  }
};

struct Copied : torch::autograd::Function<Copied> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    Tensor Y = at::empty({X.numel()});
    scaled(X.data_ptr<float>(), Y.data_ptr<float>(), X.numel());
    return Y;
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    Tensor Gradient = Gradients[0].contiguous();
    Tensor Result = at::empty({Gradient.numel()});
    scaled(Gradient.data_ptr<float>(), Result.data_ptr<float>(),
           Gradient.numel());
    return {Result};
  }
};

// Not what autograd runs: nothing is known of who calls it.
struct Plain {
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    Tensor Result = at::empty({Gradients[0].numel()});
    scaled(Gradients[0].data_ptr<float>(), Result.data_ptr<float>(),
           Result.numel());
    return {Result};
  }
};

} // namespace

Tensor scale(Tensor x, Tensor b) { return Scale::apply(x, b.contiguous()); }
Tensor copied(Tensor x) { return Copied::apply(x.contiguous()); }
variable_list plain(variable_list x) { return Plain::backward(nullptr, x); }

PYBIND11_MODULE(ext, m) {
  m.def("scale", &scale);
  m.def("copied", &copied);
}
