// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that write tensors without copy_: cat, stack, index, index_select,
// gather, and on a GPU _foreach_copy_ and split_with_sizes_copy. Part of the
// tier that observes operators (ReachObserver.h).

#ifndef TENSOR_PROBE_ATEN_OWNWRITES_H
#define TENSOR_PROBE_ATEN_OWNWRITES_H

#include "core/Bridge.h"

#include <ATen/record_function.h>

#include <unordered_map>

namespace tensor_probe {

/// One call of such an operator. Copies that are recorded while it runs are
/// taken out of it: what it wrote is its results without what copy_ wrote into
/// their storages, and its time is without theirs. The result of cat, say, may
/// be written by one copy_ for each operand: then nothing is its own.
struct OwnWrites : at::ObserverContext {
  StackSites *sites = nullptr;  ///< of the call
  std::uint32_t generation = 0; ///< of the sites
  std::uint32_t op = kNoId;
  int exceptions = 0; ///< under way when it began
  std::uint64_t start = 0;
  std::uint64_t copied_ns = 0;
  std::unordered_map<const void *, std::uint64_t> copied; ///< by storage
  at::Tensor source;               ///< the first strided one, or the first one
  std::vector<at::Tensor> targets; ///< of an operator that returns nothing
};

/// Begins a call: sets ThreadState::writes, so that calls inside are parts of
/// it. Null if there is nothing to record.
std::unique_ptr<at::ObserverContext>
begin_own_writes(const CoreApi &core, const at::RecordFunction &function,
                 StackSites *sites, std::uint32_t op);

/// Ends it, and counts what was written. Nothing is counted of a call that
/// threw.
void end_own_writes(const CoreApi &core, const at::RecordFunction &function,
                    OwnWrites &writes);

/// A copy into dst was recorded while the call ran.
void note_copy(OwnWrites &writes, const at::Tensor &dst, std::uint64_t bytes,
               std::uint64_t ns);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_OWNWRITES_H
