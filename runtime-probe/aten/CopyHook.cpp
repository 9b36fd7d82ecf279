// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/CopyHook.h"

#include "aten/Backward.h"
#include "aten/Describe.h"
#include "aten/DeviceWork.h"
#include "aten/Layouts.h"
#include "aten/MemoryTier.h"
#include "aten/MissTier.h"
#include "aten/OwnWrites.h"
#include "aten/Repeats.h"
#include "core/Clock.h"
#include "core/SharedElements.h"
#include "core/ThreadState.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/ops/copy_native.h>
#include <torch/library.h>

#include <cstdio>

namespace tensor_probe {

namespace {
const CoreApi *core = nullptr;

/// One copy on its way: what it is, and where it will be counted.
struct Pending {
  std::uint64_t numel, bytes;
  SiteBlock *row;
  bool moves_bytes;
  bool in_new_memory;
  bool to_scattered; ///< the destination is not dense
  /// Charge::loss of where it will be counted.
  std::uint64_t FileHeader::*forward_loss = nullptr;
};

/// Marks the thread as being inside a recorded copy.
class Inside {
public:
  explicit Inside(ThreadState &state) : state_(state) { state_.inside = true; }
  ~Inside() { state_.inside = false; }
  Inside(const Inside &) = delete;
  Inside &operator=(const Inside &) = delete;

private:
  ThreadState &state_;
};

std::uint64_t since_start(std::uint64_t now) { return now - *core->start_ns; }

__attribute__((noinline)) SiteBlock *
new_row(StackSites *sites, std::uint64_t key, const at::Tensor &dst,
        const at::Tensor &src, CopyClass copy_class, bool non_blocking) {
  RowSeed seed;
  seed.copy_class = copy_class;
  seed.dst = view_of(dst);
  seed.src = view_of(src);
  seed.flags =
      flags_of(dst, src) | (non_blocking ? kFlagNonBlocking : SiteFlag(0));
  seed.src_layout = layout_of(src);
  seed.dst_layout = layout_of(dst);
  seed.when_ns = since_start(clock_ns());
  mark_backward(seed);
  SiteBlock *row = core->add_row(sites, key, seed);
  if (row == nullptr)
    core->count_loss(Loss::events_without_row);
  return row;
}

Pending prepare(StackSites *sites, const at::Tensor &dst, const at::Tensor &src,
                bool non_blocking) {
  const TensorView to = view_of(dst), from = view_of(src);
  const CopyClass copy_class = classify_copy(to, from, same_memory(dst, src));
  Pending pending{};
  pending.moves_bytes = copy_class != CopyClass::nothing;
  pending.in_new_memory = is_new_memory(dst);
  pending.to_scattered = !to.dense;
  pending.numel = static_cast<std::uint64_t>(to.numel);
  pending.bytes = pending.moves_bytes ? pending.numel * to.itemsize : 0;
  if (sites == nullptr) {
    core->count_loss(Loss::events_without_row);
    return pending;
  }
  const std::uint64_t key = copy_key(to, from, copy_class);
  pending.row = find_row(*sites, key);
  if (pending.row == nullptr)
    pending.row = new_row(sites, key, dst, src, copy_class, non_blocking);
  return pending;
}

/// Whether a copy wrote some element twice. libtorch refuses those of stride 0
/// and lets others pass (assert_no_internal_overlap, aten/src/ATen/
/// MemoryOverlap.cpp, 1.13 to 2.15).
__attribute__((noinline)) void look_for_shared_elements(const StackSites *sites,
                                                        const at::Tensor &dst) {
  const TensorView to = view_of(dst);
  const Shares shares = shares_elements_again(to);
  if (shares == Shares::untested)
    core->count(&FileHeader::untested);
  if (shares != Shares::yes || sites == nullptr)
    return;
  MisuseSeed seed;
  seed.kind = MisuseKind::shared_elements;
  seed.tensor = to;
  seed.layout = layout_of(dst);
  seed.bytes = static_cast<std::uint64_t>(to.numel) * to.itemsize;
  core->count_misuse(*sites, seed);
}

/// What is asked of a copy that moved more than a number, after its time was
/// taken.
void examine(const Pending &pending, const at::Tensor &dst,
             const at::Tensor &src, std::uint64_t ns) {
  SiteBlock &row = *pending.row;
  if (is_repeat(src, row, __atomic_load_n(core->generation, __ATOMIC_RELAXED)))
    count_repeat(row, ns);
  if (pending.in_new_memory)
    charge_memory(dst, row);
}

void finish(const Pending &pending, const at::Tensor &dst,
            const at::Tensor &src, std::uint64_t start, std::uint64_t end) {
  if (pending.row != nullptr) {
    if (pending.forward_loss != nullptr && pending.moves_bytes)
      core->count(pending.forward_loss);
    count_copy(*pending.row, pending.numel, pending.bytes, end - start,
               since_start(end));
    if (pending.moves_bytes && pending.numel > 1)
      examine(pending, dst, src, end - start);
  }
  if (pending.moves_bytes) {
    ThreadCounts &counts = *thread_state().counts;
    ++counts.copies;
    counts.bytes += pending.bytes;
  }
}

/// Measures what recording costs when the stack is in the cache, by doing all
/// of it but the copy, into a row of its own.
__attribute__((noinline)) void calibrate(const void *frame_address,
                                         const at::Tensor &dst,
                                         const at::Tensor &src) {
  constexpr int kRounds = 8, kEvents = 64;
  SiteBlock scratch{};
  ThreadCounts &counts = *thread_state().counts;
  const ThreadCounts kept = counts;
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t start = clock_ns();
    for (int i = 0; i < kEvents; ++i) {
      bool walked = false;
      StackSites *sites = current_sites(*core, frame_address, &walked);
      if (sites == nullptr)
        return;
      Pending pending = prepare(sites, dst, src, false);
      pending.row = &scratch;
      const std::uint64_t begin = clock_ns();
      finish(pending, dst, src, begin, clock_ns());
    }
    const double ns = static_cast<double>(clock_ns() - start) / kEvents;
    best = round == 0 || ns < best ? ns : best;
  }
  counts = kept;
  core->set_event_cost(best);
}

/// Where a copy is recorded. Never inlined: its frame address is what the
/// stack cache goes by.
__attribute__((noinline)) at::Tensor &
recorded_copy(at::Tensor &dst, const at::Tensor &src, bool non_blocking) {
  ThreadState &state = thread_state();
  if (state.inside) {
    core->count_nested();
    return at::native::copy_(dst, src, non_blocking);
  }
  Inside inside(state);
  bool walked = false;
  const void *frame = __builtin_frame_address(0);
  StackSites *sites = current_sites(*core, frame, &walked);
  const Charge charge = charged_sites(*core, sites);
  sites = charge.sites;
  Pending pending = prepare(sites, dst, src, non_blocking);
  pending.forward_loss = charge.loss;
  const DeviceWork traced(*core, pending.row, dst, src);
  Misses misses;
  const bool counts_misses = (core->wanted_tiers & kTierMisses) != 0 &&
                             pending.row != nullptr && read_misses(misses);
  const std::uint64_t start = clock_ns();
  try {
    at::native::copy_(dst, src, non_blocking);
  } catch (...) {
    if (pending.row != nullptr)
      count_thrown(*pending.row, since_start(clock_ns()));
    throw;
  }
  const std::uint64_t end = clock_ns();
  if (counts_misses && dst.device().is_cpu() && src.device().is_cpu())
    count_misses(*pending.row, misses);
  finish(pending, dst, src, start, end);
  if (pending.to_scattered && pending.moves_bytes)
    look_for_shared_elements(sites, dst);
  if (state.writes != nullptr && pending.moves_bytes)
    note_copy(*state.writes, dst, pending.bytes, end - start);
  if ((core->wanted_tiers & kTierTrace) != 0 && pending.row != nullptr &&
      pending.moves_bytes)
    core->trace(*pending.row, since_start(start), end - start, pending.bytes);
  // The row of a backward pass is not that of its stack alone.
  if (walked && state.backward == nullptr && core->claim_calibration())
    calibrate(frame, dst, src);
  return dst;
}

bool held_by_other(c10::DispatchKey key) {
  const auto op = c10::Dispatcher::singleton().findSchema({"aten::copy_", ""});
  return op.has_value() && op->hasKernelForDispatchKey(key);
}

void hook(c10::DispatchKey key, Tier tier, PartStatus &status) {
  if (held_by_other(key)) {
    char sentence[256];
    std::snprintf(sentence, sizeof(sentence),
                  "another library holds aten::copy_ at dispatch key %s; it is "
                  "left alone and copies there are not seen",
                  c10::toString(key));
    core->give_reason(sentence);
    status.tiers_refused |= tier;
    return;
  }
  // Never destroyed: its destructor would deregister the kernel while other
  // static destructors may still copy.
  auto *library =
      new torch::Library(torch::Library::IMPL, "aten", key, __FILE__, __LINE__);
  library->impl("copy_", TORCH_FN(recorded_copy));
  status.tiers |= tier;
}
} // namespace

void hook_copies(const CoreApi &api, PartStatus &status) {
  core = &api;
  if ((api.wanted_tiers & kTierCopiesCpu) != 0)
    hook(c10::DispatchKey::CPU, kTierCopiesCpu, status);
  if ((api.wanted_tiers & kTierCopiesCuda) != 0)
    hook(c10::DispatchKey::CUDA, kTierCopiesCuda, status);
}

} // namespace tensor_probe
