// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clangd/InstalledFiles.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace llvm;

namespace tensortidy {

std::string checkPagesFolder() {
  static int InThisExecutable;
  SmallString<256> Path(
      sys::fs::getMainExecutable("tensor-clangd", &InThisExecutable));
  sys::path::remove_filename(Path);
  sys::path::append(Path, TENSOR_TIDY_CHECK_PAGES);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

std::string resourceFolder(std::string BesideExecutable,
                           void *FunctionOfClang) {
  Dl_info Library;
  if (sys::fs::is_directory(BesideExecutable) ||
      dladdr(FunctionOfClang, &Library) == 0)
    return BesideExecutable;
  SmallString<256> Path(sys::path::parent_path(Library.dli_fname));
  sys::path::append(Path, "clang", CLANG_VERSION_MAJOR_STRING);
  return sys::fs::is_directory(Path) ? std::string(Path) : BesideExecutable;
}

} // namespace tensortidy
