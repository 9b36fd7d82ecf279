// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/GuardEdits.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace tensortidy {

namespace {

bool isIdentifier(const std::string &Name) {
  return !Name.empty() && std::all_of(Name.begin(), Name.end(), [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
  });
}

/// Taken by data_ptr(), where a copy would lose what is written.
bool isTakenToWrite(const FunctionSummary &R, uint32_t Root) {
  return std::any_of(R.Uses.begin(), R.Uses.end(), [&](const PointerUse &U) {
    return U.Layout.Roots.contains(Root) && U.Access == PointerAccess::Write;
  });
}

bool isInMacro(const FunctionSummary &R, uint32_t Root) {
  return std::any_of(R.Uses.begin(), R.Uses.end(), [&](const PointerUse &U) {
    return U.Layout.Roots.contains(Root) && U.Taken.InMacro;
  });
}

bool isTolerated(const FunctionSummary &R, uint32_t Root) {
  return std::any_of(R.Uses.begin(), R.Uses.end(), [&](const PointerUse &U) {
    return U.Layout.Roots.contains(Root) && U.Layout.IsTolerated;
  });
}

bool canGuard(const FunctionSummary &R, uint32_t Root) {
  const SummaryRoot &Of = R.Roots.at(Root);
  return isIdentifier(Of.Name) && !Of.IsList && !isGradient(Of.Name) &&
         !Of.Check.empty() && isTakenToWrite(R, Root) && !isInMacro(R, Root) &&
         !isTolerated(R, Root);
}

} // namespace

bool isGradient(std::string Name) {
  std::transform(Name.begin(), Name.end(), Name.begin(), [](unsigned char C) {
    return static_cast<char>(std::tolower(C));
  });
  return Name.find("grad") != std::string::npos;
}

std::vector<Edit> guardEdits(const FunctionSummary &F,
                             const std::vector<uint32_t> &Roots) {
  if (!F.Body.isValid() || F.Body.End <= F.Body.Begin || F.UsesChannelsLast ||
      F.Uncertain || F.Name.find("operator()") != std::string::npos)
    return {};
  std::string Text;
  for (uint32_t Root : Roots) {
    if (!canGuard(F, Root))
      return {};
    Text += "\n  " + F.Roots.at(Root).Check;
  }
  SourceRange AfterBrace = F.Body;
  AfterBrace.Begin += 1;
  AfterBrace.End = AfterBrace.Begin;
  return {{AfterBrace, Text}};
}

} // namespace tensortidy
