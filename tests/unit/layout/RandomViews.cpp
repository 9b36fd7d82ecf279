// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RandomRun: questions about views and about the order of numbers.

#include "RandomRun.h"

#include "layout/Transforms.h"

#include <algorithm>

namespace tensortidy {

void RandomRun::checkOrder() {
  std::vector<Monomial> Numbers{Monomial(pick(1, 6)), L.numel()};
  for (const std::vector<Axis> *Axes : {&L.Front, &L.Back})
    for (const Axis &A : *Axes)
      Numbers.insert(Numbers.end(), {A.Size, A.Stride, A.Size * A.Stride});
  for (int I = 0; I < 6; ++I) {
    const Monomial &A = Numbers[size_t(pick(0, int64_t(Numbers.size()) - 1))];
    const Monomial &B = Numbers[size_t(pick(0, int64_t(Numbers.size()) - 1))];
    Order O = F.compare(A, B);
    for (Case &C : Cases) {
      std::optional<int64_t> X = valueOf(A, C), Y = valueOf(B, C);
      if (!C.Alive || !X || !Y)
        continue;
      Answer Equal = O == Order::Equal     ? Answer::Yes
                     : O == Order::Differ  ? Answer::NoGeneric
                     : O == Order::Unknown ? Answer::Unknown
                                           : Answer::No;
      Tally::Count &Count = Results.Kinds["compare"];
      if (Equal == Answer::NoGeneric && *X == *Y) {
        ++Count.Coincided;
        continue;
      }
      expect("compare", Equal, *X == *Y, C);
      if (O == Order::Less || O == Order::Greater)
        expect("order", Answer::Yes, (O == Order::Less) == (*X < *Y), C);
    }
  }
}

std::vector<SizeArgument> RandomRun::pickSizes() {
  std::vector<SizeArgument> Sizes;
  if (!L.hasRank()) {
    // Sizes of its leading axes, merged or not, and -1.
    Facts Before = F;
    Monomial Merged;
    for (int64_t I = 0, N = pick(0, 2); I < N; ++I) {
      std::optional<Axis> A = axisAt(L, I, F);
      if (!A)
        break;
      if (chance(70))
        Sizes.push_back(A->Size);
    }
    F = Before;
    Sizes.push_back(std::nullopt);
    return Sizes;
  }
  std::vector<Monomial> Own;
  for (const Axis &A : L.Front)
    Own.push_back(A.Size);
  if (chance(25))
    shuffle(Own);
  for (size_t I = 0; I < Own.size(); ++I) {
    if (!Sizes.empty() && chance(50))
      *Sizes.back() = *Sizes.back() * Own[I];
    else
      Sizes.push_back(Own[I]);
  }
  if (!Sizes.empty() && chance(30)) {
    size_t I = size_t(pick(0, int64_t(Sizes.size()) - 1));
    Monomial Whole = *Sizes[I];
    Monomial Part = Whole.factors().empty()
                        ? Monomial(1)
                        : Monomial::symbol(Whole.factors()[0].Symbol);
    if (chance(30))
      Part = Monomial(2);
    if (Whole.factors().size() > 1 || Part.asConstant()) {
      Sizes[I] = Part;
      Sizes.insert(Sizes.begin() + std::ptrdiff_t(I + size_t(pick(0, 1))),
                   Whole / Part);
    }
  }
  if (chance(20))
    Sizes.insert(Sizes.begin() + pick(0, int64_t(Sizes.size())), Monomial(1));
  if (!Sizes.empty() && chance(30))
    Sizes[size_t(pick(0, int64_t(Sizes.size()) - 1))] = std::nullopt;
  return Sizes;
}

void RandomRun::checkView() {
  std::vector<SizeArgument> Arguments = pickSizes();
  ViewAnswer A = viewAs(L, Arguments, F);
  for (Case &C : Cases) {
    if (!C.Alive)
      continue;
    std::vector<int64_t> Sizes;
    for (const Monomial &M : A.Sizes)
      if (std::optional<int64_t> N = valueOf(M, C))
        Sizes.push_back(*N);
    if (Sizes.size() != A.Sizes.size() || Sizes.empty())
      continue;
    bool Generic = true; // a requested size that is 1 unbeknownst
    for (size_t I = 0; I < Sizes.size(); ++I)
      Generic &= Sizes[I] >= 1 && F.lowerBound(A.Sizes[I]) <= Sizes[I];
    if (!Generic)
      continue;
    auto Truth = concreteView(C.Tensor, Sizes);
    std::string Before = Trace;
    Trace += " view(";
    for (const Monomial &M : A.Sizes)
      Trace += Symbols.print(M) + " ";
    Trace += ")";
    expect("view", A.Viewable, Truth.has_value(), C);
    if (Truth && A.Strides.size() == Sizes.size() && !isNo(A.Viewable))
      for (size_t I = 0; I < Sizes.size() && C.Alive; ++I)
        checkStride("view stride", A.Sizes[I], A.Strides[I], Sizes[I],
                    (*Truth)[I], C);
    if (Truth)
      for (const auto &[Left, Right] : A.Learned) {
        std::optional<int64_t> X = valueOf(Left, C), Y = valueOf(Right, C);
        if (X && Y)
          expect("learned", Answer::Yes, *X == *Y, C);
      }
    Trace = Before;
  }
}

} // namespace tensortidy
