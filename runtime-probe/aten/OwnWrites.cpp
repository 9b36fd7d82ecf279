// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/OwnWrites.h"

#include "aten/Backward.h"
#include "aten/Describe.h"
#include "core/Clock.h"
#include "core/ThreadState.h"

#include <algorithm>
#include <exception>

namespace tensor_probe {

namespace {
/// What a call wrote itself, and the first of its results.
struct Written {
  std::uint64_t bytes = 0, numel = 0;
  at::Tensor first;
};

const void *storage_of(const at::Tensor &tensor) {
  return tensor.storage().unsafeGetStorageImpl();
}

void look_at_source(const at::Tensor &tensor, at::Tensor &source) {
  if (!has_layout(tensor))
    return;
  if (!source.defined() || (source.is_contiguous() && !tensor.is_contiguous()))
    source = tensor;
}

/// The first argument is what is read; of operators that return nothing, it is
/// what is written, and the second one is read (_foreach_copy_).
void look_at_arguments(const at::RecordFunction &function, OwnWrites &writes) {
  const auto arguments = function.inputs();
  const bool returns = function.num_outputs() != 0;
  if (arguments.size() < (returns ? 1U : 2U))
    return;
  for_each_tensor(arguments[returns ? 0 : 1], [&](const at::Tensor &tensor) {
    look_at_source(tensor, writes.source);
  });
  if (!returns)
    for_each_tensor(arguments[0], [&](const at::Tensor &tensor) {
      writes.targets.push_back(tensor);
    });
}

void add_result(const at::Tensor &result, OwnWrites &writes, Written &written) {
  if (!has_layout(result))
    return;
  if (!written.first.defined())
    written.first = result;
  const std::uint64_t itemsize = result.itemsize();
  std::uint64_t bytes = static_cast<std::uint64_t>(result.numel()) * itemsize;
  const auto copied = writes.copied.find(storage_of(result));
  if (copied != writes.copied.end()) {
    const std::uint64_t others = std::min(bytes, copied->second);
    copied->second -= others;
    bytes -= others;
  }
  written.bytes += bytes;
  written.numel += itemsize == 0 ? 0 : bytes / itemsize;
}

Written written_by(const at::RecordFunction &function, OwnWrites &writes) {
  Written written;
  const auto visit = [&](const at::Tensor &result) {
    add_result(result, writes, written);
  };
  for (const at::Tensor &target : writes.targets)
    visit(target);
  for (const c10::IValue &value : function.outputs())
    for_each_tensor(value, visit);
  return written;
}

SiteBlock *row_of(const CoreApi &core, const OwnWrites &writes,
                  StackSites *sites, const at::Tensor &dst,
                  std::uint64_t when_ns) {
  const at::Tensor &src = writes.source.defined() ? writes.source : dst;
  const TensorView to = view_of(dst), from = view_of(src);
  const std::uint64_t key = copy_key(to, from, CopyClass::materialised);
  SiteBlock *row = find_row(*sites, key);
  if (row != nullptr)
    return row;
  RowSeed seed;
  seed.copy_class = CopyClass::materialised;
  seed.op = writes.op;
  seed.dst = to;
  seed.src = from;
  seed.flags = flags_of(dst, src);
  seed.when_ns = when_ns;
  mark_backward(seed);
  return core.add_row(sites, key, seed);
}

std::uint32_t generation(const CoreApi &core) {
  return __atomic_load_n(core.generation, __ATOMIC_ACQUIRE);
}
} // namespace

std::unique_ptr<at::ObserverContext>
begin_own_writes(const CoreApi &core, const at::RecordFunction &function,
                 StackSites *sites, std::uint32_t op) {
  ThreadState &state = thread_state();
  if (sites == nullptr || op == kNoId || state.writes != nullptr)
    return nullptr;
  auto writes = std::make_unique<OwnWrites>();
  try {
    look_at_arguments(function, *writes);
  } catch (...) {
    return nullptr; // a tensor of a kind that has no strides
  }
  writes->sites = sites;
  writes->generation = generation(core);
  writes->op = op;
  writes->exceptions = std::uncaught_exceptions();
  state.writes = writes.get();
  writes->start = clock_ns();
  return writes;
}

void end_own_writes(const CoreApi &core, const at::RecordFunction &function,
                    OwnWrites &writes) {
  const std::uint64_t end = clock_ns(), ns = end - writes.start;
  thread_state().writes = nullptr;
  if (std::uncaught_exceptions() > writes.exceptions)
    return;
  if (writes.generation != generation(core))
    return; // begun before a fork: the parent's rows are not this process's
  try {
    const Written written = written_by(function, writes);
    if (written.bytes == 0)
      return;
    const std::uint64_t when_ns = end - *core.start_ns;
    // The node that it runs in is the one that it began in.
    const Charge charge = charged_sites(core, writes.sites);
    SiteBlock *row = row_of(core, writes, charge.sites, written.first, when_ns);
    if (row == nullptr) {
      core.count_loss(Loss::events_without_row);
      return;
    }
    count_copy(*row, written.numel, written.bytes,
               ns - std::min(ns, writes.copied_ns), when_ns);
    if (charge.loss != nullptr)
      core.count(charge.loss);
  } catch (...) {
    core.count_loss(Loss::events_without_row);
  }
}

void note_copy(OwnWrites &writes, const at::Tensor &dst, std::uint64_t bytes,
               std::uint64_t ns) {
  writes.copied_ns += ns;
  if (has_layout(dst))
    writes.copied[storage_of(dst)] += bytes;
}

} // namespace tensor_probe
