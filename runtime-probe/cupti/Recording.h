// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUPTI's buffers as a GPU filled them, kept in a file to be decoded again on
// machines without one. The file: a RecordingHeader, then chunks, each a
// ChunkHeader and `bytes` bytes. All integers little-endian. What a pointer in
// a record pointed to (a kernel's name) is not kept, and not looked at.

#ifndef TENSOR_PROBE_CUPTI_RECORDING_H
#define TENSOR_PROBE_CUPTI_RECORDING_H

#include "cupti/CuptiTable.h"
#include "cupti/Ledger.h"

#include <cstdint>
#include <cstdio>
#include <string>

namespace tensor_probe {

/// The bytes "TTCUPTI1" read as a little-endian integer.
constexpr std::uint64_t kRecordingMagic = 0x3149545055435454ULL;

struct RecordingHeader {
  std::uint64_t magic;         ///< kRecordingMagic
  std::uint32_t emulated;      ///< 1: made up, by no GPU
  std::uint32_t cupti_version; ///< cuptiGetVersion()
  std::int32_t driver_version; ///< cuDriverGetVersion(), 13000 for 13.0
  std::uint32_t reserved;
  char gpu[64]; ///< name of the first device, NUL-terminated
};
static_assert(sizeof(RecordingHeader) == 88, "fixed layout");

enum class ChunkKind : std::uint32_t {
  buffer = 1,      ///< `count` offsets of records (u32), then the buffer
  graph_node = 2,  ///< two u64: a node, and the row (id) that captured it
  cloned_node = 3, ///< two u64: a node, and the one that it is a copy of
};

struct ChunkHeader {
  std::uint32_t kind; ///< ChunkKind
  std::uint32_t count;
  std::uint64_t bytes;
};
static_assert(sizeof(ChunkHeader) == 16, "fixed layout");

/// Writes a recording. Not thread-safe.
class Recorder {
public:
  /// PID.cupti in `folder`, which exists. False, with errno, if it cannot be
  /// made.
  bool open(const char *folder, const RecordingHeader &header);
  bool is_open() const { return file_ != nullptr; }
  /// One buffer that CUPTI has filled, as it is.
  void buffer(const CuptiTable &cupti, std::uint8_t *bytes, std::size_t valid);
  void pair(ChunkKind kind, std::uint64_t first, std::uint64_t second);

private:
  void chunk(ChunkKind kind, std::uint32_t count, std::uint64_t bytes);
  std::FILE *file_ = nullptr;
};

/// Gives a ledger everything that the recording at `path` holds. False, with
/// one sentence that names the byte, if it is damaged; what came before that
/// has been given then.
bool replay(const char *path, Ledger &ledger, RecordingHeader &header,
            std::string &error);

} // namespace tensor_probe

#endif // TENSOR_PROBE_CUPTI_RECORDING_H
