// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_READFILES_H
#define TENSORTIDY_CLI_READFILES_H

#include "llvm/Support/Chrono.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace tensortidy {

/// A file as it was when it was read.
struct FileStamp {
  std::string Path;      ///< absolute
  uint64_t Size = 0;     ///< in bytes
  int64_t Modified = 0;  ///< nanoseconds since the epoch
  uint64_t Contents = 0; ///< their hash; 0 for a folder
};

/// All that a run asked of the file system: while it answers the same, the run
/// gives the same.
struct ReadFiles {
  std::vector<FileStamp> Files;
  std::vector<FileStamp> Folders;  ///< those that were listed
  std::vector<std::string> Absent; ///< asked for, and not there
};

/// Is all of \p Before as it was? Of a file that was only touched the contents
/// are compared.
bool isUnchanged(const ReadFiles &Before);

/// The real file system, and a record of what is asked of it.
class RecordingFileSystem
    : public llvm::RTTIExtends<RecordingFileSystem,
                               llvm::vfs::ProxyFileSystem> {
public:
  static const char ID;
  RecordingFileSystem() : RTTIExtends(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Folder,
                                          std::error_code &Error) override;

  /// What was asked since \p Start, with which it began. None when something
  /// has changed since then: what was read of it is not known.
  std::optional<ReadFiles> read(llvm::sys::TimePoint<> Start) const;

private:
  std::string absolute(const llvm::Twine &Path) const;
  void note(const llvm::Twine &Path, bool IsThere);

  std::set<std::string> Files, Folders, Absent;
};

} // namespace tensortidy

#endif
