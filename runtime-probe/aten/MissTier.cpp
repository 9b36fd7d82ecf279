// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/MissTier.h"

#include <cerrno>

namespace tensor_probe {

namespace {
const CoreApi *core = nullptr;
bool active = false;

struct OfThread {
  MissCounters counters;
  std::uint32_t generation = 0; ///< of the process that opened them; 0: none
  bool refused = false;

  /// Copies that other destructors of the thread make come after it.
  ~OfThread() {
    if (generation != 0 && generation != *core->generation)
      counters.forget();
    generation = core == nullptr ? 0 : *core->generation;
    refused = true;
  }
};
thread_local OfThread of_thread;

/// The thread's counters; null if it can have none.
MissCounters *counters() {
  const std::uint32_t now = __atomic_load_n(core->generation, __ATOMIC_ACQUIRE);
  if (of_thread.generation != now) {
    if (of_thread.generation != 0)
      of_thread.counters.forget();
    of_thread.generation = now;
    const int kept = errno;
    of_thread.refused = !of_thread.counters.open();
    errno = kept;
  }
  return of_thread.refused ? nullptr : &of_thread.counters;
}
} // namespace

void observe_misses(const CoreApi &api, PartStatus &status) {
  core = &api;
  MissCounters trial;
  if (!trial.open()) {
    char sentence[256];
    explain_no_counters(errno, sentence, sizeof(sentence));
    core->give_reason(sentence);
    status.tiers_refused |= kTierMisses;
    return;
  }
  active = true;
  status.tiers |= kTierMisses;
}

bool read_misses(Misses &misses) {
  const MissCounters *own = active ? counters() : nullptr;
  if (own == nullptr)
    return false;
  misses = own->read();
  return true;
}

void count_misses(SiteBlock &row, const Misses &before) {
  const Misses now = of_thread.counters.read();
  add_to(row.counted_misses, 1);
  add_to(row.cache_misses, now.cache - before.cache);
  add_to(row.tlb_misses, now.tlb - before.tlb);
}

} // namespace tensor_probe
