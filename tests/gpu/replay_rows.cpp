// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decodes recordings of CUPTI's buffers again, and prints what they say of each
// row as `print_rows --gpu` prints a probe file:
//
//   ROW KERNELS TRANSFERS FILLS PAGEABLE PINNED PEER REPLAYED INCOMPLETE WAITS
//
// On standard error where they were made: by which GPU, driver and CUPTI, or
// that they are emulated.

#include "../cupti/FakeCore.h"
#include "GpuRows.h"

#include "cupti/Recording.h"

#include <cstdio>
#include <string>

using namespace tensor_probe_test;

static void say_origin(const RecordingHeader &header) {
  if (header.emulated != 0)
    std::fprintf(stderr, "emulated, by no GPU\n");
  else
    std::fprintf(stderr, "%.63s, driver %d, CUPTI %u\n", header.gpu,
                 header.driver_version, header.cupti_version);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    Ledger ledger(fake_core(), /*emulated=*/false);
    RecordingHeader header{};
    std::string error;
    if (!replay(argv[i], ledger, header, error)) {
      std::fprintf(stderr, "%s: %s\n", argv[i], error.c_str());
      return 1;
    }
    say_origin(header);
    if (const std::uint64_t lost = ledger.take_lost(); lost != 0)
      std::fprintf(stderr, "%llu records without a row here\n",
                   static_cast<unsigned long long>(lost));
  }
  for (std::uint32_t row = 0; row < kFakeRows; ++row)
    print_gpu_row(row, fake_file().rows[row]);
  return 0;
}
