// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What forward() saves is what backward() gets: contiguous if it was then.

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VIEW --allow-empty
// RUN: %clang_tidy -checks='-*,tensor-view-after-transpose' \
// RUN:   -config='{CheckOptions: {MinConfidence: possible}}' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE

#include <torch/extension.h>

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

void scaled(const float *X, float *Y, int64_t N);

struct Mixed : Function<Mixed> {
  static Tensor forward(AutogradContext *Context, Tensor X, Tensor Weight) {
    X = X.contiguous();
    Context->save_for_backward({X, Weight});
    return X;
  }
  static variable_list backward(AutogradContext *Context, variable_list Gradients) {
    auto Saved = Context->get_saved_variables();
    auto X = Saved[0], Weight = Saved[1];
    Tensor Result = at::empty({X.numel()});
    scaled(X.data_ptr<float>(), Result.data_ptr<float>(), X.numel());
    scaled(Weight.data_ptr<float>(), Result.data_ptr<float>(), X.numel());
    // CHECK: saved-tensors.cpp:[[@LINE-1]]:{{.*}}: warning: 'Weight' is accessed through a raw pointer as if contiguous, but nothing in 'backward' establishes it
    // CHECK: saved-tensors.cpp:[[@LINE-10]]:{{.*}}: note: saved here by 'forward', 'Weight' as it is
    return {Result};
  }
};

// Who saves it is not seen.
struct Elsewhere : Function<Elsewhere> {
  static Tensor forward(AutogradContext *Context, Tensor X);
  static variable_list backward(AutogradContext *Context, variable_list Gradients) {
    const variable_list Saved = Context->get_saved_variables();
    const Tensor &X = Saved[0];
    Tensor Result = at::empty({X.numel()});
    scaled(X.data_ptr<float>(), Result.data_ptr<float>(), X.numel());
    // CHECK: saved-tensors.cpp:[[@LINE-1]]:{{.*}}: warning: 'get_saved_variables()' is accessed through a raw pointer as if contiguous
    return {Result};
  }
};

// Silent: contiguous by forward(), by all its callers, or made so here.
struct ByForward : Function<ByForward> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    TORCH_CHECK(X.is_contiguous());
    auto Y = at::empty({X.numel()});
    Context->save_for_backward({X, Y});
    return X;
  }
  static variable_list backward(AutogradContext *Context, variable_list Gradients) {
    auto Saved = Context->get_saved_variables();
    Tensor Result = at::empty({4});
    scaled(Saved[0].data_ptr<float>(), Result.data_ptr<float>(), 4);
    scaled(Saved[1].data_ptr<float>(), Result.data_ptr<float>(), 4);
    return {Result};
  }
};
namespace {
struct ByCallers : Function<ByCallers> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    Context->save_for_backward({X});
    return X;
  }
  static variable_list backward(AutogradContext *Context, variable_list Gradients) {
    auto Saved = Context->get_saved_variables();
    Tensor Result = at::empty({4});
    scaled(Saved[0].data_ptr<float>(), Result.data_ptr<float>(), 4);
    return {Result};
  }
};
} // namespace
struct MadeHere : Function<MadeHere> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    Context->save_for_backward({X});
    return X;
  }
  static variable_list backward(AutogradContext *Context, variable_list Gradients) {
    auto Saved = Context->get_saved_variables();
    auto X = Saved[0].contiguous();
    Tensor Result = at::empty({4});
    scaled(X.data_ptr<float>(), Result.data_ptr<float>(), 4);
    return {Result};
  }
};

// Possible only: a view of what was saved, which may have one dimension.
struct Viewed : Function<Viewed> {
  static Tensor forward(AutogradContext *Context, Tensor X) {
    Context->save_for_backward({X});
    return X;
  }
  static variable_list backward(AutogradContext *Context, variable_list Gradients) {
    auto Saved = Context->get_saved_variables();
    auto X = Saved[0];
    return {X.view({-1, 1})};
    // POSSIBLE: saved-tensors.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: 'X' may not be viewable as [X.numel(), 1]
  }
};
// VIEW-NOT: warning:

Tensor viewed(Tensor x) { return Viewed::apply(x); }
Tensor mixed(Tensor x, Tensor w) { return Mixed::apply(x, w); }
Tensor byForward(Tensor x) { return ByForward::apply(x); }
Tensor byCallers(Tensor x) { return ByCallers::apply(x.contiguous()); }
Tensor madeHere(Tensor x) { return MadeHere::apply(x); }

PYBIND11_MODULE(ext, m) {
  m.def("mixed", &mixed);
  m.def("viewed", &viewed);
  m.def("by_forward", &byForward);
  m.def("by_callers", &byCallers);
  m.def("made_here", &madeHere);
}
