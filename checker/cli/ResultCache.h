// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_RESULTCACHE_H
#define TENSORTIDY_CLI_RESULTCACHE_H

#include "cli/FileResult.h"
#include "cli/ReadFiles.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// What earlier runs found out about files, in a folder: a file is analysed
/// again only when its command, the program, its options, or a file that was
/// read for it has changed, or one is there now that was looked for in vain.
/// What cannot be read or written there is as if it were not kept; several
/// processes may use one folder.
class ResultCache {
public:
  /// \p Folder is made when something is kept; empty: nothing is.
  explicit ResultCache(std::string Folder) : Folder(std::move(Folder)) {}
  /// Where a user's caches lie; empty when there is no such place.
  static std::string defaultFolder();

  bool isOn() const { return !Folder.empty(); }
  /// \p Key says all that the result depends on besides what is read of the
  /// file system.
  std::optional<FileResult> find(const std::vector<std::string> &Key) const;
  void keep(const std::vector<std::string> &Key, const FileResult &Result,
            ReadFiles Read) const;
  /// Removes what has not been used for a week, and the oldest where more than
  /// a GiB is left.
  void prune() const;

private:
  std::string pathOf(const std::vector<std::string> &Key) const;

  std::string Folder;
};

} // namespace tensortidy

#endif
