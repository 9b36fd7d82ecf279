// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is said about contiguity, as pairs of programs.

#ifndef TENSOR_TIDY_BENCH_CLAIMS_CLAIMS_H
#define TENSOR_TIDY_BENCH_CLAIMS_CLAIMS_H

#include <ATen/ATen.h>

#include <functional>
#include <string>
#include <vector>

namespace claims {

/// One way to compute something. The result is what is compared.
using Program = std::function<at::Tensor()>;

/// "`advised` is faster than `plain`."
struct Claim {
  std::string name;  ///< what is said
  std::string case_; ///< what it was tried on
  Program plain;     ///< what it is said to be faster than
  Program advised;   ///< what is said to be faster
  /// Why it cannot be measured here; empty: it can.
  std::string why_not;
  bool on_device = false; ///< the time is not the processor's
};

/// All of them, in the order of docs/claims.md. The tensors are made once.
std::vector<Claim> all_claims();

} // namespace claims

#endif // TENSOR_TIDY_BENCH_CLAIMS_CLAIMS_H
