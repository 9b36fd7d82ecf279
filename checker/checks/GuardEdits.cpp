// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/GuardEdits.h"

#include "checks/NameWords.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tensortidy {

namespace {

bool isOneOf(const std::string &Word,
             std::initializer_list<std::string_view> All) {
  return std::find(All.begin(), All.end(), Word) != All.end();
}

/// As a word of a name: made for the call, or by one call.
bool saysMadeWhole(const std::string &Word) {
  const std::string_view View = Word;
  const bool IsPointer =
      View.size() >= 3 && View.substr(View.size() - 3) == "ptr";
  return IsPointer ||
         isOneOf(Word, {// running sums
                        "offset", "offsets", "cumsum", "cu", "splits",
                        // of one element
                        "scale", "scales", "flag", "flags",
                        // memory
                        "workspace", "scratch", "buffer", "buf", "semaphore",
                        "semaphores",
                        // weights in an order of their own
                        "packed", "prepacked", "prepack"});
}

} // namespace

bool isGradient(std::string Name) {
  std::transform(Name.begin(), Name.end(), Name.begin(), [](unsigned char C) {
    return static_cast<char>(std::tolower(C));
  });
  return Name.find("grad") != std::string::npos;
}

bool isMadeWhole(const std::string &Name) {
  const std::vector<std::string> All = wordsOf(Name);
  return std::any_of(All.begin(), All.end(), saysMadeWhole);
}

namespace {

bool isIdentifier(const std::string &Name) {
  return !Name.empty() && std::all_of(Name.begin(), Name.end(), [](char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
  });
}

/// Where the pointer of \p Root is handed on.
std::vector<const PointerUse *> usesOf(const FunctionSummary &F,
                                       uint32_t Root) {
  std::vector<const PointerUse *> Out;
  for (const PointerUse &U : F.Uses)
    if (U.Layout.Roots.contains(Root))
      Out.push_back(&U);
  return Out;
}

template <typename Predicate>
bool areAll(const std::vector<const PointerUse *> &Uses, Predicate P) {
  return !Uses.empty() && std::all_of(Uses.begin(), Uses.end(), P);
}

/// A parameter whose layout the function does not mean to take as it is.
bool isPlain(const FunctionSummary &F, uint32_t Root) {
  const SummaryRoot &Of = F.Roots.at(Root);
  return isIdentifier(Of.Name) && !Of.IsList && !Of.Check.empty() &&
         !Of.MayBeUndefined && areAll(usesOf(F, Root), [](const PointerUse *U) {
           return !U->Taken.InMacro && !U->Layout.IsTolerated;
         });
}

/// Does a copy do, of which the pointers are taken instead? It has to be all
/// that is read, and to live as long.
bool canCopy(const FunctionSummary &F, uint32_t Root) {
  const SummaryRoot &Of = F.Roots.at(Root);
  return !Of.Copy.empty() && Of.MayBeCopied && !F.StridesRead.count(Root) &&
         areAll(usesOf(F, Root), [&](const PointerUse *U) {
           const bool IsDirect = U->Used.Statement == U->Taken.Statement;
           const bool IsNamed =
               U->Name == Of.Name && U->Object.isWithin(F.Body) &&
               U->Object.End - U->Object.Begin == Of.Name.size();
           return U->IsOnlyRead && IsDirect && IsNamed && U->Layout.IsAsGiven;
         });
}

/// Where a copy would lose what is written. A gradient may be expanded: that is
/// no reason to throw.
bool canCheck(const FunctionSummary &F, uint32_t Root) {
  const std::vector<const PointerUse *> Uses = usesOf(F, Root);
  return !isGradient(F.Roots.at(Root).Name) &&
         std::any_of(Uses.begin(), Uses.end(), [](const PointerUse *U) {
           return U->Access == PointerAccess::Write;
         });
}

} // namespace

std::string nameOfCopy(const std::string &Name) { return Name + "_contig"; }

std::vector<Edit> guardEdits(const FunctionSummary &F,
                             const std::vector<uint32_t> &Roots) {
  if (!F.Body.isValid() || F.Body.End <= F.Body.Begin || F.UsesChannelsLast ||
      F.Uncertain || F.Name.find("operator()") != std::string::npos)
    return {};
  std::string Text;
  std::vector<Edit> Edits;
  for (uint32_t Root : Roots) {
    const SummaryRoot &Of = F.Roots.at(Root);
    if (!isPlain(F, Root))
      return {};
    if (canCopy(F, Root)) {
      const std::string Copy = nameOfCopy(Of.Name);
      Text += "\n  auto " + Copy + " = " + Of.Copy + ";";
      for (const PointerUse *U : usesOf(F, Root)) {
        const bool IsKnown =
            std::any_of(Edits.begin(), Edits.end(),
                        [U](const Edit &E) { return E.Range == U->Object; });
        if (!IsKnown)
          Edits.push_back({U->Object, Copy});
      }
    } else if (canCheck(F, Root)) {
      Text += "\n  " + Of.Check;
    } else {
      return {};
    }
  }
  SourceRange AfterBrace = F.Body;
  AfterBrace.Begin += 1;
  AfterBrace.End = AfterBrace.Begin;
  Edits.insert(Edits.begin(), {AfterBrace, Text});
  return Edits;
}

} // namespace tensortidy
