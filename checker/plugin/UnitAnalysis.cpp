// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plugin/UnitAnalysis.h"

#include "frontend/Lowering.h"
#include "plugin/AnalysisListener.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <mutex>

namespace tensortidy {

namespace {

AnalysisListener &listener() {
  static AnalysisListener TheListener;
  return TheListener;
}

std::shared_ptr<const UnitAnalysis>
analyse(clang::ASTContext &Context, std::shared_ptr<const ModelSet> Models) {
  auto Unit = std::make_shared<UnitAnalysis>();
  LoweringStats Stats;
  Unit->TheProgram = lower(Context, *Models, {}, &Stats);
  Unit->Results = runChecks(*Unit->TheProgram);
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
