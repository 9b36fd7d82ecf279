// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/Backward.h"

#include "aten/TryLock.h"

#include <ATen/SequenceNumber.h>

#include <cstdlib>
#include <cstring>

namespace tensor_probe {

namespace {
const CoreApi *core = nullptr;

/// Where the node with this number of this thread was made. Numbers of threads
/// and nodes are never used again.
struct Origin {
  bool busy;
  std::uint32_t generation;
  std::uint64_t thread, sequence;
  StackSites *sites; ///< null: unused
};
constexpr std::uint64_t kOrigins = 1U << 17;
/// Never freed: threads may be in a backward pass to the end.
Origin *origins = nullptr;

/// Nodes of one thread lie one after the other, so that a new one takes the
/// place of the oldest.
Origin &origin_of(std::uint64_t thread, std::uint64_t sequence) {
  return origins[(sequence + thread * 0x9e3779b97f4a7c15ULL) % kOrigins];
}

std::uint32_t generation() {
  return __atomic_load_n(core->generation, __ATOMIC_ACQUIRE);
}

bool is_of(const Origin &origin, std::uint64_t thread, std::uint64_t sequence) {
  return origin.thread == thread && origin.sequence == sequence &&
         origin.sites != nullptr && origin.generation == generation();
}

StackSites *find_origin(std::uint64_t thread, std::uint64_t sequence) {
  Origin &origin = origin_of(thread, sequence);
  const TryLock lock(origin.busy);
  return lock.taken() && is_of(origin, thread, sequence) ? origin.sites
                                                         : nullptr;
}

/// Whether the node runs code of the program's: of a torch.autograd.Function in
/// Python ("MyFunctionBackward"), or of one in C++. Those of operators end in a
/// number ("CloneBackward0", 1.13 to 2.15).
bool runs_own_code(const char *name) {
  constexpr char kEnd[] = "Backward";
  const std::size_t length = std::strlen(name), end = sizeof(kEnd) - 1;
  return (length >= end && std::strcmp(name + length - end, kEnd) == 0) ||
         std::strstr(name, "torch::autograd::CppNode<") != nullptr;
}

/// What autograd makes in a backward pass, to be differentiated again, belongs
/// to the line that this pass is of.
StackSites *sites_of_maker(const void *frame_address) {
  ThreadState &state = thread_state();
  const BackwardNode *node = state.backward;
  if (node != nullptr && node->forward != nullptr &&
      node->generation == generation() && !runs_own_code(node->name))
    return node->forward;
  bool walked = false;
  state.inside = true;
  StackSites *sites =
      current_sites(*core, frame_address, &walked, StackUse::forward);
  state.inside = false;
  return sites;
}

std::unique_ptr<at::ObserverContext>
before_node(const at::RecordFunction &function) {
  auto node = std::make_unique<BackwardNode>();
  ThreadState &state = thread_state();
  node->name = function.name();
  node->has_operator = function.seqNr() >= 0;
  node->generation = generation();
  if (node->has_operator)
    node->forward = find_origin(function.forwardThreadId(),
                                static_cast<std::uint64_t>(function.seqNr()));
  node->outer = state.backward;
  state.backward = node.get();
  return node;
}

void after_node(const at::RecordFunction &, at::ObserverContext *context) {
  if (context != nullptr)
    thread_state().backward = static_cast<BackwardNode *>(context)->outer;
}

/// Pairs of stacks that this thread had last, direct-mapped.
struct Charged {
  const StackSites *copy, *forward;
  StackSites *sites; ///< null: no room for them
  std::uint32_t generation;
};
constexpr std::size_t kCharged = 64;
thread_local Charged charged[kCharged];

Charged &charged_pair(const StackSites *copy, const StackSites *forward) {
  const std::uint64_t hash = (copy->hash ^ (forward->hash >> 7)) >> 3;
  return charged[hash % kCharged];
}
} // namespace

void note_nodes(const at::RecordFunction &function, const void *frame_address) {
  if (function.seqNr() < 0 || origins == nullptr || thread_state().inside)
    return;
  const std::uint64_t end = at::sequence_number::peek();
  const std::uint64_t thread = function.threadId();
  auto sequence = static_cast<std::uint64_t>(function.seqNr());
  // An operator outside of many others made more than are remembered.
  if (end - sequence > kOrigins && end > sequence)
    sequence = end - kOrigins;
  StackSites *sites = nullptr;
  for (; sequence < end; ++sequence) {
    Origin &origin = origin_of(thread, sequence);
    const TryLock lock(origin.busy);
    if (!lock.taken() || is_of(origin, thread, sequence))
      continue;
    if (sites == nullptr)
      sites = sites_of_maker(frame_address);
    origin.generation = generation();
    origin.thread = thread;
    origin.sequence = sequence;
    origin.sites = sites;
  }
}

Charge charged_sites(const CoreApi &api, StackSites *sites) {
  const BackwardNode *node = thread_state().backward;
  if (sites == nullptr || node == nullptr || !node->has_operator)
    return {sites};
  const std::uint32_t now = generation();
  if (node->forward == nullptr || node->generation != now)
    return {sites, &FileHeader::forwards_unknown};
  if (!has_room(*node->forward))
    return {sites, &FileHeader::forwards_full};
  Charged &pair = charged_pair(sites, node->forward);
  if (pair.copy != sites || pair.forward != node->forward ||
      pair.generation != now)
    pair = {sites, node->forward, api.charge_forward(*sites, *node->forward),
            now};
  if (pair.sites == nullptr)
    return {sites, &FileHeader::forwards_full};
  return {pair.sites};
}

void observe_backward(const CoreApi &api) {
  core = &api;
  origins = static_cast<Origin *>(std::calloc(kOrigins, sizeof(Origin)));
  if (origins == nullptr)
    return;
  at::addGlobalCallback(at::RecordFunctionCallback(before_node, after_node)
                            .scopes({at::RecordScope::BACKWARD_FUNCTION}));
}

} // namespace tensor_probe
