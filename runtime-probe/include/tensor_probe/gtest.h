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
// its exception on without an expectation. A failure lists the copies with
// their lines, which the program tensor-tidy finds (see tensor_probe_tool()).
//
//   tensor_probe::add_copies_listener();  // in main(), before RUN_ALL_TESTS()
//
// makes each test a scope in the probe file, named "Suite.Name", and adds the
// properties tensor_copies and tensor_copied_bytes to it in XML output.

#ifndef TENSOR_PROBE_GTEST_H
#define TENSOR_PROBE_GTEST_H

#include <tensor_probe/tensor_probe.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <exception>
#include <string>

namespace tensor_probe {

/// The copies of a scope of this process, one a line with its place, as
/// tensor-tidy finds it; empty if it does not run.
inline std::string list_of_copies(long scope) {
  const std::string file = tensor_probe_file(), tool = tensor_probe_tool();
  std::string list;
  // Nothing is quoted: names with such characters are left alone.
  if (scope < 0 || file.empty() ||
      (file + tool).find('\'') != std::string::npos)
    return list;
  const std::string command =
      "TENSOR_PROBE=0 '" + tool + "' report '" + file +
      "' --format=list --scope=" + std::to_string(scope) + " 2>/dev/null";
  std::FILE *pipe = popen(command.c_str(), "r");
  for (int c; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;)
    list.push_back(static_cast<char>(c));
  if (pipe == nullptr || pclose(pipe) != 0)
    list.clear();
  return list;
}

/// Checks, when it goes out of scope, what was copied during its life.
class CopyExpectation {
public:
  /// text, file: not owned, string literals.
  CopyExpectation(const char *text, uint64_t max_copies, uint64_t max_bytes,
                  const char *file, int line)
      : text_(text), max_copies_(max_copies), max_bytes_(max_bytes),
        file_(file), line_(line), exceptions_(std::uncaught_exceptions()),
        span_(tensor_probe_begin()) {}
  CopyExpectation(const CopyExpectation &) = delete;
  CopyExpectation &operator=(const CopyExpectation &) = delete;

  ~CopyExpectation() {
    if (std::uncaught_exceptions() == exceptions_)
      check(scope_.so_far());
    tensor_probe_end(span_, nullptr);
  }

private:
  void check(const tensor_probe_counts &seen) {
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

  void report(const tensor_probe_counts &seen) {
    const long scope = tensor_probe_end(span_, text_);
    span_ = nullptr;
    ::testing::Message limit;
    if (max_copies_ == 0)
      limit << "no copy";
    else
      limit << "at most " << max_bytes_ << " bytes";
    ADD_FAILURE_AT(file_, line_)
        << "`" << text_ << "` copied " << seen.bytes << " bytes in "
        << seen.copies << (seen.copies == 1 ? " copy" : " copies")
        << ", expected " << limit << "; where: " << tensor_probe_file() << "\n"
        << list_of_copies(scope);
  }

  Scope scope_;
  const char *text_;
  uint64_t max_copies_, max_bytes_;
  const char *file_;
  int line_, exceptions_;
  tensor_probe_span *span_;
};

/// Makes each test a scope, and adds its copies to the test's properties.
class CopiesListener : public ::testing::EmptyTestEventListener {
  void OnTestStart(const ::testing::TestInfo &) override {
    scope_ = Scope();
    span_ = tensor_probe_begin();
  }
  void OnTestEnd(const ::testing::TestInfo &test) override {
    const tensor_probe_counts seen = scope_.so_far();
    const std::string name =
        std::string(test.test_suite_name()) + "." + test.name();
    tensor_probe_end(span_, name.c_str());
    span_ = nullptr;
    if (tensor_probe_is_active() == 0)
      return;
    ::testing::Test::RecordProperty("tensor_copies",
                                    std::to_string(seen.copies));
    ::testing::Test::RecordProperty("tensor_copied_bytes",
                                    std::to_string(seen.bytes));
  }

  Scope scope_;
  tensor_probe_span *span_ = nullptr;
};

/// To be called once, before RUN_ALL_TESTS().
inline void add_copies_listener() {
  ::testing::UnitTest::GetInstance()->listeners().Append(new CopiesListener);
}

} // namespace tensor_probe

#define TENSOR_PROBE_EXPECT_(statement, max_copies, max_bytes)                 \
  if (::tensor_probe::CopyExpectation tensor_probe_expectation(                \
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
