// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ThreadState.h"

#include "core/Clock.h"
#include "core/Lock.h"

#include <cstring>
#include <pthread.h>
#include <sys/mman.h>

namespace tensor_probe {

namespace {
thread_local ThreadState state;
} // namespace

/// The sites of native stacks under Python frames, direct-mapped by both.
struct PythonSites {
  struct Entry {
    const StackSites *native;
    std::uint32_t generation, count;
    StackSites *sites;
    PythonPlace places[kMaxPythonFrames];
  };
  static constexpr std::uint32_t kEntries = 256;
  Entry entries[kEntries];
};

namespace {

// Caches of threads that have ended are handed to new threads; the memory is
// never given back, so that a late copy in a thread's last destructors cannot
// find it gone.
constexpr std::uint32_t kMaxCaches = 1024;
pthread_mutex_t pool_mutex = PTHREAD_MUTEX_INITIALIZER;
StackCache *pool[kMaxCaches];
std::uint32_t pooled = 0, made = 0;
pthread_key_t at_thread_end;
pthread_once_t key_once = PTHREAD_ONCE_INIT;

void give_back(void *cache) {
  state.cache = nullptr;
  Lock lock(pool_mutex);
  pool[pooled++] = static_cast<StackCache *>(cache);
}

void lock_pool() { pthread_mutex_lock(&pool_mutex); }
void unlock_pool() { pthread_mutex_unlock(&pool_mutex); }

void prepare() {
  pthread_key_create(&at_thread_end, give_back);
  pthread_atfork(lock_pool, unlock_pool, unlock_pool);
}

StackCache *take_cache() {
  Lock lock(pool_mutex);
  if (pooled != 0)
    return pool[--pooled];
  if (made == kMaxCaches)
    return nullptr;
  void *memory = mmap(nullptr, sizeof(StackCache), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  ++made;
  return static_cast<StackCache *>(memory);
}

void set_up_cache(const CoreApi &core) {
  pthread_once(&key_once, prepare);
  state.cache = take_cache();
  if (state.cache == nullptr) {
    state.cache_refused = true;
    core.count_loss(Loss::thread_caches);
    return;
  }
  state.cache->adopt_thread();
  pthread_setspecific(at_thread_end, state.cache);
}

std::uint32_t generation(const CoreApi &core) {
  return __atomic_load_n(core.generation, __ATOMIC_ACQUIRE);
}

void walk_again(const CoreApi &core, const StackCache::Entry &entry) {
  WalkedStack stack;
  const std::uint64_t start = clock_ns();
  walk_stack(entry.lowest_slot, stack);
  core.count_check(clock_ns() - start, !StackCache::equals(entry, stack));
}

/// Whether what was remembered answers the question: that there is no room for
/// a forward call does not say that there is none for records.
bool answers(const StackSites *sites, StackUse use) {
  return sites != nullptr && (has_room(*sites) || use == StackUse::forward);
}

/// The sites of a cache hit; interned anew in a forked child.
StackSites *sites_of(const CoreApi &core, StackCache::Entry &entry,
                     StackUse use) {
  if (entry.generation != generation(core) || !answers(entry.sites, use)) {
    entry.sites = core.intern_stack(entry.pcs, entry.count, entry.flags, use);
    entry.generation = generation(core);
  }
  return entry.sites;
}

__attribute__((noinline)) StackSites *
walk_and_add(const CoreApi &core, std::uintptr_t lowest_slot, StackUse use) {
  WalkedStack stack;
  const std::uint64_t start = clock_ns();
  walk_stack(lowest_slot, stack);
  const std::uint64_t ns = clock_ns() - start;
  StackSites *sites =
      core.intern_stack(stack.pcs, stack.count, stack.flags, use);
  core.count_walk(ns);
  if (stack.count == 0)
    core.count_loss(Loss::walks_failed);
  StackCache::Entry *entry =
      state.cache == nullptr ? nullptr : state.cache->add(lowest_slot, stack);
  if (entry != nullptr) {
    entry->sites = sites;
    entry->generation = generation(core);
  }
  return sites;
}

std::uint64_t hash_of(const StackSites *native, const PythonPlace *places,
                      std::uint32_t count) {
  std::uint64_t hash = reinterpret_cast<std::uintptr_t>(native);
  for (std::uint32_t i = 0; i < count; ++i) {
    hash ^= reinterpret_cast<std::uintptr_t>(places[i].code) +
            (static_cast<std::uint64_t>(places[i].instruction) << 40);
    hash *= 0xff51afd7ed558ccdULL;
  }
  return hash ^ (hash >> 33);
}

/// What goes by the stack's own sites is of use to any thread.
PythonSites *new_python_sites() {
  void *memory = mmap(nullptr, sizeof(PythonSites), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<PythonSites *>(memory);
}

/// The sites of this native stack under the Python frames that the thread is
/// in; the native ones where it is in none.
StackSites *under_python(const CoreApi &core, StackSites *native,
                         StackUse use) {
  const PythonReader *reader = __atomic_load_n(core.python, __ATOMIC_ACQUIRE);
  if (reader == nullptr || native == nullptr || !has_room(*native))
    return native;
  PythonPlace places[kMaxPythonFrames];
  const std::uint32_t count = reader->read(places, kMaxPythonFrames);
  if (count == 0)
    return native;
  if (state.cache != nullptr && state.cache->python == nullptr)
    state.cache->python = new_python_sites();
  if (state.cache == nullptr || state.cache->python == nullptr)
    return core.intern_python(native, places, count, use);
  PythonSites::Entry &entry =
      state.cache->python
          ->entries[hash_of(native, places, count) % PythonSites::kEntries];
  const std::size_t bytes = count * sizeof(*places);
  if (entry.native != native || entry.count != count ||
      entry.generation != generation(core) || !answers(entry.sites, use) ||
      std::memcmp(entry.places, places, bytes) != 0) {
    entry.native = native;
    entry.count = count;
    entry.generation = generation(core);
    std::memcpy(entry.places, places, bytes);
    entry.sites = core.intern_python(native, places, count, use);
  }
  return entry.sites;
}
} // namespace

ThreadState &thread_state() { return state; }

StackSites *current_sites(const CoreApi &core, const void *frame_address,
                          bool *walked, StackUse use) {
  const std::uintptr_t lowest_slot = return_slot(frame_address);
  if (state.cache == nullptr && !state.cache_refused)
    set_up_cache(core);
  if (state.counts == nullptr)
    state.counts = core.thread_counts();
  StackCache::Entry *entry =
      state.cache == nullptr ? nullptr : state.cache->find(lowest_slot);
  *walked = entry == nullptr;
  if (entry == nullptr)
    return under_python(core, walk_and_add(core, lowest_slot, use), use);
  if (state.cache->check_is_due())
    walk_again(core, *entry);
  return under_python(core, sites_of(core, *entry, use), use);
}

} // namespace tensor_probe
