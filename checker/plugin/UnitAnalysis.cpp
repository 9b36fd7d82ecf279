// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plugin/UnitAnalysis.h"

#include "contracts/ContractsFile.h"
#include "frontend/Lowering.h"
#include "plugin/AnalysisListener.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace tensortidy {

namespace {

AnalysisListener &listener() {
  static AnalysisListener TheListener;
  return TheListener;
}

LoweringOptions &loweringOptions() {
  static LoweringOptions Options;
  return Options;
}

bool &readingOfContracts() {
  static bool Reads = true;
  return Reads;
}

/// What the contracts of the project that the source is in say; none where
/// there are no such.
std::optional<Surroundings> surroundings(clang::ASTContext &Context,
                                         const Program &P, std::string &Error) {
  if (!readsContracts() || !P.MainFile.isValid())
    return std::nullopt;
  const clang::FileManager &Files = Context.getSourceManager().getFileManager();
  auto Absolute = [&](llvm::StringRef Path) {
    return absolutePath(Path, Files);
  };
  const std::string Path =
      findContracts(Absolute(P.Files.path(P.MainFile.File)));
  if (Path.empty())
    return std::nullopt;
  std::optional<LinkedProgram> Linked = readContracts(Path, Error);
  if (!Linked)
    return std::nullopt;
  return surroundingsOf(P, std::move(*Linked), Absolute);
}

std::shared_ptr<const UnitAnalysis>
analyse(clang::ASTContext &Context, std::shared_ptr<const ModelSet> Models) {
  auto Unit = std::make_shared<UnitAnalysis>();
  LoweringStats Stats;
  Unit->TheProgram = lower(Context, *Models, loweringOptions(), &Stats);
  std::optional<Surroundings> Around =
      surroundings(Context, *Unit->TheProgram, Unit->ContractsError);
  Unit->Results = runChecks(*Unit->TheProgram, Around ? &*Around : nullptr);
  Unit->Models = std::move(Models);
  for (const GivenUpFunction &F : Stats.Skipped)
    Unit->Results.GivenUp.push_back(F);
  if (listener())
    listener()(*Unit->TheProgram, Unit->Results, Stats.TouchTensors);
  return Unit;
}

} // namespace

void setAnalysisListener(AnalysisListener Listener) {
  listener() = std::move(Listener);
}

void setReadsContracts(bool Reads) { readingOfContracts() = Reads; }

bool readsContracts() { return readingOfContracts(); }

void setPublicHeaders(std::vector<std::string> Paths) {
  loweringOptions().PublicHeaders = std::move(Paths);
}

bool hasAnalysisListener() { return listener() != nullptr; }

std::shared_ptr<const ModelSet> modelsFor(const std::string &RulesFiles,
                                          std::string &Error) {
  if (RulesFiles.empty())
    return ModelSet::builtIn();
  static std::mutex Mutex;
  static std::map<std::string, std::shared_ptr<const ModelSet>> Loaded;
  std::lock_guard<std::mutex> Lock(Mutex);
  std::shared_ptr<const ModelSet> &Models = Loaded[RulesFiles];
  if (Models)
    return Models;
  llvm::SmallVector<llvm::StringRef> Paths;
  llvm::StringRef(RulesFiles).split(Paths, ';', -1, /*KeepEmpty=*/false);
  ModelError Problem;
  Models = ModelSet::load({Paths.begin(), Paths.end()}, Problem);
  if (!Models)
    Error = Problem.str();
  return Models;
}

std::shared_ptr<const UnitAnalysis>
analysisOf(clang::ASTContext &Context, std::shared_ptr<const ModelSet> Models) {
  static std::mutex Mutex;
  static std::map<const clang::ASTContext *, std::weak_ptr<const UnitAnalysis>>
      Running;
  std::lock_guard<std::mutex> Lock(Mutex);
  std::weak_ptr<const UnitAnalysis> &Known = Running[&Context];
  if (std::shared_ptr<const UnitAnalysis> Unit = Known.lock())
    return Unit;
  std::shared_ptr<const UnitAnalysis> Unit =
      analyse(Context, std::move(Models));
  Known = Unit;
  for (auto It = Running.begin(); It != Running.end();)
    It = It->second.expired() ? Running.erase(It) : std::next(It);
  return Unit;
}

} // namespace tensortidy
