// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/ClangCommand.h"

#include "commands/ClangOptions.h"
#include "commands/CompilerLauncher.h"
#include "commands/CudaToolkit.h"
#include "commands/NvccOptions.h"
#include "commands/OpenMPHeader.h"
#include "commands/ResponseFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tensortidy {

namespace {

void dropLaunchers(ClangCommand &Command) {
  auto Begin = Command.Arguments.begin();
  auto Compiler = Begin + long(launcherWords(Command.Arguments));
  if (Begin == Compiler)
    return;
  Command.Dropped.push_back(join(Begin, Compiler, " "));
  Command.Arguments.erase(Begin, Compiler);
}

/// nvcc is known by its name or, under another one, by compiling CUDA: of the
/// others only Clang can.
bool isNvcc(const std::vector<std::string> &Arguments) {
  StringRef Compiler = Arguments.front();
  if (isClang(Compiler))
    return false;
  return sys::path::filename(Compiler).contains("nvcc") ||
         languageOf(Arguments) == SourceLanguage::Cuda;
}

/// Appends options, before the "--" that only sources may follow.
void append(ClangCommand &Command, std::vector<std::string> Options) {
  Command.Added.push_back(join(Options, " "));
  auto End = find(Command.Arguments, "--");
  Command.Arguments.insert(End, Options.begin(), Options.end());
}

bool hasDirectory(const std::vector<std::string> &Arguments, StringRef Path) {
  return any_of(Arguments, [&](StringRef Word) {
    return Word == Path || (Word.consume_front("-I") && Word == Path);
  });
}

/// The toolkit that the command itself names, else the one of \p Nvcc or of
/// the system.
std::string toolkitFor(const ClangCommand &Command, StringRef Nvcc,
                       StringRef Directory, vfs::FileSystem &FS) {
  for (StringRef Word : reverse(Command.Arguments))
    if (Word.consume_front("--cuda-path="))
      return Word.str();
  return findCudaToolkit(Nvcc, Directory, FS);
}

/// What nvcc passes to every host compiler, sources in C++ included.
void addToolkitHeaders(ClangCommand &Command, StringRef Toolkit,
                       vfs::FileSystem &FS) {
  // CUDA 13 keeps thrust and cub there; nvcc searches it without being told.
  std::string Cccl = inside(Toolkit, "include/cccl");
  if (FS.exists(Cccl) && !hasDirectory(Command.Arguments, Cccl))
    append(Command, {"-isystem", Cccl});
}

void addCudaOptions(ClangCommand &Command, StringRef Nvcc, StringRef Directory,
                    vfs::FileSystem &FS) {
  // Tools take the first of Clang's compilations, which is that for a device.
  append(Command, {"--cuda-host-only"});
  append(Command, {"-Wno-unknown-cuda-version"});
  if (is_contained(Command.Arguments, "-nocudainc"))
    return;
  std::string Toolkit = toolkitFor(Command, Nvcc, Directory, FS);
  if (Toolkit.empty())
    return;
  if (none_of(Command.Arguments,
              [](StringRef Word) { return Word.starts_with("--cuda-path="); }))
    append(Command, {"--cuda-path=" + Toolkit});
  if (!FS.exists(inside(Toolkit, "nvvm/libdevice")))
    append(Command, {"-nogpulib"});
  addToolkitHeaders(Command, Toolkit, FS);
}

void addNvccImplicits(ClangCommand &Command, bool IsCuda, StringRef Nvcc,
                      StringRef Directory, vfs::FileSystem &FS) {
  if (IsCuda) {
    // nvcc's own headers bring assert, isnan and clock; Clang's wrappers do
    // not.
    for (const char *Header : {"cassert", "math.h", "time.h"})
      append(Command, {"-include", Header});
    return;
  }
  std::string Toolkit = findCudaToolkit(Nvcc, Directory, FS);
  if (Toolkit.empty())
    return;
  append(Command, {"-isystem", inside(Toolkit, "include")});
  addToolkitHeaders(Command, Toolkit, FS);
}

} // namespace

Expected<ClangCommand> toClangCommand(std::vector<std::string> Arguments,
                                      StringRef Directory,
                                      vfs::FileSystem &FS) {
  ClangCommand Command;
  Command.Arguments = std::move(Arguments);
  if (Command.Arguments.empty())
    return createStringError(inconvertibleErrorCode(),
                             "the compile command is empty");
  dropLaunchers(Command);
  if (Error E = expandResponseFiles(Command, Directory, FS))
    return E;
  std::string Nvcc;
  if (isNvcc(Command.Arguments)) {
    Nvcc = Command.Arguments.front();
    if (Error E = translateNvccOptions(Command))
      return E;
  }
  dropUnknownOptions(Command);
  dropPrecompiledHeaders(Command);
  Command.Language = languageOf(Command.Arguments);
  bool IsCuda = Command.Language == SourceLanguage::Cuda;
  if (IsCuda)
    addCudaOptions(Command, Nvcc, Directory, FS);
  if (!Nvcc.empty())
    addNvccImplicits(Command, IsCuda, Nvcc, Directory, FS);
  // After all others: only for the header that no other directory has.
  std::string OpenMP = openMPDirectory(
      Command.Arguments, IntrusiveRefCntPtr<vfs::FileSystem>(&FS));
  if (!OpenMP.empty())
    append(Command, {"-idirafter", OpenMP});
  return Command;
}

} // namespace tensortidy
