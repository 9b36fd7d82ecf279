// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/AnalyzeFile.h"

#include "analysis/DumpLayouts.h"
#include "checks/Checks.h"
#include "checks/MissingContiguityGuardCheck.h"
#include "cli/Fields.h"
#include "cli/FileCommands.h"
#include "cli/ResultKey.h"
#include "cli/SourceText.h"
#include "contracts/FileMerger.h"
#include "plugin/AnalysisListener.h"
#include "plugin/OwnChecks.h"
#include "program/Function.h"

#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace clang;
using namespace clang::tidy;
using namespace llvm;

namespace tensortidy {

namespace {

/// Globs that replace all that was said before. The program has no other
/// checks than ours and the static analyzer's.
std::string onlyChecks(const std::string &Globs) {
  return "-*," + Globs + ",-clang-analyzer-*";
}

/// Of --checks.
std::string ownChecks(const std::string &Globs) {
  return onlyChecks(Globs.empty() ? "tensor-*" : "tensor-*," + Globs);
}

/// --checks, or else \p Configured, the globs of .clang-tidy.
std::string checksFor(const CheckOptions &Options,
                      const std::optional<std::string> &Configured) {
  return Options.Checks.empty()
             ? onlyChecks(withOwnChecks(Configured.value_or("")))
             : ownChecks(Options.Checks);
}

ClangTidyOptions overrides(const CheckOptions &Options,
                           const ClangTidyOptions &Configured) {
  ClangTidyOptions O;
  O.Checks = checksFor(Options, Configured.Checks);
  O.WarningsAsErrors = "";
  O.HeaderFilterRegex = Options.HeaderFilter;
  // Clang's warnings are not shown; under -Werror they would be errors.
  O.ExtraArgs = Options.ExtraArgs;
  O.ExtraArgs->push_back("-w");
  O.ExtraArgsBefore = Options.ExtraArgsBefore;
  // The run filters by confidence itself; the checks must not. Of a value that
  // is none they are to complain.
  auto It = Configured.CheckOptions.find("MinConfidence");
  if (It == Configured.CheckOptions.end() || confidenceNamed(It->second.Value))
    O.CheckOptions["MinConfidence"] = "possible";
  if (!Options.Rules.empty())
    O.CheckOptions["RulesFiles"] =
        ClangTidyOptions::ClangTidyValue(join(Options.Rules, ";"));
  return O;
}

/// Of the .clang-tidy that is found for \p File, and of the command line, which
/// has the last word.
ClangTidyOptions tidyOptions(const std::string &File,
                             const CheckOptions &Options) {
  ClangTidyOptions O = FileOptionsProvider(ClangTidyGlobalOptions(),
                                           ClangTidyOptions::getDefaults(), {})
                           .getOptions(File);
  // More than there are .clang-tidy in folders above one another.
  constexpr unsigned LastWord = 1000;
  return O.mergeWith(overrides(Options, O), LastWord);
}

std::string absolutePath(StringRef Path, StringRef Directory) {
  SmallString<256> Absolute(Path);
  if (!Directory.empty() && !sys::path::is_absolute(Absolute)) {
    Absolute = Directory;
    sys::path::append(Absolute, Path);
  }
  sys::fs::make_absolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return std::string(Absolute);
}

/// Path, offset, check and message: the order in which clang-tidy prints.
using Place = std::tuple<std::string, unsigned, std::string, std::string>;

/// The findings of one or more compile commands of a file, kept until
/// clang-tidy has said which of them it does not suppress.
class Collector {
public:
  explicit Collector(FileResult &Result)
      : Result(Result), Files(Result.Files) {}

  void add(const CheckResults &R, unsigned TensorFunctions);
  void keepReported(const std::vector<ClangTidyError> &Reported);

private:
  void suppress(SourceRange At, uint32_t Point);

  FileResult &Result;
  std::map<Place, Finding> Findings;
  FileMerger Files; ///< absolute paths, of all compile commands
};

void Collector::add(const CheckResults &R, unsigned TensorFunctions) {
  Result.TensorFunctions = std::max(Result.TensorFunctions, TensorFunctions);
  Result.Analysed = std::max(Result.Analysed, R.FunctionsAnalysed);
  for (const GivenUpFunction &Each : R.GivenUp)
    if (!is_contained(Result.GivenUp, Each.str()))
      Result.GivenUp.push_back(Each.str());
  auto Move = [&](SourceRange &Range) {
    if (Range.isValid())
      Files.take(Range, absolutePath(R.Files.path(Range.File), ""));
  };
  Result.IsLinked |= R.IsLinked;
  Result.Summaries.push_back(R.Summary);
  forEachRange(Result.Summaries.back(), Move);
  for (Finding F : R.Findings) {
    forEachRange(F, Move);
    Place Key{Result.Files.path(F.Where.File), F.Point, F.Check, F.Message};
    Findings.emplace(Key, std::move(F));
  }
}

void Collector::keepReported(const std::vector<ClangTidyError> &Reported) {
  std::set<Place> Kept;
  for (const ClangTidyError &E : Reported)
    Kept.insert({absolutePath(E.Message.FilePath, E.BuildDirectory),
                 E.Message.FileOffset, E.DiagnosticName, E.Message.Message});
  for (auto &[Key, F] : Findings)
    if (Kept.count(Key))
      Result.Findings.push_back(std::move(F));
  auto CheckPlace = [&](const SourceRange &At, uint32_t Point,
                        const std::string &Check) {
    if (!Kept.count(
            {Result.Files.path(At.File), Point, Check, CandidateMessage}))
      suppress(At, Point);
  };
  for (const UnitSummary &Unit : Result.Summaries)
    for (const FunctionSummary &F : Unit.Functions) {
      for (const PointerUse &U : F.Uses)
        CheckPlace(U.Taken.Range, U.Taken.Point, MissingContiguityGuard);
      for (const Finding &Open : F.Open)
        CheckPlace(Open.Where, Open.Point, Open.Check);
    }
}

void Collector::suppress(SourceRange At, uint32_t Point) {
  At.Begin = At.End = Point;
  Result.Suppressed.push_back(At);
}

/// Errors without a place, as those of the compiler's driver, are \p File's.
SourceError toSourceError(const ClangTidyError &E, const std::string &File) {
  SourceError Error{File, 0, 0, E.Message.Message};
  if (E.Message.FilePath.empty())
    return Error;
  Error.Path = absolutePath(E.Message.FilePath, E.BuildDirectory);
  SourceText Text;
  SourceText::Position P = Text.position(Error.Path, E.Message.FileOffset);
  Error.Line = P.Line;
  Error.Column = P.Column;
  return Error;
}

/// Errors of the language, and of the options of our checks. A warning that
/// -Werror, or Clang by itself, makes an error carries its own name: the file
/// is parsed in spite of it, and the project's compiler may well accept it.
bool isError(const ClangTidyError &E) {
  return E.DiagLevel == ClangTidyError::Error &&
         (E.DiagnosticName == "clang-diagnostic-error" ||
          isOwnCheck(E.DiagnosticName));
}

/// Clang's own limit is off, since it would silence the rest of the file.
void keepErrors(const std::vector<ClangTidyError> &Reported,
                FileResult &Result) {
  constexpr size_t MaxErrors = 20;
  size_t Errors = 0;
  for (const ClangTidyError &E : Reported)
    if (isError(E) && ++Errors <= MaxErrors)
      Result.Errors.push_back(toSourceError(E, Result.File));
  if (Errors > MaxErrors)
    Result.Errors.push_back(
        {Result.File, 0, 0,
         std::to_string(Errors - MaxErrors) + " more errors"});
}

std::string missingFile(const std::string &File,
                        const CompileDatabase &Database) {
  if (Database.Path.empty() ||
      Database.Commands->getCompileCommands(File).empty())
    return "no such file";
  return "no such file, though the compile database '" +
         displayPath(Database.Path) + "' names it; generate the database again";
}

} // namespace

std::vector<std::string> enabledChecks(const std::string &Globs) {
  ClangTidyOptions O = ClangTidyOptions::getDefaults();
  O.Checks = ownChecks(Globs);
  return getCheckNames(O, false, false);
}

/// Parses and analyses, with all commands of \p Commands.
static void analyze(const std::string &File,
                    const clang::tooling::CompilationDatabase &Commands,
                    ClangTidyOptions Tidy, const CheckOptions &Options,
                    IntrusiveRefCntPtr<vfs::FileSystem> Files,
                    FileResult &Result) {
  Collector C(Result);
  bool Ran = false;
  setAnalysisListener([&](const Program &P, const CheckResults &R, unsigned N) {
    for (const Function &F : P.Functions) {
      if (Options.DumpFacts)
        outs() << dump(F, P.Files);
      if (Options.DumpLayouts)
        outs() << dumpLayouts(F, P.Files);
    }
    outs().flush();
    Ran = true;
    C.add(R, N);
  });
  ClangTidyContext Context(std::make_unique<DefaultOptionsProvider>(
      ClangTidyGlobalOptions(), std::move(Tidy)));
  std::vector<ClangTidyError> Reported = runClangTidy(
      Context, Commands, {File},
      makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Files)),
      /*ApplyAnyFix=*/false, /*EnableCheckProfile=*/false, "", /*Quiet=*/true);
  setAnalysisListener(nullptr);
  keepErrors(Reported, Result);
  if (!Ran && Result.Errors.empty())
    Result.Errors.push_back({File, 0, 0, "the compiler did not parse it"});
  C.keepReported(Reported);
}

FileResult analyzeFile(const std::string &File, const CompileDatabase &Database,
                       const CheckOptions &Options, const ResultCache &Cache) {
  FileResult Result;
  Result.File = File;
  if (!sys::fs::exists(File)) {
    Result.Errors.push_back({File, 0, 0, missingFile(File, Database)});
    return Result;
  }
  FileCommands ForClang =
      commandsFor(File, *Database.Commands, Options.CudaDevicePass);
  Result.CommandChanges = std::move(ForClang.Changes);
  if (!ForClang.Database) {
    if (ForClang.Error.empty())
      Result.GivenUp.push_back(ForClang.NotAnalysed);
    else
      Result.Errors.push_back({File, 0, 0, ForClang.Error});
    return Result;
  }
  ClangTidyOptions Tidy = tidyOptions(File, Options);
  if (getCheckNames(Tidy, false, false).empty()) {
    Result.GivenUp.push_back("'Checks' of its .clang-tidy switches all checks "
                             "of tensors off");
    return Result;
  }
  if (!Cache.isOn()) {
    analyze(File, *ForClang.Database, std::move(Tidy), Options,
            vfs::getRealFileSystem(), Result);
    return Result;
  }
  const std::vector<std::string> Key = resultKey(
      File, ForClang.Database->getCompileCommands(File), Tidy, Options);
  if (std::optional<FileResult> Known = Cache.find(Key)) {
    Known->CommandChanges = std::move(Result.CommandChanges);
    Known->IsFromCache = true;
    return *std::move(Known);
  }
  const sys::TimePoint<> Start = std::chrono::system_clock::now();
  auto Files = makeIntrusiveRefCnt<RecordingFileSystem>();
  analyze(File, *ForClang.Database, std::move(Tidy), Options, Files, Result);
  if (Result.Errors.empty())
    if (std::optional<ReadFiles> Read = Files->read(Start))
      Cache.keep(Key, Result, *std::move(Read));
  return Result;
}

} // namespace tensortidy
