// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/TensorValue.h"

#include "layout/Join.h"
#include "layout/Queries.h"

#include <algorithm>
#include <utility>

namespace tensortidy {

std::vector<const PathStep *> steps(const PathPtr &Last) {
  std::vector<const PathStep *> Out;
  for (const PathNode *N = Last.get(); N; N = N->Before.get())
    Out.push_back(&N->Step);
  std::reverse(Out.begin(), Out.end());
  return Out;
}

bool Alternative::operator==(const Alternative &O) const {
  return Has == O.Has && Tainted == O.Tainted && Vague == O.Vague &&
         Summary == O.Summary && OneOfMany == O.OneOfMany && When == O.When &&
         Storages == O.Storages && Objects == O.Objects && Roots == O.Roots &&
         TheLayout == O.TheLayout;
}

TensorValue::TensorValue(Alternative Only)
    : All(std::make_shared<const std::vector<Alternative>>(1,
                                                           std::move(Only))) {}

TensorValue::TensorValue(std::vector<Alternative> Some) {
  if (!Some.empty())
    All = std::make_shared<const std::vector<Alternative>>(std::move(Some));
}

bool TensorValue::operator==(const TensorValue &O) const {
  return All == O.All || (All && O.All && *All == *O.All);
}

namespace {

/// Forgets what the axes say themselves, so that one layout is written in one
/// way.
void dropRedundantFlags(Layout &L, const Facts &F) {
  Layout Bare = L;
  Bare.KnownDense = false;
  Bare.KnownContiguous.reset();
  if (L.KnownDense && isYes(isDense(Bare, F)))
    L.KnownDense = false;
  if (L.KnownContiguous) {
    const Answer Says = isContiguous(Bare, F);
    if (*L.KnownContiguous ? isYes(Says) : Says == Answer::No)
      L.KnownContiguous.reset();
  }
}

/// What holds of either value holds where both say so.
void keepCommon(FlatMap<bool> &A, const FlatMap<bool> &B) {
  std::vector<uint32_t> Common;
  for (const auto &[Flag, Set] : A)
    if (const bool *Other = B.find(Flag); Other && *Other == Set)
      Common.push_back(Flag);
  A.restrictTo(Common);
}

void mergeInto(Alternative &A, const Alternative &B) {
  keepCommon(A.When, B.When);
  A.Has.keepCommon(B.Has);
  A.TheLayout.KnownDense &= B.TheLayout.KnownDense;
  if (A.TheLayout.KnownContiguous != B.TheLayout.KnownContiguous)
    A.TheLayout.KnownContiguous.reset();
  if (A.TheLayout.Offset != B.TheLayout.Offset)
    A.TheLayout.Offset.reset();
  A.Storages.insert(B.Storages);
  A.Objects.insert(B.Objects);
  A.Roots.insert(B.Roots);
  A.Tainted |= B.Tainted;
  A.Vague |= B.Vague;
  A.Summary |= B.Summary;
  A.OneOfMany |= B.OneOfMany;
}

} // namespace

void ValueUnion::add(const TensorValue &V, const Facts &F) {
  for (Alternative A : V) {
    A.TheLayout = normalized(A.TheLayout, F);
    add(std::move(A), F);
  }
}

void ValueUnion::add(Alternative A, const Facts &F) {
  dropRedundantFlags(A.TheLayout, F);
  auto It = std::find_if(All.begin(), All.end(), [&](const Alternative &B) {
    return A.When == B.When && A.TheLayout.hasAxesOf(B.TheLayout);
  });
  if (It == All.end())
    All.push_back(std::move(A));
  else
    mergeInto(*It, A);
}

void ValueUnion::mergeLayouts() {
  std::vector<Alternative> Merged;
  for (Alternative &A : All) {
    auto It =
        std::find_if(Merged.begin(), Merged.end(), [&](const Alternative &B) {
          return A.TheLayout.hasAxesOf(B.TheLayout);
        });
    if (It == Merged.end())
      Merged.push_back(std::move(A));
    else
      mergeInto(*It, A);
  }
  All = std::move(Merged);
}

size_t ValueUnion::layouts() const {
  ValueUnion Copy = *this;
  Copy.mergeLayouts();
  return Copy.All.size();
}

TensorValue ValueUnion::take(const std::string &Name, const Facts &F) {
  if (All.size() > MaxAlternatives)
    mergeLayouts();
  if (All.size() > MaxAlternatives)
    return collapse(Name, F);
  return TensorValue(std::move(All));
}

TensorValue ValueUnion::collapse(const std::string &Name, const Facts &F) {
  mergeLayouts();
  if (All.size() < 2)
    return TensorValue(std::move(All));
  std::vector<Layout> Layouts;
  Alternative Joined = All.front();
  for (const Alternative &A : All) {
    Layouts.push_back(normalized(A.TheLayout, F));
    mergeInto(Joined, A);
  }
  Joined.TheLayout = joinLayouts(Layouts, Name, F);
  Joined.Vague = true;
  return TensorValue(std::move(Joined));
}

} // namespace tensortidy
