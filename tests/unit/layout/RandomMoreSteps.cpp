// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RandomRun: views, copies, guards and joins, on the layout and concretely.

#include "RandomRun.h"

#include "layout/Assume.h"
#include "layout/Join.h"
#include "layout/Queries.h"
#include "layout/Results.h"
#include "layout/Transforms.h"

#include <algorithm>
#include <numeric>

namespace tensortidy {

bool RandomRun::viewStep() {
  std::vector<SizeArgument> Arguments = pickSizes();
  ViewAnswer A = viewAs(L, Arguments, F);
  if (isNo(A.Viewable) || A.Sizes.empty() || A.Sizes.size() > 5)
    return false;
  std::string Name = "view";
  for (const Monomial &M : A.Sizes)
    Name += " " + Symbols.print(M);
  for (Case &C : Cases) {
    std::vector<int64_t> Sizes;
    for (const Monomial &M : A.Sizes)
      Sizes.push_back(valueOf(M, C).value_or(0));
    auto Strides = concreteView(C.Tensor, Sizes);
    C.Alive &= Strides.has_value();
    for (size_t I = 0; I < Sizes.size(); ++I)
      C.Alive &= F.lowerBound(A.Sizes[I]) <= Sizes[I];
    if (C.Alive)
      C.Tensor = {Sizes, *Strides, C.Tensor.Offset};
  }
  return apply(Name, viewedLayout(L, A, F)), true;
}

bool RandomRun::flattenStep() {
  int64_t Rank = L.hasRank() ? int64_t(*L.rank()) : 3;
  if (Rank < 2)
    return false;
  int64_t Start = pick(0, Rank - 2), End = pick(Start + 1, Rank - 1);
  if (!L.hasRank() && chance(50)) {
    Start -= Rank;
    End -= Rank;
  }
  std::optional<MergeAnswer> A = mergeAxes(L, Start, End, F);
  std::string Name =
      "flatten " + std::to_string(Start) + " " + std::to_string(End);
  if (!A)
    return apply(Name, std::nullopt), true;
  bool AsView = isYes(A->Viewable) || A->Viewable == Answer::Unknown;
  Trace += "; asked " + Name;
  for (Case &C : Cases) {
    auto I = wrap(Start, C.Tensor.rank()), J = wrap(End, C.Tensor.rank());
    C.Alive &= I && J;
    if (!C.Alive)
      continue;
    std::vector<int64_t> Sizes = C.Tensor.Sizes;
    for (size_t K = *I; K < *J; ++K) {
      Sizes[*I] *= Sizes[*I + 1];
      eraseAt(Sizes, *I + 1);
    }
    auto Strides = concreteView(C.Tensor, Sizes);
    expect("merge", A->Viewable, Strides.has_value(), C);
    C.Alive &= !AsView || Strides.has_value();
    if (C.Alive)
      C.Tensor = AsView ? Concrete{Sizes, *Strides, C.Tensor.Offset}
                        : concreteRowMajor(Sizes);
  }
  return apply(Name, AsView ? A->View : A->Copy), true;
}

bool RandomRun::copyStep() {
  auto Contiguous = [](const Concrete &T) {
    return concreteContiguous(T) ? T : concreteRowMajor(T.Sizes);
  };
  switch (pick(0, 5)) {
  case 0:
    onCases([&](const Concrete &T) { return std::optional(Contiguous(T)); });
    return apply("contiguous",
                 contiguousResult(L, MemoryFormat::Contiguous, F)),
           true;
  case 1:
    onCases([&](const Concrete &T) {
      return std::optional(concreteKeepPermutation(T));
    });
    return apply("clone", keepPermutation(L, "clone", F)), true;
  case 2:
    onCases([&](const Concrete &T) { return concreteElementwise({T}); });
    return apply("relu", elementwise({L}, "relu", F)), true;
  case 3: {
    Layout Other = rowMajorLike(L);
    bool First = chance(50);
    onCases([&](const Concrete &T) {
      Concrete C = concreteRowMajor(T.Sizes);
      return First ? concreteElementwise({C, T}) : concreteElementwise({T, C});
    });
    return apply("add", First ? elementwise({Other, L}, "add", F)
                              : elementwise({L, Other}, "add", F)),
           true;
  }
  case 4: {
    if (!L.hasRank() || L.Front.empty())
      return false;
    Layout Last = rowMajor({L.Front.back().Size});
    onCases([&](const Concrete &T) {
      return concreteElementwise({T, concreteRowMajor({T.Sizes.back()})});
    });
    return apply("add bias", elementwise({L, Last}, "bias", F)), true;
  }
  default: {
    if (L.rank() != 4u && (L.hasRank() || chance(80)))
      return false;
    onCases([&](const Concrete &T) -> std::optional<Concrete> {
      if (T.rank() != 4)
        return std::nullopt;
      return concreteChannelsLast(T) ? T
                                     : concreteInOrder(T.Sizes, {1, 3, 2, 0});
    });
    return apply("contiguous(channels-last)",
                 contiguousResult(L, MemoryFormat::ChannelsLast, F)),
           true;
  }
  }
}

/// A branch on the layout: the cases that do not take it end here.
bool RandomRun::guardStep() {
  bool Possible = false;
  std::string Name;
  auto Take = [&](const std::string &What, bool Alive, auto Holds) {
    Name = What;
    Possible = Alive;
    for (Case &C : Cases)
      C.Alive &= Holds(C.Tensor);
  };
  if (Mode == Knowledge::Exact)
    return false;
  switch (pick(0, 4)) {
  case 0:
  case 1:
    Take("if contiguous", assumeContiguous(L, MemoryFormat::Contiguous, F),
         concreteContiguous);
    break;
  case 2:
    Take("if not contiguous",
         assumeNotContiguous(L, MemoryFormat::Contiguous, F),
         [](const Concrete &T) { return !concreteContiguous(T); });
    break;
  case 3:
    Take("if dense", assumeDense(L, F), concreteDense);
    break;
  case 4:
    Take("if channels-last", assumeContiguous(L, MemoryFormat::ChannelsLast, F),
         concreteChannelsLast);
    break;
  }
  Trace += "; " + Name;
  for (Case &C : Cases)
    if (C.Alive)
      expect("guard", Possible ? Answer::Yes : Answer::No, true, C);
  return true;
}

/// if (x.is_contiguous()) ... else x = x.contiguous() or nothing; both sides
/// meet again.
bool RandomRun::branchStep() {
  bool Copies = chance(50);
  Facts Then = F, Else = F;
  Layout ThenLayout = L, ElseLayout = L;
  bool ThenAlive = assumeContiguous(ThenLayout, MemoryFormat::Contiguous, Then);
  bool ElseAlive =
      assumeNotContiguous(ElseLayout, MemoryFormat::Contiguous, Else);
  for (Case &C : Cases) {
    bool Contiguous = concreteContiguous(C.Tensor);
    if (C.Alive)
      expect("branch",
             (Contiguous ? ThenAlive : ElseAlive) ? Answer::Yes : Answer::No,
             true, C);
    if (Copies && !Contiguous)
      C.Tensor = concreteRowMajor(C.Tensor.Sizes);
  }
  std::vector<Layout> Layouts;
  if (ThenAlive)
    Layouts.push_back(normalized(ThenLayout, Then));
  if (ElseAlive)
    Layouts.push_back(
        normalized(Copies ? rowMajorLike(ElseLayout) : ElseLayout, Else));
  if (Layouts.empty())
    return apply("branch", std::nullopt), true;
  F = !ElseAlive ? Then : !ThenAlive ? Else : Facts::join(Then, Else);
  std::string Name = "b" + std::to_string(Trace.size());
  return apply(Copies ? "if !contiguous: contiguous" : "if contiguous {}",
               joinLayouts(Layouts, Name, F)),
         true;
}

/// One of this value and an earlier one, as a branch may leave it.
bool RandomRun::joinStep() {
  if (History.size() < 2)
    return false;
  size_t Which = size_t(pick(0, int64_t(History.size()) - 2));
  Layout Other = normalized(History[Which], F);
  for (Case &C : Cases)
    if (chance(50))
      C.Tensor = C.History[Which];
  std::string Name = "j" + std::to_string(Trace.size());
  return apply("join with value " + std::to_string(Which),
               joinLayouts({L, Other}, Name, F)),
         true;
}

} // namespace tensortidy
