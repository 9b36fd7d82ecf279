// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/FactsData.h"

#include <limits>

namespace tensortidy {

const Facts::Data &Facts::data() const {
  static const Data Nothing;
  return Known ? *Known : Nothing;
}

Facts::Data &Facts::edit() {
  if (!Known)
    Known = std::make_shared<Data>();
  else if (Known.use_count() > 1)
    Known = std::make_shared<Data>(*Known);
  return *Known;
}

bool Facts::operator==(const Facts &O) const {
  return Table == O.Table && (Known == O.Known || data() == O.data());
}

/// \p M itself when nothing is known of its symbols; spares the copy.
const Monomial &Facts::canonicalOrSelf(const Monomial &M,
                                       Monomial &Storage) const {
  const Data &D = data();
  const Monomial *Result = &M;
  if (D.Equal.empty() || !M.isValid())
    return M;
  for (const Monomial::Factor &F : M.factors())
    if (const Monomial *Value = D.valueOf(F.Symbol)) {
      Storage = Result->substituted(F.Symbol, *Value);
      Result = &Storage;
    }
  return *Result;
}

Monomial Facts::canonical(const Monomial &M) const {
  Monomial Storage;
  return canonicalOrSelf(M, Storage);
}

std::optional<int64_t> Facts::knownBound(SymbolId Id) const {
  const Data &D = data();
  auto It = Data::firstFrom(D.Bounds, Id);
  if (It == D.Bounds.end() || It->first != Id)
    return std::nullopt;
  return It->second;
}

int64_t Facts::lowerBound(SymbolId Id) const {
  int64_t Own = Table->info(Id).LowerBound;
  std::optional<int64_t> Learnt = knownBound(Id);
  return Learnt ? std::max(Own, *Learnt) : Own;
}

int64_t Facts::lowerBound(const Monomial &M) const {
  Monomial C = canonical(M);
  if (!C.isValid())
    return 0;
  Monomial Least(C.numerator());
  for (const Monomial::Factor &F : C.factors()) {
    if (F.Power < 0)
      return 0;
    for (int32_t I = 0; I < F.Power; ++I)
      Least = Least * Monomial(lowerBound(F.Symbol));
  }
  if (!Least.isValid())
    return std::numeric_limits<int64_t>::max() / C.denominator();
  int64_t Value = Least.numerator(), By = C.denominator();
  return Value / By + (Value % By > 0);
}

bool Facts::isOpaque(const Monomial &M) const {
  Monomial C = canonical(M);
  if (!C.isValid())
    return true;
  return std::any_of(
      C.factors().begin(), C.factors().end(),
      [&](const Monomial::Factor &F) { return Table->info(F.Symbol).Opaque; });
}

void Facts::addLess(SymbolId Small, SymbolId Big) {
  addLess(Small, Monomial::symbol(Big));
}

void Facts::addLess(SymbolId Small, const Monomial &Big) {
  std::optional<SymbolId> S = canonical(Monomial::symbol(Small)).asSymbol();
  Monomial B = canonical(Big);
  if (!S || !B.isValid() || B.powerOf(*S) != 0)
    return;
  Data::LessFact Fact{*S, B};
  const std::vector<Data::LessFact> &Old = data().Less;
  if (std::binary_search(Old.begin(), Old.end(), Fact))
    return;
  std::vector<Data::LessFact> &Less = edit().Less;
  Less.insert(std::lower_bound(Less.begin(), Less.end(), Fact), Fact);
}

void Facts::raiseLowerBound(SymbolId Id, int64_t Bound) {
  std::optional<SymbolId> S = canonical(Monomial::symbol(Id)).asSymbol();
  if (!S || lowerBound(*S) >= Bound)
    return;
  auto &Bounds = edit().Bounds;
  auto It = Data::firstFrom(Bounds, *S);
  if (It != Bounds.end() && It->first == *S)
    It->second = Bound;
  else
    Bounds.insert(It, {*S, Bound});
}

std::string Facts::print() const {
  std::string Text;
  const Data &D = data();
  auto Name = [&](SymbolId Id) { return Table->info(Id).Name; };
  for (const auto &[Id, Value] : D.Equal)
    Text += Name(Id) + " = " + Table->print(Value) + "\n";
  for (const auto &[Small, Big] : D.Less)
    Text += Name(Small) + " < " + Table->print(Big) + "\n";
  for (const auto &[Id, Bound] : D.Bounds)
    Text += Name(Id) + " >= " + std::to_string(Bound) + "\n";
  for (const auto &[Id, Group] : D.Groups)
    if (Group.Count || Group.Min)
      Text += "axes(" + Name(Id) + ") " + (Group.Count ? "= " : ">= ") +
              std::to_string(Group.Count.value_or(Group.Min)) + "\n";
  for (const auto &[Id, Group] : D.Strides)
    if (Group.RowMajor)
      Text += Name(Id) + " row-major after " +
              std::to_string(Group.RowMajor->Front) + " and before " +
              std::to_string(Group.RowMajor->Back) + "\n";
  return Text;
}

namespace {

bool isProduct(const Monomial &M) {
  int32_t Powers = 0;
  for (const Monomial::Factor &F : M.factors())
    Powers += F.Power;
  return Powers > 1 && M.isIntegral();
}

bool hasOwnName(const SymbolInfo &S) {
  return S.Display != S.Name && S.Display.find('(') == std::string::npos;
}

} // namespace

Monomial Facts::asNamed(Monomial M) const {
  if (!Known)
    return M;
  for (const auto &[Id, Product] : data().Equal) {
    if (!hasOwnName(Table->info(Id)) || !isProduct(Product))
      continue;
    const Monomial Rest = M / Product;
    if (Rest.isValid() && Rest.isIntegral())
      M = Rest * Monomial::symbol(Id);
  }
  return M;
}

} // namespace tensortidy
