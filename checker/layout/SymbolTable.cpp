// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/SymbolTable.h"

#include <cstdlib>

namespace tensortidy {

std::vector<SymbolId> operandsIn(const std::string &Name) {
  std::vector<SymbolId> Out;
  for (size_t At = Name.find('#', 1); At != std::string::npos;
       At = Name.find('#', At + 1))
    if (Name[At - 1] == '*' || Name[At - 1] == '<')
      Out.push_back(SymbolId(std::strtoul(Name.c_str() + At + 1, nullptr, 10)));
  return Out;
}

SymbolId SymbolTable::get(const std::string &Name, int64_t LowerBound,
                          bool Opaque) {
  auto [It, New] = ByName.emplace(Name, static_cast<SymbolId>(Symbols.size()));
  if (New)
    Symbols.push_back({Name, Name, LowerBound, Opaque, ~SymbolId(0),
                       operandsIn(Name), false});
  return It->second;
}

SymbolId SymbolTable::getPart(SymbolId Owner, const std::string &Name,
                              int64_t LowerBound, bool Opaque) {
  const SymbolId Id = get(Name, LowerBound, Opaque);
  Symbols[Id].Owner = Owner;
  return Id;
}

Monomial SymbolTable::size(const std::string &Name) {
  return Monomial::symbol(get(Name, 2, false));
}

Monomial SymbolTable::stride(const std::string &Name) {
  return Monomial::symbol(get(Name, 0, true));
}

Monomial SymbolTable::fresh(const std::string &Base, int64_t LowerBound,
                            bool Opaque) {
  std::string Name;
  do
    Name = Base + "#" + std::to_string(NextFresh++);
  while (ByName.count(Name));
  return Monomial::symbol(get(Name, LowerBound, Opaque));
}

void SymbolTable::setDisplay(SymbolId Id, const std::string &Display) {
  SymbolInfo &Info = Symbols[Id];
  if (Info.Display == Info.Name)
    Info.Display = Display;
}

/// The factors of \p M whose power has the sign \p Sign, joined by '*'.
static std::string product(const Monomial &M, int Sign, int64_t Coefficient,
                           unsigned &Terms,
                           const std::deque<SymbolInfo> &Symbols) {
  std::string Text;
  if (Coefficient != 1) {
    Text = std::to_string(Coefficient);
    ++Terms;
  }
  for (const Monomial::Factor &F : M.factors()) {
    if ((F.Power > 0) != (Sign > 0))
      continue;
    Text += (Text.empty() ? "" : "*") + Symbols[F.Symbol].Display;
    if (F.Power * Sign != 1)
      Text += "^" + std::to_string(F.Power * Sign);
    ++Terms;
  }
  return Text;
}

std::string SymbolTable::print(const Monomial &M) const {
  if (!M.isValid())
    return "?";
  unsigned Above = 0, Below = 0;
  std::string Top = product(M, 1, M.numerator(), Above, Symbols);
  std::string Bottom = product(M, -1, M.denominator(), Below, Symbols);
  if (Top.empty())
    Top = "1";
  if (Bottom.empty())
    return Top;
  return Top + "/" + (Below > 1 ? "(" + Bottom + ")" : Bottom);
}

} // namespace tensortidy
