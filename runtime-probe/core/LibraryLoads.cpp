// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dlopen() in front of the C library's, so that a preloaded probe starts by
// itself in programs that load libtorch at run time, as Python's `import
// torch` does. It only looks whether libtorch has come since the last call and
// hands over with a jump: the C library finds the search path of whoever
// called by the return address, which must stay the caller's.

#include "core/Jump.h"
#include "core/Start.h"
#include "core/TorchInProcess.h"

#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace tensor_probe {

namespace {
/// Where this thread's last dlopen() will return to: the word on the stack and
/// what it held.
struct LastCall {
  std::uintptr_t slot, caller;
};
thread_local LastCall last_call;

/// Reads a word that may no longer be mapped (stacks of coroutines come and
/// go); 0 if it is not.
std::uintptr_t word_at(std::uintptr_t address) {
  std::uintptr_t word = 0;
  iovec to{&word, sizeof(word)};
  iovec from{reinterpret_cast<void *>(address), sizeof(word)};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof(word) ? word
                                                                         : 0;
}

/// Whether this thread may still be inside its last dlopen(): a library's
/// initialisation calls again, and libtorch, already mapped, may not have run
/// its own. What is on the stack may be stale: then the next call will do.
bool is_nested(const LastCall &now) {
  return now.slot < last_call.slot &&
         word_at(last_call.slot) == last_call.caller;
}

void look_around(std::uintptr_t slot) {
  const int kept = errno;
  const LastCall now{slot, *reinterpret_cast<std::uintptr_t *>(slot)};
  const bool torch_may_be_new = !is_settled() && torch_is_loaded();
  if (!torch_may_be_new || !is_nested(now)) {
    if (torch_may_be_new)
      start();
    last_call = now;
  }
  errno = kept;
}

using Dlopen = void *(*)(const char *, int);

/// Where there is no other dlopen(), which dlerror() says.
void *no_dlopen(const char *, int) { return nullptr; }

/// The dlopen() after this one. Several threads may look for it at once: they
/// find the same.
Dlopen next_dlopen() {
  static Dlopen next = nullptr;
  Dlopen found = __atomic_load_n(&next, __ATOMIC_RELAXED);
  if (found == nullptr) {
    found = reinterpret_cast<Dlopen>(dlsym(RTLD_NEXT, "dlopen"));
    if (found == nullptr)
      return no_dlopen;
    __atomic_store_n(&next, found, __ATOMIC_RELAXED);
  }
  return found;
}
} // namespace

} // namespace tensor_probe

extern "C" __attribute__((visibility("default"))) void *
dlopen(const char *file, int mode) noexcept {
  // The return address lies above the saved frame pointer.
  tensor_probe::look_around(
      reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) +
      sizeof(void *));
  const auto next = tensor_probe::next_dlopen();
  TENSOR_PROBE_JUMP
  return next(file, mode);
}
