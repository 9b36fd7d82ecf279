// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the copy rows of probe files, one a line, for gpu_check.py on
// machines that have no tensor-tidy:
//
//   CLASS SOURCE-DEVICE-TYPE DESTINATION-DEVICE-TYPE COUNT BYTES SIZE SIZE...
//
// with the numbers of core/Format.h, and the destination's sizes. With --gpu:
// what devices did for them, see replay_rows.cpp.

#include "../probe/ProbeReader.h"
#include "GpuRows.h"

#include <cstdio>

using namespace tensor_probe_test;

static void print_row(const SiteBlock &row) {
  std::printf("%d %d %d %llu %llu", row.copy_class, row.src_device,
              row.dst_device, static_cast<unsigned long long>(row.count),
              static_cast<unsigned long long>(row.bytes));
  for (int i = 0; i < row.dst_dim; ++i)
    std::printf(" %lld", static_cast<long long>(row.dst_sizes[i]));
  std::printf("\n");
}

int main(int argc, char **argv) {
  const bool gpu = argc > 1 && std::strcmp(argv[1], "--gpu") == 0;
  for (int i = gpu ? 2 : 1; i < argc; ++i) {
    const ReadFile file = read_probe_file(argv[i]);
    if (!file.valid) {
      std::fprintf(stderr, "%s: not a probe file\n", argv[i]);
      return 1;
    }
    for (const GpuBlock &block : file.gpu)
      if (gpu)
        print_gpu_row(block.row, block);
    for (const SiteBlock &row : file.rows)
      if (!gpu && row.row_kind == static_cast<int>(RowKind::copy))
        print_row(row);
  }
  return 0;
}
