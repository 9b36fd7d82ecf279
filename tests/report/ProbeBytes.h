// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the bytes of a probe file by hand, for tests of its reader.
#ifndef TENSOR_PROBE_TESTS_REPORT_PROBE_BYTES_H
#define TENSOR_PROBE_TESTS_REPORT_PROBE_BYTES_H

#include "core/Format.h"

#include <cstring>
#include <string>
#include <vector>

namespace tensor_probe {

class ProbeBytes {
public:
  FileHeader header{};

  ProbeBytes() {
    header.magic = kMagic;
    header.version = kFormatVersion;
    header.byte_order = kByteOrder;
    header.header_bytes = kHeaderBytes;
    header.state = std::uint32_t(RunState::ended);
    header.pid = 4711;
    header.last_update_ns = 1000000000;
    header.tiers = kTierCopiesCpu;
    header.event_cost_ns = 100;
    std::strcpy(header.torch_version, "1.13.1");
    std::strcpy(header.program, "prog");
    std::strcpy(header.host, "host");
  }

  std::uint32_t module(const std::string &path,
                       const std::vector<std::uint8_t> &build_id = {}) {
    ModuleBlock block{};
    if (!build_id.empty())
      std::memcpy(block.build_id, build_id.data(), build_id.size());
    block.build_id_length = std::uint32_t(build_id.size());
    block.path_length = std::uint32_t(path.size());
    return add(BlockKind::module_, block, header.modules, path + '\0');
  }

  std::uint32_t stack(const std::vector<Frame> &frames,
                      std::uint32_t flags = 0) {
    StackBlock block{};
    block.frame_count = std::uint32_t(frames.size());
    block.flags = flags;
    std::string rest(reinterpret_cast<const char *>(frames.data()),
                     frames.size() * sizeof(Frame));
    return add(BlockKind::stack, block, header.stacks, rest);
  }

  std::uint32_t string(StringKind kind, const std::string &text) {
    StringBlock block{};
    block.string_kind = std::uint32_t(kind);
    block.length = std::uint32_t(text.size());
    return add(BlockKind::string, block, header.strings, text + '\0');
  }

  std::uint64_t scope(std::uint32_t name,
                      const std::vector<ScopeEntry> &entries) {
    ScopeBlock block{};
    block.name = name;
    block.entries = std::uint32_t(entries.size());
    block.end_ns = 1000;
    std::string rest(reinterpret_cast<const char *>(entries.data()),
                     entries.size() * sizeof(ScopeEntry));
    std::uint32_t number = std::uint32_t(header.scopes++);
    add(BlockKind::scope, block, number, rest);
    return number;
  }

  /// A stack under these Python frames.
  std::uint32_t python_stack(const std::vector<Frame> &frames,
                             const std::vector<PythonFrame> &python) {
    StackBlock block{};
    block.frame_count = std::uint32_t(frames.size());
    std::string rest(reinterpret_cast<const char *>(frames.data()),
                     frames.size() * sizeof(Frame));
    rest.append(reinterpret_cast<const char *>(python.data()),
                python.size() * sizeof(PythonFrame));
    return add(BlockKind::stack, block, header.stacks, rest,
               std::uint32_t(python.size()));
  }

  /// A [3, 2] with strides [1, 3].
  void violation(std::uint32_t text, std::uint32_t file, std::uint32_t line,
                 std::uint32_t layout = 0) {
    ViolationBlock block{};
    block.text = text;
    block.file = file;
    block.line = line;
    block.count = 4;
    block.layout = layout;
    block.dim = 2;
    block.sizes[0] = 3;
    block.sizes[1] = 2;
    block.strides[0] = 1;
    block.strides[1] = 3;
    std::uint32_t number = std::uint32_t(header.violations++);
    add(BlockKind::violation, block, number, "");
  }

  /// A step of how tensors came to be strided; before: its id, or kNoId.
  std::uint32_t layout(std::uint32_t op, std::uint32_t stack,
                       std::uint32_t before = kNoId, std::uint32_t flags = 0) {
    LayoutBlock block{};
    block.op = op;
    block.stack = stack;
    block.before = before;
    block.flags = flags;
    std::uint32_t number = std::uint32_t(header.layouts++);
    return add(BlockKind::layout, block, number, "");
  }

  /// Its header is set here.
  void misuse(const MisuseBlock &block) {
    std::uint32_t number = std::uint32_t(header.misuses++);
    add(BlockKind::misuse, block, number, "");
  }

  /// A row as the first probes of this format version wrote it.
  std::uint32_t short_row(const SiteBlock &block) {
    const std::size_t start = blocks.size();
    const std::uint32_t id = row(block);
    blocks.resize(start + kLeastSiteBytes);
    auto bytes = std::uint32_t(kLeastSiteBytes);
    std::memcpy(&blocks[start + offsetof(BlockHeader, bytes)], &bytes,
                sizeof bytes);
    return id;
  }

  /// A layout copy of a transposed [2, 3] Float.
  static SiteBlock copy_row(std::uint32_t stack, std::uint64_t count = 1) {
    SiteBlock row{};
    row.stack = stack;
    row.op = kNoId;
    row.row_kind = std::uint8_t(RowKind::copy);
    row.copy_class = std::uint8_t(CopyClass::layout_copy);
    row.dst_dtype = row.src_dtype = 6;
    row.dst_device_index = row.src_device_index = -1;
    row.dst_dim = row.src_dim = 2;
    row.dst_itemsize = row.src_itemsize = 4;
    const std::int64_t sizes[] = {3, 2}, from[] = {1, 3}, to[] = {2, 1};
    std::memcpy(row.dst_sizes, sizes, sizeof sizes);
    std::memcpy(row.src_sizes, sizes, sizeof sizes);
    std::memcpy(row.dst_strides, to, sizeof to);
    std::memcpy(row.src_strides, from, sizeof from);
    row.count = count;
    row.bytes = 24 * count;
    row.ns_sum = 12 * count;
    row.ns_min = row.ns_max = 12;
    row.last_ns = 500;
    return row;
  }

  static SiteBlock reach_row(std::uint32_t stack, std::uint32_t op,
                             std::uint64_t count) {
    SiteBlock row{};
    row.stack = stack;
    row.op = op;
    row.row_kind = std::uint8_t(RowKind::reach);
    row.count = count;
    return row;
  }

  void trace(const std::vector<TraceEvent> &events) {
    TraceBlock block{};
    block.capacity = block.taken = events.size();
    std::string rest(reinterpret_cast<const char *>(events.data()),
                     events.size() * sizeof(TraceEvent));
    std::uint32_t number = std::uint32_t(header.traces++);
    header.tiers |= kTierTrace;
    add(BlockKind::trace, block, number, rest);
  }

  void gpu(const GpuBlock &block) {
    std::uint32_t number = std::uint32_t(header.gpu_rows++);
    add(BlockKind::gpu, block, number, "");
  }

  std::uint32_t row(const SiteBlock &block) {
    return add(BlockKind::site, block, header.rows, "");
  }

  /// A block of a kind that this version does not know.
  void unknown_block() {
    BlockHeader block{77, 32, 0, 0};
    blocks.append(reinterpret_cast<const char *>(&block), sizeof block);
    blocks.append(16, '\x5a');
  }

  /// Where the next block will start.
  std::uint64_t end() const { return kHeaderBytes + blocks.size(); }

  std::string bytes() const {
    FileHeader whole = header;
    whole.used_bytes = end();
    std::string all(reinterpret_cast<const char *>(&whole), sizeof whole);
    return all + blocks + std::string(256, '\0');
  }

private:
  std::string blocks;

  template <typename Block>
  std::uint32_t add(BlockKind kind, Block block, std::uint32_t &counter,
                    const std::string &rest, std::uint32_t extra = 0) {
    std::size_t bytes = (sizeof block + rest.size() + 7) / 8 * 8;
    block.header = {std::uint32_t(kind), std::uint32_t(bytes), counter, extra};
    blocks.append(reinterpret_cast<const char *>(&block), sizeof block);
    blocks += rest;
    blocks.append(bytes - sizeof block - rest.size(), '\0');
    return counter++;
  }
};

/// Two modules, two stacks, three rows, two strings.
inline ProbeBytes small_probe_file() {
  ProbeBytes file;
  file.module("/nowhere/prog", {0xab, 0xcd});
  file.module("/nowhere/libtorch_cpu.so.1.13");
  file.stack({{0x2010, 0x10, 1, 0}, {0x1020, 0x20, 0, 0}});
  file.stack({{0x2030, 0x30, 1, 0}, {0x7000, 0x7000, kNoId, 0}});
  std::uint32_t op = file.string(StringKind::operator_name, "aten::reshape");
  file.string(StringKind::reason, "no GPU here");
  file.row(ProbeBytes::copy_row(0, 3));
  file.unknown_block();
  file.row(ProbeBytes::copy_row(1));
  file.row(ProbeBytes::reach_row(0, op, 5));
  return file;
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_TESTS_REPORT_PROBE_BYTES_H
