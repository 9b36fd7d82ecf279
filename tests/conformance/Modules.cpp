// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// forward() of torch::nn's modules, and more functions of
// torch::nn::functional.

#include "CppFunctions.h"

#include <torch/nn/functional/batchnorm.h>
#include <torch/nn/functional/embedding.h>
#include <torch/nn/functional/fold.h>
#include <torch/nn/functional/normalization.h>
#include <torch/nn/functional/upsampling.h>
#include <torch/nn/functional/vision.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/nn/modules/pooling.h>
#include <torch/nn/modules/rnn.h>

namespace conformance {
namespace {

using V = const std::vector<c10::IValue> &;
using at::Tensor;
namespace F = torch::nn::functional;
namespace nn = torch::nn;

Tensor t(V A, size_t I) { return A.at(I).toTensor(); }

/// With parameters of the input's type.
template <typename Module>
Tensor forward(std::shared_ptr<Module> M, const Tensor &Input) {
  M->to(Input.scalar_type());
  return M->forward(Input);
}

void addWithParameters(Table &All, const std::string &N) {
  const std::string Forward = "Impl::forward(_, Tensor)";
  All[N + "Linear" + Forward] = [](V A) {
    Tensor X = t(A, 1);
    return forward(std::make_shared<nn::LinearImpl>(X.size(-1), 5), X);
  };
  All[N + "Conv1d" + Forward] = [](V A) {
    Tensor X = t(A, 1);
    return forward(std::make_shared<nn::Conv1dImpl>(X.size(1), 5, 3), X);
  };
  All[N + "Conv2d" + Forward] = [](V A) {
    Tensor X = t(A, 1);
    auto Options = nn::Conv2dOptions(X.size(1), 5, 3).padding(1);
    return forward(std::make_shared<nn::Conv2dImpl>(Options), X);
  };
  All[N + "Conv3d" + Forward] = [](V A) {
    Tensor X = t(A, 1);
    auto Options = nn::Conv3dOptions(X.size(0), 5, 3).padding(1);
    return forward(std::make_shared<nn::Conv3dImpl>(Options), X);
  };
  All[N + "LSTMImpl::forward(_, Tensor, _)"] = [](V A) {
    Tensor X = t(A, 1);
    auto Options = nn::LSTMOptions(X.size(-1), 5).batch_first(true);
    return std::get<0>(nn::LSTMImpl(Options).forward(X));
  };
  All[N + "GRUImpl::forward(_, Tensor, Tensor)"] = [](V A) {
    Tensor X = t(A, 1);
    return std::get<0>(nn::GRUImpl(X.size(-1), 5).forward(X));
  };
  All[N + "LayerNorm" + Forward] = [](V A) {
    Tensor X = t(A, 1);
    auto Options = nn::LayerNormOptions({X.size(-1)});
    return forward(std::make_shared<nn::LayerNormImpl>(Options), X);
  };
  All[N + "BatchNormImplBase::forward(_, Tensor)"] = [](V A) {
    Tensor X = t(A, 1);
    return forward(std::make_shared<nn::BatchNorm2dImpl>(X.size(1)), X);
  };
  All[N + "Embedding" + Forward] = [](V A) {
    return nn::EmbeddingImpl(20, 3).forward(t(A, 1));
  };
}

void addRegistering(Table &All, const std::string &N) {
  All[N + "Module::register_parameter(_, _, Tensor, _)"] = [](V A) {
    nn::Module M;
    return Tensor(M.register_parameter("p", t(A, 2), A.at(3).toBool()));
  };
  All[N + "Module::register_buffer(_, _, Tensor)"] = [](V A) {
    nn::Module M;
    return Tensor(M.register_buffer("b", t(A, 2)));
  };
}

template <typename Module> void addPlain(Table &All, const std::string &Name) {
  All["torch::nn::" + Name + "Impl::forward(_, Tensor)"] = [](V A) {
    return Module().forward(t(A, 1));
  };
}

} // namespace

static void addImages(Table &All, const std::string &N) {
  All[N + "interpolate(Tensor, _)"] = [](V A) {
    Tensor X = t(A, 0);
    std::vector<double> Twice(X.dim() - 2, 2.0);
    return F::interpolate(X, F::InterpolateFuncOptions().scale_factor(Twice));
  };
  All[N + "grid_sample(Tensor, Tensor, _)"] = [](V A) {
    return F::grid_sample(t(A, 0), t(A, 1),
                          F::GridSampleFuncOptions().align_corners(false));
  };
  All[N + "unfold(Tensor, _)"] = [](V A) {
    return F::unfold(t(A, 0), F::UnfoldFuncOptions({2, 2}));
  };
  All[N + "normalize(Tensor, _)"] = [](V A) { return F::normalize(t(A, 0)); };
}

void addModules(Table &All) {
  const std::string N = "torch::nn::";
  addImages(All, N + "functional::");
  addWithParameters(All, N);
  addRegistering(All, N);
  addPlain<nn::DropoutImpl>(All, "Dropout");
  addPlain<nn::ReLUImpl>(All, "ReLU");
  addPlain<nn::LeakyReLUImpl>(All, "LeakyReLU");
  addPlain<nn::GELUImpl>(All, "GELU");
  addPlain<nn::SiLUImpl>(All, "SiLU");
  addPlain<nn::SigmoidImpl>(All, "Sigmoid");
  addPlain<nn::TanhImpl>(All, "Tanh");
  addPlain<nn::IdentityImpl>(All, "Identity");
  All[N + "MaxPool2dImpl::forward(_, Tensor)"] = [](V A) {
    return nn::MaxPool2dImpl(2).forward(t(A, 1));
  };
  All[N + "AvgPool2dImpl::forward(_, Tensor)"] = [](V A) {
    return nn::AvgPool2dImpl(2).forward(t(A, 1));
  };
  All[N + "functional::batch_norm(Tensor, Tensor, Tensor, _)"] = [](V A) {
    return F::batch_norm(t(A, 0), t(A, 1), t(A, 2));
  };
  All[N + "functional::embedding(Tensor, Tensor, _)"] = [](V A) {
    return F::embedding(t(A, 0), t(A, 1));
  };
}

} // namespace conformance
