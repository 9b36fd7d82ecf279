// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FlagLines.h"

#include <utility>
#include <vector>

namespace oracle {

namespace {

/// {0} and {1} are flags, {c} is a condition, {n} a new name.
struct Form {
  double Weight;
  const char *Text;
  /// What may be asked from then on; `!` marks a name that can be assigned to.
  const char *Asked;
};

const Form Forms[] = {
    {4, "bool {n} = bool({c});", "!{n}"},
    {2, "const bool {n} = bool({c}) && {0};", "{n}"},
    {1, "auto {n} = bool({c}) != {0};", "!{n}"},
    {3, "{0} = !{0};", ""},
    {3, "{0} = bool({c});", ""},
    {2, "{0} = false;", ""},
    {2, "{0} = true;", ""},
    {2, "{0} &= bool({c});", ""},
    {2, "{0} |= bool({c});", ""},
    {1, "{0} ^= true;", ""},
    {1, "toggle({0});", ""},
    {1, "std::swap({0}, {1});", ""},
    {1, "{0} = std::exchange({1}, bool({c}));", ""},
    {1, "{0} = {1} = bool({c});", ""},
    {1, "(bool({c}) ? {0} : {1}) = false;", ""},
    {1, "std::tie({0}, {1}) = std::make_pair({1}, bool({c}));", ""},
    {1, "bool &{n} = {0};\n{n} = !{n};", "!{n}"},
    {1, "auto &&{n} = {0};\n{n} = true;", "{n}"},
    {1, "const bool &{n} = {0};\n{0} = !{0};", "{n}"},
    {1, "const auto &{n} = {0};\ntoggle({0});", "{n}"},
    {1, "bool *{n} = &{0};\n*{n} = !*{n};", "*{n}"},
    {1, "auto {n} = [&] { {0} = !{0}; };\n{n}();", ""},
    {1, "auto {n} = [&{n} = {0}] { {n} = true; };\n{n}();", ""},
    {1, "auto {n} = [=]() mutable { {0} = !{0}; return {0}; };\n{0} = {n}();",
     ""},
    {1, "auto {n} = [](bool &f) -> bool & { return f; };\n{n}({0}) = false;",
     ""},
    {1, "struct S{n} { bool &f; } {n}{{0}};\n{n}.f = !{n}.f;", "{n}.f"},
    {1, "std::pair<bool, bool> {n}{{0}, bool({c})};", "{n}.second"},
    {1, "bool {n}[2] = {{0}, bool({c})};", "{n}[1]"},
    {1, "Options {n}{{0}, bool({c})};\n{n}.copy = !{n}.swap;", "{n}.copy"},
    {1, "for (bool *p : {&{0}, &{1}}) *p = !*p;", ""},
    {1, "try { {0} = !{0}; toggle(global_flag); } catch (...) { {0} = true; }",
     ""},
    {1, "int {n} = bool({c}) ? 1 : 0;\n++{n};", "{n} == 1"},
    {1, "switch ({0}) { case 0: {1} = true; break; default: {1} = !{1}; }", ""},
    {1, "do { {0} = !{0}; } while ({0} && bool({c}));\n{0} = bool({c});", ""},
};

std::string replaced(std::string Text, const std::string &Old,
                     const std::string &New) {
  for (size_t At = 0; (At = Text.find(Old, At)) != std::string::npos;
       At += New.size())
    Text.replace(At, Old.size(), New);
  return Text;
}

/// Something that was not asked before.
std::string atom(Writer &W) {
  Random &R = W.random();
  std::vector<std::string> Choices;
  for (const std::string &Flag : W.scope().Flags)
    Choices.insert(Choices.end(), 4, Flag);
  const std::string T = W.pick([](const Variable &) { return true; });
  if (!T.empty()) {
    const int64_t Rank = W.scope().find(T)->Value.dim();
    Choices.push_back(T + ".is_contiguous()");
    Choices.push_back(T + ".dim() == " + std::to_string(Rank));
    if (Rank > 0)
      Choices.push_back(T + ".size(0) == " +
                        std::to_string(W.scope().find(T)->Value.size(0)));
    if (Rank > 1 && R.chance(0.3))
      Choices.push_back(T + ".stride(-1) == 1");
  }
  Choices.push_back(R.chance(0.5) ? "coin()" : "global_flag");
  return R.of(Choices);
}

} // namespace

std::string condition(Writer &W) {
  Random &R = W.random();
  Scope &S = W.scope();
  std::string Text;
  if (!S.Conditions.empty() && R.chance(0.6)) {
    Text = R.of(S.Conditions);
  } else {
    Text = atom(W);
    if (R.chance(0.2))
      Text = "(" + Text + ") " + (R.chance(0.5) ? "&&" : "||") + " (" +
             atom(W) + ")";
    S.Conditions.push_back(Text);
  }
  return R.chance(0.3) ? "!(" + Text + ")" : Text;
}

std::string flagLines(Writer &W) {
  Random &R = W.random();
  Scope &S = W.scope();
  std::vector<double> Weights;
  for (const Form &F : Forms)
    Weights.push_back(F.Weight);
  const Form &F = Forms[R.weighted(Weights)];
  const std::string Name = W.newName("f");
  auto Filled = [&](std::string Text) {
    Text = replaced(Text, "{0}", "\1");
    const std::string First = R.of(S.Flags);
    Text = replaced(Text, "\1", First);
    Text = replaced(Text, "{1}", R.of(S.Flags));
    return replaced(Text, "{n}", Name);
  };
  std::string Text = F.Text;
  if (Text.find("{c}") != std::string::npos)
    Text = replaced(Text, "{c}", condition(W));
  Text = Filled(Text);
  std::string Asked = F.Asked;
  if (Asked.empty())
    return Text;
  const bool IsAssignable = Asked[0] == '!';
  Asked = replaced(IsAssignable ? Asked.substr(1) : Asked, "{n}", Name);
  if (IsAssignable)
    S.Flags.push_back(Asked);
  S.Conditions.insert(S.Conditions.end(), 2, Asked);
  return Text;
}

} // namespace oracle
