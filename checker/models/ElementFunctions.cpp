// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the rule language that read the same memory as elements of
// another type.

#include "layout/ElementSize.h"
#include "models/Evaluator.h"

namespace tensortidy {
namespace {

using E = RuleExpr;

RuleValue holdsGroupsOf(Evaluator &Ev, const E &Call, int64_t Count) {
  const Layout L = Ev.tensor(Call.Children[0]);
  const Answer A = holdsGroups(L, Count, Ev.facts());
  const std::string Strides = printStrides(L, Ev.symbols());
  if (Count == 1)
    return RuleValue::condition(
        A, isNo(A) ? "its last stride is not 1: its strides are " + Strides
                   : "nothing here says that its last stride is 1");
  const std::string Multiples =
      "its last size, other strides and offset are multiples of " +
      std::to_string(Count);
  return RuleValue::condition(
      A, isNo(A) ? "its last stride is not 1, or not all of " + Multiples +
                       ": its strides are " + Strides
                 : "nothing here says that its last stride is 1 and that " +
                       Multiples);
}

RuleValue complexPairs(Evaluator &Ev, const E &Call) {
  return holdsGroupsOf(Ev, Call, 2);
}

/// How many elements of the type in child 1 make one of the tensor in child 0;
/// negative: how many of the tensor's make one of that type.
std::optional<int64_t> timesSmaller(Evaluator &Ev, const E &Call) {
  auto SizeOf = [&](const E &Child) {
    const ActualArgument *A = Ev.actualNamed(Child);
    return A && A->Has.ScalarType ? elementSize(*A->Has.ScalarType)
                                  : std::nullopt;
  };
  const std::optional<int> Old = SizeOf(Call.Children[0]),
                           New = SizeOf(Call.Children[1]);
  if (!Old || !New)
    return std::nullopt;
  return *Old >= *New ? *Old / *New : -(*New / *Old);
}

/// For elements of any other size the last stride must be 1.
RuleValue readableAs(Evaluator &Ev, const E &Call) {
  const std::optional<int64_t> Times = timesSmaller(Ev, Call);
  if (!Times)
    return RuleValue::unknown();
  if (Times == 1)
    return RuleValue::condition(Answer::Yes, "");
  return holdsGroupsOf(Ev, Call, *Times > 0 ? 1 : -*Times);
}

std::optional<Layout> elementsOf(Evaluator &Ev, const E &Call,
                                 const Layout &L) {
  const std::optional<int64_t> Times = timesSmaller(Ev, Call);
  if (!Times || Times == 1)
    return Times ? std::optional(L) : std::nullopt;
  if (*Times > 1)
    return inSmallerElements(L, *Times, Ev.facts());
  return inLargerElements(L, -*Times, Ev.label("larger"), Ev.facts());
}

/// view_as_real: every stride doubles and an axis of two comes last.
std::optional<Layout> complexAsReal(Evaluator &, const E &, const Layout &L) {
  Layout R = L;
  for (std::vector<Axis> *Axes : {&R.Front, &R.Back})
    for (Axis &A : *Axes)
      A.Stride = A.Stride * Monomial(2);
  if (R.Middle)
    R.Middle->Stride = R.Middle->Stride * Monomial(2);
  if (R.Offset)
    R.Offset->Elements = R.Offset->Elements * Monomial(2);
  (R.Middle ? R.Back : R.Front).push_back({Monomial(2), Monomial(1)});
  return R;
}

/// view_as_complex: pairs become elements, and the axis of two goes.
std::optional<Layout> realAsComplex(Evaluator &Ev, const E &, const Layout &L) {
  std::optional<Layout> R =
      inLargerElements(L, 2, Ev.label("half"), Ev.facts());
  if (R)
    R->Front.pop_back();
  return R;
}

} // namespace

std::vector<RuleFunction> elementFunctions() {
  using T = ExprType;
  T A = T::Anything;
  return {
      {"complex_as_real",
       T::Axes,
       {},
       0,
       false,
       nullptr,
       complexAsReal,
       "strides doubled and an axis of two"},
      {"real_as_complex",
       T::Axes,
       {},
       0,
       false,
       nullptr,
       realAsComplex,
       "pairs become elements: the axis of two goes"},
      {"elements_of",
       T::Axes,
       {A, A},
       2,
       false,
       nullptr,
       elementsOf,
       "the tensor's memory as elements of this type"},
      {"complex_pairs",
       T::Condition,
       {T::Tensor},
       1,
       false,
       complexPairs,
       nullptr,
       "its memory can be read as pairs of neighbours"},
      {"readable_as",
       T::Condition,
       {T::Tensor, A},
       2,
       false,
       readableAs,
       nullptr,
       "its memory can be read as elements of this type"},
  };
}

} // namespace tensortidy
