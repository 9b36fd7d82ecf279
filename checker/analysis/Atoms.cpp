// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Atoms.h"

#include "layout/Assume.h"
#include "layout/Transforms.h"

#include <optional>
#include <utility>

namespace tensortidy {

using Comparison = Condition::Comparison;

const Alternative *Atoms::only(PlaceId P) const {
  if (P == NoId)
    return nullptr;
  const TensorValue &V = S.value(P);
  return V.size() == 1 && !V[0].Summary ? &V[0] : nullptr;
}

void Atoms::refine(PlaceId P, Layout L) {
  Alternative A = S.value(P)[0];
  A.TheLayout = std::move(L);
  refine(P, std::move(A));
}

void Atoms::refine(PlaceId P, Alternative A) {
  const TensorValue Old = S.value(P);
  if (Old[0] != A)
    S.replace(Old, TensorValue(std::move(A)));
}

bool Atoms::assume(const Condition &X, bool Value) {
  using Kind = Condition::Kind;
  switch (X.TheKind) {
  case Kind::Contiguous:
    return contiguous(X, Value);
  case Kind::Dense:
    return dense(X, Value);
  case Kind::Defined:
    return defined(X, Value);
  case Kind::SameSizes:
    return sameSizes(X, Value);
  case Kind::SameStrides:
    return sameStrides(X, Value);
  case Kind::Compare:
    return compare(X, Value);
  case Kind::Has:
    return has(X, Value);
  default:
    return true;
  }
}

bool Atoms::contiguous(const Condition &X, bool Value) {
  const Alternative *A = only(X.Tensor);
  if (!A)
    return true;
  Layout L = S.layout(*A);
  const Answer Now = isContiguous(L, X.Format, S.TheFacts);
  if (Value ? Now == Answer::No : isYes(Now))
    return false;
  if (Value ? isYes(Now) : Now == Answer::No)
    return true;
  const bool Possible = Value ? assumeContiguous(L, X.Format, S.TheFacts)
                              : assumeNotContiguous(L, X.Format, S.TheFacts);
  if (Possible)
    refine(X.Tensor, std::move(L));
  return Possible;
}

bool Atoms::dense(const Condition &X, bool Value) {
  const Alternative *A = only(X.Tensor);
  if (!A)
    return true;
  Layout L = S.layout(*A);
  const Answer Now = isDense(L, S.TheFacts);
  if (!Value)
    return !isYes(Now);
  if (Now == Answer::No || !assumeDense(L, S.TheFacts))
    return false;
  refine(X.Tensor, std::move(L));
  return true;
}

/// Bottom is undefined; a value may be either, and then is not in the branch
/// where it is not.
bool Atoms::defined(const Condition &X, bool Value) {
  if (X.Tensor == NoId)
    return true;
  const bool Bottom = S.value(X.Tensor).isBottom();
  if (Value)
    return !Bottom;
  S.setValue(X.Tensor, TensorValue());
  return true;
}

bool Atoms::has(const Condition &X, bool Value) {
  const Alternative *A = only(X.Tensor);
  if (!A)
    return true;
  Alternative Refined = *A;
  Traits &Has = Refined.Has;
  // A pointer to uint8_t may be one to the elements of a quantized tensor.
  if (X.Its.ScalarType && isQuantizedType(*X.Its.ScalarType))
    return true;
  // Only two of all types exclude each other where the answer is no.
  if (X.Its.ScalarType) {
    if (Has.ScalarType)
      return (Has.ScalarType == X.Its.ScalarType) == Value;
    if (Value)
      Has.ScalarType = X.Its.ScalarType;
  }
  if (X.Its.OnCpu) {
    const bool OnCpu = *X.Its.OnCpu == Value;
    if (Has.OnCpu)
      return Has.OnCpu == OnCpu;
    Has.OnCpu = OnCpu;
  }
  refine(X.Tensor, std::move(Refined));
  return true;
}

bool Atoms::sameSizes(const Condition &X, bool Value) {
  const Alternative *A = only(X.Tensor), *B = only(X.Other);
  if (!A || !B)
    return true;
  Layout L = S.layout(*A), M = S.layout(*B);
  if (!Value)
    return !isYes(tensortidy::sameSizes(L, M, S.TheFacts));
  if (!assumeSameSizes(L, M, S.TheFacts))
    return false;
  refine(X.Tensor, std::move(L));
  refine(X.Other, std::move(M));
  return true;
}

bool Atoms::sameStrides(const Condition &X, bool Value) {
  const Alternative *A = only(X.Tensor), *B = only(X.Other);
  if (!A || !B || !Value)
    return true;
  Layout L = S.layout(*A), M = S.layout(*B);
  if (isYes(tensortidy::sameSizes(L, M, S.TheFacts))) {
    if (!assumeSameLayout(L, M, S.TheFacts))
      return false;
    refine(X.Tensor, std::move(L));
    refine(X.Other, std::move(M));
    return true;
  }
  if (!L.hasRank() || !M.hasRank())
    return true;
  if (L.Front.size() != M.Front.size())
    return false;
  for (size_t I = 0; I < L.Front.size(); ++I)
    if (!S.TheFacts.equate(L.Front[I].Stride, M.Front[I].Stride))
      return false;
  return true;
}

namespace {

Comparison opposite(Comparison C) {
  switch (C) {
  case Comparison::Equal:
    return Comparison::NotEqual;
  case Comparison::NotEqual:
    return Comparison::Equal;
  case Comparison::Less:
    return Comparison::GreaterEqual;
  case Comparison::LessEqual:
    return Comparison::Greater;
  case Comparison::Greater:
    return Comparison::LessEqual;
  case Comparison::GreaterEqual:
    break;
  }
  return Comparison::Less;
}

/// a C b as b C a.
Comparison mirrored(Comparison C) {
  switch (C) {
  case Comparison::Less:
    return Comparison::Greater;
  case Comparison::LessEqual:
    return Comparison::GreaterEqual;
  case Comparison::Greater:
    return Comparison::Less;
  case Comparison::GreaterEqual:
    return Comparison::LessEqual;
  default:
    return C;
  }
}

bool holds(int64_t A, Comparison C, int64_t B) {
  switch (C) {
  case Comparison::Equal:
    return A == B;
  case Comparison::NotEqual:
    return A != B;
  case Comparison::Less:
    return A < B;
  case Comparison::LessEqual:
    return A <= B;
  case Comparison::Greater:
    return A > B;
  case Comparison::GreaterEqual:
    break;
  }
  return A >= B;
}

} // namespace

bool Atoms::compare(const Condition &X, bool Value) {
  if (X.Integers.size() != 2)
    return true;
  const Comparison C = Value ? X.Operator : opposite(X.Operator);
  for (size_t Side : {0, 1}) {
    const IntExpr &E = X.Integers[Side];
    if (E.TheKind != IntExpr::Kind::RankOf)
      continue;
    if (std::optional<int64_t> Rank = Ints.constant(X.Integers[1 - Side]))
      return compareRank(E.Tensor, Side == 0 ? C : mirrored(C), *Rank);
  }
  const Monomial A = Ints.value(X.Integers[0]);
  const Monomial B = Ints.value(X.Integers[1]);
  if (!A.isValid() || !B.isValid())
    return true;
  return compareNumbers(A, C, B);
}

bool Atoms::compareRank(PlaceId T, Comparison C, int64_t Rank) {
  const Alternative *A = only(T);
  if (!A)
    return true;
  Layout L = S.layout(*A);
  if (std::optional<unsigned> Known = L.rank())
    return holds(*Known, C, Rank);
  if (C == Comparison::Less || C == Comparison::LessEqual)
    return holds(L.minRank(), C, Rank);
  if (Rank >= MaxRank) // so many axes are not followed
    return true;
  if (C == Comparison::NotEqual || Rank < 0)
    return C != Comparison::Equal;
  if (C == Comparison::Equal) {
    if (!assumeRank(L, Rank, S.TheFacts))
      return false;
  } else {
    const int64_t Least = C == Comparison::Greater ? Rank + 1 : Rank;
    std::optional<Layout> Refined = withMinRank(L, Least, S.TheFacts);
    if (!Refined)
      return true;
    L = std::move(*Refined);
  }
  refine(T, std::move(L));
  return true;
}

bool Atoms::compareNumbers(const Monomial &A, Comparison C, const Monomial &B) {
  Facts &F = S.TheFacts;
  const std::optional<int64_t> X = A.asConstant(), Y = B.asConstant();
  if (X && Y)
    return holds(*X, C, *Y);
  if (C == Comparison::Equal)
    return F.equate(A, B);
  if (C == Comparison::Greater || C == Comparison::GreaterEqual)
    return compareNumbers(B, mirrored(C), A);
  const Order Now = F.compare(A, B);
  if (C == Comparison::NotEqual)
    return Now != Order::Equal;
  // `n > 0` and `x.size(0) > 1` ask for the very cases that general position
  // leaves out, so its bounds must not decide them: both branches live.
  if (C == Comparison::Less && Now == Order::Equal)
    return false;
  if (Now == Order::Greater)
    return true;
  // Only sizes: counters of loops would fill the state with facts that no
  // question asks for.
  const std::optional<SymbolId> Small = A.asSymbol(), Big = B.asSymbol();
  if (Big && X)
    F.raiseLowerBound(*Big, C == Comparison::Less ? *X + 1 : *X);
  else if (C == Comparison::Less && Small && Big && Now != Order::Less &&
           !F.isOpaque(A) && !F.isOpaque(B))
    F.addLess(*Small, *Big);
  return true;
}

} // namespace tensortidy
