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

/// What the library calls size(x,0) as the source would write it; empty when
/// \p Text is not of such a form or has no name in the source.
std::string asMethod(const std::string &Text) {
  for (const SymbolForm &Form : Forms) {
    const std::string Head = Form.Head;
    const size_t Comma = Text.rfind(',');
    if (Text.rfind(Head, 0) != 0 || Comma == std::string::npos)
      continue;
    const std::string Name =
        plainName(Text.substr(Head.size(), Comma - Head.size()));
    const std::string Index = Text.substr(Comma + 1, Text.size() - Comma - 2);
    if (isIdentifier(Name) && isNumber(Index))
      return Name + "." + Form.Method + "(" + Index + ")";
  }
  if (Text.rfind("numel(", 0) == 0) {
    const std::string Name = plainName(Text.substr(6, Text.size() - 7));
    if (isIdentifier(Name))
      return Name + ".numel()";
  }
  return "";
}

/// The symbols inside a quotient or sum, "(size(x,1)/group)"; empty when one
/// of them has no name.
std::string spelledInside(std::string Text) {
  for (const char *Head : {"size(", "st(", "numel("})
    for (size_t At = Text.find(Head); At != std::string::npos;) {
      const size_t End = Text.find(')', At);
      const std::string Method = End == std::string::npos
                                     ? ""
                                     : asMethod(Text.substr(At, End + 1 - At));
      const bool IsMethodAlready = At > 0 && Text[At - 1] == '.';
      if (IsMethodAlready) {
        At = Text.find(Head, At + 1);
        continue;
      }
      if (Method.empty())
        return "";
      Text.replace(At, End + 1 - At, Method);
      At = Text.find(Head, At + Method.size());
    }
  return Text.find_first_of("%@#") == std::string::npos ? Text : "";
}

/// One symbol as the source would write it.
std::string spelled(const std::string &Display) {
  std::string Out = Display;
  if (Display.front() == '(')
    Out = spelledInside(Display);
  else if (Display.find_first_of("%@#(") != std::string::npos)
    Out = asMethod(Display);
  return Out.empty() ? "?" : Out;
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
