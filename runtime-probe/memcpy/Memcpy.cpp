// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libtensor_probe_memcpy.so, preloaded beside the probe: stands in front of
// what copies memory, and shows the probe each range before it is copied. What
// it does itself is to hand over; without the probe, nothing else.
//
// May be called at any time: before constructors have run, in a signal handler,
// while the dynamic linker works.

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstring>

#define TENSOR_PROBE_EXPORTED extern "C" __attribute__((visibility("default")))

namespace {
using Watcher = void (*)(const void *memory, std::size_t bytes);
using Move = void *(*)(void *, const void *, std::size_t);
using CudaMemcpy = int (*)(void *, const void *, std::size_t, int);
using CudaMemcpyAsync = int (*)(void *, const void *, std::size_t, int, void *);

Watcher watcher = nullptr;
/// The C library's memmove, which is as good as its memcpy; null until this
/// library has been initialised.
Move next_move = nullptr;

/// Whether the thread is in the CUDA run time, which copies memory itself. Of
/// those that are there from the start: asking for it takes no memory.
thread_local bool in_cudart __attribute__((tls_model("initial-exec"))) = false;

class InCudart {
public:
  InCudart() { in_cudart = true; }
  ~InCudart() { in_cudart = false; }
  InCudart(const InCudart &) = delete;
  InCudart &operator=(const InCudart &) = delete;
};

void *by_bytes(void *to, const void *from, std::size_t bytes) {
  auto *target = static_cast<volatile char *>(to);
  const auto *source = static_cast<const volatile char *>(from);
  if (target < source)
    for (std::size_t i = 0; i < bytes; ++i)
      target[i] = source[i];
  else
    for (std::size_t i = bytes; i != 0; --i)
      target[i - 1] = source[i - 1];
  return to;
}

__attribute__((constructor)) void find_next() {
  __atomic_store_n(&next_move,
                   reinterpret_cast<Move>(dlsym(RTLD_NEXT, "memmove")),
                   __ATOMIC_RELEASE);
}

inline void show(const void *to, const void *from, std::size_t bytes) {
  const Watcher watch = __atomic_load_n(&watcher, __ATOMIC_ACQUIRE);
  if (watch == nullptr || bytes == 0 || in_cudart)
    return;
  watch(to, bytes);
  watch(from, bytes);
}

inline void *moved(void *to, const void *from, std::size_t bytes) {
  const Move move = __atomic_load_n(&next_move, __ATOMIC_ACQUIRE);
  return move == nullptr ? by_bytes(to, from, bytes) : move(to, from, bytes);
}

constexpr std::size_t kMaxPath = 4096;

/// The C library's function, where there is no room.
void *checked(const char *name, void *to, const void *from, std::size_t bytes,
              std::size_t room) {
  using Checked = void *(*)(void *, const void *, std::size_t, std::size_t);
  return reinterpret_cast<Checked>(dlsym(RTLD_NEXT, name))(to, from, bytes,
                                                           room);
}

/// The path of the first libcudart that is there, copied: nothing may be asked
/// of the dynamic linker from in here, whose locks other threads take in
/// another order.
int find_cudart(dl_phdr_info *info, std::size_t, void *found) {
  const char *slash = std::strrchr(info->dlpi_name, '/');
  const char *base = slash == nullptr ? info->dlpi_name : slash + 1;
  const std::size_t length = std::strlen(info->dlpi_name);
  if (std::strncmp(base, "libcudart.so", 12) != 0 || length >= kMaxPath)
    return 0;
  by_bytes(found, info->dlpi_name, length + 1);
  return 1;
}

/// The function that this library finds in itself and in what it was linked
/// with; null if there is none. What the function is of stays loaded.
void *function_of(const char *library, const char *name) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr)
    return nullptr;
  void *function = dlsym(handle, name);
  Dl_info where;
  if (function != nullptr && dladdr(function, &where) != 0)
    dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  dlclose(handle);
  return function;
}

/// The function of libcudart that the caller would have got without this
/// library: of the libcudart that it was linked with, whose functions have a
/// version; of the next one in the order of the program's libraries. A caller
/// that has neither is given that of the first one in the process, which with
/// several of them may be another than its own.
void *next_of_cudart(const char *name, const void *own, const void *caller) {
  Dl_info where;
  void *next = nullptr;
  if (dladdr(caller, &where) != 0)
    next = function_of(where.dli_fname, name);
  if (next == nullptr || next == own)
    next = dlsym(RTLD_NEXT, name);
  if (next != nullptr)
    return next;
  char cudart[kMaxPath] = "";
  dl_iterate_phdr(find_cudart, cudart);
  return cudart[0] == '\0' ? nullptr : function_of(cudart, name);
}

/// What callers of one function get, by their return addresses. An entry is
/// taken once and keeps its caller.
class Nexts {
public:
  /// own: this library's function of that name.
  void *of(const char *name, const void *own, void *caller) {
    Entry &entry = entries_[reinterpret_cast<std::size_t>(caller) *
                            0x9e3779b9U / 64 % kEntries];
    void *taken = nullptr;
    const bool is_own =
        __atomic_compare_exchange_n(&entry.caller, &taken, caller, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    if (!is_own && taken != caller)
      return next_of_cudart(name, own, caller);
    void *next = __atomic_load_n(&entry.next, __ATOMIC_ACQUIRE);
    if (next == nullptr) {
      next = next_of_cudart(name, own, caller);
      __atomic_store_n(&entry.next, next, __ATOMIC_RELEASE);
    }
    return next;
  }

private:
  struct Entry {
    void *caller, *next;
  };
  static constexpr std::size_t kEntries = 64;
  Entry entries_[kEntries];
};
Nexts nexts_of_memcpy, nexts_of_memcpy_async;

constexpr int kCudaErrorUnknown = 999;
} // namespace

TENSOR_PROBE_EXPORTED void tensor_probe_watch_memcpy(Watcher watch) {
  __atomic_store_n(&watcher, watch, __ATOMIC_RELEASE);
}

TENSOR_PROBE_EXPORTED void *memcpy(void *to, const void *from,
                                   std::size_t bytes) noexcept {
  show(to, from, bytes);
  return moved(to, from, bytes);
}

TENSOR_PROBE_EXPORTED void *memmove(void *to, const void *from,
                                    std::size_t bytes) noexcept {
  show(to, from, bytes);
  return moved(to, from, bytes);
}

TENSOR_PROBE_EXPORTED void *mempcpy(void *to, const void *from,
                                    std::size_t bytes) noexcept {
  show(to, from, bytes);
  return static_cast<char *>(moved(to, from, bytes)) + bytes;
}

TENSOR_PROBE_EXPORTED void *__mempcpy(void *to, const void *from,
                                      std::size_t bytes) noexcept {
  return mempcpy(to, from, bytes);
}

// What _FORTIFY_SOURCE makes of them. The C library's own ends the program
// where there is no room, with its message.
TENSOR_PROBE_EXPORTED void *__memcpy_chk(void *to, const void *from,
                                         std::size_t bytes, std::size_t room) {
  show(to, from, bytes);
  return bytes <= room ? moved(to, from, bytes)
                       : checked("__memcpy_chk", to, from, bytes, room);
}

TENSOR_PROBE_EXPORTED void *__memmove_chk(void *to, const void *from,
                                          std::size_t bytes, std::size_t room) {
  show(to, from, bytes);
  return bytes <= room ? moved(to, from, bytes)
                       : checked("__memmove_chk", to, from, bytes, room);
}

TENSOR_PROBE_EXPORTED void *__mempcpy_chk(void *to, const void *from,
                                          std::size_t bytes, std::size_t room) {
  return bytes <= room ? mempcpy(to, from, bytes)
                       : checked("__mempcpy_chk", to, from, bytes, room);
}

TENSOR_PROBE_EXPORTED int cudaMemcpy(void *to, const void *from,
                                     std::size_t bytes, int kind) {
  const auto next = reinterpret_cast<CudaMemcpy>(nexts_of_memcpy.of(
      "cudaMemcpy", reinterpret_cast<const void *>(cudaMemcpy),
      __builtin_return_address(0)));
  show(to, from, bytes);
  const InCudart inside;
  return next == nullptr ? kCudaErrorUnknown : next(to, from, bytes, kind);
}

TENSOR_PROBE_EXPORTED int cudaMemcpyAsync(void *to, const void *from,
                                          std::size_t bytes, int kind,
                                          void *stream) {
  const auto next = reinterpret_cast<CudaMemcpyAsync>(nexts_of_memcpy_async.of(
      "cudaMemcpyAsync", reinterpret_cast<const void *>(cudaMemcpyAsync),
      __builtin_return_address(0)));
  show(to, from, bytes);
  const InCudart inside;
  return next == nullptr ? kCudaErrorUnknown
                         : next(to, from, bytes, kind, stream);
}
