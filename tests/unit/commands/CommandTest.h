// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_COMMANDS_COMMANDTEST_H
#define TENSORTIDY_TESTS_COMMANDS_COMMANDTEST_H

#include "commands/ClangCommand.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace tensortidy {

/// Translates commands that run in /build on a machine of which only the files
/// are there that a test makes.
class CommandTest : public ::testing::Test {
protected:
  void SetUp() override {
    for (const char *Name : {"CUDA_HOME", "CUDA_PATH"})
      unsetenv(Name);
    setenv("PATH", "/usr/bin", 1);
    FS->setCurrentWorkingDirectory("/build");
  }

  void file(llvm::StringRef Path, llvm::StringRef Text = "") {
    FS->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  }
  void toolkit(const std::string &Root) {
    file(Root + "/bin/nvcc");
    file(Root + "/include/cuda_runtime.h");
    file(Root + "/nvvm/libdevice/libdevice.10.bc");
  }

  /// \p Line is split as a shell splits it.
  llvm::Expected<ClangCommand> tryLine(llvm::StringRef Line) {
    llvm::BumpPtrAllocator Storage;
    llvm::StringSaver Saver(Storage);
    llvm::SmallVector<const char *> Words;
    llvm::cl::TokenizeGNUCommandLine(Line, Saver, Words);
    return toClangCommand({Words.begin(), Words.end()}, "/build", *FS);
  }
  ClangCommand line(llvm::StringRef Line) {
    llvm::Expected<ClangCommand> Command = tryLine(Line);
    if (Command)
      return *std::move(Command);
    ADD_FAILURE() << Line.str() << ": " << toString(Command.takeError());
    return {};
  }
  std::vector<std::string> arguments(llvm::StringRef Line) {
    return line(Line).Arguments;
  }
  std::string error(llvm::StringRef Line) {
    llvm::Expected<ClangCommand> Command = tryLine(Line);
    return Command ? "no error" : toString(Command.takeError());
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> FS =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
};

} // namespace tensortidy

#endif
