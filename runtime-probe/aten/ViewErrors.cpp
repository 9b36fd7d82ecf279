// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "aten/Layouts.h"

#include <ATen/ops/view_native.h>
#include <torch/library.h>
#include <torch/version.h>

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace tensor_probe {

namespace {
const CoreApi *core = nullptr;

/// In words, asked for only once for each layout: programs may try view(), and
/// go on without it.
std::string words_of(std::uint32_t layout) {
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  static std::mutex &mutex = *new std::mutex;
  static auto &known = *new std::map<Key, std::string>;
  const Key key(__atomic_load_n(core->generation, __ATOMIC_ACQUIRE), layout);
  const std::lock_guard<std::mutex> lock(mutex);
  std::string &words = known[key];
  if (words.empty()) {
    char text[2048];
    core->describe_layout(layout, text, sizeof(text));
    words = text;
  }
  return words;
}

/// Does what the kernel does that it replaces: libtorch 1.13 and 2.x,
/// aten/src/ATen/native/native_functions.yaml.
at::Tensor explained_view(const at::Tensor &self, at::IntArrayRef size) {
  try {
    return at::native::view(self, size);
  } catch (c10::Error &error) {
    if (const std::uint32_t layout = layout_of(self))
      error.add_context("tensor_probe: the tensor was made strided by " +
                        words_of(layout));
    throw;
  }
}

#if TORCH_VERSION_MAJOR >= 2
namespace warnings = c10::WarningUtils;
#else
namespace warnings = c10::Warning;
#endif

/// The dispatcher warns of a kernel that is replaced; these are meant to be.
class Quiet : public c10::WarningHandler {
public:
#if TORCH_VERSION_MAJOR >= 2
  void process(const c10::Warning &) override {}
#else
  void process(const c10::SourceLocation &, const std::string &,
               const bool) override {}
#endif
};
} // namespace

void explain_view_errors(const CoreApi &api) {
  core = &api;
  Quiet quiet;
  const warnings::WarningHandlerGuard guard(&quiet);
  for (const c10::DispatchKey key :
       {c10::DispatchKey::CPU, c10::DispatchKey::CUDA}) {
    // Never destroyed, like the hook of copies.
    auto *library = new torch::Library(torch::Library::IMPL, "aten", key,
                                       __FILE__, __LINE__);
    library->impl("view", TORCH_FN(explained_view));
  }
}

} // namespace tensor_probe
