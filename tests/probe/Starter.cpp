// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library whose initialisation, under the dynamic linker's lock, calls the
// function at `starter_hook` of the program that loads it.

extern "C" void starter_hook();

__attribute__((constructor)) static void loaded() { starter_hook(); }
