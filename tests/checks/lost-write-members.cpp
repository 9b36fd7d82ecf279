// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies that members hold, written through raw pointers in other functions.

// RUN: %clang_tidy -checks='-*,tensor-lost-write' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

#include <ATen/ATen.h>
#include <string.h>
#include <torch/library.h>

void fill(float *to, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    to[i] = 1;
}
float total(const float *from, int64_t n) {
  float sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += from[i];
  return sum;
}
void unseen(char *at, int64_t bytes);

// Written in another method.
struct Reader {
  at::Tensor dense_;
  explicit Reader(const at::Tensor &buffer) {
    dense_ = buffer.contiguous();
    // CHECK: lost-write-members.cpp:[[@LINE-1]]:21: warning: what is written into 'dense_', a copy that contiguous makes of 'buffer' where that is not contiguous, is lost: nobody reads it [tensor-lost-write]
    // CHECK: lost-write-members.cpp:[[@LINE+5]]:31: note: it is written here
    // CHECK: lost-write-members.cpp:[[@LINE-3]]:21: note: where the two are not the same, copy_() 'dense_' back into 'buffer'
  }
  void run(int64_t n);
};
void Reader::run(int64_t n) { fill(dense_.data_ptr<float>(), n); }

// The original is kept, too, and whoever has the object may write.
struct Operation {
  at::Tensor buffer_, dense_;
  bool reads_;
  Operation(bool reads, const at::Tensor &buffer);
  virtual ~Operation();
  virtual char *data() const;
};
struct DiskOperation : Operation {
  DiskOperation(bool reads, const at::Tensor &buffer);
  char *data() const override;
  void run(int64_t bytes);
};
DiskOperation::DiskOperation(bool reads, const at::Tensor &buffer)
    : Operation(reads, buffer) {
  dense_ = buffer_.contiguous();
  // CHECK: lost-write-members.cpp:[[@LINE-1]]:20: warning: what is written into 'dense_', a copy that contiguous makes of 'buffer_'
  // CHECK: lost-write-members.cpp:[[@LINE+2]]:37: note: a pointer to write it through is given out here
}
char *DiskOperation::data() const { return (char *)dense_.data_ptr(); }
void DiskOperation::run(int64_t bytes) { unseen(data(), bytes); }

// The bounce buffer is what is copied on, not the copy of it.
struct Bounced {
  at::Tensor buffer_, bounce_, dense_;
  explicit Bounced(const at::Tensor &buffer, bool direct)
      : buffer_(buffer), bounce_(buffer) {
    if (!direct)
      bounce_ = at::empty_like(buffer);
    dense_ = bounce_.contiguous();
    // CHECK: lost-write-members.cpp:[[@LINE-1]]:22: warning: what is written into 'dense_', a copy that contiguous makes of 'bounce_'
    // CHECK: lost-write-members.cpp:[[@LINE+3]]:27: note: 'bounce_' is copied on here, without what was written into its copy
  }
  void run(int64_t bytes) { unseen((char *)dense_.data_ptr(), bytes); }
  void finish() { buffer_.copy_(bounce_); }
};

// A wrapper object within one function: the function's callers decide.
namespace {
struct Wrapped {
  at::Tensor dense_;
  explicit Wrapped(const at::Tensor &t) : dense_(t.contiguous()) {}
  // CHECK: lost-write-members.cpp:[[@LINE-1]]:{{[0-9]+}}: warning: what is written into '{{.*}}dense_', a copy that contiguous makes of 'out'
  // CHECK: lost-write-members.cpp:[[@LINE+5]]:11: note: in the call of 'Wrapped' from 'wraps' here
  float *data() const { return dense_.data_ptr<float>(); }
};
} // namespace
void wraps(at::Tensor out) {
  Wrapped w(out);
  fill(w.data(), out.numel());
}

// Silent: copied back, by a method or the destructor.
struct CopiedBack {
  at::Tensor out_, dense_;
  explicit CopiedBack(const at::Tensor &out) : out_(out) { dense_ = out.contiguous(); }
  ~CopiedBack() {
    if (!out_.is_contiguous())
      out_.copy_(dense_);
  }
  void run(int64_t n) { fill(dense_.data_ptr<float>(), n); }
};
// Silent: given to the caller, or to an operator.
struct GivenBack {
  at::Tensor dense_;
  explicit GivenBack(const at::Tensor &out) : dense_(out.contiguous()) {}
  void run(int64_t n) { fill(dense_.data_ptr<float>(), n); }
  at::Tensor result() { return dense_; }
};
// Silent: only read, or its own scratch.
struct Weights {
  at::Tensor dense_;
  explicit Weights(const at::Tensor &w) : dense_(w.contiguous()) {}
  float *data() const { return dense_.data_ptr<float>(); }
  float sum(int64_t n) { return total(dense_.data_ptr<float>(), n); }
};
struct Scratch {
  at::Tensor dense_;
  explicit Scratch(const at::Tensor &w) : dense_(w.contiguous()) {}
  float run(int64_t n) {
    fill(dense_.data_ptr<float>(), n);
    return total(dense_.data_ptr<float>(), n);
  }
};
// Silent: it is checked first.
struct Checked {
  at::Tensor dense_;
  explicit Checked(const at::Tensor &w) {
    TORCH_CHECK(w.is_contiguous());
    dense_ = w.contiguous();
  }
  void run(int64_t n) { fill(dense_.data_ptr<float>(), n); }
};
// Silent: what is copied is never strided.
struct StoredDense {
  at::Tensor buffer_, dense_;
  explicit StoredDense(int64_t n) : buffer_(at::empty({n})) {}
  void start() { dense_ = buffer_.contiguous(); }
  char *data() const { return (char *)dense_.data_ptr(); }
};
// Silent: the bounce buffer is written itself.
struct WrittenItself {
  at::Tensor buffer_, bounce_, dense_;
  explicit WrittenItself(const at::Tensor &buffer)
      : buffer_(buffer), bounce_(at::empty_like(buffer)) {
    dense_ = bounce_.contiguous();
  }
  void run(int64_t bytes) { unseen((char *)dense_.data_ptr(), bytes); }
  void finish() {
    bounce_.zero_();
    buffer_.copy_(bounce_);
  }
};
TORCH_LIBRARY(members, m) { m.def("wraps", wraps); }
