// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TORCH_MOCK_LIBRARY_H
#define TORCH_MOCK_LIBRARY_H

#include "ATen/ATen.h"

namespace c10 {
template <class F, F *f> struct CompileTimeFunctionPointer {};
} // namespace c10

namespace torch {
class Library final {
public:
  template <typename Schema> Library &def(Schema &&raw_schema) & { return *this; }
  template <typename NameOrSchema, typename Func>
  Library &def(NameOrSchema &&raw_name_or_schema, Func &&raw_f) & {
    return *this;
  }
  template <typename Name, typename Func>
  Library &impl(Name name, Func &&raw_f) & { return *this; }
};
} // namespace torch

#define TORCH_FN(func)                                                         \
  ::c10::CompileTimeFunctionPointer<decltype(func), &func>()
#define TORCH_LIBRARY_IMPL(ns, k, m) static void TORCH_LIBRARY_IMPL_init_##ns##_##k##_0(torch::Library &m)
#define TORCH_LIBRARY(ns, m) static void TORCH_LIBRARY_init_##ns(torch::Library &m)
#define TORCH_LIBRARY_FRAGMENT(ns, m)                                          \
  static void TORCH_LIBRARY_FRAGMENT_init_##ns(torch::Library &m)

#endif
