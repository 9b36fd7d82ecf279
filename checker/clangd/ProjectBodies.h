// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLANGD_PROJECTBODIES_H
#define TENSORTIDY_CLANGD_PROJECTBODIES_H

#include "clang/AST/DeclGroup.h"
#include "clang/Frontend/PrecompiledPreamble.h"
#include "clang/Lex/PPCallbacks.h"

namespace tensortidy {

/// The callbacks of a parse of a file's includes, with one difference: the
/// bodies of functions in the project's own headers are parsed, where clangd
/// leaves out those of all headers. The checks look into the helpers that the
/// file calls. Headers of libraries, torch among them, stay without bodies.
class ProjectBodies : public clang::PreambleCallbacks {
public:
  /// \p Original outlives this.
  explicit ProjectBodies(clang::PreambleCallbacks &Original)
      : Original(Original) {}

  void BeforeExecute(clang::CompilerInstance &CI) override;
  bool shouldSkipFunctionBody(clang::Decl *D) override;

  void AfterExecute(clang::CompilerInstance &CI) override {
    Original.AfterExecute(CI);
  }
  void AfterPCHEmitted(clang::ASTWriter &Writer) override {
    Original.AfterPCHEmitted(Writer);
  }
  void HandleTopLevelDecl(clang::DeclGroupRef DG) override {
    Original.HandleTopLevelDecl(DG);
  }
  std::unique_ptr<clang::PPCallbacks> createPPCallbacks() override {
    return Original.createPPCallbacks();
  }
  clang::CommentHandler *getCommentHandler() override {
    return Original.getCommentHandler();
  }

private:
  clang::PreambleCallbacks &Original;
  const clang::SourceManager *SM = nullptr;
};

} // namespace tensortidy

#endif
