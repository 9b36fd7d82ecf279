// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ANALYSED_H
#define TENSORTIDY_TESTS_ANALYSED_H

#include "TestFunction.h"
#include "analysis/FunctionAnalysis.h"
#include "layout/Queries.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

namespace tensortidy {

/// A function, analysed, and the state at its last reachable return.
class Analysed : private Observer {
public:
  explicit Analysed(Function Taken, AnalysisLimits Limits = {})
      : F(std::move(Taken)), A(F, Limits) {
    Converged = A.run();
    if (Converged)
      A.replay(*this);
  }

  /// "[B@N, N@1] | [B@1, N@B]"; "bottom" for no alternative, "dead" when the
  /// return is not reached.
  std::string value(PlaceId P) const {
    if (!End)
      return "dead";
    std::string Out;
    for (const Alternative &X : End->value(P)) {
      Layout L = End->layout(X);
      L.KnownDense = false;
      L.KnownContiguous.reset();
      Out += (Out.empty() ? "" : " | ") + print(L, End->TheFacts.symbols());
    }
    return Out.empty() ? "bottom" : Out;
  }

  size_t alternatives(PlaceId P) const { return End->value(P).size(); }

  /// Yes or No when all alternatives say so.
  Answer contiguous(PlaceId P) const {
    std::optional<Answer> All;
    for (const Alternative &X : End->value(P)) {
      const Answer Now = isContiguous(End->layout(X), End->TheFacts);
      if (All && *All != Now)
        return Answer::Unknown;
      All = Now;
    }
    return All.value_or(Answer::Unknown);
  }

  bool isReached() const { return End.has_value(); }

  Function F;
  FunctionAnalysis A;
  bool Converged = false;
  std::optional<State> End;

private:
  void onFact(const Visit &V) override {
    if (std::holds_alternative<Return>(V.At.What))
      End = V.Before;
  }
};

} // namespace tensortidy

#endif
