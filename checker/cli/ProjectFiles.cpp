// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ProjectFiles.h"

#include "commands/CudaToolkit.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tensortidy {

namespace {

bool isSource(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File))
      .Cases({".cpp", ".cc", ".cxx", ".cu"}, true)
      .Default(false);
}

bool isHeader(StringRef File) {
  return StringSwitch<bool>(sys::path::extension(File))
      .Cases({".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc"}, true)
      .Default(false);
}

/// Folders in which nothing of the project's own is expected.
bool isSkipped(StringRef Folder, bool ForSources) {
  const StringRef Name = sys::path::filename(Folder);
  const bool IsOthers =
      StringSwitch<bool>(Name)
          .Cases({"third_party", "third-party", "3rdparty", "external"}, true)
          .Cases({"thirdparty", "submodules", "deps"}, true)
          .Default(false);
  return Name.starts_with(".") || Name == "build" || Name == "node_modules" ||
         Name == "__pycache__" || (ForSources && IsOthers);
}

} // namespace

void walk(const std::string &Folder, bool ForSources, FolderWalk &Into) {
  std::error_code Code;
  for (sys::fs::directory_iterator It(Folder, Code), End; It != End && !Code;
       It.increment(Code)) {
    const std::string &Path = It->path();
    const bool IsFolder = It->type() == sys::fs::file_type::directory_file;
    if (IsFolder && isSkipped(Path, ForSources)) {
      if (!isSkipped(Path, false))
        Into.Skipped.insert(Path);
    } else if (IsFolder) {
      walk(Path, ForSources, Into);
    } else if (isSource(Path)) {
      Into.Sources.push_back(Path);
    } else if (isHeader(Path)) {
      Into.Headers.push_back(Path);
    }
  }
}

std::string projectOf(StringRef Folder) {
  for (StringRef D = Folder; !D.empty(); D = sys::path::parent_path(D))
    for (StringRef Mark : {".git", "setup.py", "pyproject.toml"})
      if (sys::fs::exists(inside(D, Mark)))
        return D.str();
  return Folder.str();
}

bool isInside(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.empty() || Folder.ends_with("/") || Path.starts_with("/"));
}

} // namespace tensortidy
