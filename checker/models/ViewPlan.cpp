// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Peel.h"
#include "layout/Transforms.h"
#include "models/Evaluator.h"

namespace tensortidy {
namespace {

ViewPlan succeeds(Layout Result) {
  ViewPlan P;
  P.Answered.Viewable = Answer::Yes;
  P.Result = std::move(Result);
  return P;
}

/// The axis at \p Dim, split off the gap; null when it cannot be found.
Axis *explicitAxis(Layout &L, int64_t Dim, Facts &F) {
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  return P ? &axisIn(L, *P) : nullptr;
}

/// Of what held before a view, what still holds after it.
void keepKnown(Layout &To, const Layout &From, const Facts &F) {
  if (isYes(isDense(From, F)) && !isYes(isDense(To, F)))
    To.KnownDense = true;
  if (isYes(isContiguous(From, F)) && !isYes(isContiguous(To, F)))
    To.KnownContiguous = true;
  To.Offset = From.Offset;
}

} // namespace

std::string whyNotViewable(const ViewAnswer &V) {
  bool Certain = isNo(V.Viewable);
  if (!V.Blocked)
    return Certain ? "its sizes cannot be merged as asked"
                   : "its dimensions may not be mergeable";
  return "dimensions " + std::to_string(V.Blocked->first) + " and " +
         std::to_string(V.Blocked->second) +
         (Certain ? " cannot be merged" : " may not be mergeable");
}

std::optional<ViewPlan> planFlatten(const Layout &L, int64_t Start, int64_t End,
                                    Facts &F) {
  if (Start == End) {
    ViewPlan P = succeeds(L);
    P.IsSelf = true;
    return P;
  }
  if ((Start < 0) != (End < 0) || Start > End)
    return std::nullopt;
  Layout Group;
  for (int64_t I = Start; I <= End; ++I) {
    std::optional<Axis> A = axisAt(L, I, F);
    if (!A)
      return std::nullopt;
    Group.Front.push_back(*A);
  }
  ViewPlan P;
  P.Answered = viewAs(Group, {SizeArgument()}, F);
  if (P.Answered.Blocked && Start >= 0) {
    P.Answered.Blocked->first += static_cast<unsigned>(Start);
    P.Answered.Blocked->second += static_cast<unsigned>(Start);
  } else if (Start < 0) {
    P.Answered.Blocked.reset();
  }
  // The axes go one by one next to the one that stays.
  std::optional<Layout> R = L;
  for (int64_t I = Start; R && I < End; ++I)
    R = dropAxis(*R, Start < 0 ? I : Start, F);
  Axis *Left = R ? explicitAxis(*R, Start < 0 ? End : Start, F) : nullptr;
  if (!Left)
    return std::nullopt;
  *Left = {Group.numel(), Group.Front.back().Stride};
  keepKnown(*R, L, F);
  P.Result = *R;
  return P;
}

std::optional<ViewPlan> planUnflatten(const Layout &L, int64_t Dim,
                                      const std::vector<SizeArgument> &Sizes,
                                      Facts &F) {
  std::optional<Axis> A = axisAt(L, Dim, F);
  if (!A || Sizes.empty())
    return std::nullopt;
  Layout One;
  One.Front = {*A};
  ViewPlan P;
  P.Answered = viewAs(One, Sizes, F);
  if (P.Answered.Sizes.size() != Sizes.size() ||
      P.Answered.Strides.size() != Sizes.size())
    return std::nullopt;
  std::optional<Layout> R = L;
  for (size_t I = 1; R && I < Sizes.size(); ++I)
    R = insertUnitAxis(*R, Dim, F);
  for (size_t I = 0; R && I < Sizes.size(); ++I) {
    int64_t FromEnd = static_cast<int64_t>(Sizes.size() - 1 - I);
    Axis *To = explicitAxis(
        *R, Dim < 0 ? Dim - FromEnd : Dim + static_cast<int64_t>(I), F);
    if (!To)
      return std::nullopt;
    *To = {P.Answered.Sizes[I], P.Answered.Strides[I]};
  }
  if (!R)
    return std::nullopt;
  keepKnown(*R, L, F);
  P.Result = *R;
  return P;
}

namespace {

/// Plans for functions that look at a few axes only, which works where the
/// rank is not known.
std::optional<ViewPlan> planPart(Evaluator &Ev, const RuleExpr &Sizes,
                                 const Layout &L) {
  if (Sizes.TheKind != RuleExpr::Kind::Call || Sizes.Children.size() != 3)
    return std::nullopt;
  std::optional<int64_t> From = Ev.constant(Sizes.Children[1]);
  if (!From)
    return std::nullopt;
  if (Sizes.Text == "unflattened" && !L.hasRank()) {
    auto List = Ev.sizeArguments(Sizes.Children[2]);
    return List ? planUnflatten(L, *From, *List, Ev.facts()) : std::nullopt;
  }
  std::optional<int64_t> To = Ev.constant(Sizes.Children[2]);
  if (Sizes.Text != "flattened" || !To)
    return std::nullopt;
  if (L.hasRank()) {
    const int64_t Rank = static_cast<int64_t>(L.Front.size());
    const bool Same =
        Rank > 0 && (*From % Rank + Rank) % Rank == (*To % Rank + Rank) % Rank;
    return Same ? planFlatten(L, 0, 0, Ev.facts()) : std::nullopt;
  }
  if (*From == 0 && *To == -1)
    return std::nullopt;
  if (*From > 0 && *To == -1) {
    std::vector<SizeArgument> Front;
    for (int64_t I = 0; I < *From; ++I) {
      std::optional<Axis> A = axisAt(L, I, Ev.facts());
      if (!A)
        return std::nullopt;
      Front.push_back(A->Size);
    }
    Front.push_back(SizeArgument());
    ViewPlan P;
    P.Answered = viewAs(normalized(L, Ev.facts()), Front, Ev.facts());
    return P;
  }
  return planFlatten(L, *From, *To, Ev.facts());
}

} // namespace

ViewPlan Evaluator::plan(const RuleExpr &Sizes, const Layout &L) {
  if (std::optional<ViewPlan> P = planPart(*this, Sizes, L))
    return *P;
  RuleValue V = eval(Sizes);
  if (V.Known && V.SizesOf && isYes(sameSizes(*V.SizesOf, L, *F)))
    return succeeds(L);
  ViewPlan P;
  if (V.Known && V.SizesOf && !V.SizesOf->hasRank()) {
    P.Result = unknownStridesOf(*V.SizesOf, "viewed");
    return P;
  }
  std::optional<std::vector<SizeArgument>> List = sizeArguments(Sizes);
  if (!List) {
    P.Result = unknownTensor("viewed");
    return P;
  }
  P.Answered = viewAs(normalized(L, *F), *List, *F);
  return P;
}

} // namespace tensortidy
