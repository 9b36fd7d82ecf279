// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program with a kernel of its own for aten::copy_ that loads the probe
// afterwards. argv[1]: the probe's library.

#include <ATen/ATen.h>
#include <ATen/ops/copy_native.h>
#include <torch/library.h>

#include <cstdio>
#include <dlfcn.h>

static int calls = 0;

static at::Tensor &own_copy(at::Tensor &dst, const at::Tensor &src,
                            bool non_blocking) {
  ++calls;
  return at::native::copy_(dst, src, non_blocking);
}

TORCH_LIBRARY_IMPL(aten, CPU, library) { library.impl("copy_", own_copy); }

int main(int argc, char **argv) {
  if (argc < 2 || dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) == nullptr)
    return 64;
  const auto start =
      reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "tensor_probe_start"));
  if (start == nullptr || start() != 1)
    return 65;
  const at::Tensor wide = at::ones({4, 8});
  for (int i = 0; i < 3; ++i)
    wide.t().contiguous();
  std::printf("own kernel called %d times\n", calls);
  return 0;
}
