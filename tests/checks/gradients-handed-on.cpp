// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What autograd gives may be expanded or transposed. A launcher in no file that
// is analysed need not make it contiguous.

// RUN: rm -rf %t && mkdir %t
// RUN: %tensor_tidy check --no-cache --whole-program '--checks=-*,tensor-missing-contiguity-guard' %s -- -std=c++17 -isystem %inputs/torch-mock > %t/out 2>&1 || true
// RUN: FileCheck %s --implicit-check-not=warning: --implicit-check-not=error: < %t/out

// One file of many: nobody knows what the others do.
// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PART --allow-empty
// PART-NOT: the gradient

#include "Inputs/launchers.h"

#include <torch/extension.h>

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

Tensor scale_forward_cuda(Tensor X);
Tensor scale_backward_cuda(Tensor Gradient, int64_t Width);
Tensor scale_weights_cuda(Tensor Gradient);
variable_list scale_all_cuda(variable_list Gradients);
Tensor restored(Tensor Gradient);

struct Scale : Function<Scale> {
  static variable_list forward(AutogradContext *Context, Tensor X) {
    return {scale_forward_cuda(X)};
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    // CHECK: gradients-handed-on.cpp:[[@LINE+3]]:14: warning: the gradient 'Gradients' is handed to 'scale_backward_cuda', which is not in sight, but nothing in 'backward' establishes its layout [tensor-missing-contiguity-guard]
    // CHECK: gradients-handed-on.cpp:[[@LINE+3]]:14: note: and here to 'scale_weights_cuda'
    // CHECK: note: autograd gives what arises, of sum() an expanded one: hand on contiguous() of it
    auto X = scale_backward_cuda(Gradients[0], Gradients[0].size(1));
    auto W = scale_weights_cuda(Gradients[0]);
    return {X, W};
  }
};

struct Copied : Function<Copied> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    return scale_forward_cuda(X);
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    return {scale_weights_cuda(Gradients[0].contiguous())};
  }
};

// It knows what the launcher wants.
struct Asked : Function<Asked> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    return scale_forward_cuda(X);
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    Tensor Gradient = Gradients[0];
    if (reinterpret_cast<uint64_t>(Gradient.data_ptr()) % 16 != 0 ||
        Gradient.stride(1) != 1 || Gradient.stride(0) % 4 != 0)
      Gradient = Gradient.contiguous();
    return {scale_weights_cuda(Gradient)};
  }
};

struct Checked : Function<Checked> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    return scale_forward_cuda(X);
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    Tensor Gradient = Gradients[0];
    if (!Gradient.is_contiguous())
      Gradient = Gradient.clone(at::MemoryFormat::Contiguous);
    return {scale_weights_cuda(Gradient)};
  }
};

// Which of them it takes, and how, nobody can tell; nor what is no launcher.
struct Whole : Function<Whole> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    return scale_forward_cuda(X);
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    scale_all_cuda(Gradients);
    return {restored(Gradients[0])};
  }
};

// Made by an operator, not by autograd.
struct Made : Function<Made> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    return scale_forward_cuda(X);
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    return {scale_weights_cuda(Gradients[0] + Gradients[1])};
  }
};

// In sight, and for any layout.
Tensor doubled_cuda(Tensor Gradient) { return Gradient + Gradient; }
struct InSight : Function<InSight> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    return scale_forward_cuda(X);
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    return {doubled_cuda(Gradients[0])};
  }
};

// What a header declares has a contract of its own; what gives no tensor only
// looks; and a method is another one for each object.
bool fits_cuda(const Tensor &Gradient);
void check_cuda(const Tensor &Gradient);
struct Launcher {
  virtual Tensor launch(const Tensor &Gradient) const = 0;
};
const Launcher &launcher();
struct Others : Function<Others> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    return scale_forward_cuda(X);
  }
  static variable_list backward(AutogradContext *Context,
                                variable_list Gradients) {
    check_cuda(Gradients[0]);
    if (fits_cuda(Gradients[0]))
      return {launcher().launch(Gradients[0])};
    return {declared_scale_cuda(Gradients[0])};
  }
};

// Not what autograd runs.
struct Plain {
  static Tensor backward(AutogradContext *Context, variable_list Gradients) {
    return scale_weights_cuda(Gradients[0]);
  }
};
