// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/StackCache.h"

#include <cstring>
#include <pthread.h>

namespace tensor_probe {

void StackCache::adopt_thread() {
  stack_low_ = stack_high_ = 0;
  hits_ = 0;
  last_ = kNone;
  oldest_ = 0;
  std::memset(heads_, 0xff, sizeof(heads_));
  for (Entry &entry : entries_) {
    if (entry.lowest_slot == 0)
      break;
    entry.lowest_slot = 0;
  }
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  void *low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    stack_low_ = reinterpret_cast<std::uintptr_t>(low);
    stack_high_ = stack_low_ + size;
  }
  pthread_attr_destroy(&attributes);
}

std::uint32_t StackCache::bucket_of(std::uintptr_t lowest_slot) {
  return static_cast<std::uint32_t>((lowest_slot >> 4) * 2654435761U >> 8) %
         kBuckets;
}

/// Whether every slot still holds its return address. From the innermost
/// outwards, so that a slot is read only if all below it match.
static bool verify(const StackCache::Entry &entry) {
  const char *base = reinterpret_cast<const char *>(entry.lowest_slot);
  for (std::uint32_t i = 0; i < entry.count; ++i) {
    std::uintptr_t held;
    std::memcpy(&held, base + entry.slots[i], sizeof(held));
    if (held != entry.pcs[i])
      return false;
  }
  return true;
}

StackCache::Entry *StackCache::find(std::uintptr_t lowest_slot) {
  if (!on_own_stack(lowest_slot))
    return nullptr;
  // A loop over several call sites hits them in the same order each time.
  const std::uint16_t predicted =
      last_ == kNone ? kNone : entries_[last_].successor;
  if (predicted != kNone && entries_[predicted].lowest_slot == lowest_slot &&
      verify(entries_[predicted])) {
    last_ = predicted;
    return &entries_[predicted];
  }
  for (std::uint16_t i = heads_[bucket_of(lowest_slot)]; i != kNone;
       i = entries_[i].next) {
    if (entries_[i].lowest_slot != lowest_slot || !verify(entries_[i]))
      continue;
    if (last_ != kNone)
      entries_[last_].successor = i;
    last_ = i;
    return &entries_[i];
  }
  return nullptr;
}

void StackCache::unlink(std::uint16_t index) {
  std::uint16_t *link = &heads_[bucket_of(entries_[index].lowest_slot)];
  while (*link != kNone && *link != index)
    link = &entries_[*link].next;
  if (*link == index)
    *link = entries_[index].next;
}

StackCache::Entry *StackCache::add(std::uintptr_t lowest_slot,
                                   const WalkedStack &stack) {
  if (!stack.verifiable || !on_own_stack(lowest_slot) ||
      stack.slots[0] < lowest_slot ||
      stack.slots[stack.count - 1] > stack_high_ - sizeof(std::uintptr_t))
    return nullptr;
  const std::uint16_t index = oldest_;
  oldest_ = static_cast<std::uint16_t>((oldest_ + 1) % kEntries);
  Entry &entry = entries_[index];
  if (entry.lowest_slot != 0)
    unlink(index);
  entry.lowest_slot = lowest_slot;
  entry.successor = kNone;
  entry.count = stack.count;
  entry.flags = stack.flags;
  for (std::uint32_t i = 0; i < stack.count; ++i) {
    entry.pcs[i] = stack.pcs[i];
    entry.slots[i] = static_cast<std::uint32_t>(stack.slots[i] - lowest_slot);
  }
  std::uint16_t &head = heads_[bucket_of(lowest_slot)];
  entry.next = head;
  head = index;
  if (last_ != kNone)
    entries_[last_].successor = index;
  last_ = index;
  return &entry;
}

bool StackCache::equals(const Entry &entry, const WalkedStack &stack) {
  return entry.count == stack.count &&
         std::memcmp(entry.pcs, stack.pcs, stack.count * sizeof(*stack.pcs)) ==
             0;
}

} // namespace tensor_probe
