// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the report and the join work on: copies and calls of operators tied to
// lines of source. Plain values: no LLVM, no libtorch.
#ifndef TENSOR_PROBE_REPORT_SITE_MODEL_H
#define TENSOR_PROBE_REPORT_SITE_MODEL_H

#include "core/Format.h"
#include "report/CopyOrigin.h"
#include "report/GpuCost.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tensor_probe {

/// One frame of a call stack in source terms, inlined ones included.
struct SourceFrame {
  std::string function;     ///< demangled; empty: unknown
  std::string file;         ///< as in the debug info; empty: no line known
  unsigned line = 0;        ///< 1-based; 0: no line known
  unsigned column = 0;      ///< 1-based; 0: no column known
  std::string module;       ///< path of the loaded object
  std::uint64_t offset = 0; ///< address of the call inside the module
  std::string build_id;     ///< hexadecimal; empty: the module has none
  bool inlined = false;     ///< true: the call into it was inlined
  std::string why_no_line;  ///< set when line is 0
};

/// One operator that changed how a tensor is laid out.
struct LayoutStep {
  std::string op; ///< at::_ops' spelling
  SourceFrame place;
};

/// How a tensor came to be strided (the layouts tier).
struct Provenance {
  std::vector<LayoutStep> steps; ///< the first one first; empty: not known
  /// It had been strided before, and nobody saw why.
  bool unknown_before = false;
};

/// One tensor of a recorded copy: the first event of its row.
struct TensorShape {
  std::string dtype;
  std::string device;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides; ///< in elements
  bool cut = false; ///< true: more dimensions than the file keeps
};

/// Sums over events. Times are host wall times of the call to copy_.
struct Cost {
  std::uint64_t count = 0;
  std::uint64_t thrown = 0;  ///< further events that threw, in no other sum
  std::uint64_t bytes = 0;   ///< bytes written to destinations
  std::uint64_t traffic = 0; ///< bytes moved: see traffic_note()
  std::uint64_t ns = 0;
  std::uint64_t min_ns = 0;
  std::uint64_t max_ns = 0;
  /// Of count and ns: copies of a source that was copied there before and has
  /// not changed since, as far as libtorch's version counter says.
  std::uint64_t repeats = 0;
  std::uint64_t repeat_ns = 0;
  /// Bytes that these copies had made and that were in use when their process
  /// used most memory (the memory tier).
  std::uint64_t held_at_peak = 0;
  /// The miss tier: copies that were counted, and what they missed.
  std::uint64_t counted_misses = 0, cache_misses = 0, tlb_misses = 0;
  /// The memory tier: copies into memory that was made for them, how much of it
  /// was given back, and of that, what was given back before the same place
  /// copied into new memory again.
  std::uint64_t allocations = 0, allocated_bytes = 0;
  std::uint64_t frees = 0, freed_bytes = 0;
  std::uint64_t short_lived = 0, short_lived_bytes = 0;

  void add(const Cost &other);
  /// Bytes per ns, that is 10^9 bytes/s; 0 when no time was recorded.
  double gb_per_s() const;
};

/// What Cost::traffic counts for a class: "read + written" or "written".
const char *traffic_note(CopyClass kind);

/// One way that led to a place, and what was copied on it.
struct CallPath {
  std::vector<SourceFrame> stack; ///< from the place outwards
  Cost cost;
};

/// One copy (the trace tier).
struct CopyEvent {
  std::size_t process = 0; ///< an index into Profile::processes
  TraceEvent event{};
};

/// Of a copy in the backward pass (the reach tier).
struct BackwardPass {
  std::string node;           ///< "CloneBackward0"; empty: it was in none
  std::string forward_op;     ///< operator that made the node; empty: not known
  SourceFrame forward;        ///< where that was called
  std::string why_no_forward; ///< set when that is not known
  /// Autograd made the copy, no code of the user's that a node runs: it has no
  /// line of its own, and the site's place is `forward`, or, where that is not
  /// known, `run_from`.
  bool by_autograd = false;
  SourceFrame run_from;         ///< where the program ran the backward pass
  bool run_from_others = false; ///< and from other places, too

  /// Whether the site's place is that of the forward call.
  bool charged() const { return by_autograd && why_no_forward.empty(); }
};

/// All copies of one class that one operator made from one place.
struct SourceSite {
  /// First frame of the user's own code; in a backward pass that of the forward
  /// call, as long as it is known.
  SourceFrame place;
  BackwardPass backward;
  std::string op;        ///< parent operator, at::_ops' spelling; or empty
  std::string why_no_op; ///< set when op is empty
  CopyClass kind = CopyClass::plain;
  CopyOrigin origin = CopyOrigin::unknown;
  std::uint64_t most_elements = 0; ///< of the largest destination
  Cost cost;
  TensorShape source, destination; ///< an example: the first event
  /// Of that event.
  Provenance source_layout, destination_layout;
  /// True when a device other than the CPU took part: the time is that of
  /// the enqueue and says nothing about the copy's own.
  bool enqueue_only = false;
  GpuCost gpu;
  /// Why no device record was asked for in some process; empty: it was.
  std::string why_no_gpu;
  std::vector<CallPath> paths; ///< at least one, the costliest first
  /// Time by process, an index into Profile::processes.
  std::map<std::size_t, std::uint64_t> ns_by_process;
  std::vector<CopyEvent> events; ///< the trace tier
  SourceFrame python; ///< the user's innermost Python frame; no file: none
  /// Set when the place may be a caller of the real one: what was lost.
  std::string tail_call;
};

/// How often an operator was called from one place (the reach tier).
struct ReachSite {
  SourceFrame place;
  std::string op;
  std::uint64_t reached = 0;
  std::string tail_call;
};

/// What is known about one recorded process.
struct ProcessFacts {
  std::string file; ///< the probe file
  std::string program;
  std::string host;
  std::uint32_t pid = 0;
  std::uint32_t parent_pid = 0;
  std::uint32_t rank = 0;          ///< in the job that it was part of
  std::uint32_t world_size = 0;    ///< of that job; 0: it was part of none
  std::uint64_t start_unix_ns = 0; ///< when the probe became active
  std::uint64_t wall_ns = 0;  ///< from the probe's start to its last record
  std::uint64_t probe_ns = 0; ///< what the probe itself cost, estimated
  bool ended = false;         ///< false: the process was killed or still runs
  std::string torch_version;  ///< empty: libtorch was never loaded
  /// Most bytes that libtorch's CPU allocator had given out at one time; 0:
  /// the memory tier was off.
  std::uint64_t memory_peak = 0;
  bool counts_memory = false;   ///< the memory tier was on
  double memcpy_gb_per_s = 0;   ///< one thread's memcpy here; 0: not measured
  std::string why_no_copies;    ///< why the copy tier is off; empty: it is on
  std::string why_no_reach;     ///< why the reach tier is off; empty: it is on
  bool sees_own_writes = false; ///< what operators write without a copy
  std::string why_no_gpu;       ///< why the GPU tier is off; empty: it is on
  bool gpu_emulated = false;    ///< its records are made up
  bool follows_layouts = false; ///< the layouts tier was on
  std::string probe_version;
  /// Names that the reach tier gave a number: some or all of what a probe of
  /// this version counts.
  std::set<std::string> reach_ops;
  std::uint64_t moved_nothing = 0; ///< calls of copy_ without a byte to move
  std::uint64_t nested_copies = 0; ///< inside a recorded copy, in its time
  /// Libraries in the process that torch.compile or AOTInductor made.
  std::set<std::string> compiled_modules;
  std::uint64_t compiled_calls = 0; ///< of compiled functions (reach tier)
  std::uint64_t untraced = 0;       ///< copies without an event
  bool has_trace = false;           ///< the trace tier was on
  std::uint64_t losses = 0; ///< events lost such that absence proves nothing
  std::vector<std::string> loss_reasons; ///< "stacks truncated: 3"
  std::vector<std::string> notes;        ///< the probe's own sentences
};

/// A part of a run that the program named, a test for example.
struct ScopeTotals {
  std::string name;
  std::string file; ///< the probe file
  std::uint64_t wall_ns = 0;
  std::uint64_t copies = 0, bytes = 0, ns = 0; ///< as in Cost
};

/// Tensors that were given to a kernel against its contract, at one place
/// (TENSOR_PROBE_KERNEL_ARG).
struct BrokenContract {
  std::string text; ///< the expression
  std::string file;
  unsigned line = 0;
  std::uint64_t count = 0;
  std::vector<std::int64_t> sizes, strides; ///< of the first
  Provenance layout;                        ///< likewise
};

/// Memory of tensors that was misused, at one place. What is said of one event
/// is of the first.
struct MisusedMemory {
  MisuseKind kind = MisuseKind::shared_elements;
  SourceFrame place;
  SourceFrame python; ///< the user's innermost Python frame; no file: none
  std::string text;   ///< the expression; or empty
  std::string op;     ///< the operator that copied; or empty
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  ///< of the copy
  std::uint64_t beyond = 0; ///< of these, those of no element of the tensor
  std::uint32_t itemsize = 0;
  std::vector<std::int64_t> sizes, strides;
  Provenance layout;
};

/// A kernel of torch.compile's that does nothing but copy (the GPU tier).
struct CompiledKernel {
  std::string name;
  GpuCost gpu;
};

/// Everything that the probe files of a run say.
struct Profile {
  std::vector<ProcessFacts> processes;
  std::vector<SourceSite> sites;
  std::vector<ReachSite> reached;
  std::vector<BrokenContract> contracts;
  std::vector<MisusedMemory> misuses;
  std::vector<CompiledKernel> compiled_kernels; ///< by name
  std::vector<ScopeTotals> scopes;              ///< in the order of their ends
  std::vector<std::string> warnings; ///< "libx.so has another build id ..."

  std::uint64_t wall_ns() const;     ///< the sum over the processes
  std::uint64_t probe_ns() const;    ///< the sum over the processes
  std::uint64_t losses() const;      ///< the sum over the processes
  std::uint64_t memory_peak() const; ///< the sum over the processes
  bool counts_memory() const;        ///< in some process
  /// What memcpy reads and writes here per ns, at best; 0: not measured.
  double memcpy_traffic_gb_per_s() const;
};

/// Lines for which a loaded module has code: file -> lines.
using CodeLines = std::map<std::string, std::set<unsigned>>;

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SITE_MODEL_H
