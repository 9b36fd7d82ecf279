// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plugin/TensorCheck.h"

#include "checks/MissingContiguityGuardCheck.h"
#include "plugin/AnalysisListener.h"
#include "plugin/TensorModule.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

#include <optional>

using namespace clang;
using namespace clang::ast_matchers;
using namespace clang::tidy;

namespace tensortidy {

namespace {

/// Offsets of a program's files as locations of a source manager.
class Locations {
public:
  Locations(const FileTable &Files, SourceManager &SM) : Files(Files), SM(SM) {}

  SourceLocation at(uint32_t File, uint32_t Offset) const {
    if (File == tensortidy::SourceRange::NoFile)
      return {};
    OptionalFileEntryRef Entry =
        SM.getFileManager().getOptionalFileRef(Files.path(File));
    // Notes may stand in files that this one does not include.
    FileID Id = Entry ? SM.getOrCreateFileID(*Entry, SrcMgr::C_User) : FileID();
    if (Id.isInvalid())
      return {};
    return SM.getLocForStartOfFile(Id).getLocWithOffset(Offset);
  }
  CharSourceRange range(const tensortidy::SourceRange &R) const {
    return CharSourceRange::getCharRange(at(R.File, R.Begin),
                                         at(R.File, R.End));
  }

private:
  const FileTable &Files;
  SourceManager &SM;
};

} // namespace

TensorCheck::TensorCheck(StringRef Name, ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), CheckName(Name.str()),
      MinConfidence(Options.getLocalOrGlobal("MinConfidence", "likely").str()),
      RulesFiles(Options.getLocalOrGlobal("RulesFiles", "").str()),
      MinBytes(Options.getLocalOrGlobal("MinBytes", int64_t(0))),
      MinLoopDepth(Options.getLocalOrGlobal("MinLoopDepth", 1u)) {
  Least = confidenceNamed(MinConfidence).value_or(Confidence::Likely);
}

void TensorCheck::storeOptions(ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "MinConfidence", MinConfidence);
  Options.store(Opts, "RulesFiles", RulesFiles);
  Options.store(Opts, "MinBytes", MinBytes);
  Options.store(Opts, "MinLoopDepth", MinLoopDepth);
}

/// After a fatal error, such as a missing header or one error too many, Clang
/// stops instantiating templates and half of the file would be silent.
void TensorCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                      Preprocessor *) {
  PP->getDiagnostics().setFatalsAsError(true);
  PP->getDiagnostics().setErrorLimit(0);
}

/// clang-tidy begins at the translation unit, clangd at its declarations.
void TensorCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(translationUnitDecl().bind("start"), this);
  Finder->addMatcher(functionDecl(isDefinition()).bind("start"), this);
}

void TensorCheck::check(const MatchFinder::MatchResult &Result) {
  if (Unit)
    return;
  std::string Error;
  std::shared_ptr<const ModelSet> Models = modelsFor(RulesFiles, Error);
  if (!Models)
    Models = ModelSet::builtIn();
  Unit = analysisOf(*Result.Context, std::move(Models));
  for (const std::string &Problem : {Error, Unit->ContractsError})
    if (!Problem.empty())
      complain(Problem, *Result.SourceManager);
  if (!confidenceNamed(MinConfidence))
    complain("option 'MinConfidence' is '" + MinConfidence +
                 "'; use 'possible', 'likely' or 'proven'",
             *Result.SourceManager);
  if (showsRemarks())
    for (const GivenUpFunction &F : Unit->Results.GivenUp)
      remark(F, *Result.SourceManager);
  for (const Finding &F : Unit->Results.Findings)
    if (isAskedFor(F))
      replay(F, *Result.SourceManager);
  if (hasAnalysisListener())
    showCandidates(*Result.SourceManager);
}

void TensorCheck::showCandidates(SourceManager &SM) {
  Locations Where(Unit->Results.Files, SM);
  auto Show = [&](uint32_t File, uint32_t Point) {
    SourceLocation At = Where.at(File, Point);
    if (At.isValid())
      diag(At, CandidateMessage);
  };
  for (const FunctionSummary &F : Unit->Results.Summary.Functions) {
    if (CheckName == MissingContiguityGuard)
      for (const PointerUse &U : F.Uses)
        Show(U.Taken.Range.File, U.Taken.Point);
    for (const Finding &Open : F.Open)
      if (Open.Check == CheckName)
        Show(Open.Where.File, Open.Point);
  }
}

/// At the file's start and not by configurationDiag(), whose diagnostics have
/// no place: clangd drops them.
void TensorCheck::complain(const std::string &Problem,
                           const SourceManager &SM) {
  if (Unit->isNews(Problem))
    diag(SM.getLocForStartOfFile(SM.getMainFileID()), "%0",
         DiagnosticIDs::Error)
        << Problem;
}

/// No warning: nothing is wrong with the code.
void TensorCheck::remark(const GivenUpFunction &F, SourceManager &SM) {
  SourceLocation At = Locations(Unit->Results.Files, SM)
                          .at(F.NameRange.File, F.NameRange.Begin);
  if (At.isValid() && Unit->isNews(F.str()))
    diag(At, "'%0' is not analysed: %1", DiagnosticIDs::Remark)
        << F.Name << F.Reason;
}

void TensorCheck::onEndOfTranslationUnit() { Unit.reset(); }

bool TensorCheck::isAskedFor(const Finding &F) const {
  return F.Check == CheckName && F.Sure >= Least &&
         F.Bytes.value_or(MinBytes) >= MinBytes &&
         (F.LoopDepth == 0 || F.LoopDepth >= MinLoopDepth);
}

void TensorCheck::replay(const Finding &F, SourceManager &SM) {
  Locations Where(Unit->Results.Files, SM);
  SourceLocation At = Where.at(F.Where.File, F.Point);
  if (At.isInvalid())
    return;
  {
    auto D = diag(At, "%0") << F.Message << Where.range(F.Where);
    for (const Edit &E : F.Edits)
      D << FixItHint::CreateReplacement(Where.range(E.Range), E.Text);
  }
  for (const tensortidy::Note &N : F.Notes) {
    SourceLocation NoteAt = Where.at(N.Where.File, N.Point);
    if (NoteAt.isValid())
      diag(NoteAt, "%0", DiagnosticIDs::Note)
          << N.Message << Where.range(N.Where);
  }
}

} // namespace tensortidy
