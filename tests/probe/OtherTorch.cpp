// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A "libtorch_cpu.so.9.99": nothing but the name and a symbol. Says so when it
// is loaded, which must not happen.

#include <unistd.h>

extern "C" int other_torch() { return 0; }

__attribute__((constructor)) static void loaded() {
  constexpr char line[] = "the other libtorch was loaded\n";
  if (write(2, line, sizeof(line) - 1) < 0)
    _exit(99);
}
