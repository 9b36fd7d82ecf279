// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_PROJECTFILES_H
#define TENSORTIDY_CLI_PROJECTFILES_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <vector>

namespace tensortidy {

/// What lies below a folder.
struct FolderWalk {
  std::vector<std::string> Sources, Headers;
  std::set<std::string> Skipped; ///< folders with sources of others
};

/// Adds the files below \p Folder; without those of others, such as
/// third_party, if \p ForSources.
void walk(const std::string &Folder, bool ForSources, FolderWalk &Into);

/// The topmost folder of the project that \p Folder belongs to: the nearest
/// with a setup file or a repository, else the folder itself.
std::string projectOf(llvm::StringRef Folder);

/// Is \p Path \p Folder, or below it?
bool isInside(llvm::StringRef Path, llvm::StringRef Folder);

} // namespace tensortidy

#endif
