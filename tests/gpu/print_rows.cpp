// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the copy rows of probe files, one a line, for gpu_check.py on
// machines that have no tensor-tidy:
//
//   CLASS SOURCE-DEVICE-TYPE DESTINATION-DEVICE-TYPE COUNT BYTES SIZE SIZE...
//
// with the numbers of core/Format.h, and the destination's sizes. With --gpu:
// what devices did for them, see replay_rows.cpp; with --beside: of what time
// of them it is known what other streams did, and how much they were at work,
//
//   ROW NS NS
//
// and with --compiled: copy kernels of torch.compile, by name,
//
//   NAME COUNT NS

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

static void print_beside(const GpuBlock &gpu) {
  std::printf("%u %llu %llu\n", gpu.row,
              static_cast<unsigned long long>(gpu.watched_ns),
              static_cast<unsigned long long>(gpu.overlap_ns));
}

static void print_compiled(const ReadFile &file, const GpuBlock &gpu) {
  std::printf("%s %llu %llu\n", file.strings.at(gpu.kernel).c_str(),
              static_cast<unsigned long long>(gpu.kernels),
              static_cast<unsigned long long>(gpu.kernel_ns));
}

static void print_file(const ReadFile &file, const std::string &what) {
  for (const GpuBlock &block : file.gpu) {
    const bool compiled = block.row == kNoId;
    if (compiled && what == "--compiled")
      print_compiled(file, block);
    else if (!compiled && what == "--gpu")
      print_gpu_row(block.row, block);
    else if (!compiled && what == "--beside")
      print_beside(block);
  }
  for (const SiteBlock &row : file.rows)
    if (what.empty() && row.row_kind == static_cast<int>(RowKind::copy))
      print_row(row);
}

int main(int argc, char **argv) {
  const bool asked = argc > 1 && std::strncmp(argv[1], "--", 2) == 0;
  for (int i = asked ? 2 : 1; i < argc; ++i) {
    const ReadFile file = read_probe_file(argv[i]);
    if (!file.valid) {
      std::fprintf(stderr, "%s: not a probe file\n", argv[i]);
      return 1;
    }
    print_file(file, asked ? argv[1] : "");
  }
  return 0;
}
