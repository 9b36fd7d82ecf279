// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dlsym() in front of the C library's, which libtorch asks for the entry of a
// library that AOTInductor made (torch/csrc/inductor/aoti_runner/
// model_container_runner.cpp, 2.2 to 2.15). It gets an entry of ours instead,
// which counts and jumps on; all else is handed over with a jump.

#include "core/CompiledCalls.h"

#include "core/Jump.h"
#include "core/Lock.h"

#include <dlfcn.h>
#include <pthread.h>

#include <cstddef>
#include <cstring>
#include <utility>

namespace tensor_probe {

namespace {
using Dlsym = void *(*)(void *, const char *);
/// AOTInductorModelContainerRun and ..RunSingleThreaded (torch/csrc/inductor/
/// aoti_runtime/interface.h): container, inputs, outputs, stream, executor.
using Entry = int (*)(void *, void *, std::size_t, void *, std::size_t, void *,
                      void *);
constexpr const char *kEntries[] = {
    "AOTInductorModelContainerRun",
    "AOTInductorModelContainerRunSingleThreaded"};

void (*counter)() = nullptr;

constexpr std::size_t kMost = 64;
Entry originals[kMost];
std::size_t used = 0;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void count_call() {
  if (const auto count = __atomic_load_n(&counter, __ATOMIC_ACQUIRE))
    count();
}

template <std::size_t N>
int counted(void *container, void *inputs, std::size_t input_count,
            void *outputs, std::size_t output_count, void *stream,
            void *executor) {
  count_call();
  TENSOR_PROBE_JUMP
  return originals[N](container, inputs, input_count, outputs, output_count,
                      stream, executor);
}

template <std::size_t... N>
Entry entry_number(std::size_t number, std::index_sequence<N...>) {
  static constexpr Entry entries[] = {counted<N>...};
  return entries[number];
}

/// The entry that counts for this one; itself when there are none left.
void *counting_entry(void *original) {
  const auto function = reinterpret_cast<Entry>(original);
  std::size_t number = 0;
  {
    Lock lock(mutex);
    while (number < used && originals[number] != function)
      ++number;
    if (number == used && used < kMost)
      originals[used++] = function;
  }
  return number == kMost ? original
                         : reinterpret_cast<void *>(entry_number(
                               number, std::make_index_sequence<kMost>()));
}

bool is_entry(const char *name) {
  if (name == nullptr || std::strncmp(name, "AOTI", 4) != 0)
    return false;
  for (const char *entry : kEntries)
    if (std::strcmp(name, entry) == 0)
      return true;
  return false;
}

/// Where there is no other dlsym().
void *no_dlsym(void *, const char *) { return nullptr; }

/// The dlsym() after this one: it cannot be asked for itself. Its version is
/// that of the C library's release that took it in (2.34), or of the first
/// one for the processor.
Dlsym next_dlsym() {
  static Dlsym next = nullptr;
  Dlsym found = __atomic_load_n(&next, __ATOMIC_RELAXED);
  if (found != nullptr)
    return found;
  for (const char *version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"})
    if (void *address = dlvsym(RTLD_NEXT, "dlsym", version)) {
      found = reinterpret_cast<Dlsym>(address);
      __atomic_store_n(&next, found, __ATOMIC_RELAXED);
      return found;
    }
  return no_dlsym;
}
} // namespace

void observe_compiled_calls(void (*count)()) {
  __atomic_store_n(&counter, count, __ATOMIC_RELEASE);
}

} // namespace tensor_probe

extern "C" __attribute__((visibility("default"))) void *
dlsym(void *library, const char *name) noexcept {
  const auto next = tensor_probe::next_dlsym();
  if (tensor_probe::is_entry(name))
    if (void *entry = next(library, name))
      return tensor_probe::counting_entry(entry);
  TENSOR_PROBE_JUMP
  return next(library, name);
}
