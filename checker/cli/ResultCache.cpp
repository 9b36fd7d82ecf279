// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ResultCache.h"

#include "cli/Fields.h"
#include "contracts/JsonArchive.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tensortidy {

namespace {

/// What a file of the cache holds.
struct Kept {
  std::vector<std::string> Key;
  ReadFiles Read;
  FileResult Result;
};

template <typename Archive> void fields(Archive &A, Kept &K) {
  A("key", K.Key);
  A("read", K.Read);
  A("result", K.Result);
}

} // namespace

template <typename Archive> void fields(Archive &A, FileStamp &S) {
  A("path", S.Path);
  A("size", S.Size);
  A("modified", S.Modified);
  A("contents", S.Contents);
}

template <typename Archive> void fields(Archive &A, ReadFiles &R) {
  A("files", R.Files);
  A("folders", R.Folders);
  A("absent", R.Absent);
}

std::string ResultCache::defaultFolder() {
  SmallString<256> Path;
  if (!sys::path::cache_directory(Path))
    return "";
  sys::path::append(Path, "tensor-tidy");
  return std::string(Path);
}

/// pruneCache() knows its files by their names.
std::string ResultCache::pathOf(const std::vector<std::string> &Key) const {
  SHA1 Hash;
  for (const std::string &Part : Key) {
    Hash.update(Part);
    Hash.update(StringRef("\0", 1));
  }
  SmallString<256> Path(Folder);
  sys::path::append(Path, "llvmcache-" + toHex(Hash.final()));
  return std::string(Path);
}

std::optional<FileResult>
ResultCache::find(const std::vector<std::string> &Key) const {
  if (!isOn())
    return std::nullopt;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFile(pathOf(Key));
  if (!Text)
    return std::nullopt;
  Expected<json::Value> Value = json::parse((*Text)->getBuffer());
  if (!Value) {
    consumeError(Value.takeError());
    return std::nullopt;
  }
  Kept K;
  if (!JsonReader::read(&*Value, K) || K.Key != Key || !isUnchanged(K.Read))
    return std::nullopt;
  return std::move(K.Result);
}

void ResultCache::keep(const std::vector<std::string> &Key,
                       const FileResult &Result, ReadFiles Read) const {
  if (!isOn() || sys::fs::create_directories(Folder))
    return;
  Kept K{Key, std::move(Read), Result};
  consumeError(writeToOutput(pathOf(Key), [&](raw_ostream &Out) {
    Out << JsonWriter::write(K);
    return Error::success();
  }));
}

void ResultCache::prune() const {
  if (!isOn() || !sys::fs::is_directory(Folder))
    return;
  CachePruningPolicy Policy;
  Policy.MaxSizeBytes = uint64_t(1) << 30;
  pruneCache(Folder, Policy);
}

} // namespace tensortidy
