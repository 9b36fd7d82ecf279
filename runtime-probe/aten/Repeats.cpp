// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/Repeats.h"

#include "aten/Describe.h"
#include "aten/TryLock.h"

#include <c10/core/StorageImpl.h>

namespace tensor_probe {

namespace {
using WeakStorage = c10::weak_intrusive_ptr<c10::StorageImpl>;

/// The last copy of one source at one row. A weak reference is held on the
/// storage: its address cannot become that of another one, while its memory
/// is given back as ever.
struct Slot {
  bool busy;
  std::uint32_t generation, version;
  c10::StorageImpl *storage; ///< one weak reference, or null
  const SiteBlock *row;
  std::uint64_t geometry;
};

/// Direct-mapped. Plain data: never destroyed.
constexpr std::size_t kSlots = 4096;
Slot slots[kSlots];

Slot &slot_of(const c10::StorageImpl *storage, const SiteBlock &row) {
  const std::uint64_t hash =
      mixed(reinterpret_cast<std::uintptr_t>(storage) >> 4,
            reinterpret_cast<std::uintptr_t>(&row) >> 3);
  return slots[hash % kSlots];
}

void replace(Slot &slot, const at::Tensor &source) {
  if (slot.storage != nullptr)
    WeakStorage::reclaim(slot.storage); // dropped at the end of the statement
  slot.storage = source.storage().getWeakStorageImpl().release();
}
} // namespace

bool is_repeat(const at::Tensor &source, const SiteBlock &row,
               std::uint32_t generation) {
  const c10::VariableVersion &counter =
      source.unsafeGetTensorImpl()->version_counter();
  if (!counter.enabled() || !source.has_storage())
    return false;
  c10::StorageImpl *storage = source.storage().unsafeGetStorageImpl();
  const std::uint32_t version = counter.current_version();
  const std::uint64_t geometry =
      layout_hash(source, static_cast<std::uint64_t>(source.storage_offset()));
  Slot &slot = slot_of(storage, row);
  const TryLock lock(slot.busy);
  if (!lock.taken())
    return false;
  const bool known = slot.storage == storage && slot.row == &row &&
                     slot.generation == generation;
  const bool repeated =
      known && slot.version == version && slot.geometry == geometry;
  if (!repeated) {
    if (!known)
      replace(slot, source);
    slot.row = &row;
    slot.generation = generation;
    slot.version = version;
    slot.geometry = geometry;
  }
  return repeated;
}

} // namespace tensor_probe
