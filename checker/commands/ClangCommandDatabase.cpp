// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/ClangCommandDatabase.h"

using namespace clang::tooling;
using namespace llvm;

namespace tensortidy {

ClangCommandDatabase::ClangCommandDatabase(
    std::unique_ptr<CompilationDatabase> Original,
    IntrusiveRefCntPtr<vfs::FileSystem> FS, CommandListener Listener)
    : Original(std::move(Original)), FS(std::move(FS)),
      Listener(std::move(Listener)) {}

std::vector<CompileCommand>
ClangCommandDatabase::translated(std::vector<CompileCommand> Commands) const {
  for (CompileCommand &C : Commands) {
    Expected<ClangCommand> Command =
        toClangCommand(C.CommandLine, C.Directory, *FS);
    if (Listener)
      Listener(C.Filename, Command);
    if (Command)
      C.CommandLine = std::move(Command->Arguments);
    else
      consumeError(Command.takeError());
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
