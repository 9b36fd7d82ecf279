// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/LayoutTable.h"

namespace tensor_probe {

namespace {
bool same_step(const LayoutBlock &a, const LayoutBlock &b) {
  return a.op == b.op && a.stack == b.stack && a.before == b.before &&
         a.flags == b.flags;
}

std::uint32_t hash_of(const LayoutBlock &step) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  const std::uint32_t words[] = {step.op, step.stack, step.before, step.flags};
  for (const std::uint32_t word : words)
    hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
  return static_cast<std::uint32_t>(hash >> 32);
}
} // namespace

bool LayoutTable::prepare(Arena &arena) {
  blocks_ = static_cast<LayoutBlock **>(arena.take(kMost * sizeof(*blocks_)));
  slots_ = static_cast<std::uint32_t *>(arena.take(kSlots * sizeof(*slots_)));
  return blocks_ != nullptr && slots_ != nullptr;
}

/// The slot of this step: it holds 0 if the step is new.
std::uint32_t *LayoutTable::slot_of(const LayoutBlock &wanted) const {
  std::uint32_t index = hash_of(wanted) & (kSlots - 1);
  while (slots_[index] != 0 && !same_step(step(slots_[index]), wanted))
    index = (index + 1) & (kSlots - 1);
  return &slots_[index];
}

std::uint32_t LayoutTable::steps(std::uint32_t layout) const {
  std::uint32_t steps = 0;
  for (; layout != 0; ++steps)
    layout = step(layout).before + 1; // kNoId + 1 is 0
  return steps;
}

std::uint32_t LayoutTable::add(const LayoutBlock &step, ProbeFile &file) {
  std::uint32_t *slot = slot_of(step);
  if (*slot != 0)
    return *slot;
  if (count_ >= kMost)
    return 0;
  auto *block = static_cast<LayoutBlock *>(
      file.reserve(BlockKind::layout, sizeof(LayoutBlock)));
  if (block == nullptr)
    return 0;
  block->op = step.op;
  block->stack = step.stack;
  block->before = step.before;
  block->flags = step.flags;
  file.commit(block);
  blocks_[count_] = block;
  *slot = ++count_;
  return *slot;
}

} // namespace tensor_probe
