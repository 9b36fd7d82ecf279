// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/Ledger.h"

#include "cupti/InductorNames.h"

#include <utility>

namespace tensor_probe {

Ledger::Ledger(const CoreApi &core, bool emulated)
    : core_(core), emulated_(emulated), slots_(kSlots), nodes_(kNodes) {}

/// Null if a later call has taken the slot: ids ascend, and may wrap.
Ledger::Slot *Ledger::slot_of(std::uint32_t correlation) {
  Slot &slot = slots_[correlation % kSlots];
  if (slot.is_used && slot.correlation == correlation)
    return &slot;
  if (slot.is_used &&
      static_cast<std::int32_t>(correlation - slot.correlation) < 0) {
    ++lost_;
    return nullptr;
  }
  slot = Slot{};
  slot.correlation = correlation;
  slot.is_used = true;
  return &slot;
}

void Ledger::charge(std::uint32_t row, const Activity &activity,
                    bool replayed) {
  GpuBlock *block = core_.gpu_row(row);
  if (block == nullptr) {
    ++lost_;
    return;
  }
  const std::uint64_t ns = kept(activity.ns());
  switch (activity.work) {
  case Work::kernel:
    add_to(block->kernels, 1);
    add_to(block->kernel_ns, ns);
    break;
  case Work::transfer:
    add_to(block->transfers, 1);
    add_to(block->transfer_ns, ns);
    add_to(block->transfer_bytes, activity.bytes);
    add_to(block->pageable, activity.pageable ? 1 : 0);
    add_to(block->pinned, activity.pinned ? 1 : 0);
    add_to(block->peer, activity.peer ? 1 : 0);
    break;
  default:
    add_to(block->fills, 1);
    add_to(block->fill_ns, ns);
  }
  add_to(block->incomplete, activity.is_complete() ? 0 : 1);
  if (replayed) {
    add_to(block->replayed, 1);
    add_to(block->replayed_ns, ns);
  }
  if (!emulated_)
    overlap_.ask(activity, *block);
}

void Ledger::charge_waits(Slot &slot) {
  GpuBlock *block = core_.gpu_row(slot.owner - 1);
  if (block == nullptr)
    return;
  // A call that copies from pageable memory holds the host itself.
  if (slot.is_call && slot.is_pageable && !slot.is_charged) {
    slot.is_charged = true;
    ++slot.waits;
    slot.wait_ns += slot.call_ns;
  }
  add_to(block->waits, slot.waits);
  add_to(block->wait_ns, kept(slot.wait_ns));
  slot.waits = 0;
  slot.wait_ns = 0;
}

void Ledger::own(Slot &slot, std::uint64_t external_id) {
  slot.owner = static_cast<std::uint32_t>(external_id);
  if (slot.owner == 0)
    return;
  if (slot.early.work != Work::other)
    charge(slot.owner - 1, slot.early, false);
  slot.early.work = Work::other;
}

void Ledger::take_on_device(Slot &slot, const Activity &activity) {
  slot.is_pageable |= activity.pageable;
  if (slot.owner != 0)
    charge(slot.owner - 1, activity, false);
  else if (slot.early.work == Work::other)
    slot.early = activity;
  else
    ++lost_;
}

void Ledger::take_replayed(const Activity &activity) {
  if (const Node *node = find_node(activity.graph_node))
    charge(node->row, activity, true);
}

/// Compiled code does not go through the dispatcher: no copy owns what it does.
void Ledger::take_compiled(const Activity &activity) {
  if (activity.name == nullptr || !is_copy_kernel_of_inductor(activity.name))
    return;
  GpuBlock *&block = compiled_[activity.name];
  if (block == nullptr)
    block = core_.gpu_kernel(activity.name);
  if (block == nullptr) {
    ++lost_;
    return;
  }
  add_to(block->kernels, 1);
  add_to(block->kernel_ns, kept(activity.ns()));
  add_to(block->incomplete, activity.is_complete() ? 0 : 1);
}

void Ledger::settle(bool all) {
  if (all)
    overlap_.settle_all();
  else
    overlap_.settle();
}

void Ledger::take(const Activity &activity) {
  if (activity.work == Work::other)
    return;
  if (activity.is_on_device()) {
    if (!emulated_)
      overlap_.add(activity);
    take_compiled(activity);
  }
  if (activity.is_on_device() && activity.graph_node != 0) {
    take_replayed(activity);
    return;
  }
  Slot *slot = slot_of(activity.correlation);
  if (slot == nullptr)
    return;
  if (activity.work == Work::owner) {
    own(*slot, activity.external_id);
  } else if (activity.is_on_device()) {
    take_on_device(*slot, activity);
  } else if (activity.work == Work::call) {
    slot->is_call = true;
    slot->call_ns = activity.ns();
  } else {
    ++slot->waits;
    slot->wait_ns += activity.ns();
  }
  if (slot->owner != 0)
    charge_waits(*slot);
}

const Ledger::Node *Ledger::find_node(std::uint64_t node) const {
  std::uint64_t at = node * 0x9e3779b97f4a7c15ULL >> 48;
  for (; nodes_[at % kNodes].id != 0; ++at)
    if (nodes_[at % kNodes].id == node)
      return &nodes_[at % kNodes];
  return nullptr;
}

void Ledger::add_node(std::uint64_t node, std::uint32_t row) {
  if (node == 0 || node_count_ >= kNodes / 2) {
    ++lost_;
    return;
  }
  std::uint64_t at = node * 0x9e3779b97f4a7c15ULL >> 48;
  while (nodes_[at % kNodes].id != 0 && nodes_[at % kNodes].id != node)
    ++at;
  Node &place = nodes_[at % kNodes];
  node_count_ += place.id == 0 ? 1 : 0;
  place = {node, row};
}

void Ledger::clone_node(std::uint64_t node, std::uint64_t original) {
  if (const Node *known = find_node(original))
    add_node(node, known->row);
}

std::uint64_t Ledger::take_lost() { return std::exchange(lost_, 0); }

} // namespace tensor_probe
