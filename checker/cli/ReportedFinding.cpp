// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ReportedFinding.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace tensortidy {

namespace {

std::string withoutSpace(StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (!isSpace(C))
      Result += C;
  return Result;
}

/// What two equal findings share; the count is added by the caller.
std::string identity(const Finding &F, const std::string &Path,
                     SourceText &Sources) {
  StringRef Statement = Sources.text(Path, F.Statement.Begin, F.Statement.End);
  return F.Check + "\n" + sys::path::filename(Path).str() + "\n" + F.Function +
         "\n" + withoutSpace(Statement);
}

std::string hash(const std::string &Text) {
  std::array<uint8_t, 32> Digest = SHA256::hash(arrayRefFromStringRef(Text));
  return toHex(ArrayRef<uint8_t>(Digest).take_front(16), /*LowerCase=*/true);
}

} // namespace

std::vector<ReportedFinding>
collectFindings(const std::vector<FileResult> &Results, Confidence Minimum,
                SourceText &Sources) {
  std::vector<ReportedFinding> Reported;
  std::set<std::tuple<std::string, uint32_t, std::string, std::string>> Seen;
  std::map<std::string, unsigned> Equals;
  for (const FileResult &R : Results)
    for (const Finding &F : R.Findings) {
      const std::string &Path = R.Files.path(F.Where.File);
      if (F.Sure < Minimum ||
          !Seen.insert({Path, F.Point, F.Check, F.Message}).second)
        continue;
      std::string Identity = identity(F, Path, Sources);
      unsigned Count = Equals[Identity]++;
      Reported.push_back(
          {&F, &R.Files, hash(Identity + "\n" + std::to_string(Count))});
    }
  return Reported;
}

} // namespace tensortidy
