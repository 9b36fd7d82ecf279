// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C interface, see include/tensor_probe/tensor_probe.h.

#include "core/BeyondView.h"
#include "core/Bridge.h"
#include "core/GpuTier.h"
#include "core/Reason.h"
#include "core/SiteTable.h"
#include "core/Start.h"

#include "core/Clock.h"

#include <tensor_probe/tensor_probe.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace tensor_probe;

int tensor_probe_start(void) { return start() ? 1 : 0; }

// What the CUDA driver calls in the library that CUDA_INJECTION64_PATH names,
// while it initialises itself (CUDA 13.0, CUPTI's documentation, "CUDA
// injection"). Anything but 1 would be an error of the program's.
extern "C" TENSOR_PROBE_API int InitializeInjection(void);
int InitializeInjection(void) {
  start();
  return 1;
}

int tensor_probe_is_active(void) { return is_active() ? 1 : 0; }

const char *tensor_probe_reason(void) { return reason(); }

const char *tensor_probe_file(void) { return file_path(); }

void tensor_probe_flush(void) {
  if (!is_active())
    return;
  flush_gpu_tracer();
  site_table().update(RunState::running);
}

/// In one mapping, with the counts of all rows at the beginning behind it.
struct tensor_probe_span {
  std::size_t bytes;
  std::uint64_t begin_ns;
  std::uint32_t generation, count;
};

static ScopeEntry *entries_of(tensor_probe_span *span) {
  return reinterpret_cast<ScopeEntry *>(span + 1);
}

struct tensor_probe_span *tensor_probe_begin(void) {
  if (!is_active())
    return nullptr;
  const FileHeader *head = site_table().header();
  // Rows that come meanwhile are left out: what they count is the span's own.
  const std::uint32_t rows = head == nullptr ? 0 : head->rows;
  const std::size_t bytes =
      sizeof(tensor_probe_span) + rows * sizeof(ScopeEntry);
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  auto *span = static_cast<tensor_probe_span *>(memory);
  span->bytes = bytes;
  span->generation = *site_table().generation();
  span->count = site_table().copy_counts(entries_of(span), rows);
  span->begin_ns = clock_ns();
  return span;
}

long tensor_probe_end(struct tensor_probe_span *span, const char *name) {
  if (span == nullptr)
    return -1;
  std::uint32_t id = kNoId;
  if (name != nullptr && span->generation == *site_table().generation())
    id = site_table().add_scope(name, entries_of(span), span->count,
                                span->begin_ns, clock_ns());
  munmap(span, span->bytes);
  return id == kNoId ? -1 : static_cast<long>(id);
}

/// ../bin/tensor-tidy as seen from this library; empty if it is not there.
static const char *find_tool(char (&path)[PATH_MAX]) {
  Dl_info info;
  char folder[PATH_MAX];
  path[0] = '\0';
  if (dladdr(reinterpret_cast<void *>(&tensor_probe_tool), &info) == 0 ||
      realpath(info.dli_fname, folder) == nullptr)
    return path;
  if (char *slash = std::strrchr(folder, '/'))
    *slash = '\0';
  const int length =
      std::snprintf(path, sizeof(path), "%s/../bin/tensor-tidy", folder);
  if (length >= static_cast<int>(sizeof(path)) || access(path, X_OK) != 0)
    path[0] = '\0';
  return path;
}

const char *tensor_probe_tool(void) {
  static char beside[PATH_MAX];
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, [] { find_tool(beside); });
  const char *said = std::getenv("TENSOR_TIDY");
  if (said != nullptr && *said != '\0')
    return said;
  return beside[0] != '\0' ? beside : "tensor-tidy";
}

void tensor_probe_count_violation(const char *text, const char *file, int line,
                                  long dim, const int64_t *sizes,
                                  const int64_t *strides, const void *impl) {
  if (!is_active())
    return;
  TensorView tensor;
  tensor.dim = dim;
  tensor.sizes = sizes;
  tensor.strides = strides;
  site_table().count_violation(text, file, static_cast<std::uint32_t>(line),
                               tensor, layout_of(impl));
}

void tensor_probe_count_memcpy(const char *text, const char *file, int line,
                               long dim, const int64_t *sizes,
                               const int64_t *strides, uint64_t itemsize,
                               uint64_t bytes, const void *impl) {
  if (!is_active())
    return;
  MisuseSeed seed;
  seed.kind = MisuseKind::beyond_view;
  seed.tensor.dim = dim;
  seed.tensor.sizes = sizes;
  seed.tensor.strides = strides;
  seed.tensor.itemsize = static_cast<std::uint8_t>(itemsize);
  seed.bytes = bytes;
  if (!bytes_beyond(seed.tensor, bytes, seed.beyond)) {
    site_table().count(&FileHeader::untested);
    return;
  }
  if (seed.beyond == 0)
    return;
  seed.layout = layout_of(impl);
  site_table().count_misuse(text, file, static_cast<std::uint32_t>(line), seed);
}

void tensor_probe_set_python(struct tensor_probe_python *reader) {
  set_python_reader(reinterpret_cast<PythonReader *>(reader));
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
