// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file under the site table: creation, growth, appending blocks.
// Not thread-safe: the site table calls it under its lock.

#ifndef TENSOR_PROBE_CORE_PROBEFILE_H
#define TENSOR_PROBE_CORE_PROBEFILE_H

#include "core/Format.h"

#include <sys/types.h>

namespace tensor_probe {

/// A mapped probe file. If no file can be made, memory of this process takes
/// its place, so that counting goes on; one line on standard error says so.
class ProbeFile {
public:
  /// Creates NAME.HOST.PID.probe in settings().out and fills the parts of the
  /// header that do not depend on events. Never overwrites a file: if that
  /// name is taken (exec keeps the pid), NAME.HOST.PID-2.probe and so on.
  /// False if not even memory is to be had.
  bool create();
  bool is_open() const { return base_ != nullptr; }
  FileHeader &header() const { return *reinterpret_cast<FileHeader *>(base_); }
  /// Empty if memory takes the file's place.
  const char *path() const { return path_; }

  /// Zeroed room for a block of this many bytes at the end, with its header
  /// filled in; null if the file cannot grow (counted as a loss). Not visible
  /// to readers before commit().
  void *reserve(BlockKind kind, std::uint32_t bytes);
  /// Makes the block just reserved part of the file.
  void commit(void *block);

  /// For a forked child: gives up the mapping; the parent's file is not
  /// touched.
  void abandon();

private:
  bool grow_to(std::uint64_t bytes);
  bool open_file();
  bool map(int descriptor);

  char *base_ = nullptr;
  std::uint64_t file_bytes_ = 0; ///< what may be touched of the mapping
  dev_t device_ = 0;             ///< identity of the file at path_
  ino_t inode_ = 0;
  char path_[4096 + 512] = "";
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_PROBEFILE_H
