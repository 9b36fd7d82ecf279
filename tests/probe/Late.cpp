// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that loads libtorch at run time, as Python does, and starts the
// preloaded probe then, or with a second argument leaves that to the probe, or
// does as the CUDA driver does (`injected`).
// argv[1]: a module with work() that needs libtorch, or without either.

#include <cstdio>
#include <cstring>
#include <dlfcn.h>

template <typename Function>
static Function find(void *library, const char *name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

int main(int argc, char **argv) {
  const auto active = find<int (*)()>(RTLD_DEFAULT, "tensor_probe_is_active");
  const auto start = find<int (*)()>(RTLD_DEFAULT, "tensor_probe_start");
  const auto reason =
      find<const char *(*)()>(RTLD_DEFAULT, "tensor_probe_reason");
  if (argc < 2 || active == nullptr || start == nullptr || reason == nullptr)
    return 64;
  std::printf("active %d, %s\n", active(), reason());
  void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr)
    return 65;
  if (argc > 2 && std::strcmp(argv[2], "injected") == 0)
    std::printf("injected %d\n",
                find<int (*)()>(RTLD_DEFAULT, "InitializeInjection")());
  const bool unasked = argc > 2;
  // Asking for any library will do.
  const int started = unasked ? dlopen(nullptr, RTLD_NOW) != nullptr : start();
  std::printf("started %d, active %d\n", started, active());
  if (const auto work = find<void (*)()>(module, "work"))
    work();
  return 0;
}
