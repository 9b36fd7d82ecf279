// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/CudaToolkit.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <optional>

using namespace llvm;

namespace tensortidy {

std::string inside(StringRef Directory, StringRef Name) {
  SmallString<256> Path(Directory);
  sys::path::append(Path, Name);
  return std::string(Path);
}

namespace {

bool isToolkit(StringRef Directory, vfs::FileSystem &FS) {
  return !Directory.empty() && FS.exists(inside(Directory, "bin")) &&
         FS.exists(inside(Directory, "include/cuda_runtime.h"));
}

/// The program that \p Name means: in PATH when it is no path.
std::string findProgram(StringRef Name, StringRef Directory,
                        vfs::FileSystem &FS) {
  if (sys::path::has_parent_path(Name))
    return sys::path::is_absolute(Name) ? Name.str() : inside(Directory, Name);
  std::string Path = sys::Process::GetEnv("PATH").value_or("");
  SmallVector<StringRef> Entries;
  StringRef(Path).split(Entries, sys::EnvPathSeparator);
  for (StringRef Entry : Entries)
    if (std::string Program = inside(Entry, Name);
        !Entry.empty() && FS.exists(Program))
      return Program;
  return "";
}

/// The toolkit that has \p Program as bin/nvcc, as named or behind links.
std::string toolkitOf(StringRef Program, vfs::FileSystem &FS) {
  SmallString<256> Real;
  if (Program.empty() || FS.getRealPath(Program, Real))
    Real.clear();
  for (StringRef P : {Program, StringRef(Real)}) {
    SmallString<256> Root(sys::path::parent_path(sys::path::parent_path(P)));
    sys::path::remove_dots(Root, /*remove_dot_dot=*/true);
    if (isToolkit(Root, FS))
      return std::string(Root);
  }
  return "";
}

} // namespace

std::string findCudaToolkit(StringRef Nvcc, StringRef Directory,
                            vfs::FileSystem &FS) {
  std::string Found =
      toolkitOf(Nvcc.empty() ? "" : findProgram(Nvcc, Directory, FS), FS);
  if (!Found.empty())
    return Found;
  for (const char *Variable : {"CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> Value = sys::Process::GetEnv(Variable))
      if (isToolkit(*Value, FS))
        return *Value;
  Found = toolkitOf(findProgram("nvcc", Directory, FS), FS);
  if (!Found.empty())
    return Found;
  for (const char *Usual : {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"})
    if (isToolkit(Usual, FS))
      return Usual;
  return "";
}

} // namespace tensortidy
