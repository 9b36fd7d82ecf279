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

/// By its name, the only thing that tells.
bool isGradient(std::string Name) {
  std::transform(Name.begin(), Name.end(), Name.begin(), [](unsigned char C) {
    return static_cast<char>(std::tolower(C));
  });
  return Name.find("grad") != std::string::npos;
}

bool isOptional(const Function &F, PlaceId Place) {
  return std::any_of(
      F.Parameters.begin(), F.Parameters.end(),
      [&](const Parameter &P) { return P.Tensor == Place && P.IsOptional; });
}

/// Taken by data_ptr(), where a copy would lose what is written.
bool isTakenToWrite(const PointerRecord &R, PlaceId Place) {
  return std::any_of(R.Uses.begin(), R.Uses.end(), [&](const PointerUse &U) {
    return U.Layout.Roots.contains(Place) &&
           std::get<TakePointer>(U.Taken->What).Access == PointerAccess::Write;
  });
}

bool isInMacro(const PointerRecord &R, PlaceId Place) {
  return std::any_of(R.Uses.begin(), R.Uses.end(), [&](const PointerUse &U) {
    return U.Layout.Roots.contains(Place) && U.Taken->From.InMacro;
  });
}

bool isTolerated(const PointerRecord &R, PlaceId Place) {
  return std::any_of(R.Uses.begin(), R.Uses.end(), [&](const PointerUse &U) {
    return U.Layout.Roots.contains(Place) && U.Layout.IsTolerated;
  });
}

bool canGuard(const PointerRecord &R, PlaceId Place) {
  const tensortidy::Place &P = R.In->Places[Place];
  return isIdentifier(P.Name) && !P.IsList && !isGradient(P.Name) &&
         !isOptional(*R.In, Place) && isTakenToWrite(R, Place) &&
         !isInMacro(R, Place) && !isTolerated(R, Place);
}

} // namespace

std::vector<Edit> guardEdits(const PointerRecord &R,
                             const std::vector<PlaceId> &Parameters) {
  const Function &F = *R.In;
  if (!F.Body.isValid() || F.Body.End <= F.Body.Begin || R.UsesChannelsLast ||
      F.Uncertain || F.Name.find("operator()") != std::string::npos)
    return {};
  std::string Text;
  for (PlaceId P : Parameters) {
    if (!canGuard(R, P))
      return {};
    const std::string &Name = F.Places[P].Name;
    Text += "\n  TORCH_CHECK(" + Name + ".is_contiguous(), \"" + Name +
            " must be contiguous\");";
  }
  SourceRange AfterBrace = F.Body;
  AfterBrace.Begin += 1;
  AfterBrace.End = AfterBrace.Begin;
  return {{AfterBrace, Text}};
}

} // namespace tensortidy
