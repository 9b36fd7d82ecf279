// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/LinkResults.h"

#include "checks/Checks.h"
#include "checks/MissingContiguityGuardCheck.h"
#include "cli/Fields.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace tensortidy {

namespace {

/// A file table without repetitions.
class SharedFiles {
public:
  explicit SharedFiles(FileTable &Table) : Table(Table) {
    for (uint32_t I = 0; I != Table.size(); ++I)
      Ids.emplace(Table.path(I), I);
  }
  /// \p R, which is of \p From, becomes one of this table.
  void take(SourceRange &R, const FileTable &From) {
    if (!R.isValid())
      return;
    const std::string &Path = From.path(R.File);
    auto [It, IsNew] = Ids.try_emplace(Path, 0);
    if (IsNew)
      It->second = Table.add(Path);
    R.File = It->second;
  }

private:
  FileTable &Table;
  std::map<std::string, uint32_t> Ids;
};

/// The missing guards of one file, now that all others are known.
std::vector<Finding> missingGuards(const std::vector<UnitSummary> &Units,
                                   const std::vector<SourceRange> &Suppressed,
                                   Links &Between) {
  std::set<std::pair<uint32_t, uint32_t>> Silent;
  for (const SourceRange &R : Suppressed)
    Silent.insert({R.File, R.Begin});
  std::vector<Finding> Found;
  for (const UnitSummary &U : Units)
    for (Finding &F : findMissingGuards(U, Between))
      if (!Silent.count({F.Where.File, F.Point}))
        Found.push_back(std::move(F));
  sortAndDeduplicate(Found);
  return Found;
}

void replaceGuards(FileResult &R, std::vector<Finding> Found,
                   const FileTable &Files) {
  erase_if(R.Findings,
           [](const Finding &F) { return F.Check == MissingContiguityGuard; });
  SharedFiles Own(R.Files);
  for (Finding &F : Found) {
    forEachRange(F, [&](SourceRange &Range) { Own.take(Range, Files); });
    R.Findings.push_back(std::move(F));
  }
  sort(R.Findings, [&](const Finding &A, const Finding &B) {
    return std::tie(R.Files.path(A.Where.File), A.Point, A.Check, A.Message) <
           std::tie(R.Files.path(B.Where.File), B.Point, B.Check, B.Message);
  });
}

} // namespace

void linkResults(std::vector<FileResult> &Results, Scope Of) {
  FileTable Files;
  SharedFiles All(Files);
  for (FileResult &R : Results) {
    auto Move = [&](SourceRange &Range) { All.take(Range, R.Files); };
    forEachRange(R.Summaries, Move);
    forEachRange(R.Suppressed, Move);
  }
  std::vector<const UnitSummary *> Units;
  for (const FileResult &R : Results)
    for (const UnitSummary &U : R.Summaries)
      Units.push_back(&U);
  Links Between(Units, Files, Of);
  for (FileResult &R : Results)
    replaceGuards(R, missingGuards(R.Summaries, R.Suppressed, Between), Files);
}

} // namespace tensortidy
