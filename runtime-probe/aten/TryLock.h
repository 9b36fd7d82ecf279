// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lock that nobody waits for.

#ifndef TENSOR_PROBE_ATEN_TRYLOCK_H
#define TENSOR_PROBE_ATEN_TRYLOCK_H

namespace tensor_probe {

/// Takes the flag while it lives, unless another thread has it. A thread that
/// a fork has left behind keeps its flag in the child: what the flag guards is
/// lost there, and nothing hangs.
class TryLock {
public:
  explicit TryLock(bool &busy)
      : busy_(busy),
        taken_(!__atomic_exchange_n(&busy, true, __ATOMIC_ACQUIRE)) {}
  ~TryLock() {
    if (taken_)
      __atomic_store_n(&busy_, false, __ATOMIC_RELEASE);
  }
  TryLock(const TryLock &) = delete;
  TryLock &operator=(const TryLock &) = delete;
  bool taken() const { return taken_; }

private:
  bool &busy_;
  const bool taken_;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_TRYLOCK_H
