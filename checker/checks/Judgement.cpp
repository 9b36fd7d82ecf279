// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Judgement.h"

#include "checks/Wording.h"

#include <algorithm>

namespace tensortidy {

bool hasUnknownStrides(const Layout &L, const Facts &F) {
  if (L.KnownContiguous.value_or(false))
    return false;
  for (const auto *Axes : {&L.Front, &L.Back})
    for (const Axis &A : *Axes)
      if (F.isOpaque(A.Stride))
        return true;
  return L.Middle && (!L.Middle->RowMajor || F.isOpaque(L.Middle->Stride));
}

namespace {

/// An ordinary layout is the wrong one because of what another operand has.
bool isExplainedByOthers(const CaseAnswer &C) {
  const auto &All = C.Case->Operands;
  return isNo(C.Good) &&
         std::any_of(All.begin(), All.end(), [](const auto &Of) {
           return !Of.empty() && Of.front().Path;
         });
}

bool isExplained(const CaseAnswer &C) {
  if (C.Operand->Path || C.IsConversion || isExplainedByOthers(C))
    return true;
  return !isNo(C.Good) && !C.Operand->Roots.empty() && !C.Operand->Vague &&
         hasUnknownStrides(C.Operand->TheLayout, C.Case->Before);
}

Confidence confidenceOfNo(const std::vector<CaseAnswer> &Cases) {
  const bool InAll =
      std::all_of(Cases.begin(), Cases.end(),
                  [](const CaseAnswer &C) { return isNo(C.Good); });
  const bool Formal =
      std::any_of(Cases.begin(), Cases.end(), [](const CaseAnswer &C) {
        return C.Good == Answer::NoGeneric ||
               (isNo(C.Good) && C.Operand->Tainted);
      });
  if (InAll)
    return Formal ? Confidence::Likely : Confidence::Proven;
  return Formal ? Confidence::Possible : Confidence::Likely;
}

} // namespace

std::optional<Judgement> judge(const std::vector<CaseAnswer> &Cases,
                               const Function &In) {
  auto FirstWith = [&](auto Predicate) {
    return std::find_if(Cases.begin(), Cases.end(), [&](const CaseAnswer &C) {
      return Predicate(C) && isExplained(C);
    });
  };
  Judgement J;
  auto It = FirstWith([](const CaseAnswer &C) {
    return C.Good == Answer::No && !C.Operand->Tainted;
  });
  if (It == Cases.end())
    It = FirstWith([](const CaseAnswer &C) { return isNo(C.Good); });
  J.Undecided = It == Cases.end();
  if (J.Undecided)
    It = FirstWith(
        [](const CaseAnswer &C) { return C.Good == Answer::Unknown; });
  if (It == Cases.end())
    return std::nullopt;
  J.Witness = *It;
  J.SomePathsOnly =
      std::any_of(Cases.begin(), Cases.end(),
                  [](const CaseAnswer &C) { return !isNo(C.Good); });
  if (!J.Undecided)
    J.Sure = confidenceOfNo(Cases);
  if (In.Uncertain)
    J.Sure = std::min(J.Sure, Confidence::Likely);
  return J;
}

std::string whyUndecided(const Judgement &J, const Function &In, bool Several) {
  const Facts &F = J.Witness.Case->Before;
  const std::string Its = Several ? "their" : "its";
  if (hasUnknownStrides(normalized(J.Witness.Operand->TheLayout, F), F))
    return "nothing in '" + shortName(In.Name) + "' establishes " + Its +
           " strides";
  return "nothing in '" + shortName(In.Name) + "' relates " + Its +
         " sizes to those asked for";
}

} // namespace tensortidy
