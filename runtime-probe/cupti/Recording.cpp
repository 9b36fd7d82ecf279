// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/Recording.h"

#include "cupti/Activity.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <vector>

namespace tensor_probe {

bool Recorder::open(const char *folder, const RecordingHeader &header) {
  const std::string path =
      std::string(folder) + "/" + std::to_string(getpid()) + ".cupti";
  file_ = std::fopen(path.c_str(), "wbe");
  return file_ != nullptr &&
         std::fwrite(&header, sizeof(header), 1, file_) == 1;
}

void Recorder::chunk(ChunkKind kind, std::uint32_t count, std::uint64_t bytes) {
  const ChunkHeader header{static_cast<std::uint32_t>(kind), count, bytes};
  std::fwrite(&header, sizeof(header), 1, file_);
}

void Recorder::buffer(const CuptiTable &cupti, std::uint8_t *bytes,
                      std::size_t valid) {
  std::vector<std::uint32_t> offsets;
  CUpti_Activity *record = nullptr;
  while (cupti.next_record(bytes, valid, &record) == CUPTI_SUCCESS)
    offsets.push_back(static_cast<std::uint32_t>(
        reinterpret_cast<std::uint8_t *>(record) - bytes));
  const auto count = static_cast<std::uint32_t>(offsets.size());
  chunk(ChunkKind::buffer, count, count * sizeof(std::uint32_t) + valid);
  std::fwrite(offsets.data(), sizeof(std::uint32_t), count, file_);
  std::fwrite(bytes, 1, valid, file_);
  std::fflush(file_);
}

void Recorder::pair(ChunkKind kind, std::uint64_t first, std::uint64_t second) {
  const std::uint64_t words[] = {first, second};
  chunk(kind, 1, sizeof(words));
  std::fwrite(words, sizeof(words), 1, file_);
  std::fflush(file_);
}

namespace {
class Player {
public:
  Player(const std::string &bytes, Ledger &ledger)
      : bytes_(bytes), ledger_(ledger) {}

  bool play(RecordingHeader &header, std::string &error) {
    if (!read(header) || header.magic != kRecordingMagic)
      return wrong(error, "no recording of CUPTI's buffers");
    while (at_ < bytes_.size()) {
      ChunkHeader chunk;
      if (!read(chunk) || chunk.bytes > bytes_.size() - at_)
        return wrong(error, "the recording ends inside a chunk");
      const std::size_t end = at_ + chunk.bytes;
      if (!play_chunk(chunk))
        return wrong(error, "damaged: a chunk that does not hold what it says");
      at_ = end;
    }
    return true;
  }

private:
  template <typename Value> bool read(Value &value) {
    if (bytes_.size() - at_ < sizeof(value))
      return false;
    std::memcpy(&value, bytes_.data() + at_, sizeof(value));
    at_ += sizeof(value);
    return true;
  }

  bool wrong(std::string &error, const char *what) const {
    error = "byte " + std::to_string(at_) + ": " + what;
    return false;
  }

  bool play_chunk(const ChunkHeader &chunk) {
    if (chunk.kind == static_cast<std::uint32_t>(ChunkKind::buffer))
      return play_buffer(chunk);
    std::uint64_t first = 0, second = 0;
    if (chunk.bytes != 2 * sizeof(first) || !read(first) || !read(second))
      return false;
    if (chunk.kind == static_cast<std::uint32_t>(ChunkKind::graph_node))
      ledger_.add_node(first, static_cast<std::uint32_t>(second));
    else if (chunk.kind == static_cast<std::uint32_t>(ChunkKind::cloned_node))
      ledger_.clone_node(first, second);
    else
      return false;
    return true;
  }

  bool play_buffer(const ChunkHeader &chunk) {
    std::vector<std::uint32_t> offsets(
        chunk.bytes / sizeof(std::uint32_t) < chunk.count ? 0 : chunk.count);
    if (offsets.size() != chunk.count)
      return false;
    for (std::uint32_t &offset : offsets)
      read(offset);
    const std::size_t valid = chunk.bytes - chunk.count * sizeof(std::uint32_t);
    // Aligned as CUPTI's own are, and long enough for any record at its end.
    std::vector<std::uint64_t> buffer(valid / 8 + 1 + kSpareWords);
    std::memcpy(buffer.data(), bytes_.data() + at_, valid);
    for (const std::uint32_t offset : offsets) {
      if (offset % 8 != 0 || offset + sizeof(CUpti_Activity) > valid)
        return false;
      Activity activity = decode(*reinterpret_cast<const CUpti_Activity *>(
          reinterpret_cast<const char *>(buffer.data()) + offset));
      activity.name = nullptr; // of the process that recorded it
      ledger_.take(activity);
    }
    return true;
  }

  static constexpr std::size_t kSpareWords = 64;
  const std::string &bytes_;
  Ledger &ledger_;
  std::size_t at_ = 0;
};
} // namespace

bool replay(const char *path, Ledger &ledger, RecordingHeader &header,
            std::string &error) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    error = "cannot be read";
    return false;
  }
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return Player(bytes, ledger).play(header, error);
}

} // namespace tensor_probe
