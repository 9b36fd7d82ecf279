// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Checks.h"
#include "cli/CheckPages.h"
#include "cli/Output.h"
#include "cli/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace tensortidy {

namespace {

const char *level(Confidence C) {
  switch (C) {
  case Confidence::Proven:
    return "error";
  case Confidence::Likely:
    return "warning";
  case Confidence::Possible:
    return "note";
  }
  return "none";
}

/// Percent-encodes what RFC 3986 does not allow in a path.
std::string encodePath(StringRef Path) {
  std::string Result;
  for (unsigned char C : Path) {
    if (isAlnum(char(C)) || StringRef("-._~/!$&'()*+,;=:@").contains(char(C)))
      Result += char(C);
    else
      Result += "%" + toHex(ArrayRef<uint8_t>(C));
  }
  return Result;
}

json::Object artifact(const std::string &Path) {
  std::string Shown = displayPath(Path);
  if (sys::path::is_absolute(Shown))
    return json::Object{{"uri", "file://" + encodePath(Shown)}};
  return json::Object{{"uri", encodePath(Shown)}, {"uriBaseId", "%SRCROOT%"}};
}

json::Object region(const std::string &Path, uint32_t Begin, uint32_t End,
                    SourceText &Sources) {
  SourceText::Position From = Sources.position(Path, Begin);
  SourceText::Position To = Sources.position(Path, std::max(Begin, End));
  return json::Object{{"startLine", From.Line},
                      {"startColumn", From.CodePoints},
                      {"endLine", To.Line},
                      {"endColumn", To.CodePoints}};
}

json::Object location(const std::string &Path, uint32_t Begin, uint32_t End,
                      SourceText &Sources) {
  return json::Object{
      {"physicalLocation",
       json::Object{{"artifactLocation", artifact(Path)},
                    {"region", region(Path, Begin, End, Sources)}}}};
}

json::Object message(const std::string &Text) {
  return json::Object{{"text", json::fixUTF8(Text)}};
}

json::Array relatedLocations(const ReportedFinding &R, SourceText &Sources) {
  json::Array Related;
  for (const Note &N : R.F->Notes) {
    const std::string &Path = R.path(N.Where);
    json::Object L =
        location(Path, N.Point, std::max(N.Point, N.Where.End), Sources);
    L["id"] = int64_t(Related.size());
    L["message"] = message(N.Message);
    Related.push_back(std::move(L));
  }
  return Related;
}

/// One SARIF fix per finding; its replacements are grouped by file.
json::Array fixes(const ReportedFinding &R, SourceText &Sources) {
  std::map<std::string, json::Array> ByPath;
  for (const Edit &E : R.F->Edits) {
    const std::string &Path = R.path(E.Range);
    ByPath[Path].push_back(json::Object{
        {"deletedRegion", region(Path, E.Range.Begin, E.Range.End, Sources)},
        {"insertedContent", message(E.Text)}});
  }
  json::Array Changes;
  for (auto &[Path, Replacements] : ByPath)
    Changes.push_back(json::Object{{"artifactLocation", artifact(Path)},
                                   {"replacements", std::move(Replacements)}});
  if (Changes.empty())
    return {};
  return json::Array{json::Object{{"artifactChanges", std::move(Changes)}}};
}

json::Object properties(const ReportedFinding &R, SourceText &Sources) {
  const Finding &F = *R.F;
  const std::string &Path = R.path(F.Where);
  json::Array Arguments;
  for (const std::string &A : F.Arguments)
    Arguments.push_back(json::fixUTF8(A));
  return json::Object{
      {"confidence", toString(F.Sure)},
      {"copies", F.PredictsCopy},
      {"operator", F.Operator},
      {"function", F.Function},
      {"arguments", std::move(Arguments)},
      {"statement", region(Path, F.Statement.Begin, F.Statement.End, Sources)}};
}

json::Object result(const ReportedFinding &R,
                    const std::map<std::string, int64_t> &RuleIndex,
                    SourceText &Sources) {
  const Finding &F = *R.F;
  const std::string &Path = R.path(F.Where);
  json::Object Result{
      {"ruleId", F.Check},
      {"ruleIndex", RuleIndex.at(F.Check)},
      {"level", level(F.Sure)},
      {"message", message(F.Message)},
      {"locations",
       json::Array{
           location(Path, F.Point, std::max(F.Point, F.Where.End), Sources)}},
      {"partialFingerprints", json::Object{{"tensorTidy/v1", R.Fingerprint}}},
      {"properties", properties(R, Sources)}};
  if (!F.Notes.empty())
    Result["relatedLocations"] = relatedLocations(R, Sources);
  if (!F.Edits.empty())
    Result["fixes"] = fixes(R, Sources);
  return Result;
}

/// The check's page, for those who have no copy of docs/ at hand.
json::Object help(const CheckInfo &C) {
  const char *Page = pageOf(C.Name);
  if (!Page)
    return message(std::string("See ") + C.Page + ".");
  json::Object Help = message(Page);
  Help["markdown"] = Page;
  return Help;
}

json::Array rules(std::map<std::string, int64_t> &RuleIndex) {
  json::Array Rules;
  for (const CheckInfo &C : allChecks()) {
    RuleIndex[C.Name] = int64_t(Rules.size());
    Rules.push_back(json::Object{{"id", C.Name},
                                 {"shortDescription", message(C.Summary)},
                                 {"help", help(C)}});
  }
  return Rules;
}

json::Object notification(const char *Level, const std::string &Text,
                          const std::string &Path, unsigned Line) {
  json::Object Physical{{"artifactLocation", artifact(Path)}};
  if (Line)
    Physical["region"] = json::Object{{"startLine", Line}};
  return json::Object{
      {"level", Level},
      {"message", message(Text)},
      {"locations",
       json::Array{json::Object{{"physicalLocation", std::move(Physical)}}}}};
}

/// What was not parsed (errors) and what was not analysed (warnings).
json::Object invocation(const std::vector<FileResult> &Results) {
  json::Array Notifications;
  bool Parsed = true;
  for (const FileResult &R : Results) {
    Parsed &= R.Errors.empty();
    for (const SourceError &E : R.Errors)
      Notifications.push_back(notification(
          "error", E.Message, E.Path.empty() ? R.File : E.Path, E.Line));
    for (const std::string &Reason : R.GivenUp)
      Notifications.push_back(
          notification("warning", "not analysed: " + Reason, R.File, 0));
  }
  return json::Object{{"executionSuccessful", Parsed},
                      {"toolExecutionNotifications", std::move(Notifications)}};
}

std::string rootUri() {
  SmallString<256> Directory;
  sys::fs::current_path(Directory);
  return "file://" + encodePath(Directory) + "/";
}

} // namespace

void writeSarif(const std::vector<ReportedFinding> &Findings,
                const std::vector<FileResult> &Results, SourceText &Sources,
                raw_ostream &Out) {
  std::map<std::string, int64_t> RuleIndex;
  json::Object Driver{{"name", "Tensor Tidy"},
                      {"version", TENSORTIDY_VERSION},
                      {"rules", rules(RuleIndex)}};
  json::Array SarifResults;
  for (const ReportedFinding &R : Findings)
    SarifResults.push_back(result(R, RuleIndex, Sources));
  json::Object Run{
      {"tool", json::Object{{"driver", std::move(Driver)}}},
      {"columnKind", "unicodeCodePoints"},
      {"originalUriBaseIds",
       json::Object{{"%SRCROOT%", json::Object{{"uri", rootUri()}}}}},
      {"invocations", json::Array{invocation(Results)}},
      {"results", std::move(SarifResults)}};
  Out << formatv("{0:2}\n", json::Value(json::Object{
                                {"$schema", "https://json.schemastore.org/"
                                            "sarif-2.1.0.json"},
                                {"version", "2.1.0"},
                                {"runs", json::Array{std::move(Run)}}}));
}

} // namespace tensortidy
