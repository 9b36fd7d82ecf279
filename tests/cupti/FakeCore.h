// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As much of the core as the part for CUPTI asks for.

#ifndef TENSOR_TIDY_TESTS_CUPTI_FAKECORE_H
#define TENSOR_TIDY_TESTS_CUPTI_FAKECORE_H

#include "core/Bridge.h"

#include <list>
#include <string>
#include <utility>

namespace tensor_probe_test {

using namespace tensor_probe;

/// Further rows find no room.
constexpr std::uint32_t kFakeRows = 64;

struct FakeFile {
  GpuBlock rows[kFakeRows] = {};
  std::list<std::pair<std::string, GpuBlock>> kernels;
  FileHeader header{};
  std::uint32_t generation = 1;
};

inline FakeFile &fake_file() {
  static FakeFile file;
  return file;
}

inline const CoreApi &fake_core() {
  static const CoreApi core = [] {
    CoreApi api{};
    api.version = kBridgeVersion;
    api.generation = &fake_file().generation;
    api.header = [] { return &fake_file().header; };
    api.gpu_kernel = [](const char *name) {
      fake_file().kernels.push_back({name, GpuBlock{}});
      return &fake_file().kernels.back().second;
    };
    api.gpu_row = [](std::uint32_t row) {
      return row < kFakeRows ? &fake_file().rows[row] : nullptr;
    };
    return api;
  }();
  return core;
}

inline std::uint64_t lost_records() {
  return fake_file()
      .header.losses[static_cast<std::size_t>(Loss::gpu_records_lost)];
}

} // namespace tensor_probe_test

#endif // TENSOR_TIDY_TESTS_CUPTI_FAKECORE_H
