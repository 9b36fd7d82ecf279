// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_MISSINGCONTIGUITYGUARDCHECK_H
#define TENSORTIDY_CHECKS_MISSINGCONTIGUITYGUARDCHECK_H

#include "checks/Check.h"
#include "checks/PointerUses.h"

#include <optional>

namespace tensortidy {

/// Finds raw pointers of tensors whose layout nobody established that go to
/// something that assumes one: an indexed loop, a kernel, memcpy, a function
/// that is not given the strides. One finding per function, listing its
/// arguments.
class MissingContiguityGuardCheck : public Check {
public:
  void begin(const Context &C) override;
  void onFact(const Visit &V) override { Current->onFact(V); }
  void end(const Context &C, std::vector<Finding> &Into) override;
  void finish(std::vector<Finding> &Into) override;

private:
  std::optional<PointerUses> Current;
  std::vector<PointerRecord> Records;
};

} // namespace tensortidy

#endif
