// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface, see include/tensor_probe/tensor_probe.h.

#include "core/Bridge.h"
#include "core/Reason.h"
#include "core/SiteTable.h"
#include "core/Start.h"

#include <tensor_probe/tensor_probe.h>

using namespace tensor_probe;

int tensor_probe_start(void) { return start() ? 1 : 0; }

int tensor_probe_is_active(void) { return is_active() ? 1 : 0; }

const char *tensor_probe_reason(void) { return reason(); }

const char *tensor_probe_file(void) { return file_path(); }

void tensor_probe_flush(void) {
  if (is_active())
    site_table().update(RunState::running);
}

int tensor_probe_snapshot(enum tensor_probe_extent extent,
                          struct tensor_probe_counts *counts) {
  *counts = tensor_probe_counts{};
  std::uint64_t lost = 0;
  site_table().sum_copies(counts->copies, counts->bytes, counts->ns, lost);
  counts->lost = lost;
  if (extent == TENSOR_PROBE_THREAD) {
    const ThreadCounts &own = *thread_counts();
    counts->copies = own.copies;
    counts->bytes = own.bytes;
    counts->ns = 0;
  }
  return tensor_probe_is_active();
}
