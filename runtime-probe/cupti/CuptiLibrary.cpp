// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cupti/CuptiLibrary.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace tensor_probe {

namespace {
/// Looks for the path of a loaded library whose file name begins with `name`.
struct Search {
  const char *name;
  char path[PATH_MAX];
};

int match(dl_phdr_info *info, std::size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  const char *path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  const char *slash = std::strrchr(path, '/');
  const char *base = slash == nullptr ? path : slash + 1;
  if (std::strncmp(base, search.name, std::strlen(search.name)) != 0)
    return 0;
  std::snprintf(search.path, sizeof(search.path), "%s", path);
  return 1;
}

bool is_loaded(Search &search) { return dl_iterate_phdr(match, &search) != 0; }

/// "libcupti.so.12" where the process has libcudart.so.12; without a version
/// where it has none, or a static one.
void name_for_runtime(char *name, std::size_t size) {
  constexpr char kRuntime[] = "libcudart.so.";
  Search runtime{kRuntime, ""};
  int major = 0;
  const char *version =
      is_loaded(runtime) ? std::strstr(runtime.path, kRuntime) : nullptr;
  if (version != nullptr &&
      std::sscanf(version + sizeof(kRuntime) - 1, "%d", &major) == 1)
    std::snprintf(name, size, "libcupti.so.%d", major);
  else
    std::snprintf(name, size, "libcupti.so");
}

void *open_library(char *path, std::size_t size) {
  const char *told = std::getenv("TENSOR_PROBE_CUPTI");
  Search loaded{"libcupti.so", ""};
  if (told != nullptr)
    std::snprintf(path, size, "%s", told);
  else if (is_loaded(loaded))
    std::snprintf(path, size, "%s", loaded.path);
  else
    name_for_runtime(path, size);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

/// Fills the table; notes the first function that is missing.
struct Loader {
  void *library;
  const char *missing;

  template <typename Function>
  void need(Function *&function, const char *name) {
    want(function, name);
    if (function == nullptr && missing == nullptr)
      missing = name;
  }
  template <typename Function>
  void want(Function *&function, const char *name) {
    function = reinterpret_cast<Function *>(dlsym(library, name));
  }
};

const char *fill(CuptiTable &table, void *library) {
  Loader loader{library, nullptr};
  loader.need(table.get_version, "cuptiGetVersion");
  loader.need(table.subscribe, "cuptiSubscribe");
  loader.need(table.unsubscribe, "cuptiUnsubscribe");
  loader.need(table.enable_callback, "cuptiEnableCallback");
  loader.need(table.register_buffers, "cuptiActivityRegisterCallbacks");
  loader.need(table.enable, "cuptiActivityEnable");
  loader.need(table.disable, "cuptiActivityDisable");
  loader.need(table.flush_all, "cuptiActivityFlushAll");
  loader.need(table.next_record, "cuptiActivityGetNextRecord");
  loader.need(table.dropped_records, "cuptiActivityGetNumDroppedRecords");
  loader.need(table.push, "cuptiActivityPushExternalCorrelationId");
  loader.need(table.pop, "cuptiActivityPopExternalCorrelationId");
  loader.need(table.graph_node_id, "cuptiGetGraphNodeId");
  loader.need(table.result_string, "cuptiGetResultString");
  loader.want(table.flush_period, "cuptiActivityFlushPeriod");
#if CUPTI_API_VERSION >= 130000
  loader.want(table.subscribe_naming_holder, "cuptiSubscribe_v2");
#endif
  table.emulated = dlsym(library, kEmulatedSymbol) != nullptr;
  return loader.missing;
}
} // namespace

bool load_cupti(CuptiTable &table, char *reason, std::size_t size) {
  char path[PATH_MAX];
  void *library = open_library(path, sizeof(path));
  if (library == nullptr) {
    std::snprintf(reason, size,
                  "CUPTI is not to be had: %s (TENSOR_PROBE_CUPTI=FILE names "
                  "the libcupti of this CUDA)",
                  dlerror());
    return false;
  }
  if (const char *missing = fill(table, library)) {
    std::snprintf(reason, size,
                  "'%s' has no %s: it is not a CUPTI of CUDA 12 "
                  "or later",
                  path, missing);
    return false;
  }
  Search driver{"libcuda.so", ""};
  if (!table.emulated && !is_loaded(driver)) {
    std::snprintf(reason, size, "no CUDA driver is loaded in this process");
    return false;
  }
  return true;
}

} // namespace tensor_probe
