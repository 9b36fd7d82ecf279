// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the copy rows of probe files, one a line, for gpu_check.py on
// machines that have no tensor-tidy:
//
//   CLASS SOURCE-DEVICE-TYPE DESTINATION-DEVICE-TYPE COUNT BYTES SIZE SIZE...
//
// with the numbers of core/Format.h, and the destination's sizes.

#include "../probe/ProbeReader.h"

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
  for (int i = 1; i < argc; ++i) {
    const ReadFile file = read_probe_file(argv[i]);
    if (!file.valid) {
      std::fprintf(stderr, "%s: not a probe file\n", argv[i]);
      return 1;
    }
    for (const SiteBlock &row : file.rows)
      if (row.row_kind == static_cast<int>(RowKind::copy))
        print_row(row);
  }
  return 0;
}
