// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef STABLE_MOCK_LIBRARY_H
#define STABLE_MOCK_LIBRARY_H

namespace torch {
namespace stable {
namespace detail {
template <typename Function, Function *function> struct boxer {
  static void boxed_fn(uint64_t *, uint64_t, uint64_t);
};
class StableLibrary {
public:
  StableLibrary &impl(const char *name, void (*fn)(uint64_t *, uint64_t,
                                                   uint64_t));
  StableLibrary &def(const char *schema);
};
} // namespace detail
} // namespace stable
} // namespace torch

#define TORCH_BOX(func)                                                        \
  torch::stable::detail::boxer<                                                \
      std::remove_pointer_t<std::remove_reference_t<decltype(func)>>,          \
      (func)>::boxed_fn
#define STABLE_TORCH_LIBRARY_IMPL(ns, k, m)                                    \
  void stable_library_impl_##ns##_##k(torch::stable::detail::StableLibrary &m)

#endif
