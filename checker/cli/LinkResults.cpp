// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/LinkResults.h"

#include "checks/Checks.h"
#include "checks/LinkedFindings.h"
#include "checks/MissingContiguityGuardCheck.h"
#include "contracts/Fields.h"
#include "contracts/FileMerger.h"

#include "llvm/ADT/STLExtras.h"

#include <set>
#include <tuple>
#include <utility>

using namespace llvm;

namespace tensortidy {

namespace {

/// What callers decide in one file, now that all others are known.
std::vector<Finding> linkedFindings(const std::vector<UnitSummary> &Units,
                                    const std::vector<SourceRange> &Suppressed,
                                    Links &Between) {
  std::set<std::pair<uint32_t, uint32_t>> Silent;
  for (const SourceRange &R : Suppressed)
    Silent.insert({R.File, R.Begin});
  std::vector<Finding> Found;
  for (const UnitSummary &U : Units)
    for (Finding &F : linkedFindings(U, Between))
      if (!Silent.count({F.Where.File, F.Point}))
        Found.push_back(std::move(F));
  sortAndDeduplicate(Found);
  return Found;
}

void replaceLinked(FileResult &R, std::vector<Finding> Found,
                   const FileTable &Files) {
  erase_if(R.Findings, [](const Finding &F) {
    return F.Check == MissingContiguityGuard || !F.OpenRoots.empty();
  });
  FileMerger Own(R.Files);
  for (Finding &F : Found) {
    forEachRange(F, [&](SourceRange &Range) { Own.take(Range, Files); });
    R.Findings.push_back(std::move(F));
  }
  sortAndDeduplicate(R.Findings);
  sort(R.Findings, [&](const Finding &A, const Finding &B) {
    return std::tie(R.Files.path(A.Where.File), A.Point, A.Check, A.Message) <
           std::tie(R.Files.path(B.Where.File), B.Point, B.Check, B.Message);
  });
}

} // namespace

LinkedProgram linkResults(std::vector<FileResult> &Results, Scope Of,
                          const PythonCalls &Python) {
  FileTable Files;
  FileMerger All(Files);
  for (FileResult &R : Results) {
    auto Move = [&](SourceRange &Range) { All.take(Range, R.Files); };
    forEachRange(R.Summaries, Move);
    forEachRange(R.Suppressed, Move);
  }
  std::vector<const UnitSummary *> Units;
  for (const FileResult &R : Results)
    for (const UnitSummary &U : R.Summaries)
      Units.push_back(&U);
  Links Between(Units, Files, Of, /*Linked=*/nullptr, &Python);
  for (FileResult &R : Results)
    if (Of == Scope::Whole || !R.IsLinked)
      replaceLinked(R, linkedFindings(R.Summaries, R.Suppressed, Between),
                    Files);
  return Between.result();
}

} // namespace tensortidy
