// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ResultKey.h"

#include "cli/Version.h"
#include "contracts/ContractsFile.h"
#include "plugin/AnalysisListener.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

using namespace llvm;

namespace tensortidy {

namespace {

/// Which build of the program runs: every build is another file.
std::string programStamp() {
  static const char Here = 0;
  const std::string Path = sys::fs::getMainExecutable(
      nullptr, const_cast<void *>(static_cast<const void *>(&Here)));
  sys::fs::file_status Status;
  if (Path.empty() || sys::fs::status(Path, Status))
    return "";
  return std::to_string(Status.getSize()) + "@" +
         std::to_string(
             Status.getLastModificationTime().time_since_epoch().count());
}

std::string textOf(const std::string &Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
  return Text ? (*Text)->getBuffer().str() : "";
}

} // namespace

std::vector<std::string>
resultKey(const std::string &File,
          const std::vector<clang::tooling::CompileCommand> &Commands,
          const clang::tidy::ClangTidyOptions &Tidy,
          const CheckOptions &Options) {
  std::vector<std::string> Key = {TENSORTIDY_VERSION, programStamp(),
                                  clang::getClangFullVersion(), File,
                                  clang::tidy::configurationAsText(Tidy)};
  for (const clang::tooling::CompileCommand &C : Commands) {
    Key.push_back(C.Directory);
    Key.insert(Key.end(), C.CommandLine.begin(), C.CommandLine.end());
  }
  Key.push_back(Options.KeepSystemBodies ? "all bodies" : "lean");
  for (const auto &Option : Tidy.CheckOptions)
    if (Option.getKey().ends_with("RulesFiles"))
      for (StringRef File : split(Option.getValue().Value, ';'))
        Key.push_back(textOf(File.trim().str()));
  const std::string Contracts =
      readsContracts() ? findContracts(File) : std::string();
  Key.push_back(Contracts);
  if (!Contracts.empty())
    Key.push_back(textOf(Contracts));
  for (const std::string &Header : Options.PublicHeaders) {
    SmallString<256> Absolute(Header);
    sys::fs::make_absolute(Absolute);
    Key.push_back(std::string(Absolute));
  }
  // Where Clang looks for headers besides the command's folders.
  for (const char *Name : {"CPATH", "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH",
                           "CCC_OVERRIDE_OPTIONS"}) {
    const char *Value = std::getenv(Name);
    Key.push_back(Value ? Value : "");
  }
  return Key;
}

} // namespace tensortidy
