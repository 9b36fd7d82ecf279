// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <ATen/ATen.h>
#include <tensor_probe/tensor_probe.h>

#include <cstdio>

static at::Tensor flattened(int64_t Rows, int64_t Columns) {
  auto Transposed = at::zeros({Rows, Columns}).t();
  return Transposed.reshape({-1});
}

int main() {
  tensor_probe::Scope Scope;
  for (int I = 0; I < 3; ++I)
    flattened(64, 32);
  std::printf("%s%llu copies\n", tensor_probe_reason(),
              static_cast<unsigned long long>(Scope.copies()));
}
