// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_MODELS_EVALUATEFIXTURE_H
#define TENSORTIDY_TESTS_MODELS_EVALUATEFIXTURE_H

#include "layout/Results.h"
#include "layout/Transforms.h"
#include "models/Evaluate.h"
#include "models/ModelSet.h"

#include <gtest/gtest.h>

namespace tensortidy {

using Kind = ActualArgument::Kind;

class EvaluateTest : public testing::Test {
protected:
  SymbolTable Symbols;
  Facts F{Symbols};
  std::shared_ptr<const ModelSet> Models = ModelSet::builtIn();
  TorchVersion Torch = OldestTorch;
  Monomial B = Symbols.size("B"), H = Symbols.size("H"), N = Symbols.size("N"),
           D = Symbols.size("D");

  static ActualArgument tensor(Layout L) {
    ActualArgument A;
    A.TheKind = Kind::Tensor;
    A.Tensors = {std::move(L)};
    return A;
  }
  static ActualArgument integer(int64_t Value) {
    ActualArgument A;
    A.TheKind = Kind::Int;
    A.Ints = {Monomial(Value)};
    return A;
  }
  static ActualArgument ints(std::vector<Monomial> Values) {
    ActualArgument A;
    A.TheKind = Kind::IntList;
    A.Ints = std::move(Values);
    return A;
  }
  static ActualArgument sizesOf(Layout L) {
    ActualArgument A = tensor(std::move(L));
    A.TheKind = Kind::SizesOf;
    return A;
  }
  static ActualArgument format(MemoryFormat Format) {
    ActualArgument A;
    A.TheKind = Kind::Format;
    A.Format = Format;
    return A;
  }

  Outcome run(const std::string &Name,
              const std::vector<ActualArgument> &Arguments,
              const std::string &At = "call") {
    const Operator *Op = Models->find(Name);
    EXPECT_TRUE(Op) << Name;
    return Op ? evaluate(*Op, Arguments, At, F, Torch) : Outcome();
  }
  Layout resultOf(const std::string &Name,
                  const std::vector<ActualArgument> &Arguments) {
    Outcome O = run(Name, Arguments);
    EXPECT_EQ(O.Results.size(), 1u);
    return O.Results.empty() ? Layout() : normalized(O.Results[0].TheLayout, F);
  }
  std::string printed(const Layout &L) {
    return print(normalized(L, F), Symbols);
  }
  /// [B, H, N, D] with H and N exchanged: [B, N, H, D].
  Layout heads() { return *swapAxes(rowMajor({B, H, N, D}), 1, 2, F); }
};

} // namespace tensortidy

#endif
