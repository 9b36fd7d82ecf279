// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Wording.h"

#include <string>

namespace tensortidy {

namespace {

/// "x" of "x%4@12": what the analysis adds to keep names apart.
std::string plainName(const std::string &Name) {
  return Name.substr(0, Name.find_first_of("%@"));
}

bool isIdentifier(const std::string &Text) {
  for (char C : Text)
    if (!std::isalnum(static_cast<unsigned char>(C)) && C != '_' && C != '.')
      return false;
  return !Text.empty();
}

bool isNumber(const std::string &Text) {
  const size_t Digits = Text.find_first_of("0123456789");
  return Digits <= 1 && (Digits == 0 || Text[0] == '-') &&
         Text.find_first_not_of("0123456789", Digits) == std::string::npos;
}

struct SymbolForm {
  const char *Head;
  const char *Method;
};
/// How the layout library names symbols, and what asks for them in C++.
const SymbolForm Forms[] = {{"size(", "size"}, {"st(", "stride"}};

/// One symbol as the source would write it.
std::string spelled(const std::string &Display) {
  if (isIdentifier(Display) ||
      Display.find_first_of("%@#") == std::string::npos) {
    if (Display.find('(') == std::string::npos || Display.front() == '(')
      return Display;
  }
  for (const SymbolForm &Form : Forms) {
    const std::string Head = Form.Head;
    const size_t Comma = Display.rfind(',');
    if (Display.rfind(Head, 0) != 0 || Comma == std::string::npos)
      continue;
    const std::string Name =
        plainName(Display.substr(Head.size(), Comma - Head.size()));
    const std::string Index =
        Display.substr(Comma + 1, Display.size() - Comma - 2);
    if (isIdentifier(Name) && isNumber(Index))
      return Name + "." + Form.Method + "(" + Index + ")";
  }
  if (Display.rfind("numel(", 0) == 0) {
    const std::string Name = plainName(Display.substr(6, Display.size() - 7));
    if (isIdentifier(Name))
      return Name + ".numel()";
  }
  return "?";
}

} // namespace

std::string print(const Monomial &Value, const Facts &Known) {
  if (!Value.isValid())
    return "?";
  const Monomial M = Known.asNamed(Value);
  const SymbolTable &Symbols = Known.symbols();
  std::string Out;
  if (M.numerator() != 1 || M.factors().empty())
    Out = std::to_string(M.numerator());
  std::string Divisor =
      M.denominator() == 1 ? "" : "/" + std::to_string(M.denominator());
  for (const Monomial::Factor &F : M.factors()) {
    const std::string Name = spelled(Symbols.info(F.Symbol).Display);
    for (int32_t I = 0; I < F.Power; ++I)
      Out += (Out.empty() ? "" : "*") + Name;
    for (int32_t I = 0; I < -F.Power; ++I)
      Divisor += "/" + Name;
  }
  return (Out.empty() ? "1" : Out) + Divisor;
}

namespace {

template <typename Axes, typename Part>
void printAxes(const Axes &All, Part OfAxis, const Facts &F, std::string &Out) {
  for (const auto &A : All)
    Out += (Out.empty() ? "" : ", ") + print(OfAxis(A), F);
}

} // namespace

std::string print(const std::vector<Monomial> &Sizes, const Facts &F) {
  std::string Out;
  printAxes(Sizes, [](const Monomial &M) { return M; }, F, Out);
  return "[" + Out + "]";
}

std::string strides(const Layout &L, const Facts &F) {
  std::string Out;
  auto Stride = [](const Axis &A) { return A.Stride; };
  printAxes(L.Front, Stride, F, Out);
  if (L.Middle)
    Out += Out.empty() ? "..." : ", ...";
  printAxes(L.Back, Stride, F, Out);
  return "[" + Out + "]";
}

} // namespace tensortidy
