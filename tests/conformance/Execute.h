// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_CONFORMANCE_EXECUTE_H
#define TENSORTIDY_TESTS_CONFORMANCE_EXECUTE_H

#include "Calls.h"

#include <functional>

namespace conformance {

/// A copy_ that ran inside an operator.
struct ObservedCopy {
  const void *SourceStorage; ///< the source's StorageImpl
  int64_t Elements;
};

/// What really happened.
struct Actual {
  bool Exists = true; ///< false: this libtorch has no such operator
  bool Threw = false;
  std::string Message;
  /// One per result; of a list its first element. Undefined ones included.
  std::vector<at::Tensor> Results;
  std::vector<ObservedCopy> Copies;
};

/// The version of the libtorch that is tested.
tensortidy::TorchVersion torchHere();

/// Has this libtorch the operator, with the schema that \p Op has? C++
/// functions are asked for when they run.
bool exists(const tensortidy::Operator &Op);

/// The aten schemas of this libtorch.
std::vector<tensortidy::Schema> schemasHere();

/// Makes at::copy_ calls visible; call it once.
void startObserving();

/// Runs an operator through the dispatcher, or a C++ function directly.
Actual execute(const Call &C, const std::vector<BothArguments> &Arguments);

/// The C++ function with this signature; empty when there is none.
using CppFunction = std::function<at::Tensor(const std::vector<c10::IValue> &)>;
CppFunction cppFunction(const std::string &Signature);

} // namespace conformance

#endif
