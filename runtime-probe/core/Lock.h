// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSOR_PROBE_CORE_LOCK_H
#define TENSOR_PROBE_CORE_LOCK_H

#include <pthread.h>

namespace tensor_probe {

/// Holds a mutex for a scope. pthread and not std::mutex: the core does not
/// need the C++ library.
class Lock {
public:
  explicit Lock(pthread_mutex_t &mutex) : mutex_(mutex) {
    pthread_mutex_lock(&mutex_);
  }
  ~Lock() { pthread_mutex_unlock(&mutex_); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

private:
  pthread_mutex_t &mutex_;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_CORE_LOCK_H
