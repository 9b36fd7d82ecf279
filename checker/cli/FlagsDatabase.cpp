// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/FlagsDatabase.h"

#include "clang/Driver/Types.h"
#include "llvm/Support/Path.h"

using namespace clang::tooling;
using namespace llvm;
namespace types = clang::driver::types;

namespace tensortidy {

namespace {

/// The value for -x, or null when the name says it.
const char *languageOf(StringRef File) {
  StringRef Extension = sys::path::extension(File);
  if (Extension == ".cuh")
    return "cuda";
  Extension.consume_front(".");
  types::ID Type = types::lookupTypeForExtension(Extension);
  if (Type == types::TY_CHeader)
    return "c++-header";
  return Type == types::TY_INVALID ? "c++" : nullptr;
}

class Languages : public CompilationDatabase {
public:
  explicit Languages(std::unique_ptr<CompilationDatabase> Flags)
      : Flags(std::move(Flags)) {}

  std::vector<CompileCommand>
  getCompileCommands(StringRef File) const override {
    std::vector<CompileCommand> Commands = Flags->getCompileCommands(File);
    if (const char *Language = languageOf(File))
      for (CompileCommand &C : Commands)
        C.CommandLine.insert(C.CommandLine.begin() + 1, {"-x", Language});
    return Commands;
  }

private:
  std::unique_ptr<CompilationDatabase> Flags;
};

} // namespace

std::unique_ptr<CompilationDatabase>
withLanguages(std::unique_ptr<CompilationDatabase> Flags) {
  if (!Flags)
    return nullptr;
  return std::make_unique<Languages>(std::move(Flags));
}

} // namespace tensortidy
