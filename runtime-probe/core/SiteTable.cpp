// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/SiteTable.h"

#include "core/Clock.h"
#include "core/Lock.h"
#include "core/Settings.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>

namespace tensor_probe {

namespace {
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static_assert(sizeof(PythonPlace) % sizeof(std::uintptr_t) == 0,
              "a place is whole words");
/// Of what identifies a stack under Python frames.
constexpr std::uint32_t kMaxWords = kMaxFrames + sizeof(PythonPlace) /
                                                     sizeof(std::uintptr_t) *
                                                     kMaxPythonFrames;

std::uint64_t hash_stack(const std::uintptr_t *pcs, std::uint32_t count,
                         std::uint32_t flags) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL ^ flags;
  for (std::uint32_t i = 0; i < count; ++i) {
    hash ^= pcs[i];
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return hash;
}

std::uint32_t hash_text(const char *text) {
  std::uint32_t hash = 2166136261U;
  for (; *text != '\0'; ++text)
    hash = (hash ^ static_cast<unsigned char>(*text)) * 16777619U;
  return hash ^ (hash >> 15);
}

void copy_dims(const TensorView &tensor, std::int64_t *sizes,
               std::int64_t *strides) {
  const std::int64_t dims =
      tensor.dim < static_cast<std::int64_t>(kMaxDims) ? tensor.dim : kMaxDims;
  for (std::int64_t i = 0; i < dims; ++i) {
    sizes[i] = tensor.sizes[i];
    strides[i] = tensor.strides[i];
  }
}

std::uint8_t small_dim(std::int64_t dim) {
  return static_cast<std::uint8_t>(dim < 255 ? dim : 255);
}

/// See has_room(). Never written to.
StackSites *no_room() {
  static StackSites sites{0, nullptr, 0, kNoId, 0, 0, 0, nullptr, {}};
  return &sites;
}

void fill_row(SiteBlock &row, const RowSeed &seed) {
  row.op = seed.op;
  row.row_kind = static_cast<std::uint8_t>(seed.kind);
  row.copy_class = static_cast<std::uint8_t>(seed.copy_class);
  row.dst_dtype = seed.dst.dtype;
  row.src_dtype = seed.src.dtype;
  row.dst_device = seed.dst.device;
  row.src_device = seed.src.device;
  row.dst_device_index = seed.dst.device_index;
  row.src_device_index = seed.src.device_index;
  row.flags = seed.flags;
  row.dst_dim = small_dim(seed.dst.dim);
  row.src_dim = small_dim(seed.src.dim);
  row.src_layout = seed.src_layout;
  row.dst_layout = seed.dst_layout;
  row.dst_itemsize = seed.dst.itemsize;
  row.src_itemsize = seed.src.itemsize;
  copy_dims(seed.dst, row.dst_sizes, row.dst_strides);
  copy_dims(seed.src, row.src_sizes, row.src_strides);
  row.ns_min = row.numel_min = ~0ULL;
  row.first_ns = row.last_ns = seed.when_ns;
}
} // namespace

SiteTable &site_table() {
  static SiteTable table;
  return table;
}

FileHeader *SiteTable::header() const {
  return file_.is_open() ? &file_.header() : nullptr;
}

const char *SiteTable::path() const {
  Lock lock(mutex);
  return file_.is_open() ? file_.path() : "";
}

void SiteTable::lose(Loss loss, std::uint64_t count) {
  if (file_.is_open())
    add_to(file_.header().losses[static_cast<std::size_t>(loss)], count);
}

void SiteTable::count_loss(Loss loss) {
  Lock lock(mutex);
  if (open_if_needed())
    lose(loss);
}

void SiteTable::count(std::uint64_t FileHeader::*counter) {
  FileHeader *head = header();
  if (head == nullptr) {
    Lock lock(mutex);
    head = open_if_needed() ? header() : nullptr;
  }
  if (head != nullptr)
    add_to(head->*counter, 1);
}

void SiteTable::touch() {
  __atomic_store_n(&file_.header().last_update_ns,
                   clock_ns() - identity_.start_monotonic_ns, __ATOMIC_RELAXED);
}

bool SiteTable::open_if_needed() {
  if (file_.is_open())
    return true;
  if (failed_)
    return false;
  slots_ = static_cast<StackSites **>(arena_.take(kSlots * sizeof(*slots_)));
  rows_ = static_cast<SiteBlock **>(arena_.take(kMaxRows * sizeof(*rows_)));
  strings_ =
      static_cast<StringBlock **>(arena_.take(kMaxStrings * sizeof(*strings_)));
  string_slots_ = static_cast<std::uint32_t *>(
      arena_.take(kStringSlots * sizeof(*string_slots_)));
  violations_ = static_cast<ViolationBlock **>(
      arena_.take(kMaxViolations * sizeof(*violations_)));
  misuses_ =
      static_cast<MisuseBlock **>(arena_.take(kMaxMisuses * sizeof(*misuses_)));
  gpu_rows_ =
      static_cast<GpuBlock **>(arena_.take(kMaxRows * sizeof(*gpu_rows_)));
  if (!layouts_.prepare(arena_) || violations_ == nullptr ||
      misuses_ == nullptr || gpu_rows_ == nullptr || slots_ == nullptr ||
      rows_ == nullptr || strings_ == nullptr || string_slots_ == nullptr ||
      !file_.create()) {
    failed_ = true;
    return false;
  }
  write_identity();
  touch();
  return true;
}

void SiteTable::write_identity() {
  FileHeader &head = file_.header();
  head.start_unix_ns = identity_.start_unix_ns;
  head.start_monotonic_ns = identity_.start_monotonic_ns;
  head.tiers = identity_.tiers;
  head.tiers_refused = identity_.tiers_refused;
  head.memcpy_gb_per_s = identity_.memcpy_gb_per_s;
  head.event_cost_ns = identity_.event_cost_ns;
  std::memcpy(head.torch_version, identity_.torch_version,
              sizeof(head.torch_version));
}

StackSites **SiteTable::slot_of(std::uint64_t hash, const std::uintptr_t *pcs,
                                std::uint32_t count) {
  std::uint32_t index = static_cast<std::uint32_t>(hash) & (kSlots - 1);
  for (;; index = (index + 1) & (kSlots - 1)) {
    StackSites *known = slots_[index];
    if (known == nullptr ||
        (known->hash == hash && known->pc_count == count &&
         std::memcmp(known->pcs, pcs, count * sizeof(*pcs)) == 0))
      return &slots_[index];
  }
}

bool SiteTable::takes(StackUse use) const {
  return use == StackUse::record ||
         (forward_ < kMaxForward && file_.header().stacks < kMaxStacks);
}

StackSites *SiteTable::intern_stack(const std::uintptr_t *pcs,
                                    std::uint32_t count, std::uint32_t flags,
                                    StackUse use) {
  Lock lock(mutex);
  if (!open_if_needed())
    return nullptr;
  const std::uint64_t hash = hash_stack(pcs, count, flags);
  StackSites **slot = slot_of(hash, pcs, count);
  if (*slot != nullptr)
    return *slot;
  if (!takes(use))
    return no_room();
  forward_ += use == StackUse::forward ? 1 : 0;
  return *slot = new_stack(hash, pcs, count, flags, nullptr, 0);
}

PythonFrame SiteTable::python_frame(const PythonReader &reader,
                                    const PythonPlace &place) {
  PythonText text;
  reader.describe(&place, &text);
  return {add_string_locked(StringKind::python_file, text.file),
          add_string_locked(StringKind::python_function, text.function),
          text.line, text.flags};
}

StackSites *SiteTable::intern_python(const StackSites &native,
                                     const PythonReader &reader,
                                     const PythonPlace *places,
                                     std::uint32_t count, StackUse use) {
  constexpr std::uint32_t kWords = sizeof(PythonPlace) / sizeof(std::uintptr_t);
  std::uintptr_t words[kMaxWords];
  const std::uint32_t pc_count = native.pc_count;
  std::memcpy(words, native.pcs, pc_count * sizeof(*words));
  std::memcpy(words + pc_count, places, count * sizeof(*places));
  const std::uint32_t all = pc_count + count * kWords;
  Lock lock(mutex);
  if (!open_if_needed())
    return nullptr;
  const std::uint64_t hash = hash_stack(words, all, native.flags);
  StackSites **slot = slot_of(hash, words, all);
  if (*slot != nullptr)
    return *slot;
  if (!takes(use))
    return no_room();
  PythonFrame frames[kMaxPythonFrames];
  for (std::uint32_t i = 0; i < count; ++i)
    frames[i] = python_frame(reader, places[i]);
  forward_ += use == StackUse::forward ? 1 : 0;
  return *slot = new_stack(hash, words, all, native.flags, frames, count);
}

/// Null if there is no memory for them.
StackSites *SiteTable::new_sites(std::uint64_t hash, const std::uintptr_t *pcs,
                                 std::uint32_t count, std::uint32_t flags) {
  auto *sites = static_cast<StackSites *>(
      arena_.take(sizeof(StackSites) + count * sizeof(*pcs)));
  if (sites == nullptr)
    return nullptr;
  auto *kept = reinterpret_cast<std::uintptr_t *>(sites + 1);
  std::memcpy(kept, pcs, count * sizeof(*pcs));
  sites->hash = hash;
  sites->pcs = kept;
  sites->pc_count = count;
  sites->flags = flags;
  return sites;
}

StackSites *SiteTable::charge_forward(const StackSites &copy,
                                      const StackSites &forward) {
  // No return address, nor the word of a Python frame.
  constexpr std::uintptr_t kMark = ~std::uintptr_t(0);
  std::uintptr_t words[kMaxWords + 2];
  const std::uint32_t count = copy.pc_count;
  if (count > kMaxWords)
    return nullptr;
  std::memcpy(words, copy.pcs, count * sizeof(*words));
  words[count] = kMark;
  words[count + 1] = forward.stack_id;
  Lock lock(mutex);
  if (!open_if_needed())
    return nullptr;
  const std::uint64_t hash = hash_stack(words, count + 2, copy.flags);
  StackSites **slot = slot_of(hash, words, count + 2);
  if (*slot != nullptr || charged_ == kMaxCharged)
    return *slot;
  StackSites *sites = new_sites(hash, words, count + 2, copy.flags);
  if (sites == nullptr)
    return nullptr;
  sites->stack_id = copy.stack_id;
  sites->forward = forward.stack_id + 1;
  ++charged_;
  return *slot = sites;
}

StackSites *SiteTable::new_stack(std::uint64_t hash, const std::uintptr_t *pcs,
                                 std::uint32_t count, std::uint32_t flags,
                                 const PythonFrame *python,
                                 std::uint32_t frames) {
  StackSites *sites = file_.header().stacks >= kMaxStacks
                          ? nullptr
                          : new_sites(hash, pcs, count, flags);
  if (sites == nullptr) {
    lose(Loss::stacks_full);
    return nullptr;
  }
  constexpr std::uint32_t kWords = sizeof(PythonPlace) / sizeof(*pcs);
  sites->stack_id =
      write_stack(pcs, count - frames * kWords, flags, python, frames);
  return sites->stack_id == kNoId ? nullptr : sites;
}

std::uint32_t SiteTable::write_stack(const std::uintptr_t *pcs,
                                     std::uint32_t count, std::uint32_t flags,
                                     const PythonFrame *python,
                                     std::uint32_t python_frames) {
  modules_.refresh(arena_);
  if (const std::uint32_t left_out = modules_.take_left_out(); left_out != 0)
    lose(Loss::modules_full, left_out);
  std::uint32_t first = 0;
  for (Module *own;
       first < count && (own = modules_.find(pcs[first] - 1)) && own->is_probe;)
    ++first;
  // Module blocks come before the stack block that names them.
  std::uint32_t ids[kMaxFrames];
  for (std::uint32_t i = first; i < count; ++i) {
    Module *module = modules_.find(pcs[i] - 1);
    ids[i] = module == nullptr ? kNoId : modules_.block_of(*module, file_);
  }
  const std::uint32_t frames = count - first;
  auto *block = static_cast<StackBlock *>(file_.reserve(
      BlockKind::stack,
      static_cast<std::uint32_t>(sizeof(StackBlock) + frames * sizeof(Frame) +
                                 python_frames * sizeof(PythonFrame))));
  if (block == nullptr)
    return kNoId;
  block->frame_count = frames;
  block->flags = flags;
  auto *frame = reinterpret_cast<Frame *>(block + 1);
  for (std::uint32_t i = first; i < count; ++i, ++frame) {
    Module *module = ids[i] == kNoId ? nullptr : modules_.find(pcs[i] - 1);
    frame->pc = pcs[i];
    frame->offset = pcs[i] - (module == nullptr ? 0 : module->load_bias);
    frame->module = ids[i];
  }
  block->header.extra = python_frames;
  if (python_frames != 0)
    std::memcpy(frame, python, python_frames * sizeof(*python));
  if ((flags & kStackTruncated) != 0)
    lose(Loss::stacks_truncated);
  file_.commit(block);
  touch();
  return block->header.id;
}

SiteBlock *SiteTable::write_row(const StackSites &sites, const RowSeed &seed) {
  FileHeader &head = file_.header();
  if (head.rows >= kMaxRows) {
    lose(Loss::rows_full);
    return nullptr;
  }
  // What a row names comes before it.
  const std::uint32_t node =
      seed.node == nullptr
          ? kNoId
          : add_string_locked(StringKind::autograd_node, seed.node);
  auto *row = static_cast<SiteBlock *>(
      file_.reserve(BlockKind::site, sizeof(SiteBlock)));
  if (row == nullptr)
    return nullptr;
  fill_row(*row, seed);
  row->stack = sites.stack_id;
  row->forward = sites.forward;
  row->node = node + 1; // kNoId + 1 is 0
  if (seed.dst.dim > kMaxDims || seed.src.dim > kMaxDims) {
    row->flags |= kFlagDimsTruncated;
    lose(Loss::dims_truncated);
  }
  rows_[head.rows] = row;
  file_.commit(row);
  touch();
  return row;
}

SiteBlock *SiteTable::folded_row(StackSites &sites, const RowSeed &seed) {
  if (sites.folded != nullptr)
    return sites.folded;
  RowSeed other = seed;
  other.copy_class = CopyClass::other;
  SiteBlock *row = write_row(sites, other);
  if (row == nullptr)
    return nullptr;
  lose(Loss::classes_folded);
  __atomic_store_n(&sites.folded, row, __ATOMIC_RELEASE);
  return row;
}

SiteBlock *SiteTable::add_row(StackSites *sites, std::uint64_t key,
                              const RowSeed &seed) {
  Lock lock(mutex);
  if (SiteBlock *known = find_row(*sites, key))
    return known;
  const std::uint32_t count = sites->entry_count;
  if (count >= kMaxRowsPerStack)
    return folded_row(*sites, seed);
  SiteBlock *row = write_row(*sites, seed);
  if (row == nullptr)
    return nullptr;
  sites->entries[count] = {key, row};
  __atomic_store_n(&sites->entry_count, count + 1, __ATOMIC_RELEASE);
  return row;
}

/// The slot of this text: it holds 0 if the text is new.
std::uint32_t *SiteTable::string_slot(const char *text) const {
  std::uint32_t index = hash_text(text) & (kStringSlots - 1);
  for (;; index = (index + 1) & (kStringSlots - 1)) {
    const std::uint32_t known = string_slots_[index];
    if (known == 0 ||
        std::strcmp(reinterpret_cast<const char *>(strings_[known - 1] + 1),
                    text) == 0)
      return &string_slots_[index];
  }
}

std::uint32_t SiteTable::add_string(StringKind kind, const char *text) {
  Lock lock(mutex);
  return open_if_needed() ? add_string_locked(kind, text) : kNoId;
}

/// A text is one string, whatever it is used as.
std::uint32_t SiteTable::add_string_locked(StringKind kind, const char *text) {
  std::uint32_t *slot = string_slot(text);
  if (*slot != 0)
    return *slot - 1;
  if (file_.header().strings >= kMaxStrings) {
    lose(Loss::strings_full);
    return kNoId;
  }
  const std::size_t length = std::strlen(text);
  const auto bytes =
      static_cast<std::uint32_t>((sizeof(StringBlock) + length + 8) & ~7UL);
  auto *block =
      static_cast<StringBlock *>(file_.reserve(BlockKind::string, bytes));
  if (block == nullptr)
    return kNoId;
  block->string_kind = static_cast<std::uint32_t>(kind);
  block->length = static_cast<std::uint32_t>(length);
  std::memcpy(block + 1, text, length);
  strings_[file_.header().strings] = block;
  file_.commit(block);
  *slot = block->header.id + 1;
  touch();
  return block->header.id;
}

void SiteTable::sum_copies(std::uint64_t &copies, std::uint64_t &bytes,
                           std::uint64_t &ns, std::uint64_t &lost) {
  copies = bytes = ns = lost = 0;
  Lock lock(mutex);
  if (!file_.is_open())
    return;
  const FileHeader &head = file_.header();
  for (std::uint32_t i = 0; i < head.rows; ++i) {
    const SiteBlock &row = *rows_[i];
    const auto copy_class = static_cast<CopyClass>(row.copy_class);
    if (row.row_kind != static_cast<std::uint8_t>(RowKind::copy) ||
        copy_class == CopyClass::nothing ||
        copy_class == CopyClass::materialised)
      continue;
    copies += read_counter(row.count);
    bytes += read_counter(row.bytes);
    ns += read_counter(row.ns_sum);
  }
  lost = read_counter(
      head.losses[static_cast<std::size_t>(Loss::events_without_row)]);
}

std::uint32_t SiteTable::copy_counts(ScopeEntry *entries, std::uint32_t most) {
  Lock lock(mutex);
  std::uint32_t written = 0;
  if (!file_.is_open())
    return written;
  for (std::uint32_t i = 0; i < file_.header().rows && written < most; ++i) {
    const SiteBlock &row = *rows_[i];
    if (row.row_kind == static_cast<std::uint8_t>(RowKind::copy))
      entries[written++] = {i, 0, read_counter(row.count),
                            read_counter(row.bytes), read_counter(row.ns_sum)};
  }
  return written;
}

/// Turns the counts at the end into differences to those at the beginning, and
/// leaves out rows that counted nothing. Returns how many are left.
static std::uint32_t subtract(ScopeEntry *now, std::uint32_t count,
                              const ScopeEntry *before,
                              std::uint32_t before_count) {
  std::uint32_t left = 0, known = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    ScopeEntry entry = now[i];
    while (known < before_count && before[known].row < entry.row)
      ++known;
    if (known < before_count && before[known].row == entry.row) {
      entry.count -= before[known].count;
      entry.bytes -= before[known].bytes;
      entry.ns_sum -= before[known].ns_sum;
    }
    if (entry.count != 0)
      now[left++] = entry;
  }
  return left;
}

std::uint32_t SiteTable::add_scope(const char *name, const ScopeEntry *before,
                                   std::uint32_t count, std::uint64_t begin_ns,
                                   std::uint64_t end_ns) {
  const std::uint32_t most = count + kMaxRows;
  const std::size_t bytes = most * sizeof(ScopeEntry);
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    count_loss(Loss::scopes_lost);
    return kNoId;
  }
  auto *entries = static_cast<ScopeEntry *>(memory);
  const std::uint32_t entry_count =
      subtract(entries, copy_counts(entries, most), before, count);
  const std::uint32_t id =
      write_scope(name, entries, entry_count, begin_ns, end_ns);
  munmap(memory, bytes);
  return id;
}

std::uint32_t SiteTable::write_scope(const char *name,
                                     const ScopeEntry *entries,
                                     std::uint32_t count,
                                     std::uint64_t begin_ns,
                                     std::uint64_t end_ns) {
  Lock lock(mutex);
  if (!open_if_needed())
    return kNoId;
  const std::uint32_t text = add_string_locked(StringKind::scope_name, name);
  auto *block = text == kNoId
                    ? nullptr
                    : static_cast<ScopeBlock *>(file_.reserve(
                          BlockKind::scope,
                          static_cast<std::uint32_t>(
                              sizeof(ScopeBlock) + count * sizeof(*entries))));
  if (block == nullptr) {
    lose(Loss::scopes_lost);
    return kNoId;
  }
  block->name = text;
  block->entries = count;
  block->begin_ns = begin_ns - identity_.start_monotonic_ns;
  block->end_ns = end_ns - identity_.start_monotonic_ns;
  std::memcpy(block + 1, entries, count * sizeof(*entries));
  file_.commit(block);
  touch();
  return block->header.id;
}

ViolationBlock *SiteTable::find_violation(std::uint32_t text,
                                          std::uint32_t file,
                                          std::uint32_t line) const {
  for (std::uint64_t i = 0; i < file_.header().violations; ++i) {
    ViolationBlock *known = violations_[i];
    if (known->text == text && known->file == file && known->line == line)
      return known;
  }
  return nullptr;
}

ViolationBlock *SiteTable::add_violation(std::uint32_t text, std::uint32_t file,
                                         std::uint32_t line,
                                         const TensorView &tensor,
                                         std::uint32_t layout) {
  const std::uint64_t known = file_.header().violations;
  if (known >= kMaxViolations || text == kNoId || file == kNoId)
    return nullptr;
  auto *block = static_cast<ViolationBlock *>(
      file_.reserve(BlockKind::violation, sizeof(ViolationBlock)));
  if (block == nullptr)
    return nullptr;
  block->text = text;
  block->file = file;
  block->line = line;
  block->dim = static_cast<std::uint32_t>(tensor.dim);
  block->layout = layout;
  block->first_ns = clock_ns() - identity_.start_monotonic_ns;
  copy_dims(tensor, block->sizes, block->strides);
  violations_[known] = block;
  file_.commit(block);
  touch();
  return block;
}

void SiteTable::count_violation(const char *text, const char *file,
                                std::uint32_t line, const TensorView &tensor,
                                std::uint32_t layout) {
  Lock lock(mutex);
  if (!open_if_needed())
    return;
  const std::uint32_t text_id = add_string_locked(StringKind::expression, text);
  const std::uint32_t file_id =
      add_string_locked(StringKind::source_file, file);
  ViolationBlock *block = find_violation(text_id, file_id, line);
  if (block == nullptr)
    block = add_violation(text_id, file_id, line, tensor, layout);
  if (block == nullptr)
    lose(Loss::violations_lost);
  else
    add_to(block->count, 1);
}

MisuseBlock *SiteTable::find_misuse(const MisuseBlock &place) const {
  for (std::uint64_t i = 0; i < file_.header().misuses; ++i) {
    MisuseBlock *known = misuses_[i];
    if (known->misuse == place.misuse && known->stack == place.stack &&
        known->text == place.text && known->file == place.file &&
        known->line == place.line)
      return known;
  }
  return nullptr;
}

MisuseBlock *SiteTable::add_misuse(const MisuseBlock &place,
                                   const MisuseSeed &seed) {
  const std::uint64_t known = file_.header().misuses;
  auto *block = known >= kMaxMisuses
                    ? nullptr
                    : static_cast<MisuseBlock *>(file_.reserve(
                          BlockKind::misuse, sizeof(MisuseBlock)));
  if (block == nullptr)
    return nullptr;
  block->misuse = place.misuse;
  block->stack = place.stack;
  block->text = place.text;
  block->file = place.file;
  block->line = place.line;
  block->dim = static_cast<std::uint32_t>(seed.tensor.dim);
  block->itemsize = seed.tensor.itemsize;
  block->layout = seed.layout;
  block->bytes = seed.bytes;
  block->beyond = seed.beyond;
  block->first_ns = clock_ns() - identity_.start_monotonic_ns;
  copy_dims(seed.tensor, block->sizes, block->strides);
  misuses_[known] = block;
  file_.commit(block);
  touch();
  return block;
}

void SiteTable::count_misuse_locked(const MisuseBlock &place,
                                    const MisuseSeed &seed) {
  MisuseBlock *block = find_misuse(place);
  if (block == nullptr)
    block = add_misuse(place, seed);
  if (block == nullptr)
    add_to(file_.header().misuses_lost, 1);
  else
    add_to(block->count, 1);
}

void SiteTable::count_misuse(const StackSites &sites, const MisuseSeed &seed) {
  MisuseBlock place{};
  place.misuse = static_cast<std::uint32_t>(seed.kind);
  place.stack = sites.stack_id;
  place.text = place.file = kNoId;
  Lock lock(mutex);
  if (open_if_needed())
    count_misuse_locked(place, seed);
}

void SiteTable::count_misuse(const char *text, const char *file,
                             std::uint32_t line, const MisuseSeed &seed) {
  Lock lock(mutex);
  if (!open_if_needed())
    return;
  MisuseBlock place{};
  place.misuse = static_cast<std::uint32_t>(seed.kind);
  place.stack = kNoId;
  place.text = add_string_locked(StringKind::expression, text);
  place.file = add_string_locked(StringKind::source_file, file);
  place.line = line;
  if (place.text == kNoId || place.file == kNoId)
    add_to(file_.header().misuses_lost, 1);
  else
    count_misuse_locked(place, seed);
}

std::uint32_t SiteTable::add_layout(const StackSites &sites, const char *op,
                                    std::uint32_t before, std::uint32_t flags) {
  Lock lock(mutex);
  if (!open_if_needed() || before > layouts_.count())
    return 0;
  if (layouts_.steps(before) >= kMaxLayoutSteps)
    return before;
  LayoutBlock step{};
  step.op = add_string_locked(StringKind::layout_operator, op);
  step.stack = sites.stack_id;
  step.before = before - 1; // kNoId where there is none
  step.flags = flags;
  const std::uint32_t layout = step.op == kNoId ? 0 : layouts_.add(step, file_);
  if (layout == 0)
    lose(Loss::layouts_lost);
  else
    touch();
  return layout;
}

GpuBlock *SiteTable::add_gpu(std::uint32_t row, std::uint32_t kernel) {
  auto *block =
      static_cast<GpuBlock *>(file_.reserve(BlockKind::gpu, sizeof(GpuBlock)));
  if (block == nullptr)
    return nullptr;
  block->row = row;
  block->kernel = kernel;
  file_.commit(block);
  touch();
  return block;
}

GpuBlock *SiteTable::gpu_row(std::uint32_t row) {
  Lock lock(mutex);
  if (!file_.is_open() || row >= file_.header().rows)
    return nullptr;
  GpuBlock *&known = gpu_rows_[row];
  if (known == nullptr)
    known = add_gpu(row, kNoId);
  return known;
}

GpuBlock *SiteTable::gpu_kernel(const char *name) {
  Lock lock(mutex);
  if (!open_if_needed())
    return nullptr;
  const std::uint32_t kernel =
      add_string_locked(StringKind::compiled_kernel, name);
  return kernel == kNoId ? nullptr : add_gpu(kNoId, kernel);
}

/// The block after the one that is full; null if there is to be no more.
TraceBlock *SiteTable::new_trace(const TraceBlock *full) {
  constexpr std::uint64_t kEvents = 1024;
  Lock lock(mutex);
  if (trace_ != full)
    return trace_;
  if (!file_.is_open())
    return nullptr;
  const std::uint64_t there = file_.header().traces * kEvents;
  const std::uint64_t most = settings().trace_events;
  const std::uint64_t capacity =
      there >= most ? 0 : std::min(kEvents, most - there);
  auto *block =
      capacity == 0
          ? nullptr
          : static_cast<TraceBlock *>(file_.reserve(
                BlockKind::trace,
                static_cast<std::uint32_t>(sizeof(TraceBlock) +
                                           capacity * sizeof(TraceEvent))));
  if (block == nullptr) {
    __atomic_store_n(&trace_is_full_, true, __ATOMIC_RELAXED);
    return nullptr;
  }
  block->capacity = capacity;
  file_.commit(block);
  __atomic_store_n(&trace_, block, __ATOMIC_RELEASE);
  return block;
}

/// Room for one event; null if there is none.
TraceEvent *SiteTable::trace_slot() {
  if (__atomic_load_n(&trace_is_full_, __ATOMIC_RELAXED))
    return nullptr;
  TraceBlock *block = __atomic_load_n(&trace_, __ATOMIC_ACQUIRE);
  if (block == nullptr)
    block = new_trace(nullptr);
  while (block != nullptr) {
    const std::uint64_t slot =
        __atomic_fetch_add(&block->taken, 1, __ATOMIC_RELAXED);
    if (slot < block->capacity)
      return reinterpret_cast<TraceEvent *>(block + 1) + slot;
    block = new_trace(block);
  }
  return nullptr;
}

void SiteTable::trace(const TraceEvent &event) {
  if (TraceEvent *place = trace_slot()) {
    place->start_ns = event.start_ns;
    place->ns = event.ns;
    place->bytes = event.bytes;
    place->row = event.row;
    // Last: an event with a thread is whole.
    __atomic_store_n(&place->thread, event.thread, __ATOMIC_RELEASE);
  } else if (FileHeader *head = header()) {
    add_to(head->untraced, 1);
  }
}

void SiteTable::layout_operators(std::uint32_t layout, char *text,
                                 std::size_t size) {
  text[0] = '\0';
  Lock lock(mutex);
  if (!file_.is_open() || layout > layouts_.count())
    return;
  const char *names[kMaxLayoutSteps];
  std::uint32_t count = 0;
  for (; layout != 0 && count < kMaxLayoutSteps; ++count) {
    const LayoutBlock &step = layouts_.step(layout);
    names[count] = reinterpret_cast<const char *>(strings_[step.op] + 1);
    layout = step.before + 1;
  }
  for (std::size_t used = 0; count != 0 && used < size; --count)
    used += static_cast<std::size_t>(std::snprintf(text + used, size - used,
                                                   "%s%s", names[count - 1],
                                                   count == 1 ? "" : ", "));
}

void SiteTable::set_identity(const RunIdentity &identity) {
  Lock lock(mutex);
  identity_ = identity;
  if (file_.is_open())
    write_identity();
}

void SiteTable::update(RunState state) {
  Lock lock(mutex);
  if (!file_.is_open())
    return;
  touch();
  file_.header().state = static_cast<std::uint32_t>(state);
  msync(&file_.header(), file_.header().used_bytes, MS_ASYNC);
}

void SiteTable::before_fork() { pthread_mutex_lock(&mutex); }

void SiteTable::after_fork_in_parent() { pthread_mutex_unlock(&mutex); }

void SiteTable::after_fork_in_child(const RunIdentity &identity) {
  file_.abandon();
  modules_.reset();
  arena_.reset();
  slots_ = nullptr;
  rows_ = nullptr;
  strings_ = nullptr;
  string_slots_ = nullptr;
  violations_ = nullptr;
  misuses_ = nullptr;
  charged_ = 0;
  forward_ = 0;
  gpu_rows_ = nullptr;
  trace_ = nullptr;
  trace_is_full_ = false;
  layouts_.reset();
  failed_ = false;
  identity_ = identity;
  __atomic_store_n(&generation_, generation_ + 1, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&mutex);
}

} // namespace tensor_probe
