// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/MemoryTier.h"

#include <c10/core/CPUAllocator.h>

#include <cstring>
#include <mutex>
#include <pthread.h>
#include <unordered_map>

namespace tensor_probe {

namespace {
const CoreApi *core = nullptr;
c10::Allocator *inner = nullptr;
c10::DeleterFnPtr inner_delete = nullptr;
thread_local const void *last_given = nullptr;

/// Memory in use.
struct Block {
  std::uint64_t bytes;
  std::uint64_t peaks_before;   ///< peaks before it was given
  SiteBlock *row = nullptr;     ///< the copy that made it
  std::uint32_t generation = 0; ///< of `row`
  std::uint64_t number = 0;     ///< of the row's allocations, this included
};

/// Everything below `mutex`. Never destroyed.
struct Books {
  std::mutex mutex;
  std::unordered_map<const void *, Block> blocks;
  std::uint64_t in_use = 0, most = 0;
  /// Counts how often `most` rose. A row that was last touched before the
  /// last rise held then what it holds now.
  std::uint64_t peaks = 0;
};

Books &books() {
  static Books &all = *new Books;
  return all;
}

std::uint32_t generation() {
  return __atomic_load_n(core->generation, __ATOMIC_ACQUIRE);
}

void publish(const Books &all) {
  if (FileHeader *head = core->header()) {
    __atomic_store_n(&head->memory_peak_bytes, all.most, __ATOMIC_RELAXED);
    __atomic_store_n(&head->memory_peaks, all.peaks, __ATOMIC_RELAXED);
  }
}

/// Call before held_bytes changes.
void settle(SiteBlock &row, const Books &all) {
  if (row.memory_peaks == all.peaks)
    return;
  row.held_at_peak = row.held_bytes;
  row.memory_peaks = all.peaks;
}

void note_given(const void *memory, std::size_t bytes) {
  Books &all = books();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.blocks[memory] = Block{bytes, all.peaks};
  all.in_use += bytes;
  if (all.in_use > all.most) {
    all.most = all.in_use;
    ++all.peaks;
    publish(all);
  }
  last_given = memory;
}

/// The row's copies have not asked for memory since this was given: they could
/// have kept it.
void count_free(SiteBlock &row, const Block &block) {
  add_to(row.frees, 1);
  add_to(row.freed_bytes, block.bytes);
  if (block.number != row.allocations)
    return;
  add_to(row.short_lived, 1);
  add_to(row.short_lived_bytes, block.bytes);
}

void note_taken(const void *memory) {
  Books &all = books();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto block = all.blocks.find(memory);
  if (block == all.blocks.end())
    return;
  const Block &known = block->second;
  all.in_use -= known.bytes;
  if (known.row != nullptr && known.generation == generation()) {
    settle(*known.row, all);
    known.row->held_bytes -= known.bytes;
    count_free(*known.row, known);
  }
  all.blocks.erase(block);
}

void give_back(void *memory) {
  note_taken(memory);
  inner_delete(memory);
}

/// Passes everything on. `allocate` is const up to libtorch 2.2 or so, and
/// copy_data came with 2.3: of both only what is there overrides.
class Counting final : public c10::Allocator {
public:
  // NOLINTBEGIN(modernize-use-override)
  c10::DataPtr allocate(std::size_t bytes) const { return counted(bytes); }
  c10::DataPtr allocate(std::size_t bytes) { return counted(bytes); }
  void copy_data(void *to, const void *from, std::size_t bytes) const {
    std::memcpy(to, from, bytes);
  }
  // NOLINTEND(modernize-use-override)
  c10::DeleterFnPtr raw_deleter() const { return &give_back; }

private:
  static c10::DataPtr counted(std::size_t bytes) {
    c10::DataPtr given = inner->allocate(bytes);
    if (given.get() != nullptr && given.get() == given.get_context() &&
        given.compare_exchange_deleter(inner_delete, &give_back))
      note_given(given.get(), bytes);
    return given;
  }
};

void lock_books() { books().mutex.lock(); }
void unlock_books() { books().mutex.unlock(); }
} // namespace

void observe_memory(const CoreApi &api, PartStatus &status) {
  core = &api;
  inner = c10::GetCPUAllocator();
  inner_delete = inner->raw_deleter();
  if (inner_delete == nullptr) {
    core->give_reason("the CPU allocator of this process cannot be counted: "
                      "it has no deleter of its own; no peak memory is known");
    status.tiers_refused |= kTierMemory;
    return;
  }
  // The highest priority: an allocator that is set later is passed over.
  c10::SetCPUAllocator(new Counting, 255);
  pthread_atfork(lock_books, unlock_books, unlock_books);
  status.tiers |= kTierMemory;
}

bool is_new_memory(const at::Tensor &destination) {
  return inner_delete != nullptr && last_given != nullptr &&
         destination.has_storage() &&
         destination.storage().data_ptr().get() == last_given;
}

void charge_memory(const at::Tensor &destination, SiteBlock &row) {
  const void *memory = destination.storage().data_ptr().get();
  Books &all = books();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.blocks.find(memory);
  if (found == all.blocks.end() || found->second.row != nullptr)
    return;
  Block &block = found->second;
  settle(row, all);
  block.row = &row;
  block.generation = generation();
  row.held_bytes += block.bytes;
  add_to(row.allocated_bytes, block.bytes);
  add_to(row.allocations, 1);
  block.number = row.allocations;
  // It was there at the last peak if that came with it or after it.
  if (all.peaks > block.peaks_before)
    row.held_at_peak += block.bytes;
  publish(all);
}

} // namespace tensor_probe
