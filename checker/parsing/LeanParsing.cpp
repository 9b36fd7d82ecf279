// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parsing/LeanParsing.h"

#include "parsing/SystemHeaders.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;

namespace tensortidy {

namespace {

/// Clang asks it about every body that is not needed for parsing on, as those
/// of constexpr functions and of functions with deduced results are.
class SystemBodySkipper : public ASTConsumer {
public:
  explicit SystemBodySkipper(const SourceManager &SM) : SM(SM) {}

  bool shouldSkipFunctionBody(Decl *D) override {
    return standsInSystemHeader(*D, SM);
  }

private:
  const SourceManager &SM;
};

/// Stands beside the action of each parse. A body is skipped when the
/// consumers of all actions agree, and only ours ever says no.
class LeanParsing : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    CI.getFrontendOpts().SkipFunctionBodies = true;
    markSystemHeaders(CI);
    return std::make_unique<SystemBodySkipper>(CI.getSourceManager());
  }
  bool ParseArgs(const CompilerInstance &,
                 const std::vector<std::string> &) override {
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

} // namespace

void parseWithoutSystemBodies() {
  static FrontendPluginRegistry::Add<LeanParsing> Registered(
      "tensor-tidy-lean-parsing", "Skips bodies in system headers");
}

} // namespace tensortidy
