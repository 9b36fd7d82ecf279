// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Join.h"
#include "models/Evaluator.h"

#include <algorithm>

namespace tensortidy {
namespace {

Answer commonAnswer(Answer A, Answer B) { return A == B ? A : Answer::Unknown; }

/// What two versions say of one copy or requirement: where they differ,
/// nothing.
struct CommonWords {
  const std::string &Name; ///< what the symbols that are made begin with
  const Facts &F;

  void sayWhy(std::string &Why, const std::string &Other) const {
    if (Why != Other)
      Why.clear();
  }
  void say(PredictedCopy &P, const PredictedCopy &Other) const {
    sayWhy(P.Why, Other.Why);
    sayWhy(P.What, Other.What);
    P.LaysOutGradient &= Other.LaysOutGradient;
    if (P.EachUsable != Other.EachUsable)
      P.EachUsable.clear();
    if (F.canonical(P.Elements) == F.canonical(Other.Elements))
      return;
    std::string Elements = Name + ".elements" + std::to_string(P.Argument);
    P.Elements = Monomial::symbol(
        F.symbols().get(Elements, /*LowerBound=*/0, /*Opaque=*/true));
  }
  void say(Requirement &R, const Requirement &Other) const {
    sayWhy(R.Why, Other.Why);
    if (R.Blocked != Other.Blocked)
      R.Blocked.reset();
  }
};

bool isSame(const PredictedCopy &A, const PredictedCopy &B) {
  return A.Argument == B.Argument && A.AskedFor == B.AskedFor &&
         A.IsConversion == B.IsConversion;
}
Answer &answerOf(PredictedCopy &P) { return P.UsableAsIs; }

bool isSame(const Requirement &A, const Requirement &B) {
  return A.Argument == B.Argument && A.IsView == B.IsView &&
         A.ShapeMismatch == B.ShapeMismatch && A.Sizes == B.Sizes;
}
Answer &answerOf(Requirement &R) { return R.Met; }

/// Only those that are not answered yes are in a list: what one list lacks is
/// yes there.
template <typename Item>
std::vector<Item> commonItems(std::vector<Item> A, std::vector<Item> B,
                              const CommonWords &Words) {
  for (Item &X : A) {
    auto Other = std::find_if(B.begin(), B.end(),
                              [&](const Item &Y) { return isSame(X, Y); });
    bool IsInBoth = Other != B.end();
    answerOf(X) =
        commonAnswer(answerOf(X), IsInBoth ? answerOf(*Other) : Answer::Yes);
    if (!IsInBoth)
      continue;
    Words.say(X, *Other);
    B.erase(Other);
  }
  for (Item &Y : B) {
    answerOf(Y) = Answer::Unknown;
    A.push_back(std::move(Y));
  }
  return A;
}

TensorResult commonResult(const TensorResult &A, const TensorResult &B,
                          const std::string &Name, const Facts &F) {
  TensorResult R = A;
  if (A.TheRelation != B.TheRelation || A.Source != B.Source) {
    R.TheRelation = Relation::Unknown;
    R.Source = -1;
  }
  R.TheLayout = joinLayouts(
      {normalized(A.TheLayout, F), normalized(B.TheLayout, F)}, Name, F);
  R.Has.keepCommon(B.Has);
  R.LeavesOut |= B.LeavesOut;
  return R;
}

} // namespace

Outcome commonOutcome(const Outcome &A, const Outcome &B,
                      const std::string &Name, const Facts &F) {
  Outcome R;
  for (size_t I = 0; I < A.Results.size() && I < B.Results.size(); ++I)
    R.Results.push_back(commonResult(A.Results[I], B.Results[I],
                                     Name + ".version" + std::to_string(I), F));
  CommonWords Words{Name, F};
  R.Copies = commonItems(A.Copies, B.Copies, Words);
  R.Requirements = commonItems(A.Requirements, B.Requirements, Words);
  R.Writes = A.Writes;
  for (unsigned Argument : B.Writes)
    if (std::find(R.Writes.begin(), R.Writes.end(), Argument) == R.Writes.end())
      R.Writes.push_back(Argument);
  R.Modelled = A.Modelled && B.Modelled;
  R.NeverReturns = A.NeverReturns && B.NeverReturns;
  return R;
}

Outcome evaluateInAll(const Operator &Op,
                      const std::vector<ActualArgument> &Arguments,
                      const std::string &Name, Facts &F) {
  const Facts Before = F;
  Outcome Common = evaluateNested(Op, Arguments, Name, F, Op.Epochs.front(), 0);
  for (size_t I = 1; I < Op.Epochs.size(); ++I) {
    Facts Learned = Before;
    Outcome Next =
        evaluateNested(Op, Arguments, Name, Learned, Op.Epochs[I], 0);
    F = Facts::join(F, Learned);
    Common = commonOutcome(Common, Next, Name, F);
  }
  return Common;
}

} // namespace tensortidy
