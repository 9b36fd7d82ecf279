// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The C++ functions that the dispatcher does not have, by signature.

#include "CppFunctions.h"

#include <ATen/TensorIndexing.h>
#include <ATen/TensorOperators.h>
#include <ATen/quantized/Quantizer.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
#include <torch/nn/functional/activation.h>
#include <torch/nn/functional/conv.h>
#include <torch/nn/functional/dropout.h>
#include <torch/nn/functional/linear.h>
#include <torch/nn/functional/normalization.h>
#include <torch/nn/functional/padding.h>
#include <torch/nn/functional/pooling.h>
#include <torch/version.h>

#include <iostream>
#include <sstream>

// Names of dimensions went away in the course of 2.x.
#if TORCH_VERSION_MAJOR < 2
#include <ATen/NamedTensorUtils.h>
#endif

namespace conformance {
namespace {

using V = const std::vector<c10::IValue> &;
using at::Tensor;
namespace F = torch::nn::functional;

Tensor t(V A, size_t I = 0) { return A.at(I).toTensor(); }

void addOperators(Table &All) {
#define OPERATOR(Op)                                                           \
  All["at::operator" #Op "(Tensor, Tensor)"] = [](V A) {                       \
    return t(A) Op t(A, 1);                                                    \
  };                                                                           \
  All["at::operator" #Op "(Tensor, Scalar)"] = [](V A) {                       \
    return t(A) Op A.at(1).toScalar();                                         \
  };                                                                           \
  All["at::operator" #Op "(Scalar, Tensor)"] = [](V A) {                       \
    return A.at(0).toScalar() Op t(A, 1);                                      \
  };
  // clang-format off
  OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/) OPERATOR(%)
  OPERATOR(&) OPERATOR(|) OPERATOR(^)
  OPERATOR(<) OPERATOR(<=) OPERATOR(>) OPERATOR(>=) OPERATOR(==) OPERATOR(!=)
  // clang-format on
#undef OPERATOR
#define ASSIGN(Op)                                                             \
  All["at::Tensor::operator" #Op "(Tensor, Tensor)"] = [](V A) {               \
    Tensor X = t(A);                                                           \
    return X Op t(A, 1);                                                       \
  };
      // clang-format off
  ASSIGN(+=) ASSIGN(-=) ASSIGN(*=) ASSIGN(/=) ASSIGN(&=) ASSIGN(|=) ASSIGN(^=)
  // clang-format on
#undef ASSIGN
#define ASSIGN(Op)                                                             \
  All["at::Tensor::operator" #Op "(Tensor, Scalar)"] = [](V A) {               \
    Tensor X = t(A);                                                           \
    return X Op A.at(1).toScalar();                                            \
  };
          ASSIGN(+=) ASSIGN(-=) ASSIGN(*=) ASSIGN(/=)
#undef ASSIGN
              All["at::Tensor::operator-(Tensor)"] = [](V A) { return -t(A); };
  All["at::Tensor::operator~(Tensor)"] = [](V A) { return ~t(A); };
}

/// They give no tensor.
void addPrinters(Table &All) {
  All["at::operator<<(_, Tensor)"] = [](V A) {
    std::ostringstream Out;
    Out << t(A, 1);
    return Tensor();
  };
  All["at::print(_, Tensor, int)"] = [](V A) {
    std::ostringstream Out;
    at::print(Out, t(A, 1), A.at(2).toInt());
    return Tensor();
  };
  All["at::print(Tensor, int)"] = [](V A) {
    std::ostringstream Out;
    std::streambuf *Old = std::cout.rdbuf(Out.rdbuf());
    at::print(t(A), A.at(1).toInt());
    std::cout.rdbuf(Old);
    return Tensor();
  };
}

void addMembers(Table &All) {
  All["at::Tensor::operator[](Tensor, int)"] = [](V A) {
    return t(A)[A.at(1).toInt()];
  };
  All["at::Tensor::operator[](Tensor, Scalar)"] = [](V A) {
    return t(A)[A.at(1).toScalar()];
  };
  All["at::Tensor::operator[](Tensor, Tensor)"] = [](V A) {
    return t(A)[t(A, 1)];
  };
  for (const char *Class : {"at::Tensor::", "at::TensorBase::"}) {
    std::string C = Class;
    All[C + "data(Tensor)"] = [](V A) { return t(A).data(); };
    All[C + "set_data(Tensor, Tensor)"] = [](V A) {
      Tensor X = t(A);
      X.set_data(t(A, 1));
      return X;
    };
    All[C + "variable_data(Tensor)"] = [](V A) { return t(A).variable_data(); };
    All[C + "tensor_data(Tensor)"] = [](V A) { return t(A).tensor_data(); };
    All[C + "expect_contiguous(Tensor, _)"] = [](V A) {
      Tensor X = t(A);
      auto Format =
          A.size() > 1 ? A[1].toMemoryFormat() : at::MemoryFormat::Contiguous;
      return Tensor(*X.expect_contiguous(Format));
    };
  }
  All["at::Tensor::cpu(Tensor)"] = [](V A) { return t(A).cpu(); };
  All["at::Tensor::cuda(Tensor)"] = [](V A) { return t(A).cuda(); };
  All["at::Tensor::hip(Tensor)"] = [](V A) { return t(A).hip(); };
  All["at::Tensor::meta(Tensor)"] = [](V A) { return t(A).meta(); };
  All["at::Tensor::toType(Tensor, _)"] = [](V A) {
    return t(A).toType(A.at(1).toScalarType());
  };
  All["at::Tensor::toBackend(Tensor, _)"] = [](V A) {
    return t(A).toBackend(at::Backend::CPU);
  };
  All["at::Tensor::to(Tensor, _, _, _)"] = [](V A) {
    return t(A).to(c10::scalarTypeToTypeMeta(A.at(1).toScalarType()));
  };
  All["at::Tensor::to(Tensor, _, _, _, _)"] = [](V A) {
    return t(A).to(A.at(1).toDevice(),
                   c10::scalarTypeToTypeMeta(A.at(2).toScalarType()));
  };
  All["at::Tensor::set_requires_grad(Tensor, _)"] = [](V A) {
    return t(A).set_requires_grad(A.at(1).toBool());
  };
  All["at::TensorBase::set_requires_grad(Tensor, _)"] =
      All["at::Tensor::set_requires_grad(Tensor, _)"];
  All["at::Tensor::requires_grad_(Tensor, _)"] = [](V A) {
    return t(A).requires_grad_(A.at(1).toBool());
  };
  All["at::TensorBase::requires_grad_(Tensor, _)"] =
      All["at::Tensor::requires_grad_(Tensor, _)"];
#if TORCH_VERSION_MAJOR < 2
  All["at::namedinference::propagate_names_if_nonempty(Tensor, _, _)"] =
      [](V A) {
        return at::namedinference::propagate_names_if_nonempty(t(A), {});
      };
#endif
  All["at::Tensor::index_put_(Tensor, _, Tensor)"] = [](V A) {
    return t(A).index_put_({at::indexing::Slice()}, t(A, 2));
  };
  All["at::Tensor::index_put_(Tensor, _, Scalar)"] = [](V A) {
    return t(A).index_put_({0}, A.at(2).toScalar());
  };
}

Tensor fromBlob(V A) {
  at::TensorOptions Options = t(A).options();
  std::vector<int64_t> Sizes = A.at(1).toIntVector();
  if (A.size() > 2 && !A[2].isNone())
    return at::from_blob(t(A).data_ptr(), Sizes, A[2].toIntVector(), Options);
  return at::from_blob(t(A).data_ptr(), Sizes, Options);
}

void addFree(Table &All) {
  const std::string Blob = "(_, int[], int[], int, _, _, _)";
  All["at::from_blob" + Blob] = fromBlob;
  All["torch::from_blob" + Blob] = fromBlob;
  All["at::new_qtensor(int[], _, _)"] = [](V A) {
    return at::new_qtensor(
        A.at(0).toIntVector(), at::TensorOptions(at::kQUInt8),
        at::make_per_tensor_affine_quantizer(1, 0, at::kQUInt8));
  };
  All["torch::tensor(_, _)"] = [](V) {
    return torch::tensor({{1.0, 2.0}, {3.0, 4.0}});
  };
  All["at::tensor(_, _)"] = [](V) {
    return at::tensor(std::vector<double>{1, 2, 3});
  };
  All["at::tensor(int[], _)"] = [](V A) {
    return at::tensor(A[0].toIntVector(), at::kLong);
  };
  All["at::tensor(int, _)"] = [](V A) { return at::tensor(A[0].toInt()); };
}

void addFunctional(Table &All) {
  const std::string N = "torch::nn::functional::";
  All[N + "linear(Tensor, Tensor, Tensor)"] = [](V A) {
    return F::linear(t(A), t(A, 1));
  };
  All[N + "conv2d(Tensor, Tensor, _)"] = [](V A) {
    return F::conv2d(t(A), t(A, 1), F::Conv2dFuncOptions().padding(1));
  };
  All[N + "conv1d(Tensor, Tensor, _)"] = [](V A) {
    return F::conv1d(t(A), t(A, 1));
  };
  All[N + "pad(Tensor, _)"] = [](V A) {
    return F::pad(t(A), F::PadFuncOptions({1, 1}));
  };
  All[N + "softmax(Tensor, _)"] = [](V A) {
    return F::softmax(t(A), F::SoftmaxFuncOptions(-1));
  };
  All[N + "log_softmax(Tensor, _)"] = [](V A) {
    return F::log_softmax(t(A), F::LogSoftmaxFuncOptions(-1));
  };
  All[N + "layer_norm(Tensor, _)"] = [](V A) {
    return F::layer_norm(t(A), F::LayerNormFuncOptions({t(A).size(-1)}));
  };
  All[N + "gelu(Tensor, _)"] = [](V A) { return F::gelu(t(A)); };
  All[N + "silu(Tensor)"] = [](V A) { return F::silu(t(A)); };
  All[N + "mish(Tensor)"] = [](V A) { return F::mish(t(A)); };
  All[N + "relu(Tensor, _)"] = [](V A) { return F::relu(t(A)); };
  All[N + "leaky_relu(Tensor, _)"] = [](V A) { return F::leaky_relu(t(A)); };
  All[N + "dropout(Tensor, _)"] = [](V A) { return F::dropout(t(A)); };
  All[N + "max_pool2d(Tensor, _)"] = [](V A) {
    return F::max_pool2d(t(A), F::MaxPool2dFuncOptions(2));
  };
  All[N + "avg_pool2d(Tensor, _)"] = [](V A) {
    return F::avg_pool2d(t(A), F::AvgPool2dFuncOptions(2));
  };
}

at::indexing::TensorIndex subscript(const std::string &Name, const Tensor &X) {
  using namespace at::indexing;
  auto Number = [&](size_t From) { return std::stoll(Name.substr(From)); };
  if (Name == "all")
    return Slice();
  if (Name == "new_axis")
    return None;
  if (Name == "dots")
    return Ellipsis;
  if (Name == "mask")
    return X > 0.5;
  if (Name == "mask0")
    return at::arange(X.size(0), at::kLong) != 1;
  if (Name == "longs")
    return at::tensor({0, 1, 2}, at::kLong);
  if (Name == "grid")
    return at::tensor({0, 1, 2, 0, 1, 2}, at::kLong).view({2, 3});
  if (Name == "columns")
    return at::tensor({0, 1, 2, 0, 1, 2}, at::kLong).view({3, 2}).t();
  if (Name == "zero")
    return at::scalar_tensor(0, at::kLong);
  if (Name.rfind("from", 0) == 0)
    return Slice(Number(4), None);
  if (Name.rfind("upto", 0) == 0)
    return Slice(None, Number(4));
  if (Name.rfind("by", 0) == 0)
    return Slice(None, None, Number(2));
  return static_cast<int64_t>(Number(0));
}

void addIndex(Table &All) {
  All["at::Tensor::index(Tensor, _)"] = [](V A) {
    std::vector<at::indexing::TensorIndex> Items;
    for (const c10::IValue &Name : A.at(1).toListRef())
      Items.push_back(subscript(Name.toStringRef(), t(A)));
    return t(A).index(Items);
  };
}

} // namespace

CppFunction cppFunction(const std::string &Signature) {
  static const Table All = [] {
    Table T;
    addOperators(T);
    addPrinters(T);
    addMembers(T);
    addFree(T);
    addFunctional(T);
    addIndex(T);
    addModules(T);
    return T;
  }();
  auto Found = All.find(Signature);
  return Found == All.end() ? nullptr : Found->second;
}

} // namespace conformance
