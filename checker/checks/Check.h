// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_CHECK_H
#define TENSORTIDY_CHECKS_CHECK_H

#include "analysis/Observer.h"
#include "checks/Finding.h"

#include <memory>
#include <vector>

namespace tensortidy {

/// One check of functions one by one. It observes the replay of every function
/// of a program and says what it found. Nothing that it is shown outlives the
/// function's replay but the Function itself.
class Check : public Observer {
public:
  /// The replay of a function begins.
  virtual void begin(const Context &) {}
  /// It has ended; \p Into takes what can be said of the function alone.
  virtual void end(const Context &, std::vector<Finding> &) {}
};

std::unique_ptr<Check> makeViewAfterTransposeCheck();
std::unique_ptr<Check> makeHiddenCopyCheck();
std::unique_ptr<Check> makeCopyInLoopCheck();
std::unique_ptr<Check> makeRedundantCopyCheck();
std::unique_ptr<Check> makeBlockingTransferCheck();
std::unique_ptr<Check> makeStorageRetentionCheck();
std::unique_ptr<Check> makeDiscardedResultCheck();
std::unique_ptr<Check> makeLostWriteCheck();
std::unique_ptr<Check> makeDanglingDataPointerCheck();
std::unique_ptr<Check> makeOverlappingWriteCheck();
std::unique_ptr<Check> makeAsStridedBoundsCheck();
std::unique_ptr<Check> makeMemoryFormatDriftCheck();
std::unique_ptr<Check> makeUnsafeCollectiveCheck();
std::unique_ptr<Check> makeMisalignedAccessCheck();

} // namespace tensortidy

#endif
