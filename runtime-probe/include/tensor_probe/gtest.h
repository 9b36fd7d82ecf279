// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GoogleTest expectations about copies.
//
//   EXPECT_NO_TENSOR_COPIES(y = model.forward(x));
//   EXPECT_COPIED_BYTES_AT_MOST(y = model.forward(x), 4 * x.numel());
//
// Counted are the copies of all threads of the process while the statement
// runs: work handed to other threads is included, and so is what unrelated
// threads copy meanwhile. Fails, rather than passes unseen, if the probe is
// not active, or could not record some copy. A statement that throws passes
// its exception on without an expectation.

#ifndef TENSOR_PROBE_GTEST_H
#define TENSOR_PROBE_GTEST_H

#include <tensor_probe/tensor_probe.h>

#include <gtest/gtest.h>

#include <exception>

namespace tensor_probe {

/// Checks, when it goes out of scope, what was copied during its life.
class CopyExpectation {
public:
  /// text, file: not owned, string literals.
  CopyExpectation(const char *text, uint64_t max_copies, uint64_t max_bytes,
                  const char *file, int line)
      : text_(text), max_copies_(max_copies), max_bytes_(max_bytes),
        file_(file), line_(line), exceptions_(std::uncaught_exceptions()) {}
  CopyExpectation(const CopyExpectation &) = delete;
  CopyExpectation &operator=(const CopyExpectation &) = delete;

  ~CopyExpectation() {
    if (std::uncaught_exceptions() == exceptions_)
      check(scope_.so_far());
  }

private:
  void check(const tensor_probe_counts &seen) const {
    if (tensor_probe_is_active() == 0)
      ADD_FAILURE_AT(file_, line_)
          << "the probe is not active: " << tensor_probe_reason()
          << "; nothing is known about copies of `" << text_ << "`";
    else if (seen.copies > max_copies_ || seen.bytes > max_bytes_)
      report(seen);
    else if (seen.lost != 0)
      ADD_FAILURE_AT(file_, line_)
          << "`" << text_ << "` made " << seen.lost
          << " copies that the probe could not record; see the losses in "
          << tensor_probe_file();
  }

  void report(const tensor_probe_counts &seen) const {
    ::testing::Message limit;
    if (max_copies_ == 0)
      limit << "no copy";
    else
      limit << "at most " << max_bytes_ << " bytes";
    ADD_FAILURE_AT(file_, line_)
        << "`" << text_ << "` copied " << seen.bytes << " bytes in "
        << seen.copies << (seen.copies == 1 ? " copy" : " copies")
        << ", expected " << limit << "; where: " << tensor_probe_file();
  }

  Scope scope_;
  const char *text_;
  uint64_t max_copies_, max_bytes_;
  const char *file_;
  int line_, exceptions_;
};

} // namespace tensor_probe

#define TENSOR_PROBE_EXPECT_(statement, max_copies, max_bytes)                 \
  if (const ::tensor_probe::CopyExpectation tensor_probe_expectation(          \
          #statement, max_copies, max_bytes, __FILE__, __LINE__);              \
      true) {                                                                  \
    statement;                                                                 \
  } else                                                                       \
    static_assert(true, "")

/// Runs the statement; fails if any tensor is copied meanwhile.
#define EXPECT_NO_TENSOR_COPIES(statement) TENSOR_PROBE_EXPECT_(statement, 0, 0)

/// Runs the statement; fails if tensors of more than n bytes in sum are copied.
#define EXPECT_COPIED_BYTES_AT_MOST(statement, n)                              \
  TENSOR_PROBE_EXPECT_(statement, UINT64_MAX, n)

#endif // TENSOR_PROBE_GTEST_H
