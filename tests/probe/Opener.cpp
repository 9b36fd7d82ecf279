// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library that loads another one, which only its own search path (RUNPATH)
// finds; and, with OPENER_MAIN, a program that asks it to.

#include <cstdio>
#include <dlfcn.h>

#ifdef OPENER_MAIN
int main(int argc, char **argv) {
  void *opener = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (opener == nullptr)
    return 64;
  const auto open = reinterpret_cast<int (*)()>(dlsym(opener, "open_inner"));
  std::puts(open() != 0 ? "found" : dlerror());
  return dlopen("libprobe_inner.so", RTLD_NOW | RTLD_NOLOAD) == nullptr;
}
#else
extern "C" int open_inner() {
  return dlopen("libprobe_inner.so", RTLD_NOW) != nullptr;
}
#endif
