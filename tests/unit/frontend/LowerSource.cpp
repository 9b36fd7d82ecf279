// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LowerSource.h"

#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

namespace tensortidy {

const Function *Lowered::function(const std::string &Name) const {
  for (const Function &F : P->Functions)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

std::string Lowered::text(const std::string &Name) const {
  const Function *F = function(Name);
  return F ? dump(*F, P->Files) : "no function " + Name;
}

Lowered lowerSource(const std::string &Code) {
  return lowerPlainSource("#include <torch/extension.h>\n" + Code);
}

Lowered lowerPlainSource(const std::string &Code) {
  Lowered L;
  auto AST = clang::tooling::buildASTFromCodeWithArgs(
      Code,
      {"-std=c++17", "-isystem", TENSORTIDY_TORCH_MOCK, "-ferror-limit=0"},
      "test.cpp");
  L.HasErrors = AST->getDiagnostics().hasErrorOccurred();
  L.P = lower(AST->getASTContext(), *ModelSet::builtIn(), {}, &L.Stats);
  return L;
}

} // namespace tensortidy
