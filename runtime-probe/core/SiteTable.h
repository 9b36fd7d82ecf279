// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Call stacks and their rows: the cold end, under one lock. The hot end is
// core/Rows.h.

#ifndef TENSOR_PROBE_CORE_SITETABLE_H
#define TENSOR_PROBE_CORE_SITETABLE_H

#include "core/Bridge.h"
#include "core/LayoutTable.h"
#include "core/ModuleTable.h"

#include <cstddef>

namespace tensor_probe {

/// What the header says that does not come from events.
struct RunIdentity {
  std::uint64_t start_unix_ns;
  std::uint64_t start_monotonic_ns;
  std::uint32_t tiers, tiers_refused;
  double memcpy_gb_per_s, event_cost_ns; ///< 0 until measured
  char torch_version[64];
};

/// One per process, guarded by its own lock; every function may be called from
/// any thread.
class SiteTable {
public:
  StackSites *intern_stack(const std::uintptr_t *pcs, std::uint32_t count,
                           std::uint32_t flags, StackUse use);
  /// The same stack under these Python frames.
  StackSites *intern_python(const StackSites &native,
                            const PythonReader &reader,
                            const PythonPlace *places, std::uint32_t count,
                            StackUse use);
  /// See CoreApi::charge_forward.
  StackSites *charge_forward(const StackSites &copy, const StackSites &forward);
  SiteBlock *add_row(StackSites *sites, std::uint64_t key, const RowSeed &seed);
  /// Id of this text, which is added if it is new; kNoId if it cannot be.
  std::uint32_t add_string(StringKind kind, const char *text);
  void count_loss(Loss loss);
  /// See CoreApi::count.
  void count(std::uint64_t FileHeader::*counter);
  /// Adds up the copy rows of this process; what moved nothing and what
  /// operators materialised themselves is left out.
  void sum_copies(std::uint64_t &copies, std::uint64_t &bytes,
                  std::uint64_t &ns, std::uint64_t &lost);
  /// What every copy row has counted until now; entries in ascending order of
  /// rows. Returns how many were written, of at most `most`.
  std::uint32_t copy_counts(ScopeEntry *entries, std::uint32_t most);
  /// Adds a scope: what rows counted since `before` was taken. Returns its id;
  /// kNoId if it could not be added.
  std::uint32_t add_scope(const char *name, const ScopeEntry *before,
                          std::uint32_t count, std::uint64_t begin_ns,
                          std::uint64_t end_ns);
  /// Counts a tensor that breaks the contract of a kernel at this place.
  /// layout: as in ViolationBlock.
  void count_violation(const char *text, const char *file, std::uint32_t line,
                       const TensorView &tensor, std::uint32_t layout);
  /// Counts a misuse of memory at this stack, or where the program says.
  void count_misuse(const StackSites &sites, const MisuseSeed &seed);
  void count_misuse(const char *text, const char *file, std::uint32_t line,
                    const MisuseSeed &seed);
  /// See CoreApi::add_layout.
  std::uint32_t add_layout(const StackSites &sites, const char *op,
                           std::uint32_t before, std::uint32_t flags);
  /// See CoreApi::gpu_row.
  GpuBlock *gpu_row(std::uint32_t row);
  /// See CoreApi::gpu_kernel.
  GpuBlock *gpu_kernel(const char *name);
  /// See CoreApi::trace.
  void trace(const TraceEvent &event);
  /// The operators of these steps, the first one first: "aten::t,
  /// aten::narrow". Empty where `layout` is 0.
  void layout_operators(std::uint32_t layout, char *text, std::size_t size);
  /// The header, null before the first record.
  FileHeader *header() const;
  /// Path of the file, "" before the first record or without a file. Does not
  /// change until fork().
  const char *path() const;
  /// At start, and again when something in it has become known.
  void set_identity(const RunIdentity &identity);
  /// Header fields that are stale until asked for; asynchronous msync if sync.
  void update(RunState state);

  // For pthread_atfork: the lock is held across the fork, and the child starts
  // with an empty table and no file.
  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child(const RunIdentity &identity);

  const std::uint32_t *generation() const { return &generation_; }

private:
  static constexpr std::uint32_t kMaxStacks = 16384;
  static constexpr std::uint32_t kMaxForward = kMaxStacks / 4;
  static constexpr std::uint32_t kMaxRows = 32768;
  static constexpr std::uint32_t kSlots = 2 * kMaxStacks;
  static constexpr std::uint32_t kMaxStrings = 16384;
  static constexpr std::uint32_t kMaxViolations = 1024;
  static constexpr std::uint32_t kMaxMisuses = 1024;
  /// Sites of backward passes, which share their slots with stacks.
  static constexpr std::uint32_t kMaxCharged = 8192;
  static constexpr std::uint32_t kStringSlots = 2 * kMaxStrings;

  bool open_if_needed();
  bool takes(StackUse use) const;
  ViolationBlock *find_violation(std::uint32_t text, std::uint32_t file,
                                 std::uint32_t line) const;
  ViolationBlock *add_violation(std::uint32_t text, std::uint32_t file,
                                std::uint32_t line, const TensorView &tensor,
                                std::uint32_t layout);
  void count_misuse_locked(const MisuseBlock &place, const MisuseSeed &seed);
  MisuseBlock *find_misuse(const MisuseBlock &place) const;
  MisuseBlock *add_misuse(const MisuseBlock &place, const MisuseSeed &seed);
  StackSites *new_sites(std::uint64_t hash, const std::uintptr_t *pcs,
                        std::uint32_t count, std::uint32_t flags);
  std::uint32_t *string_slot(const char *text) const;
  std::uint32_t add_string_locked(StringKind kind, const char *text);
  StackSites **slot_of(std::uint64_t hash, const std::uintptr_t *pcs,
                       std::uint32_t count);
  StackSites *new_stack(std::uint64_t hash, const std::uintptr_t *pcs,
                        std::uint32_t count, std::uint32_t flags,
                        const PythonFrame *python, std::uint32_t frames);
  std::uint32_t write_stack(const std::uintptr_t *pcs, std::uint32_t count,
                            std::uint32_t flags, const PythonFrame *python,
                            std::uint32_t frames);
  std::uint32_t write_scope(const char *name, const ScopeEntry *entries,
                            std::uint32_t count, std::uint64_t begin_ns,
                            std::uint64_t end_ns);
  PythonFrame python_frame(const PythonReader &reader,
                           const PythonPlace &place);
  GpuBlock *add_gpu(std::uint32_t row, std::uint32_t kernel);
  TraceEvent *trace_slot();
  TraceBlock *new_trace(const TraceBlock *full);
  SiteBlock *write_row(const StackSites &sites, const RowSeed &seed);
  SiteBlock *folded_row(StackSites &sites, const RowSeed &seed);
  void lose(Loss loss, std::uint64_t count = 1);
  void touch();
  void write_identity();

  ProbeFile file_;
  ModuleTable modules_;
  Arena arena_;
  StackSites **slots_ = nullptr;
  SiteBlock **rows_ = nullptr;            ///< header().rows entries
  StringBlock **strings_ = nullptr;       ///< header().strings entries
  std::uint32_t *string_slots_ = nullptr; ///< string id + 1, by hash of text
  RunIdentity identity_{};
  std::uint32_t generation_ = 1;
  ViolationBlock **violations_ = nullptr; ///< header().violations entries
  MisuseBlock **misuses_ = nullptr;       ///< header().misuses entries
  std::uint32_t charged_ = 0;             ///< StackSites with a forward stack
  std::uint32_t forward_ = 0;             ///< stacks for StackUse::forward
  LayoutTable layouts_;
  GpuBlock **gpu_rows_ = nullptr; ///< by row id; null: none yet
  TraceBlock *trace_ = nullptr;   ///< the last one; atomic
  bool trace_is_full_ = false;    ///< atomic
  bool failed_ = false;           ///< neither file nor memory: give up
};

SiteTable &site_table();

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_SITETABLE_H
