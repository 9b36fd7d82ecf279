// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "parsing/SystemHeaders.h"

#include "clang/AST/DeclBase.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace llvm;

namespace tensortidy {

namespace {

/// A directory that holds one of these is a library's.
constexpr llvm::StringLiteral Markers[] = {
    "ATen/ATen.h",         "torch/extension.h", // torch and its C++ interface
    "pybind11/pybind11.h", "Python.h",
    "cuda_runtime.h",      "thrust/complex.h", // CUDA and its CCCL
    "cub/cub.cuh",
};

bool isLibrary(DirectoryEntryRef Directory, FileManager &Files) {
  return any_of(Markers, [&](StringRef Marker) {
    SmallString<256> Path(Directory.getName());
    sys::path::append(Path, Marker);
    return bool(Files.getOptionalFileRef(Path));
  });
}

/// The directories in which \p File lies, from its own up to the root.
SmallVector<const DirectoryEntry *> directoriesAbove(FileEntryRef File,
                                                     FileManager &Files) {
  SmallString<256> Path(File.getName());
  Files.makeAbsolutePath(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  SmallVector<const DirectoryEntry *> Result;
  for (StringRef P = sys::path::parent_path(Path); !P.empty();
       P = sys::path::parent_path(P))
    if (OptionalDirectoryEntryRef D = Files.getOptionalDirectoryRef(P))
      Result.push_back(&D->getDirEntry());
  return Result;
}

} // namespace

void markSystemHeaders(CompilerInstance &CI) {
  FileManager &Files = CI.getFileManager();
  SourceManager &SM = CI.getSourceManager();
  SmallVector<const DirectoryEntry *> Own;
  if (OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID()))
    Own = directoriesAbove(*Main, Files);
  for (DirectoryLookup &Lookup :
       CI.getPreprocessor().getHeaderSearchInfo().search_dir_range())
    if (OptionalDirectoryEntryRef D = Lookup.getDirRef();
        D && Lookup.getDirCharacteristic() == SrcMgr::C_User &&
        !is_contained(Own, &D->getDirEntry()) && isLibrary(*D, Files))
      Lookup = DirectoryLookup(*D, SrcMgr::C_System, /*isFramework=*/false);
}

bool standsInSystemHeader(const Decl &D, const SourceManager &SM) {
  return SM.isInSystemHeader(SM.getExpansionLoc(D.getLocation()));
}

} // namespace tensortidy
