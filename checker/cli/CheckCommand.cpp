// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/AnalyzeFile.h"
#include "cli/Commands.h"
#include "cli/CompileDatabase.h"
#include "cli/DefaultJobs.h"
#include "cli/FlagsDatabase.h"
#include "cli/GuessedCommands.h"
#include "cli/HeaderCallers.h"
#include "cli/LinkResults.h"
#include "cli/Output.h"
#include "cli/PythonGuards.h"
#include "cli/Workers.h"
#include "contracts/ContractsFile.h"
#include "models/ModelSet.h"
#include "parsing/LeanParsing.h"
#include "parsing/NvccHostFunctions.h"
#include "plugin/AnalysisListener.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace tensortidy {

namespace {

int usageError(const std::string &Message) {
  errs() << "tensor-tidy: error: " << Message << '\n';
  return ExitUsage;
}

/// User rules are loaded once here, so that a bad file is one error and not
/// one per source.
bool rulesAreValid(const CheckOptions &Options) {
  ModelError Error;
  // Loaded before the workers start, the built-in rules are shared by them.
  if (Options.Rules.empty() && ModelSet::builtIn())
    return true;
  if (ModelSet::load(Options.Rules, Error))
    return true;
  errs() << Error.str() << '\n';
  return false;
}

bool anyAtLeast(const std::vector<FileResult> &Results,
                std::optional<Confidence> Least) {
  for (const FileResult &R : Results)
    for (const Finding &F : R.Findings)
      if (Least && F.Sure >= *Least)
        return true;
  return false;
}

/// What is not analysed is said even with --quiet: it must not read as clean.
void reportGivenUp(const std::vector<FileResult> &Results) {
  for (const FileResult &R : Results)
    for (const std::string &Reason : R.GivenUp)
      errs() << displayPath(R.File) << ": not analysed: " << Reason << '\n';
}

void reportDetails(const std::vector<FileResult> &Results) {
  for (const FileResult &R : Results) {
    if (R.IsFromCache)
      errs() << displayPath(R.File) << ": unchanged since an earlier run\n";
    for (const std::string &Line : R.CommandChanges)
      errs() << displayPath(R.File) << ": " << Line << '\n';
  }
}

/// \p Hidden findings are less sure than asked for.
void summarize(const std::vector<FileResult> &Results, size_t Findings,
               size_t Hidden) {
  unsigned Functions = 0, Analysed = 0, Unparsed = 0;
  for (const FileResult &R : Results) {
    Functions += R.TensorFunctions;
    Analysed += R.Analysed;
    Unparsed += !R.Errors.empty();
  }
  errs() << Results.size() << (Results.size() == 1 ? " file" : " files") << " ("
         << Unparsed << " with errors), " << Functions
         << " functions that touch tensors (" << Analysed << " analysed), "
         << Findings << (Findings == 1 ? " finding" : " findings");
  if (Hidden > 0)
    errs() << " (" << Hidden << " less sure not shown)";
  errs() << '\n';
}

int report(const CheckOptions &Options,
           const std::vector<FileResult> &Results) {
  SourceText Sources;
  std::vector<ReportedFinding> Findings =
      collectFindings(Results, Options.MinConfidence, Sources);
  std::error_code Code;
  ToolOutputFile Out(Options.Output.empty() ? "-" : Options.Output, Code,
                     sys::fs::OF_Text);
  if (Code)
    return usageError("cannot write '" + Options.Output +
                      "': " + Code.message());
  auto Write = Options.Format == "sarif" ? writeSarif : writeText;
  Write(Findings, Results, Sources, Out.os());
  Out.os().flush();
  if (std::error_code Failed = Out.os().error()) {
    Out.os().clear_error();
    return usageError("cannot write " +
                      (Options.Output.empty() ? std::string("the findings")
                                              : "'" + Options.Output + "'") +
                      ": " + Failed.message());
  }
  Out.keep();
  if (Options.Verbose)
    reportDetails(Results);
  reportGivenUp(Results);
  if (!Options.Quiet)
    summarize(Results, Findings.size(),
              collectFindings(Results, Confidence::Possible, Sources).size() -
                  Findings.size());
  for (const FileResult &R : Results)
    if (!R.Errors.empty())
      return ExitUnparsed;
  // What is hidden by --min-confidence still counts for --fail-on.
  if (anyAtLeast(Results, Options.FailOn))
    return ExitFindings;
  return ExitClean;
}

/// Each file once, in the order given, by its absolute path: that is what
/// compile databases are asked by.
std::vector<std::string> unique(const std::vector<std::string> &Files) {
  std::set<std::string> Seen;
  std::vector<std::string> Result;
  for (const std::string &File : Files) {
    SmallString<256> Path(File);
    sys::fs::make_absolute(Path);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (Seen.insert(std::string(Path)).second)
      Result.push_back(std::string(Path));
  }
  return Result;
}

/// All that the compile database has is the program. Flags after -- name no
/// program.
bool hasAll(const std::vector<std::string> &Files,
            const std::vector<std::string> &OfDatabase) {
  const std::set<std::string> Given(Files.begin(), Files.end());
  return !OfDatabase.empty() &&
         all_of(unique(OfDatabase),
                [&](const std::string &File) { return Given.count(File) > 0; });
}

/// What --auto assumes is said even with --quiet: it decides what is found.
CompileDatabase guess(const std::vector<std::string> &Folders,
                      std::vector<std::string> &Files, std::string &Error) {
  GuessedCommands G = guessCommands(Folders);
  Error = G.Error.empty() ? "" : "tensor-tidy: error: " + G.Error;
  for (const std::string &Line : G.Assumed)
    errs() << "tensor-tidy: assumed: " << Line << '\n';
  Files = std::move(G.Files);
  return {std::move(G.Commands), ""};
}

/// --public-headers, before the first file is analysed.
bool setPublicHeadersTo(const std::vector<std::string> &Paths,
                        std::string &Error) {
  std::vector<std::string> Absolute;
  for (const std::string &Path : Paths) {
    SmallString<256> Full(Path);
    if (!sys::fs::exists(Path) || sys::fs::make_absolute(Full)) {
      Error = "--public-headers: no such file or folder: '" + Path + "'";
      return false;
    }
    sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
    Absolute.push_back(std::string(Full));
  }
  setPublicHeaders(std::move(Absolute));
  return true;
}

/// A file that is not read may call with anything: it is said even with
/// --quiet.
PythonCalls pythonCalls(const CheckOptions &Options,
                        const std::vector<FileResult> &Results,
                        std::string &Error) {
  if (Options.PythonGuards.empty())
    return {};
  std::set<std::string> Names;
  for (const FileResult &R : Results)
    for (const UnitSummary &U : R.Summaries)
      for (const RegisteredName &N : U.Names)
        Names.insert(N.Name);
  std::vector<std::string> Unread;
  PythonCalls Calls =
      readPythonCalls(Names, Options.PythonGuards, Unread, Error);
  for (const std::string &Line : Unread)
    errs() << "tensor-tidy: --python-guards: " << Line << '\n';
  return Calls;
}

/// A header need not be readable by itself: what it checks is then not known,
/// which is said even with --quiet.
void addHeaderCallers(std::vector<FileResult> &Results,
                      const CompileDatabase &Database,
                      const CheckOptions &Options, WorkerLimits Limits,
                      const ResultCache &Cache) {
  const HeaderCallers Callers = findHeaderCallers(Results, Database);
  for (FileResult &R :
       runInWorkers(Callers.Headers, Limits, [&](const std::string &F) {
         return analyzeFile(F, Callers.Commands, Options, Cache);
       }))
    if (R.Errors.empty())
      Results.push_back(std::move(R));
    else
      errs() << displayPath(R.File)
             << ": calls functions of the program that nobody else calls, but "
                "cannot be read by itself; name a source that includes it\n";
}

bool isComplete(const std::vector<FileResult> &Results) {
  return all_of(Results, [](const FileResult &R) { return R.Errors.empty(); });
}

} // namespace

int runCheck(const CheckOptions &Options,
             std::unique_ptr<clang::tooling::CompilationDatabase> Fixed) {
  if (!rulesAreValid(Options))
    return ExitUsage;
  for (StringRef Glob : split(Options.Checks, ','))
    if (!Glob.trim().empty() && !Glob.trim().starts_with("-") &&
        enabledChecks("-*," + Glob.trim().str()).empty())
      return usageError("--checks: '" + Glob.trim().str() +
                        "' matches no check; see --list-checks");
  if (enabledChecks(Options.Checks).empty())
    return usageError("--checks='" + Options.Checks +
                      "' enables no check; see --list-checks");
  std::string Error;
  if (!Regex(Options.HeaderFilter).isValid(Error))
    return usageError("--header-filter='" + Options.HeaderFilter +
                      "' is not a regular expression: " + Error);
  CompileDatabase Database{withLanguages(std::move(Fixed)), ""};
  if (Options.Auto && Options.Files.empty())
    return usageError("--auto needs a folder");
  if (Options.Auto && (Database.Commands || !Options.BuildPath.empty()))
    return usageError("--auto guesses how sources are compiled: neither -p nor "
                      "flags after -- go with it; --extra-arg adds flags");
  if (Database.Commands && Options.Files.empty())
    return usageError("no source files before --");
  std::vector<std::string> Files = Options.Files;
  if (Options.Auto)
    Database = guess(Options.Files, Files, Error);
  else if (!Database.Commands)
    Database = loadCompileDatabase(Options.BuildPath, Options.Files, Error);
  if (!Database.Commands) {
    errs() << Error << '\n';
    return ExitUsage;
  }
  // A compile database lists its files in no order.
  if (Files.empty()) {
    Files = Database.Commands->getAllFiles();
    sort(Files);
  }
  Files = unique(Files);
  if (Files.empty())
    return usageError("the compile database has no files");
  declareNvccHostFunctions();
  if (!Options.KeepSystemBodies)
    parseWithoutSystemBodies();
  WorkerLimits Limits{Options.Jobs ? Options.Jobs : defaultJobs(),
                      Options.TimeoutSeconds};
  const bool IsWhole = Options.WholeProgram || Options.Auto ||
                       hasAll(Files, Database.Commands->getAllFiles());
  setReadsContracts(!IsWhole);
  if (!setPublicHeadersTo(Options.PublicHeaders, Error))
    return usageError(Error);
  const bool IsDumped = Options.DumpFacts || Options.DumpLayouts;
  const ResultCache Cache(IsDumped ? "" : Options.CacheFolder);
  std::vector<FileResult> Results =
      runInWorkers(Files, Limits, [&](const std::string &F) {
        return analyzeFile(F, Database, Options, Cache);
      });
  if (IsWhole && !IsDumped)
    addHeaderCallers(Results, Database, Options, Limits, Cache);
  Cache.prune();
  // The calls of a file that could not be read at all are missing.
  const bool AreAllRead = all_of(Results, [](const FileResult &R) {
    return R.Errors.empty() || !R.Summaries.empty();
  });
  const PythonCalls Python = pythonCalls(Options, Results, Error);
  if (!Error.empty())
    return usageError(Error);
  LinkedProgram Linked = linkResults(
      Results, IsWhole && AreAllRead ? Scope::Whole : Scope::Part, Python);
  if (!Options.WriteContracts.empty() && !isComplete(Results))
    errs() << "tensor-tidy: contracts are not written: some files were not "
              "analysed completely\n";
  else if (!Options.WriteContracts.empty()) {
    std::string Problem =
        writeContracts(Options.WriteContracts, std::move(Linked));
    if (!Problem.empty())
      return usageError(Problem);
  }
  return report(Options, Results);
}

} // namespace tensortidy
