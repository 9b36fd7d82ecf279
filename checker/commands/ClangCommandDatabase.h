// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_CLANGCOMMANDDATABASE_H
#define TENSORTIDY_COMMANDS_CLANGCOMMANDDATABASE_H

#include "commands/ClangCommand.h"

#include "clang/Tooling/CompilationDatabase.h"

#include <memory>

namespace tensortidy {

/// The commands of another database as toClangCommand() gives them. One that
/// cannot be translated is left as it was, for Clang to say what it makes of
/// it; why it could not is a line on stderr, which is clangd's log.
class ClangCommandDatabase : public clang::tooling::CompilationDatabase {
public:
  ClangCommandDatabase(
      std::unique_ptr<clang::tooling::CompilationDatabase> Original,
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

  std::vector<clang::tooling::CompileCommand>
  getCompileCommands(llvm::StringRef FilePath) const override;
  std::vector<std::string> getAllFiles() const override;
  std::vector<clang::tooling::CompileCommand>
  getAllCompileCommands() const override;

private:
  std::vector<clang::tooling::CompileCommand>
  translated(std::vector<clang::tooling::CompileCommand> Commands) const;

  std::unique_ptr<clang::tooling::CompilationDatabase> Original;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
};

} // namespace tensortidy

#endif
