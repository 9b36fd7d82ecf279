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

/// Keeps the first libcudart in the process, wherever it was loaded.
int keep_cudart(dl_phdr_info *info, std::size_t, void *found) {
  const char *slash = std::strrchr(info->dlpi_name, '/');
  const char *base = slash == nullptr ? info->dlpi_name : slash + 1;
  if (std::strncmp(base, "libcudart.so", 12) != 0)
    return 0;
  *static_cast<void **>(found) =
      dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  return 1;
}

/// The function of libcudart. That was perhaps loaded for somebody alone, who
/// got this library's function nevertheless.
void *next_of_cudart(const char *name) {
  void *next = dlsym(RTLD_NEXT, name);
  if (next != nullptr)
    return next;
  void *cudart = nullptr;
  dl_iterate_phdr(keep_cudart, &cudart);
  return cudart == nullptr ? nullptr : dlsym(cudart, name);
}

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

// What _FORTIFY_SOURCE makes of them. The C library's own ends the program
// where there is no room, with its message.
TENSOR_PROBE_EXPORTED void *__memcpy_chk(void *to, const void *from,
                                         std::size_t bytes, std::size_t room) {
  show(to, from, bytes);
  if (bytes <= room)
    return moved(to, from, bytes);
  using Checked = void *(*)(void *, const void *, std::size_t, std::size_t);
  return reinterpret_cast<Checked>(dlsym(RTLD_NEXT, "__memcpy_chk"))(
      to, from, bytes, room);
}

TENSOR_PROBE_EXPORTED int cudaMemcpy(void *to, const void *from,
                                     std::size_t bytes, int kind) {
  static CudaMemcpy next = nullptr;
  if (next == nullptr)
    next = reinterpret_cast<CudaMemcpy>(next_of_cudart("cudaMemcpy"));
  show(to, from, bytes);
  const InCudart inside;
  return next == nullptr ? kCudaErrorUnknown : next(to, from, bytes, kind);
}

TENSOR_PROBE_EXPORTED int cudaMemcpyAsync(void *to, const void *from,
                                          std::size_t bytes, int kind,
                                          void *stream) {
  static CudaMemcpyAsync next = nullptr;
  if (next == nullptr)
    next = reinterpret_cast<CudaMemcpyAsync>(next_of_cudart("cudaMemcpyAsync"));
  show(to, from, bytes);
  const InCudart inside;
  return next == nullptr ? kCudaErrorUnknown
                         : next(to, from, bytes, kind, stream);
}
