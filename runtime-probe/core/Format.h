// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The probe file, format version 1: what a probed process leaves behind.
//
//   offset 0            FileHeader, header_bytes long (4096)
//   offset header_bytes blocks, one after the other, up to used_bytes
//
// Every block starts with a BlockHeader and is a multiple of 8 bytes long.
// A block is written completely before used_bytes is advanced past it, so
// whatever lies below used_bytes is whole, however the process ended. Bytes
// between used_bytes and the end of the file are zero and carry nothing.
// Only the counters of FileHeader and of SiteBlock change after that; they are
// naturally aligned 64-bit words, updated one by one without a lock: a process
// that was killed between two of them leaves one event counted in some
// counters of its row and not in others, never more.
//
// Readers: check magic, byte_order and version; take header_bytes and each
// block's `bytes` from the file; skip blocks of a kind they do not know;
// ignore trailing bytes of a block that is longer than its struct here. New
// fields go into reserved space or at the end of a block (same version);
// anything else raises kFormatVersion.
//
// Plain C++17, no dependency: shared by the probe and by its readers.
// All integers little-endian. All times are nanoseconds (ns).

#ifndef TENSOR_PROBE_CORE_FORMAT_H
#define TENSOR_PROBE_CORE_FORMAT_H

#include <cstddef>
#include <cstdint>

namespace tensor_probe {

/// The bytes "TTPROBE1" read as a little-endian integer.
constexpr std::uint64_t kMagic = 0x3145424f52505454ULL;
constexpr std::uint32_t kFormatVersion = 1;
/// Reads as 0x01020304 only where the byte order is the writer's.
constexpr std::uint32_t kByteOrder = 0x01020304U;
constexpr std::uint32_t kHeaderBytes = 4096;
/// Sizes and strides recorded per tensor; more dimensions are counted in
/// dst_dim/src_dim, flagged kFlagDimsTruncated, and the rest is left out.
constexpr std::uint32_t kMaxDims = 8;
/// Innermost frames kept per stack.
constexpr std::uint32_t kMaxFrames = 64;
/// Innermost Python frames kept per stack.
constexpr std::uint32_t kMaxPythonFrames = 16;
/// Copy classes a stack may have before further ones are folded into one
/// row of class CopyClass::other.
constexpr std::uint32_t kMaxRowsPerStack = 8;
/// "No such id" for module, string and stack ids.
constexpr std::uint32_t kNoId = 0xffffffffU;

// ---------------------------------------------------------------- losses

/// What could not be recorded, by kind: index into FileHeader::losses. A file
/// in which one of those marked (*) is not zero cannot refute a copy.
enum class Loss : std::uint32_t {
  events_without_row = 0,  ///< (*) copies that found no row: in no count
  reaches_without_row = 1, ///< (*) reached operators that found no row
  stacks_full = 2,         ///< (*) stacks not added: table of stacks full
  rows_full = 3,           ///< (*) rows not added: table of rows full
  file_not_grown = 4,      ///< (*) blocks not added: no space, or maximum size
  modules_full = 5,        ///< modules not added; their frames have kNoId
  strings_full = 6,        ///< strings not added
  stacks_truncated = 7,    ///< stacks of more than kMaxFrames: outer ones cut
  walks_failed = 8,      ///< (*) stacks that could not be walked at all; their
                         ///< events are in rows whose stack has no frame
  classes_folded = 9,    ///< stacks that have a row CopyClass::other
  dims_truncated = 10,   ///< rows of tensors of more than kMaxDims dimensions
  thread_caches = 11,    ///< threads without a stack cache: they walk each time
  scopes_lost = 12,      ///< scopes not added
  violations_lost = 13,  ///< broken contracts of kernels not added
  layouts_lost = 14,     ///< kTierLayouts: steps not added, tensors forgotten
  gpu_records_lost = 15, ///< kTierGpu: device records that CUPTI dropped, that
                         ///< came too late, or that found no room
  count = 16             ///< size of the table
};

// --------------------------------------------------------------- header

/// FileHeader::tiers and tiers_refused.
enum Tier : std::uint32_t {
  kTierCopiesCpu = 1U << 0,   ///< aten::copy_ is hooked at dispatch key CPU
  kTierCopiesCuda = 1U << 1,  ///< aten::copy_ is hooked at dispatch key CUDA
  kTierReach = 1U << 2,       ///< named operators are counted where they are
                              ///< called (TENSOR_PROBE_REACH=1)
  kTierMemory = 1U << 3,      ///< the CPU allocator is counted
                              ///< (TENSOR_PROBE_MEMORY=1)
  kTierLayouts = 1U << 4,     ///< what made tensors strided is followed
                              ///< (TENSOR_PROBE_LAYOUTS=1)
  kTierGpu = 1U << 5,         ///< what GPUs do for copies is taken from CUPTI
                              ///< (TENSOR_PROBE_GPU=1)
  kTierGpuEmulated = 1U << 6, ///< with kTierGpu: the device records are made
                              ///< up, for tests; no time of them is kept
  kTierMisses = 1U << 8,      ///< cache and TLB misses of copies on the CPU are
                              ///< counted (TENSOR_PROBE_MISSES=1)
  kTierTrace = 1U << 7,       ///< each copy is an event (TENSOR_PROBE_TRACE=1)
  kTierOwnWrites = 1U << 9,   ///< with kTierReach: what operators write without
                              ///< a copy (TENSOR_PROBE_MATERIALISED=1)
  kTierTouches = 1U << 10,    ///< memcpy beyond views is looked for
                              ///< (TENSOR_PROBE_MEMCPY=1)
};

/// FileHeader::state.
enum class RunState : std::uint32_t {
  running = 1, ///< still running, or ended without exit(): abort, _exit, kill
  ended = 2,   ///< exit() was reached
};

struct FileHeader {
  std::uint64_t magic;        ///< kMagic
  std::uint32_t version;      ///< kFormatVersion
  std::uint32_t byte_order;   ///< kByteOrder
  std::uint32_t header_bytes; ///< offset of the first block
  std::uint32_t state;        ///< RunState
  std::uint64_t used_bytes;   ///< end of the last whole block, from offset 0

  std::uint32_t pid;        ///< the process that wrote the file
  std::uint32_t parent_pid; ///< its parent when the file was created
  /// Unix time (ns) when the probe became active in this process (in a forked
  /// child: when the child was forked).
  std::uint64_t start_unix_ns;
  /// CLOCK_MONOTONIC (ns) at the same instant.
  std::uint64_t start_monotonic_ns;
  /// ns since start_monotonic_ns at the last time the header was touched: when
  /// a block is added, by tensor_probe_flush(), and at exit(). The length of
  /// the run is max(this, the largest SiteBlock::last_ns).
  std::uint64_t last_update_ns;

  std::uint32_t tiers;         ///< Tier bits that are active
  std::uint32_t tiers_refused; ///< Tier bits wanted but refused: see the
                               ///< StringKind::reason strings

  std::uint32_t modules; ///< ModuleBlocks in the file
  std::uint32_t stacks;  ///< StackBlocks in the file
  std::uint32_t rows;    ///< SiteBlocks in the file
  std::uint32_t strings; ///< StringBlocks in the file

  /// This machine's memcpy of 32 MiB, one thread, best of three: bytes copied
  /// per ns = 10^9 bytes/s (each byte counted once although it is read and
  /// written). 0: not measured (TENSOR_PROBE_BANDWIDTH=0, or no memory).
  double memcpy_gb_per_s;
  /// What one recorded event with a cached stack costs (ns), calibrated once
  /// in this process; 0: not calibrated.
  double event_cost_ns;

  std::uint64_t stack_misses;  ///< stacks not in the cache, hence walked
  std::uint64_t stack_walk_ns; ///< ns spent in those walks and in check walks
  std::uint64_t check_walks;   ///< cache hits that were walked again: 1 in 1024
  std::uint64_t check_mismatches; ///< check walks that found another stack
  /// copy_ called from inside a recorded copy_ (staging through a temporary):
  /// part of the outer one's time, in no row.
  std::uint64_t nested_copies;
  /// kTierMemory: most bytes that libtorch's CPU allocator had given out at
  /// one time, and how often that rose.
  std::uint64_t memory_peak_bytes;
  std::uint64_t memory_peaks;
  std::uint64_t scopes;     ///< ScopeBlocks in the file
  std::uint64_t violations; ///< ViolationBlocks in the file
  std::uint64_t layouts;    ///< LayoutBlocks in the file
  /// Of the job that the process is part of, as its launcher says (RANK and
  /// WORLD_SIZE, or what MPI and Slurm call them); world_size 0: of none.
  std::uint32_t rank, world_size;
  std::uint64_t gpu_rows; ///< GpuBlocks in the file

  std::uint64_t losses[static_cast<std::size_t>(Loss::count)]; ///< by Loss

  // NUL-terminated UTF-8, truncated to fit.
  char probe_version[32];
  char torch_version[64]; ///< as libtorch in the process says, "1.13.1"
  char program[128];      ///< base name of the executable
  char host[128];
  char command_line[1024];      ///< arguments joined with blanks
  char working_directory[1024]; ///< at start

  std::uint64_t traces; ///< TraceBlocks in the file
  /// kTierTrace: copies without an event, since as many as were asked for have
  /// one, or there was no space. They are in all counts.
  std::uint64_t untraced;

  /// kTierReach: copies of the backward pass whose forward line is not known:
  /// forgotten, of a forward pass before the probe started, or of what is no
  /// operator. Those of nodes without a forward operator do not count, nor
  /// those of forwards_full.
  std::uint64_t forwards_unknown;
  std::uint64_t misuses;      ///< MisuseBlocks in the file
  std::uint64_t misuses_lost; ///< misuses of memory not added
  /// Copies into, and memory ranges of, tensors of so involved a layout that
  /// they were not tested.
  std::uint64_t untested;
  /// kTierReach: copies of the backward pass whose forward line found no room:
  /// forward calls have a quarter of the stacks at most.
  std::uint64_t forwards_full;
  /// kTierTouches: views that were forgotten while they lived, since too many
  /// others had addresses that fall together with theirs; and memory ranges
  /// that were not tested since such a view begins there, or since other
  /// threads were looking at views there all the time.
  std::uint64_t views_forgotten;
  std::uint64_t ranges_untested;

  std::uint8_t reserved[4096 - 2800];
};

// Cost of the probe itself, for the "what it cost" line:
//   (sum of SiteBlock::count + thrown over all rows) * event_cost_ns
//     + stack_walk_ns.
// Stack cache hits = that same sum - stack_misses.

static_assert(sizeof(FileHeader) == kHeaderBytes, "fixed layout");
static_assert(offsetof(FileHeader, used_bytes) == 24, "fixed layout");
static_assert(offsetof(FileHeader, memcpy_gb_per_s) == 88, "fixed layout");
static_assert(offsetof(FileHeader, losses) == 200, "fixed layout");
static_assert(offsetof(FileHeader, probe_version) == 328, "fixed layout");

// --------------------------------------------------------------- blocks

enum class BlockKind : std::uint32_t {
  module_ = 1,   ///< ModuleBlock
  stack = 2,     ///< StackBlock
  site = 3,      ///< SiteBlock
  string = 4,    ///< StringBlock
  scope = 5,     ///< ScopeBlock
  violation = 6, ///< ViolationBlock
  layout = 7,    ///< LayoutBlock
  gpu = 8,       ///< GpuBlock
  trace = 9,     ///< TraceBlock
  misuse = 10,   ///< MisuseBlock
};

struct BlockHeader {
  std::uint32_t kind;  ///< BlockKind
  std::uint32_t bytes; ///< whole block with this header, multiple of 8
  std::uint32_t id;    ///< counts from 0 within its kind, in file order
  std::uint32_t extra; ///< BlockKind::stack: Python frames; else 0
};
static_assert(sizeof(BlockHeader) == 16, "fixed layout");

enum class StringKind : std::uint32_t {
  operator_name = 1, ///< "aten::reshape": SiteBlock::op
  reason = 2, ///< why something is not active or missing, one clear sentence
  python_file = 3,      ///< PythonFrame::file, as in the code object
  python_function = 4,  ///< PythonFrame::function
  scope_name = 5,       ///< ScopeBlock::name
  expression = 6,       ///< ViolationBlock::text
  source_file = 7,      ///< ViolationBlock::file, __FILE__
  compiled_module = 9,  ///< path of a loaded library that torch.compile or
                        ///< AOTInductor made: what it copies is in no row
  compiled_kernel = 10, ///< GpuBlock::kernel
  layout_operator = 8,  ///< LayoutBlock::op, where it is no operator_name
  autograd_node = 11,   ///< SiteBlock::node
};

struct StringBlock {
  BlockHeader header;
  std::uint32_t string_kind; ///< StringKind
  std::uint32_t length;      ///< bytes of text, without the NUL
  // char text[length + 1], NUL-terminated, padded with NUL to 8 bytes
};
static_assert(sizeof(StringBlock) == 24, "fixed layout");

/// An object file mapped into the process (executable or shared library) in
/// which some frame lies; others are left out. A library that was unloaded and
/// loaded again is a further block; ranges of such blocks may overlap.
struct ModuleBlock {
  BlockHeader header;
  /// Address at run time = link-time virtual address + load_bias.
  std::uint64_t load_bias;
  std::uint64_t start;           ///< lowest mapped address
  std::uint64_t end;             ///< one past the highest mapped address
  std::uint8_t build_id[32];     ///< GNU build id note
  std::uint32_t build_id_length; ///< bytes used of build_id; 0: no note
  std::uint32_t path_length;     ///< bytes of path, without the NUL
  // char path[path_length + 1], NUL-terminated, padded to 8 bytes. The
  // executable has its real path; "[vdso]" for the vDSO.
};
static_assert(sizeof(ModuleBlock) == 80, "fixed layout");

/// One frame: the return address of a call, so the call itself is at pc - 1.
struct Frame {
  std::uint64_t pc;     ///< address at run time
  std::uint64_t offset; ///< pc - load_bias: what symbolisers take (less 1);
                        ///< equals pc if module is kNoId
  std::uint32_t module; ///< ModuleBlock id, or kNoId (generated code)
  std::uint32_t reserved;
};
static_assert(sizeof(Frame) == 24, "fixed layout");

enum PythonFlag : std::uint32_t {
  kPythonLibrary = 1U << 0, ///< libtorch's, the probe's or Python's own code
};

/// One frame of Python code.
struct PythonFrame {
  std::uint32_t file;     ///< StringBlock id, or kNoId
  std::uint32_t function; ///< StringBlock id of its qualified name, or kNoId
  std::uint32_t line;     ///< 1-based; 0: not known
  std::uint32_t flags;    ///< PythonFlag
};
static_assert(sizeof(PythonFrame) == 16, "fixed layout");

enum StackFlag : std::uint32_t {
  kStackTruncated = 1U << 0, ///< more than kMaxFrames frames
  kStackFailed = 1U << 1,    ///< could not be walked: no frame
};

struct StackBlock {
  BlockHeader header;
  std::uint32_t frame_count;
  std::uint32_t flags; ///< StackFlag
  // Frame frames[frame_count], innermost first; frames[0] is inside libtorch:
  // the probe's own frames are left out.
  // PythonFrame python[header.extra], innermost first: what the thread was
  // executing. Two lines of Python are two stacks, with the same frames.
};
static_assert(sizeof(StackBlock) == 24, "fixed layout");

// ----------------------------------------------------------------- sites

/// What a SiteBlock counts.
enum class RowKind : std::uint8_t {
  copy = 1,  ///< copies, made by aten::copy_ but for CopyClass::materialised
  reach = 2, ///< calls of operator `op`, whether or not they copied
};

/// Why bytes moved. One class per event, decided by classify_copy()
/// (core/CopyClass.h) in this order; the first that fits is the class.
enum class CopyClass : std::uint8_t {
  nothing = 0, ///< no byte moved: no element, or source and destination are
               ///< the same view of the same memory (copy_ returns early)
  device_transfer = 1,  ///< source and destination on different devices
  broadcast = 2,        ///< source has fewer elements, or repeats them (a
                        ///< stride of 0 where the size is more than 1)
  dtype_conversion = 3, ///< element types differ
  layout_copy = 4, ///< same device, type and sizes; strides differ, or either
                   ///< side is not dense: elements change their order or
                   ///< are gathered
  plain = 5, ///< same device, type, sizes and strides, both dense: a memcpy
  materialised =
      6,      ///< no copy_: an operator whose work is to write a tensor
              ///< (cat, index_select...; `op` names it) wrote it itself.
              ///< Seen under kTierOwnWrites only. Source: its first strided
              ///< operand, or the first one; destination: its result
  other = 15, ///< the stack's ninth and further classes, folded together; type
              ///< and layout fields are those of the first one folded
};

/// SiteBlock::flags, of the first event.
enum SiteFlag : std::uint32_t {
  kFlagSrcNonContiguous = 1U << 0, ///< source not row-major contiguous
  kFlagDstNonContiguous = 1U << 1, ///< destination not row-major contiguous
  kFlagDtypeChange = 1U << 2,
  kFlagDeviceChange = 1U << 3,
  kFlagBroadcast = 1U << 4,
  kFlagSameStrides = 1U << 5,     ///< same sizes and strides on both sides
  kFlagSrcChannelsLast = 1U << 6, ///< is_contiguous(ChannelsLast or ..3d)
  kFlagDstChannelsLast = 1U << 7,
  kFlagNonBlocking = 1U << 8,
  kFlagDimsTruncated = 1U << 9, ///< see kMaxDims
  kFlagUndefined = 1U << 10, ///< source or destination is undefined: it threw
  kFlagBackward = 1U << 11,  ///< kTierReach: in a node of the backward pass
};

/// One row: a call stack and a copy class (element types, devices, class), or
/// a call stack and an operator.
struct SiteBlock {
  BlockHeader header;

  std::uint32_t stack;     ///< StackBlock id
  std::uint32_t op;        ///< RowKind::reach and CopyClass::materialised:
                           ///< StringBlock id; else kNoId
  std::uint8_t row_kind;   ///< RowKind
  std::uint8_t copy_class; ///< CopyClass; 0 for RowKind::reach
  std::int8_t dst_dtype;   ///< c10::ScalarType; -1 none: see core/Names.h
  std::int8_t src_dtype;
  std::int8_t dst_device; ///< c10::DeviceType, 0 CPU, 1 CUDA; -1 none
  std::int8_t src_device;
  std::int8_t dst_device_index; ///< -1: the only one (CPU)
  std::int8_t src_device_index;
  std::uint32_t flags;  ///< SiteFlag, of the first event
  std::uint8_t dst_dim; ///< dimensions of the first event's destination
  std::uint8_t src_dim;
  std::uint8_t dst_itemsize; ///< bytes per element
  std::uint8_t src_itemsize;

  // The first event of the row; entries past min(dim, kMaxDims) are 0.
  std::int64_t dst_sizes[kMaxDims];
  std::int64_t dst_strides[kMaxDims]; ///< in elements
  std::int64_t src_sizes[kMaxDims];
  std::int64_t src_strides[kMaxDims];

  // Counters, updated while the process runs.
  std::uint64_t count;  ///< events that returned; RowKind::reach: calls begun
  std::uint64_t thrown; ///< events that threw: not in count, bytes, nor times
  std::uint64_t bytes;  ///< bytes of destinations, numel * itemsize, summed;
                        ///< 0 for CopyClass::nothing and RowKind::reach
  std::uint64_t ns_sum; ///< host time inside copy_, ns; on CUDA: the enqueue
  std::uint64_t ns_min; ///< all ones while count is 0
  std::uint64_t ns_max;
  std::uint64_t numel_min; ///< elements of the destination; all ones: none yet
  std::uint64_t numel_max;
  /// Bit k set: some destination had numel with floor(log2(numel)) == k (bit 0
  /// also for 0 elements). Number of set bits = distinct size classes seen.
  std::uint64_t size_class_mask;
  std::uint64_t first_ns; ///< ns since start_monotonic_ns, of the first event
  std::uint64_t last_ns;  ///< ns since start_monotonic_ns, of the last event
  /// Of count: copies of a source that the same row had copied before, same
  /// storage, geometry and version; and their part of ns_sum.
  std::uint64_t repeats;
  std::uint64_t repeat_ns;
  /// kTierMemory: bytes that this row's copies made and that are in use, now
  /// and at the peak number `memory_peaks` of the process. At the last peak
  /// the row held held_at_peak if memory_peaks is the header's, held_bytes
  /// otherwise.
  std::uint64_t held_bytes;
  std::uint64_t held_at_peak;
  std::uint64_t memory_peaks;
  /// kTierLayouts: 1 + LayoutBlock id of what made the first event's source
  /// and destination strided; 0: contiguous, or not known. Files of earlier
  /// probes end before these two.
  std::uint32_t src_layout, dst_layout;
  /// kTierMisses: copies whose misses were counted, and what they missed, on
  /// the thread that called. Files of earlier probes end before these three.
  std::uint64_t counted_misses, cache_misses, tlb_misses;
  /// kTierMemory: of this row's copies, those into memory that was made for
  /// them, and how much of it has been given back. Of that, what was given back
  /// before the row copied into new memory again: it could have been kept.
  /// Files of earlier probes end before these six.
  std::uint64_t allocations, allocated_bytes;
  std::uint64_t frees, freed_bytes;
  std::uint64_t short_lived, short_lived_bytes;
  /// kTierReach, copies of the backward pass: 1 + StackBlock id of the call of
  /// the forward operator, 0: not known; and 1 + StringBlock id of the name of
  /// the backward node ("CloneBackward0"), 0: not in a backward pass. Files of
  /// earlier probes end before these two.
  std::uint32_t forward, node;
};
/// What the SiteBlocks of every probe of this format version have.
constexpr std::size_t kLeastSiteBytes = offsetof(SiteBlock, src_layout);
static_assert(sizeof(SiteBlock) == 512, "fixed layout");
static_assert(kLeastSiteBytes == 424, "fixed layout");
static_assert(offsetof(SiteBlock, dst_sizes) == 40, "fixed layout");
static_assert(offsetof(SiteBlock, count) == 296, "fixed layout");
static_assert(offsetof(SiteBlock, last_ns) == 376, "fixed layout");
static_assert(offsetof(SiteBlock, memory_peaks) == 416, "fixed layout");
static_assert(offsetof(SiteBlock, forward) == 504, "fixed layout");

// ------------------------------------------------------------------- GPU

/// What devices did for the copies of one row, or in one copy kernel that
/// torch.compile made, as CUPTI says (kTierGpu).
/// Counters change while the process runs. Times are sums of (end - start) on
/// the device's clock; all of them are 0 under kTierGpuEmulated.
struct GpuBlock {
  BlockHeader header;
  std::uint32_t row;    ///< SiteBlock id, less than the file's rows; kNoId:
                        ///< of compiled code, and `kernel` says which
  std::uint32_t kernel; ///< StringBlock id of its name; kNoId: of a row
  std::uint64_t copies; ///< copies of the row during which records were asked
                        ///< for; those of CUDA graphs at their capture
  std::uint64_t kernels, kernel_ns;
  std::uint64_t transfers, transfer_ns, transfer_bytes; ///< memcpy, any kind
  std::uint64_t fills, fill_ns;                         ///< memset
  std::uint64_t pageable; ///< of transfers: an end in pageable host memory
  std::uint64_t pinned;   ///< of transfers: an end in pinned host memory
  std::uint64_t peer;     ///< of transfers: from device to device
  /// Of kernels, transfers and fills: done by replays of CUDA graphs into
  /// which a copy of the row was captured; and their part of the times.
  std::uint64_t replayed, replayed_ns;
  std::uint64_t incomplete; ///< of kernels, transfers and fills: the record
                            ///< had no end, and is in no time
  /// Calls in which the host waited for a device: synchronisation, and copies
  /// from and to pageable memory, which return when it has been read.
  std::uint64_t waits, wait_ns;
  /// Of the times above: of how much it was looked at whether other streams of
  /// the device were at work, too, and of how much they were, at least.
  std::uint64_t watched_ns, overlap_ns;
};
static_assert(sizeof(GpuBlock) == 168, "fixed layout");

// ----------------------------------------------------------------- trace

/// One copy that returned and moved bytes.
struct TraceEvent {
  std::uint64_t start_ns; ///< since start_monotonic_ns
  std::uint64_t ns;       ///< host time inside copy_
  std::uint64_t bytes;    ///< of the destination
  std::uint32_t row;      ///< SiteBlock id, perhaps of a later block
  std::uint32_t thread;   ///< as gettid() says; 0: not written (yet)
};
static_assert(sizeof(TraceEvent) == 32, "fixed layout");

/// Room for events, taken one after the other by any thread.
struct TraceBlock {
  BlockHeader header;
  std::uint64_t capacity;
  std::uint64_t taken; ///< may pass capacity; changes while the process runs
  // TraceEvent events[capacity]
};
static_assert(sizeof(TraceBlock) == 32, "fixed layout");

// ---------------------------------------------------------------- scopes

/// What one row counted while a scope (a test) ran.
struct ScopeEntry {
  std::uint32_t row; ///< SiteBlock id
  std::uint32_t reserved;
  std::uint64_t count, bytes, ns_sum; ///< as in SiteBlock, the difference
};
static_assert(sizeof(ScopeEntry) == 32, "fixed layout");

/// A part of the run that the program gave a name to: written at its end. The
/// copies of all threads are in it. Scopes may overlap.
struct ScopeBlock {
  BlockHeader header;
  std::uint32_t name;             ///< StringBlock id
  std::uint32_t entries;          ///< copy rows that counted something
  std::uint64_t begin_ns, end_ns; ///< since start_monotonic_ns
  // ScopeEntry list[entries], ascending by row
};
static_assert(sizeof(ScopeBlock) == 40, "fixed layout");

// ------------------------------------------------------------- contracts

/// A place where a tensor that is not contiguous was given to a kernel that
/// asks for it (TENSOR_PROBE_KERNEL_ARG). Sizes and strides are of the first.
struct ViolationBlock {
  BlockHeader header;
  std::uint32_t text; ///< StringBlock id: the expression
  std::uint32_t file; ///< StringBlock id
  std::uint32_t line;
  std::uint32_t dim;      ///< of the tensor; kMaxDims of them are kept
  std::uint64_t count;    ///< how often; changes while the process runs
  std::uint64_t first_ns; ///< since start_monotonic_ns
  std::int64_t sizes[kMaxDims];
  std::int64_t strides[kMaxDims]; ///< in elements
  /// As SiteBlock::src_layout, of the first. Earlier probes end before it.
  std::uint32_t layout;
  std::uint32_t reserved;
};
constexpr std::size_t kLeastViolationBytes = offsetof(ViolationBlock, layout);
static_assert(sizeof(ViolationBlock) == 184, "fixed layout");
static_assert(kLeastViolationBytes == 176, "fixed layout");

// --------------------------------------------------------- use of memory

enum class MisuseKind : std::uint32_t {
  shared_elements = 1, ///< a copy into a tensor two of whose elements are the
                       ///< same memory: what stays there is not defined
  beyond_view = 2,     ///< a memcpy of a tensor's memory, some bytes of which
                       ///< are of none of its elements
};

/// A place where the memory of a tensor was misused. Where the program named
/// the place, `text`, `file` and `line` are it; otherwise `stack` is, that of
/// the copy. What is said of one event is of the first.
struct MisuseBlock {
  BlockHeader header;
  std::uint32_t misuse;     ///< MisuseKind
  std::uint32_t stack;      ///< StackBlock id, or kNoId
  std::uint32_t text, file; ///< StringBlock ids, or kNoId
  std::uint32_t line;       ///< 0: see `stack`
  std::uint32_t dim;        ///< of the tensor; kMaxDims of them are kept
  std::uint32_t itemsize;   ///< bytes per element
  std::uint32_t layout;     ///< as SiteBlock::src_layout
  std::uint64_t count;      ///< how often; changes while the process runs
  std::uint64_t first_ns;   ///< since start_monotonic_ns
  std::uint64_t bytes;      ///< of the destination, or of the memcpy
  std::uint64_t beyond;     ///< of the memcpy: those of no element of the view
  std::int64_t sizes[kMaxDims];
  std::int64_t strides[kMaxDims]; ///< in elements
};
static_assert(sizeof(MisuseBlock) == 208, "fixed layout");

// ------------------------------------------------------------ provenance

enum LayoutFlag : std::uint32_t {
  kLayoutUnknownBefore = 1U << 0, ///< it was strided before, nobody saw why
};

/// One step of how a tensor came to be strided: an operator that made a
/// strided result of contiguous arguments, or gave an already strided one
/// other sizes or strides. Steps are shared: a tree whose leaves are layouts.
struct LayoutBlock {
  BlockHeader header;
  std::uint32_t op;     ///< StringBlock id
  std::uint32_t stack;  ///< StackBlock id of the operator's call
  std::uint32_t before; ///< LayoutBlock id of the step before, less than its
                        ///< own; kNoId: none
  std::uint32_t flags;  ///< LayoutFlag
};
static_assert(sizeof(LayoutBlock) == 32, "fixed layout");
/// Steps kept of one tensor, from the first one on.
constexpr std::uint32_t kMaxLayoutSteps = 8;

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_FORMAT_H
