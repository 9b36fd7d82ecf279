// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the core offers to the parts that it loads (aten, cupti), handed
// over as a table of functions: a part has no undefined symbol of the core and
// may be loaded with RTLD_LOCAL.

#ifndef TENSOR_PROBE_CORE_BRIDGE_H
#define TENSOR_PROBE_CORE_BRIDGE_H

#include "core/Rows.h"

#include <cstddef>

namespace tensor_probe {

/// Raised whenever CoreApi, PartStatus or AttachFunction change; a part refuses
/// another.
constexpr std::uint32_t kBridgeVersion = 10;

/// What a stack is to be known for.
enum class StackUse {
  record,  ///< something is counted there
  forward, ///< perhaps, later, a copy of its backward pass. These have a
           ///< quarter of the table: the others are for records
};

/// The first event of a row.
struct RowSeed {
  RowKind kind = RowKind::copy;
  CopyClass copy_class = CopyClass::nothing;
  std::uint32_t flags = 0; ///< SiteFlag
  std::uint32_t op = kNoId;
  TensorView dst, src;
  std::uint32_t src_layout = 0, dst_layout = 0; ///< as in SiteBlock
  const char *node = nullptr; ///< name of the backward node; null: in none
  std::uint64_t when_ns = 0;
};

/// The first event of a MisuseBlock; see there.
struct MisuseSeed {
  MisuseKind kind = MisuseKind::shared_elements;
  TensorView tensor;
  std::uint32_t layout = 0;
  std::uint64_t bytes = 0, beyond = 0;
};

/// Given by the part for CUPTI (cupti/). All functions may be called from any
/// thread and throw nothing.
struct GpuTracer {
  /// From now on what this thread asks of devices belongs to the row. False:
  /// it cannot be traced, and is not to be closed.
  bool (*open)(const SiteBlock &row);
  void (*close)();
  /// Takes in what CUPTI has not handed over yet.
  void (*flush)();
};

/// All functions may be called from any thread and throw nothing.
struct CoreApi {
  std::uint32_t version;      ///< kBridgeVersion
  std::uint32_t wanted_tiers; ///< Tier bits
  /// Changes when every StackSites and row handed out before has become
  /// invalid: in a forked child, which writes a file of its own.
  const std::uint32_t *generation;
  /// CLOCK_MONOTONIC (ns) that SiteBlock times count from.
  const std::uint64_t *start_ns;

  /// The sites of this stack, created if new; null if it could not be (the
  /// loss is counted); for StackUse::forward without has_room() if there is
  /// none (no loss is counted). pcs: innermost first. flags: StackFlag.
  StackSites *(*intern_stack)(const std::uintptr_t *pcs, std::uint32_t count,
                              std::uint32_t flags, StackUse use);
  /// The sites of the same stack under these Python frames, innermost first;
  /// null, or without has_room(), like intern_stack.
  StackSites *(*intern_python)(StackSites *native, const PythonPlace *places,
                               std::uint32_t count, StackUse use);
  /// Null until a Python of this process offers one.
  PythonReader *const *python;
  /// The row with this key, created from the seed if new, or the folded row;
  /// null if it could not be created (the loss of the row is counted).
  SiteBlock *(*add_row)(StackSites *sites, std::uint64_t key,
                        const RowSeed &seed);
  /// The sites of copies of this stack that are the backward pass of what the
  /// other stack called; null if there is no room for them.
  StackSites *(*charge_forward)(const StackSites &copy,
                                const StackSites &forward);
  /// Counts in the file's header.
  void (*count)(std::uint64_t FileHeader::*counter);
  /// Counts a misuse of memory at this stack.
  void (*count_misuse)(const StackSites &sites, const MisuseSeed &seed);
  /// See core/BeyondView.h.
  bool (*bytes_beyond)(const TensorView &tensor, std::uint64_t bytes,
                       std::uint64_t &beyond);
  /// Id of this operator's name, created if new; kNoId if it could not be.
  std::uint32_t (*operator_id)(const char *name);
  /// 1 + the id of this step, created if new; 0 if it could not be (the loss
  /// is counted). before: 1 + the id of the step before, or 0. flags:
  /// LayoutFlag.
  std::uint32_t (*add_layout)(const StackSites &sites, const char *op,
                              std::uint32_t before, std::uint32_t flags);
  /// Writes in words what 1 + id stands for, with lines where tensor-tidy is
  /// found, which takes a while. Empty if there is nothing to say.
  void (*describe_layout)(std::uint32_t layout, char *text, std::size_t size);
  ThreadCounts *(*thread_counts)(); ///< of the calling thread
  FileHeader *(*header)();          ///< null before the first record
  void (*count_loss)(Loss loss);
  void (*count_walk)(std::uint64_t ns);
  void (*count_check)(std::uint64_t ns, bool mismatch);
  void (*count_nested)();
  /// Whether the caller is to calibrate now: true once per process.
  bool (*claim_calibration)();
  void (*set_event_cost)(double ns);
  /// Something is missing, and why: one sentence. Goes into the file, to
  /// standard error, and to tensor_probe_reason().
  void (*give_reason)(const char *sentence);
  /// kTierGpu: the tracer, loaded at the first call; null if it cannot be (the
  /// reason is given).
  const GpuTracer *(*gpu_tracer)();
  /// The block of what devices did for the row with this id, created if new;
  /// null if it could not be (counted as a lost block). Valid until generation
  /// changes.
  GpuBlock *(*gpu_row)(std::uint32_t row);
  /// A new block for a kernel of compiled code that copies; null likewise.
  GpuBlock *(*gpu_kernel)(const char *name);
  /// kTierTrace: adds an event, or counts that there is no room. when_ns: its
  /// begin, since start_monotonic_ns.
  void (*trace)(const SiteBlock &row, std::uint64_t when_ns, std::uint64_t ns,
                std::uint64_t bytes);
};

/// What a part says of itself after it was attached.
struct PartStatus {
  std::uint32_t tiers;         ///< Tier bits now active
  std::uint32_t tiers_refused; ///< Tier bits wanted and refused
  char torch_version[64];
  /// kTierLayouts: SiteBlock::src_layout of this at::TensorImpl. May be null.
  std::uint32_t (*layout_of)(const void *tensor_impl);
  /// kTierTouches: these bytes are about to be copied from or to. May be null.
  void (*touched)(const void *memory, std::size_t bytes);
  /// Counts a call of a library that AOTInductor made, where this thread is.
  void (*count_compiled_call)();
  char failure[512]; ///< with kAttachFailed: one line that says what happened
};

/// Exported by a part as kAttachSymbol. Returns 0 if it is attached,
/// kAttachNotYet if the library it hooks has not initialised itself,
/// kAttachFailed if something went wrong on the way, anything else if it does
/// not fit. The table lives as long as the process.
constexpr int kAttachNotYet = 2;
constexpr int kAttachFailed = 3;
using AttachFunction = int (*)(const CoreApi *core, PartStatus *status);
constexpr const char *kAttachSymbol = "tensor_probe_part_attach";

/// Exported by the part for CUPTI as kGpuAttachSymbol: takes CUPTI's seat and
/// returns a tracer that lives as long as the process; or null, with one
/// sentence that says why. tiers: Tier bits now active.
using GpuAttachFunction = const GpuTracer *(*)(const CoreApi *core,
                                               std::uint32_t *tiers,
                                               char *reason, std::size_t size);
constexpr const char *kGpuAttachSymbol = "tensor_probe_gpu_attach";

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_BRIDGE_H
