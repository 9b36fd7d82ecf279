// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Integers.h"

#include "layout/Naming.h"
#include "layout/Transforms.h"

#include <utility>

namespace tensortidy {

Monomial Integers::opaque(const std::string &Key, int64_t LowerBound,
                          const std::string &Display) {
  const SymbolId Id = C.Symbols.get(Key, LowerBound, true);
  C.Symbols.setDisplay(Id, Display.empty() ? "?" : Display);
  return Monomial::symbol(Id);
}

Monomial Integers::unknown(const std::string &Display) {
  return opaque("ask(" + Site + "." + std::to_string(Count++) + ")", 1,
                Display);
}

Monomial Integers::value(const IntExpr &E, const std::string &Name) {
  using Kind = IntExpr::Kind;
  switch (E.TheKind) {
  case Kind::Literal:
    return Monomial(E.Value);
  case Kind::Variable:
    return variable(E.Int);
  case Kind::SizeOf:
    return property(Property::Size, E);
  case Kind::StrideOf:
    return property(Property::Stride, E);
  case Kind::NumelOf:
    return property(Property::Numel, E);
  case Kind::RankOf:
    return property(Property::Rank, E);
  case Kind::Product: {
    Monomial M;
    for (const IntExpr &O : E.Operands)
      M = M * value(O);
    return S.TheFacts.canonical(M);
  }
  case Kind::Quotient:
    return quotient(E, Name);
  case Kind::Sum:
  case Kind::Difference:
    return folded(E, Name);
  case Kind::Opaque:
    break;
  }
  return opaque("opaque(" + std::to_string(E.Value) + ")", 1, Name);
}

std::optional<int64_t> Integers::constant(const IntExpr &E) {
  const Monomial M = value(E);
  return M.isValid() ? M.asConstant() : std::nullopt;
}

/// A variable that was never defined here is a parameter or a member: it may
/// be the size of something, and then is 2 or more.
Monomial Integers::variable(IntId I) {
  if (const Monomial *M = S.Integers.find(I))
    return S.TheFacts.canonical(*M);
  const std::string &Name = C.In.Integers[I];
  const SymbolId Id =
      C.Symbols.get("int(" + Name + "#" + std::to_string(I) + ")", 2, false);
  if (!Name.empty())
    C.Symbols.setDisplay(Id, Name);
  C.Symbols.pin(Id);
  return S.TheFacts.canonical(Monomial::symbol(Id));
}

Monomial Integers::propertyOf(Property What, const Layout &L,
                              const std::optional<int64_t> &Dim, Facts &F) {
  if (What == Property::Numel)
    return L.numel();
  if (What == Property::Rank) {
    if (std::optional<unsigned> Rank = L.rank())
      return Monomial(static_cast<int64_t>(*Rank));
    return opaque("dim(" + keyOf(L) + ")", 0, "");
  }
  if (!Dim)
    return unknown();
  const bool IsSize = What == Property::Size;
  if (std::optional<Axis> A = axisAt(L, *Dim, F))
    return IsSize ? A->Size : A->Stride;
  return opaque((IsSize ? "size(" : "stride(") + keyOf(L) + "," +
                    std::to_string(*Dim) + ")",
                IsSize ? 1 : 0, "");
}

Monomial Integers::property(Property What, const IntExpr &E) {
  std::optional<int64_t> Dim;
  if (!E.Operands.empty())
    Dim = constant(E.Operands.front());
  const TensorValue V = E.Tensor == NoId ? TensorValue() : S.value(E.Tensor);
  if (V.size() == 1 && !V[0].Summary)
    return S.TheFacts.canonical(
        propertyOf(What, S.layout(V[0]), Dim, S.TheFacts));
  std::optional<Monomial> Common;
  for (const Alternative &A : V) {
    if (A.Summary)
      return unknown();
    Facts Own = S.TheFacts;
    Monomial M = propertyOf(What, S.layout(A), Dim, Own);
    if (Common && *Common != M)
      return unknown();
    Common = M;
  }
  return Common ? *Common : unknown();
}

Monomial Integers::folded(const IntExpr &E, const std::string &Name) {
  const bool IsSum = E.TheKind == IntExpr::Kind::Sum;
  const char *Sign = IsSum ? "+" : "-";
  std::string Key, Display;
  std::optional<int64_t> Constant = 0;
  int64_t Least = 0;
  for (size_t I = 0; I < E.Operands.size(); ++I) {
    const Monomial M = value(E.Operands[I]);
    const std::optional<int64_t> V =
        M.isValid() ? M.asConstant() : std::nullopt;
    int64_t Next = 0;
    const bool Overflows =
        !V || !Constant ||
        (IsSum || I == 0 ? __builtin_add_overflow(*Constant, *V, &Next)
                         : __builtin_sub_overflow(*Constant, *V, &Next));
    Constant = Overflows ? std::nullopt : std::optional<int64_t>(Next);
    // What is opaque (a difference, a remainder) may be 0 all the same.
    const bool IsPositive = S.TheFacts.lowerBound(M) > 0 &&
                            !(M.isValid() && S.TheFacts.isOpaque(M));
    Least += V.value_or(0) < 0 ? INT32_MIN : IsPositive;
    Key += (I == 0 ? "(" : Sign) + keyOf(M);
    Display += (I == 0 ? "(" : Sign) + C.Symbols.print(M);
  }
  if (Constant)
    return Monomial(*Constant);
  if (!IsSum && E.Operands.size() == 2 &&
      value(E.Operands[0]) == value(E.Operands[1]))
    return Monomial(0);
  return opaque(Key + ")", IsSum && Least >= 2 ? 2 : 1,
                Name.empty() ? Display + ")" : Name);
}

namespace {

/// A / B when it divides for all values of the symbols.
std::optional<Monomial> exactQuotient(const Monomial &A, const Monomial &B) {
  if (!A.isValid() || !B.isValid() || B.isZero())
    return std::nullopt;
  const Monomial Q = A / B;
  if (!Q.isValid() || Q.denominator() != 1)
    return std::nullopt;
  for (const Monomial::Factor &F : Q.factors())
    if (F.Power < 0)
      return std::nullopt;
  return Q;
}

} // namespace

Monomial Integers::quotient(const IntExpr &E, const std::string &Name) {
  if (E.Operands.size() != 2)
    return unknown(Name);
  const Monomial A = value(E.Operands[0]), B = value(E.Operands[1]);
  const std::optional<int64_t> X = A.isValid() ? A.asConstant() : std::nullopt;
  const std::optional<int64_t> Y = B.isValid() ? B.asConstant() : std::nullopt;
  if (X && Y)
    return *Y > 0 ? Monomial(*X / *Y) : unknown(Name);
  if (std::optional<Monomial> Q = exactQuotient(A, B))
    return *Q;
  // Rounded, until something shows that it divides: never a power of -1,
  // which would lose that the quotient is a size of its own. With a divisor
  // that is a variable (C / H) it is one, and so 2 or more; n / 2 may be 1.
  const std::string Display =
      "(" + C.Symbols.print(A) + "/" + C.Symbols.print(B) + ")";
  return opaque("(" + keyOf(A) + "/" + keyOf(B) + ")", Y ? 1 : 2,
                Name.empty() ? Display : Name);
}

} // namespace tensortidy
