// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ReadFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

#include <optional>

using namespace llvm;

namespace tensortidy {

namespace {

int64_t nanoseconds(sys::TimePoint<> T) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             T.time_since_epoch())
      .count();
}

std::optional<uint64_t> contentsOf(const std::string &Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(Path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return std::nullopt;
  return xxh3_64bits((*Buffer)->getBuffer());
}

/// Without its contents.
std::optional<FileStamp> stampOf(const std::string &Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return std::nullopt;
  return FileStamp{Path, Status.getSize(),
                   nanoseconds(Status.getLastModificationTime()), 0};
}

bool isSameFile(const FileStamp &Before) {
  const std::optional<FileStamp> Now = stampOf(Before.Path);
  if (!Now || Now->Size != Before.Size)
    return false;
  return Now->Modified == Before.Modified ||
         contentsOf(Before.Path) == Before.Contents;
}

bool isSameFolder(const FileStamp &Before) {
  const std::optional<FileStamp> Now = stampOf(Before.Path);
  return Now && Now->Modified == Before.Modified;
}

} // namespace

bool isUnchanged(const ReadFiles &Before) {
  return all_of(Before.Files, isSameFile) &&
         all_of(Before.Folders, isSameFolder) &&
         none_of(Before.Absent,
                 [](const std::string &Path) { return sys::fs::exists(Path); });
}

const char RecordingFileSystem::ID = 0;

std::string RecordingFileSystem::absolute(const Twine &Path) const {
  SmallString<256> Absolute;
  Path.toVector(Absolute);
  makeAbsolute(Absolute);
  return std::string(Absolute);
}

void RecordingFileSystem::note(const Twine &Path, bool IsThere) {
  if (!IsThere)
    Absent.insert(absolute(Path));
}

ErrorOr<vfs::Status> RecordingFileSystem::status(const Twine &Path) {
  ErrorOr<vfs::Status> Result = ProxyFileSystem::status(Path);
  note(Path, bool(Result));
  return Result;
}

bool RecordingFileSystem::exists(const Twine &Path) {
  const bool IsThere = ProxyFileSystem::exists(Path);
  note(Path, IsThere);
  return IsThere;
}

ErrorOr<std::unique_ptr<vfs::File>>
RecordingFileSystem::openFileForRead(const Twine &Path) {
  ErrorOr<std::unique_ptr<vfs::File>> Result =
      ProxyFileSystem::openFileForRead(Path);
  (Result ? Files : Absent).insert(absolute(Path));
  return Result;
}

vfs::directory_iterator RecordingFileSystem::dir_begin(const Twine &Folder,
                                                       std::error_code &Error) {
  vfs::directory_iterator Result = ProxyFileSystem::dir_begin(Folder, Error);
  (Error ? Absent : Folders).insert(absolute(Folder));
  return Result;
}

std::optional<ReadFiles>
RecordingFileSystem::read(sys::TimePoint<> Start) const {
  ReadFiles All;
  for (const std::string &Path : Files) {
    std::optional<FileStamp> Stamp = stampOf(Path);
    const std::optional<uint64_t> Contents = contentsOf(Path);
    if (!Stamp || !Contents || Stamp->Modified >= nanoseconds(Start))
      return std::nullopt;
    Stamp->Contents = *Contents;
    All.Files.push_back(std::move(*Stamp));
  }
  for (const std::string &Path : Folders) {
    std::optional<FileStamp> Stamp = stampOf(Path);
    if (!Stamp || Stamp->Modified >= nanoseconds(Start))
      return std::nullopt;
    All.Folders.push_back(std::move(*Stamp));
  }
  All.Absent.assign(Absent.begin(), Absent.end());
  return All;
}

} // namespace tensortidy
