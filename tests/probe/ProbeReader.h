// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a probe file back, with nothing but the format's own header: what the
// tests hold against known truth.

#ifndef TENSOR_TIDY_TESTS_PROBE_PROBEREADER_H
#define TENSOR_TIDY_TESTS_PROBE_PROBEREADER_H

#include "core/Format.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace tensor_probe_test {

using namespace tensor_probe;

struct ReadStack {
  StackBlock block;
  std::vector<Frame> frames;
};

struct ReadModule {
  ModuleBlock block;
  std::string path;
};

struct ReadScope {
  ScopeBlock block;
  std::vector<ScopeEntry> entries;
};

struct ReadViolation {
  ViolationBlock block;
  std::string text, file;
};

struct ReadFile {
  bool valid = false;
  FileHeader header{};
  std::vector<ReadModule> modules;
  std::vector<ReadStack> stacks;
  std::vector<SiteBlock> rows;
  std::vector<std::string> strings;
  std::vector<ReadScope> scopes;
  std::vector<ReadViolation> violations;
  std::vector<MisuseBlock> misuses;
  std::vector<LayoutBlock> layouts;
  std::vector<GpuBlock> gpu;
  std::uint32_t traces = 0;
  std::vector<TraceEvent> events;

  /// The operators of these steps, the first one first.
  std::vector<std::string> steps(std::uint32_t layout) const {
    std::vector<std::string> ops;
    for (; layout != 0; layout = layouts.at(layout - 1).before + 1)
      ops.insert(ops.begin(), strings.at(layouts.at(layout - 1).op));
    return ops;
  }
  std::vector<SiteBlock> rows_of(CopyClass copy_class) const {
    std::vector<SiteBlock> result;
    for (const SiteBlock &row : rows)
      if (row.row_kind == static_cast<int>(RowKind::copy) &&
          row.copy_class == static_cast<int>(copy_class))
        result.push_back(row);
    return result;
  }
  std::uint64_t copies() const {
    std::uint64_t sum = 0;
    for (const SiteBlock &row : rows)
      if (row.row_kind == static_cast<int>(RowKind::copy))
        sum += row.count;
    return sum;
  }
  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const SiteBlock &row : rows)
      sum += row.bytes;
    return sum;
  }
  std::uint64_t all_losses() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t loss : header.losses)
      sum += loss;
    return sum;
  }
  /// The innermost frame of the stack that lies in a module of this base name.
  const Frame *frame_in(std::uint32_t stack, const std::string &base) const {
    for (const Frame &frame : stacks.at(stack).frames)
      if (frame.module != kNoId &&
          std::filesystem::path(modules.at(frame.module).path).filename() ==
              base)
        return &frame;
    return nullptr;
  }
  /// Copies that autograd's node of this name made; known: of which the forward
  /// call is known, or not.
  std::uint64_t copies_in(const std::string &node, bool known) const {
    std::uint64_t sum = 0;
    for (const SiteBlock &row : rows)
      if (row.node != 0 && strings.at(row.node - 1) == node &&
          (row.forward != 0) == known)
        sum += row.count;
    return sum;
  }
  /// Calls of this operator, summed over all stacks.
  std::uint64_t reached(const std::string &op) const {
    std::uint64_t sum = 0;
    for (const SiteBlock &row : rows)
      if (row.row_kind == static_cast<int>(RowKind::reach) &&
          strings.at(row.op) == op)
        sum += row.count;
    return sum;
  }
};

inline void read_block(const char *block, ReadFile &file) {
  BlockHeader head;
  std::memcpy(&head, block, sizeof(head));
  switch (static_cast<BlockKind>(head.kind)) {
  case BlockKind::module_: {
    ReadModule module;
    std::memcpy(&module.block, block, sizeof(module.block));
    module.path = block + sizeof(ModuleBlock);
    file.modules.push_back(module);
    break;
  }
  case BlockKind::stack: {
    ReadStack stack;
    std::memcpy(&stack.block, block, sizeof(stack.block));
    stack.frames.resize(stack.block.frame_count);
    std::memcpy(stack.frames.data(), block + sizeof(StackBlock),
                stack.frames.size() * sizeof(Frame));
    file.stacks.push_back(stack);
    break;
  }
  case BlockKind::site: {
    SiteBlock row;
    std::memcpy(&row, block, sizeof(row));
    file.rows.push_back(row);
    break;
  }
  case BlockKind::string:
    file.strings.push_back(block + sizeof(StringBlock));
    break;
  case BlockKind::violation: {
    ReadViolation violation;
    std::memcpy(&violation.block, block, sizeof(violation.block));
    violation.text = file.strings.at(violation.block.text);
    violation.file = file.strings.at(violation.block.file);
    file.violations.push_back(violation);
    break;
  }
  case BlockKind::misuse: {
    MisuseBlock misuse;
    std::memcpy(&misuse, block, sizeof(misuse));
    file.misuses.push_back(misuse);
    break;
  }
  case BlockKind::layout: {
    LayoutBlock layout;
    std::memcpy(&layout, block, sizeof(layout));
    file.layouts.push_back(layout);
    break;
  }
  case BlockKind::gpu: {
    GpuBlock gpu;
    std::memcpy(&gpu, block, sizeof(gpu));
    file.gpu.push_back(gpu);
    break;
  }
  case BlockKind::trace: {
    TraceBlock trace;
    std::memcpy(&trace, block, sizeof(trace));
    ++file.traces;
    const std::size_t known = file.events.size();
    file.events.resize(known + std::min(trace.taken, trace.capacity));
    std::memcpy(file.events.data() + known, block + sizeof(trace),
                (file.events.size() - known) * sizeof(TraceEvent));
    break;
  }
  case BlockKind::scope: {
    ReadScope scope;
    std::memcpy(&scope.block, block, sizeof(scope.block));
    scope.entries.resize(scope.block.entries);
    std::memcpy(scope.entries.data(), block + sizeof(ScopeBlock),
                scope.entries.size() * sizeof(ScopeEntry));
    file.scopes.push_back(scope);
    break;
  }
  }
}

inline ReadFile read_probe_file(const std::filesystem::path &path) {
  ReadFile file;
  std::ifstream stream(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  if (text.size() < kHeaderBytes)
    return file;
  std::memcpy(&file.header, text.data(), sizeof(file.header));
  const FileHeader &head = file.header;
  if (head.magic != kMagic || head.version != kFormatVersion ||
      head.byte_order != kByteOrder || head.used_bytes > text.size())
    return file;
  for (std::uint64_t offset = head.header_bytes; offset < head.used_bytes;) {
    BlockHeader block;
    std::memcpy(&block, text.data() + offset, sizeof(block));
    if (block.bytes < sizeof(block) || block.bytes % 8 != 0 ||
        offset + block.bytes > head.used_bytes)
      return file;
    read_block(text.data() + offset, file);
    offset += block.bytes;
  }
  file.valid = head.rows == file.rows.size() &&
               head.stacks == file.stacks.size() &&
               head.modules == file.modules.size() &&
               head.strings == file.strings.size() &&
               head.scopes == file.scopes.size() &&
               head.violations == file.violations.size() &&
               head.layouts == file.layouts.size() &&
               head.misuses == file.misuses.size() &&
               head.gpu_rows == file.gpu.size() && head.traces == file.traces;
  return file;
}

/// The probe files of a folder, sorted by name.
inline std::vector<std::filesystem::path>
probe_files(const std::filesystem::path &folder) {
  std::vector<std::filesystem::path> result;
  if (!std::filesystem::exists(folder))
    return result;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".probe")
      result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace tensor_probe_test

#endif // TENSOR_TIDY_TESTS_PROBE_PROBEREADER_H
