// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clangd/ProjectBodies.h"

#include "parsing/SystemHeaders.h"

#include "clang/AST/DeclBase.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace tensortidy {

void ProjectBodies::BeforeExecute(CompilerInstance &CI) {
  markSystemHeaders(CI);
  SM = &CI.getSourceManager();
  Original.BeforeExecute(CI);
}

bool ProjectBodies::shouldSkipFunctionBody(Decl *D) {
  return standsInSystemHeader(*D, *SM) && Original.shouldSkipFunctionBody(D);
}

} // namespace tensortidy
