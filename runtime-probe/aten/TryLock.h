// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock that nobody waits for, or not for long.

#ifndef TENSOR_PROBE_ATEN_TRYLOCK_H
#define TENSOR_PROBE_ATEN_TRYLOCK_H

#include <sched.h>

namespace tensor_probe {

/// Takes the flag while it lives, unless another thread has it. A thread that
/// a fork has left behind keeps its flag in the child: what the flag guards is
/// lost there, and nothing hangs.
class TryLock {
public:
  /// tries: so often others are let run meanwhile, 1: not at all.
  explicit TryLock(bool &busy, int tries = 1) : busy_(busy), taken_(take()) {
    while (!taken_ && --tries > 0) {
      sched_yield();
      taken_ = take();
    }
  }
  ~TryLock() {
    if (taken_)
      __atomic_store_n(&busy_, false, __ATOMIC_RELEASE);
  }
  TryLock(const TryLock &) = delete;
  TryLock &operator=(const TryLock &) = delete;
  bool taken() const { return taken_; }

private:
  bool take() { return !__atomic_exchange_n(&busy_, true, __ATOMIC_ACQUIRE); }

  bool &busy_;
  bool taken_;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_TRYLOCK_H
