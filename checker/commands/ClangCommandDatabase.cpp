// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/ClangCommandDatabase.h"

#include "llvm/Support/raw_ostream.h"

using namespace clang::tooling;
using namespace llvm;

namespace tensortidy {

ClangCommandDatabase::ClangCommandDatabase(
    std::unique_ptr<CompilationDatabase> Original,
    IntrusiveRefCntPtr<vfs::FileSystem> FS)
    : Original(std::move(Original)), FS(std::move(FS)) {}

std::vector<CompileCommand>
ClangCommandDatabase::translated(std::vector<CompileCommand> Commands) const {
  for (CompileCommand &C : Commands) {
    Expected<ClangCommand> Command =
        toClangCommand(C.CommandLine, C.Directory, *FS);
    if (Command)
      C.CommandLine = std::move(Command->Arguments);
    else // in one piece, as other threads write there too
      errs() << "tensor-tidy: " + C.Filename +
                    ": error: " + toString(Command.takeError()) + "\n";
  }
  return Commands;
}

std::vector<CompileCommand>
ClangCommandDatabase::getCompileCommands(StringRef FilePath) const {
  return translated(Original->getCompileCommands(FilePath));
}

std::vector<std::string> ClangCommandDatabase::getAllFiles() const {
  return Original->getAllFiles();
}

std::vector<CompileCommand>
ClangCommandDatabase::getAllCompileCommands() const {
  return translated(Original->getAllCompileCommands());
}

} // namespace tensortidy
