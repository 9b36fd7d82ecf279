// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What libtorch does otherwise than is commonly believed: the lines of
// surprises.txt, and what is no question about a single call.

#include "Surprises.h"

#include <ATen/record_function.h>
#include <c10/util/Exception.h>
#include <torch/csrc/autograd/generated/variable_factories.h>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/ir/ir.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace conformance;
using namespace tensortidy;

namespace {

class Surprises : public testing::Test {
protected:
  static void SetUpTestSuite() { startObserving(); }
};

thread_local std::vector<std::string> *Names = nullptr;

std::unique_ptr<at::ObserverContext> noteName(const at::RecordFunction &F) {
  if (Names)
    Names->push_back(F.name());
  return nullptr;
}

/// The operators that the dispatcher ran.
template <typename Callable>
std::vector<std::string> operatorsOf(Callable Run) {
  std::vector<std::string> Found;
  auto Handle = at::addThreadLocalCallback(
      at::RecordFunctionCallback(noteName).scopes({at::RecordScope::FUNCTION}));
  Names = &Found;
  Run();
  Names = nullptr;
  at::removeCallback(Handle);
  return Found;
}

bool has(const std::vector<std::string> &Names, const std::string &Name) {
  return std::find(Names.begin(), Names.end(), Name) != Names.end();
}

TEST_F(Surprises, TheModelAndLibtorchAgreeOnTheTable) {
  std::string Error;
  std::vector<Surprise> All =
      readSurprises(TENSOR_TIDY_SURPRISES, *ModelSet::builtIn(), Error);
  ASSERT_EQ(Error, "");
  EXPECT_GT(All.size(), 140u);
  for (const Surprise &S : All) {
    Answers A = ask(S);
    EXPECT_EQ(A.Real, S.Answer) << "libtorch: " << S.Line;
    EXPECT_EQ(A.Model, S.ModelCannotTell ? "cannot tell" : S.Answer)
        << "the model: " << S.Line;
  }
}

TEST_F(Surprises, EveryNumberOfTheTableHasALineForThisVersion) {
  std::string Error;
  std::set<unsigned> Numbers;
  for (const Surprise &S :
       readSurprises(TENSOR_TIDY_SURPRISES, *ModelSet::builtIn(), Error))
    Numbers.insert(S.Number);
  // The others are the tests below.
  for (unsigned Number = 1; Number <= 33; ++Number)
    if (std::set<unsigned>{1, 6, 23, 26, 33}.count(Number) == 0)
      EXPECT_TRUE(Numbers.count(Number)) << Number;
}

// 1. Inputs of a RecordFunction can be read only without assertions.
TEST_F(Surprises, RecordedInputsCanBeRead) {
  std::string Error;
  auto C = parseCall("4 aten::contiguous(x)", *ModelSet::builtIn(), Error);
  ASSERT_TRUE(C);
  SymbolTable Symbols;
  Facts F(Symbols);
  Values V;
  auto X = makeInput("transposed_01", 4, Mode::Exact, at::kFloat, F, V);
  Actual A = execute(*C, evaluateArguments(*C, *X, F));
  ASSERT_FALSE(A.Copies.empty());
  EXPECT_EQ(A.Copies[0].SourceStorage,
            X->Tensor.storage().unsafeGetStorageImpl());
}

// 2. No event at all where contiguous() has nothing to do.
TEST_F(Surprises, ContiguousOfContiguousIsNotDispatched) {
  at::Tensor X = at::zeros({3, 4});
  EXPECT_TRUE(operatorsOf([&] { X.contiguous(); }).empty());
  auto Copying = operatorsOf([&] { X.t().contiguous(); });
  EXPECT_TRUE(has(Copying, "aten::clone"));
  EXPECT_TRUE(has(Copying, "aten::copy_"));
}

// 3. A reshape that copies calls clone, never contiguous.
TEST_F(Surprises, ReshapeCopiesWithoutContiguous) {
  at::Tensor X = at::zeros({3, 4}).t();
  auto Names = operatorsOf([&] { X.reshape({-1}); });
  EXPECT_TRUE(has(Names, "aten::copy_"));
  EXPECT_FALSE(has(Names, "aten::contiguous"));
  EXPECT_FALSE(has(operatorsOf([&] { X.reshape({2, 2, 3}); }), "aten::copy_"));
}

// 4. Kernels that read strided data need no copy_; a bias is one.
TEST_F(Surprises, CopyIsNeitherNecessaryNorEnough) {
  at::Tensor X = at::zeros({6, 4}).t();
  EXPECT_FALSE(has(operatorsOf([&] { at::cat({X, X}); }), "aten::copy_"));
  EXPECT_FALSE(has(operatorsOf([&] { X.cumsum(0); }), "aten::copy_"));
  at::Tensor M = at::zeros({4, 6});
  auto Linear =
      operatorsOf([&] { at::linear(M, at::zeros({5, 6}), at::zeros({5})); });
  EXPECT_TRUE(has(Linear, "aten::copy_"));
}

// 5. is_view() says no though storage is shared.
TEST_F(Surprises, IsViewIsNotAboutStorage) {
  at::Tensor X = at::zeros({3, 4});
  EXPECT_FALSE(X.detach().is_view());
  EXPECT_TRUE(X.detach().is_alias_of(X));
  c10::InferenceMode Guard;
  at::Tensor Y = at::zeros({3, 4});
  EXPECT_FALSE(Y.t().is_view());
  EXPECT_TRUE(Y.t().is_alias_of(Y));
}

// 6. Without a stack trace an exception is cheap, and has none.
TEST_F(Surprises, TheStackTraceCanBeLeftOut) {
  try {
    at::zeros({3, 4}).t().view({-1});
    FAIL();
  } catch (const c10::Error &Error) {
    EXPECT_EQ(std::string(Error.what()).find("frame #"), std::string::npos);
  }
}

// 8. The outermost axis is cut: contiguous, and no longer aligned.
TEST_F(Surprises, ACutTensorIsNotAligned) {
  at::Tensor X = at::zeros({4, 6, 10}).narrow(0, 1, 2);
  EXPECT_TRUE(X.is_contiguous());
  EXPECT_EQ(X.storage_offset(), 60);
  EXPECT_NE(reinterpret_cast<uintptr_t>(X.data_ptr()) % 64, 0u);
}

// 23. Overlap of two operands is seen only where both are dense.
TEST_F(Surprises, PartialOverlapIsSeenOnlyInDenseOperands) {
  at::Tensor X = at::arange(12, at::kFloat);
  EXPECT_THROW(X.narrow(0, 1, 11).copy_(X.narrow(0, 0, 11)), c10::Error);
  at::Tensor M = at::arange(16, at::kFloat).view({4, 4});
  EXPECT_THROW(M.copy_(M.t()), c10::Error);
  EXPECT_NO_THROW(M.narrow(1, 1, 3).copy_(M.narrow(1, 0, 3)));
}

// 24. A row of an expanded tensor is accepted, and all rows change.
TEST_F(Surprises, ARowOfAnExpandedTensorIsAllRows) {
  at::Tensor X = at::zeros({1, 3}).expand({4, 3});
  X.select(0, 1).add_(1);
  EXPECT_EQ(X.sum().item<float>(), 12);
}

// 25. What is added to a reshaped tensor is lost where the reshape copied.
TEST_F(Surprises, AnUpdateIsLostInACopy) {
  at::Tensor X = at::zeros({3, 4});
  X.reshape({-1}).add_(1);
  EXPECT_EQ(X.sum().item<float>(), 12);
  X.t().reshape({-1}).add_(1);
  EXPECT_EQ(X.sum().item<float>(), 12);
}

// 26. The memory of x.contiguous() dies with the temporary where it is a copy.
TEST_F(Surprises, ATemporaryCopyDies) {
  auto Survives = [](const at::Tensor &X) {
    c10::weak_intrusive_ptr<c10::TensorImpl> Temporary(
        X.contiguous().getIntrusivePtr());
    return !Temporary.expired();
  };
  at::Tensor X = at::zeros({3, 4});
  EXPECT_TRUE(Survives(X));
  EXPECT_FALSE(Survives(X.t()));
}

// 29. A loop over data_ptr and numel() reads another order.
TEST_F(Surprises, APointerKnowsNoStrides) {
  at::Tensor X = at::arange(6, at::kFloat).view({2, 3}).t();
  EXPECT_EQ(X.data_ptr<float>()[1], 1);
  EXPECT_EQ((X.accessor<float, 2>()[0][1]), 3);
}

// 31. A view keeps all of its base alive; nbytes() may exceed the storage.
TEST_F(Surprises, NbytesMayExceedTheStorage) {
  at::Tensor X = at::zeros({1, 4}).expand({100, 4});
  EXPECT_EQ(X.nbytes(), 1600u);
  EXPECT_EQ(X.storage().nbytes(), 16u);
  at::Tensor Row = at::zeros({1024, 1024}).select(0, 0);
  EXPECT_EQ(Row.storage().nbytes(), 4u << 20);
}

// 32. A gradient has the strides of a dense parameter.
TEST_F(Surprises, GradientsFollowDenseParameters) {
  auto Gradient = [](at::Tensor Parameter) {
    Parameter = Parameter.detach().requires_grad_();
    (Parameter * at::ones({4, 3})).sum().backward();
    return Parameter.grad();
  };
  EXPECT_EQ(Gradient(torch::rand({3, 4}).t()).stride(0), 1);
  EXPECT_TRUE(Gradient(torch::rand({4, 6}).narrow(1, 0, 3)).is_contiguous());
}

// 33. A trace has no contiguous() where the traced input needed none.
TEST_F(Surprises, TracesDependOnTheLayout) {
  auto Traced = [](const at::Tensor &X) {
    auto Run = [](torch::jit::Stack Inputs) {
      return torch::jit::Stack{Inputs.at(0).toTensor().contiguous()};
    };
    auto Result = torch::jit::tracer::trace(
        {X}, Run, [](const at::Tensor &) { return std::string(); });
    return Result.first->graph->toString(false).find("aten::contiguous") !=
           std::string::npos;
  };
  EXPECT_FALSE(Traced(at::zeros({3, 4})));
  EXPECT_TRUE(Traced(at::zeros({3, 4}).t()));
}

} // namespace
