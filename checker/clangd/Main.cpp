// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parsing/NvccHostFunctions.h"
#include "plugin/TensorModule.h"

namespace clang::clangd {
/// clang-tools-extra/clangd/tool/ClangdMain.h, which is not installed.
int clangdMain(int Argc, char *Argv[]);
} // namespace clang::clangd

int main(int Argc, char **Argv) {
  (void)tensortidy::TensorTidyModuleAnchor;
  tensortidy::declareNvccHostFunctions();
  tensortidy::hideRemarks();
  return clang::clangd::clangdMain(Argc, Argv);
}
