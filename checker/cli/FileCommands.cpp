// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/FileCommands.h"

#include "commands/ClangCommand.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace clang::tooling;
using namespace llvm;

namespace tensortidy {

namespace {

class FixedCommands : public CompilationDatabase {
public:
  explicit FixedCommands(std::vector<CompileCommand> Commands)
      : Commands(std::move(Commands)) {}

  std::vector<CompileCommand> getCompileCommands(StringRef) const override {
    return Commands;
  }

private:
  std::vector<CompileCommand> Commands;
};

/// "dropped: -G, -lineinfo and 3 more": a line that can be read, however long
/// the command is.
std::string describe(StringRef What, const std::vector<std::string> &Options) {
  constexpr size_t MaxOptions = 32, MaxLength = 120;
  std::string Line = What.str();
  for (size_t I = 0; I != std::min(Options.size(), MaxOptions); ++I) {
    StringRef Option = Options[I];
    Line += I ? ", " : ": ";
    Line += Option.take_front(MaxLength);
    if (Option.size() > MaxLength)
      Line += "...";
  }
  if (Options.size() > MaxOptions)
    Line += " and " + std::to_string(Options.size() - MaxOptions) + " more";
  return Line;
}

void describe(const ClangCommand &Command, std::vector<std::string> &Lines) {
  if (!Command.Dropped.empty())
    Lines.push_back(describe("dropped", Command.Dropped));
  if (!Command.Added.empty())
    Lines.push_back(describe("added", Command.Added));
}

/// The first of nvcc's architectures, which were dropped for the host: 90 of
/// "-gencode arch=compute_90,code=sm_90".
std::string architectureOf(const ClangCommand &Command) {
  for (StringRef Option : Command.Dropped)
    for (StringRef Prefix : {"sm_", "compute_"})
      if (size_t At = Option.find(Prefix); At != StringRef::npos)
        return "sm_" + Option.drop_front(At + Prefix.size())
                           .take_while([](char C) { return isAlnum(C); })
                           .str();
  return "sm_80";
}

/// The same for the device, where __CUDA_ARCH__ is defined.
CompileCommand forDevice(CompileCommand C, const ClangCommand &Command) {
  for (std::string &Word : C.CommandLine)
    if (Word == "--cuda-host-only")
      Word = "--cuda-device-only";
  C.CommandLine.insert(find(C.CommandLine, "--cuda-device-only"),
                       "--cuda-gpu-arch=" + architectureOf(Command));
  return C;
}

FileCommands failed(std::string Message) {
  FileCommands Result;
  Result.Error = std::move(Message);
  return Result;
}

} // namespace

FileCommands commandsFor(const std::string &File,
                         const CompilationDatabase &Commands, bool WithDevice) {
  std::vector<CompileCommand> Found = Commands.getCompileCommands(File);
  if (Found.empty())
    return failed("no compile command for this file; add it to the compile "
                  "database or give the compiler's flags after --");
  // A directory cannot be compiled, and a device would be read as empty.
  if (!sys::fs::is_regular_file(File))
    return failed(sys::fs::is_directory(File)
                      ? "not a regular file: --auto takes folders, and guesses "
                        "how what is in them is compiled"
                      : "not a regular file");
  FileCommands Result;
  std::vector<CompileCommand> ForClang;
  for (CompileCommand &C : Found) {
    if (!sys::fs::is_directory(C.Directory))
      return failed("the directory '" + C.Directory +
                    "' of its compile command does not exist; configure the "
                    "project again");
    Expected<ClangCommand> Command =
        toClangCommand(C.CommandLine, C.Directory, *vfs::getRealFileSystem());
    if (!Command)
      return failed(toString(Command.takeError()));
    if (Command->Language == SourceLanguage::Other)
      continue;
    C.CommandLine = std::move(Command->Arguments);
    // Databases that were put together name a file several times.
    if (any_of(ForClang, [&](const CompileCommand &Other) {
          return Other.Directory == C.Directory &&
                 Other.CommandLine == C.CommandLine;
        }))
      continue;
    describe(*Command, Result.Changes);
    if (WithDevice && Command->Language == SourceLanguage::Cuda)
      ForClang.push_back(forDevice(C, *Command));
    ForClang.push_back(std::move(C));
  }
  if (ForClang.empty()) {
    Result.NotAnalysed = "its command compiles neither C++ nor CUDA";
    return Result;
  }
  Result.Database = inferTargetAndDriverMode(
      std::make_unique<FixedCommands>(std::move(ForClang)));
  return Result;
}

} // namespace tensortidy
