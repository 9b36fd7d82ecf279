// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: \
// RUN:       --implicit-check-not=error:

// Checks that compare two values, as TORCH_CHECK_EQ does with glog and without,
// and loops that compare strides.

#include <torch/extension.h>
#include <sstream>
#include <string>

// Without glog: nothing says that ~MessageLogger() does not return.
namespace c10 {
const int GLOG_WARNING = 1, GLOG_FATAL = 3;
struct MessageLogger {
  MessageLogger(const char *file, int line, int severity);
  ~MessageLogger() noexcept(false);
  std::stringstream &stream();
};
struct LoggerVoidify {
  void operator&(const std::ostream &s) {}
};
} // namespace c10
#define LOG_UNLESS(condition, severity)                                        \
  condition ? (void)0                                                          \
            : ::c10::LoggerVoidify() &                                         \
                  ::c10::MessageLogger(__FILE__, __LINE__, severity).stream()
#define CHECK(condition) LOG_UNLESS((condition), ::c10::GLOG_FATAL)
#define TORCH_CHECK_EQ(a, b) LOG_UNLESS(((a) == (b)), ::c10::GLOG_FATAL)

// With glog.
namespace google {
struct LogMessageFatal {
  LogMessageFatal(const char *file, int line, const std::string &message);
  [[noreturn]] ~LogMessageFatal();
  std::stringstream &stream();
};
struct CheckOpString {
  CheckOpString(std::string *s);
  operator bool() const;
  std::string *s;
};
template <class T> const T &GetReferenceableValue(const T &t);
int GetReferenceableValue(int t);
template <class A, class B>
std::string *Check_EQImpl(const A &a, const B &b, const char *text);
} // namespace google
#define CHECK_EQ(a, b)                                                         \
  while (google::CheckOpString result = google::Check_EQImpl(                  \
             google::GetReferenceableValue(a),                                 \
             google::GetReferenceableValue(b), #a " == " #b))                  \
  google::LogMessageFatal(__FILE__, __LINE__, *result.s).stream()
#define DCHECK_EQ(a, b)                                                        \
  while (std::string *result = google::Check_EQImpl(                           \
             google::GetReferenceableValue(a),                                 \
             google::GetReferenceableValue(b), #a " == " #b))                  \
  google::LogMessageFatal(__FILE__, __LINE__, *result).stream()

void launch(const float *data, int64_t count);

// Silent: checked.
void fatal(at::Tensor x) {
  CHECK(x.is_contiguous());
  launch(x.data_ptr<float>(), x.numel());
}
void equal(at::Tensor x) {
  TORCH_CHECK_EQ(x.is_contiguous(), true);
  launch(x.data_ptr<float>(), x.numel());
}
void glog(at::Tensor x) {
  CHECK_EQ(x.is_contiguous(), true);
  launch(x.data_ptr<float>(), x.numel());
}
void glogPointer(at::Tensor x) {
  DCHECK_EQ(x.is_contiguous(), true);
  launch(x.data_ptr<float>(), x.numel());
}

// Of something else, or of the opposite, or without consequence.
void ofRank(at::Tensor x) {
  TORCH_CHECK_EQ(x.dim(), 2);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'ofRank' establishes it
void glogRank(at::Tensor x) {
  CHECK_EQ(x.dim(), 2);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'glogRank' establishes it
void opposite(at::Tensor x) {
  CHECK_EQ(x.is_contiguous(), false);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous
void warned(at::Tensor x) {
  LOG_UNLESS((x.is_contiguous()), ::c10::GLOG_WARNING);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'warned' establishes it

void maybeFatal(at::Tensor x, int fatal) {
  LOG_UNLESS((x.is_contiguous()), fatal);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'maybeFatal' establishes it

// Names that say that it goes on.
enum Severity { INFO, NonFatal, NOT_FATAL, DFATAL, kFatal, FATAL };
constexpr int kNonFatal = 2;
struct Logger {
  Logger(int severity);
  ~Logger();
  Logger &operator<<(const char *text);
};
void nonFatal(at::Tensor x, at::Tensor y, at::Tensor z, at::Tensor w) {
  if (!x.is_contiguous())
    Logger{NonFatal};
  launch(x.data_ptr<float>(), x.numel());
  if (!y.is_contiguous())
    Logger(kNonFatal) << "not contiguous";
  launch(y.data_ptr<float>(), y.numel());
  if (!z.is_contiguous())
    Logger(NOT_FATAL) << "not contiguous";
  launch(z.data_ptr<float>(), z.numel());
  if (!w.is_contiguous())
    Logger(DFATAL) << "not contiguous";
  launch(w.data_ptr<float>(), w.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-11]]:12: warning: 'x', 'y', 'z' and 'w' are accessed through raw pointers as if contiguous, but nothing in 'nonFatal' establishes it
void isFatal(at::Tensor x, at::Tensor y) {
  if (!x.is_contiguous())
    Logger{FATAL};
  launch(x.data_ptr<float>(), x.numel());
  if (!y.is_contiguous())
    Logger(kFatal) << "not contiguous";
  launch(y.data_ptr<float>(), y.numel());
}

// Silent: a loop over the dimensions compares the strides.
void loop(at::Tensor x) {
  int64_t expected = 1;
  for (int64_t d = x.dim() - 1; d >= 0; --d) {
    TORCH_CHECK(x.stride(d) == expected);
    expected *= x.size(d);
  }
  launch(x.data_ptr<float>(), x.numel());
}
static bool isDense(const at::Tensor &t) {
  auto strides = t.strides();
  int64_t expected = 1;
  for (int64_t d = t.dim() - 1; d >= 0; --d) {
    if (strides[d] != expected)
      return false;
    expected *= t.size(d);
  }
  return true;
}
void loopInHelper(at::Tensor x) {
  TORCH_CHECK(isDense(x));
  launch(x.data_ptr<float>(), x.numel());
}

// A loop that compares sizes, and one stride that is compared with a number.
void loopOfSizes(at::Tensor x, at::Tensor y) {
  for (int64_t d = 0; d < x.dim(); ++d)
    TORCH_CHECK(x.size(d) == y.size(d));
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'loopOfSizes' establishes it
void sameStrides(at::Tensor x, at::Tensor y) {
  TORCH_CHECK(y.is_contiguous());
  for (int64_t d = 0; d < x.dim() - 1; ++d)
    TORCH_CHECK(x.stride(d) == y.stride(d));
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'sameStrides' establishes it
// The greatest stride says nothing of the others.
void greatest(at::Tensor x) {
  int64_t best = 0;
  for (int64_t d = 0; d < x.dim(); ++d)
    if (x.stride(d) > best)
      best = x.stride(d);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'greatest' establishes it
void bounded(at::Tensor x, int64_t limit) {
  for (int64_t d = 0; d < x.dim(); ++d)
    TORCH_CHECK(x.stride(d) <= limit);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'bounded' establishes it
// Silent: the memory that all strides reach is computed.
void reaching(at::Tensor x) {
  int64_t end = 1;
  for (int64_t d = 0; d < x.dim(); ++d)
    end += (x.size(d) - 1) * x.stride(d);
  launch(x.data_ptr<float>(), end);
}
void oneStride(at::Tensor x, int64_t d) {
  TORCH_CHECK(x.stride(d) == 1);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: guard-comparisons.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'oneStride' establishes it

PYBIND11_MODULE(ext, m) {
  m.def("fatal", &fatal);
  m.def("equal", &equal);
  m.def("glog", &glog);
  m.def("glogPointer", &glogPointer);
  m.def("ofRank", &ofRank);
  m.def("glogRank", &glogRank);
  m.def("opposite", &opposite);
  m.def("warned", &warned);
  m.def("maybeFatal", &maybeFatal);
  m.def("loop", &loop);
  m.def("loopInHelper", &loopInHelper);
  m.def("loopOfSizes", &loopOfSizes);
  m.def("sameStrides", &sameStrides);
  m.def("oneStride", &oneStride);
  m.def("nonFatal", &nonFatal);
  m.def("isFatal", &isFatal);
  m.def("greatest", &greatest);
  m.def("bounded", &bounded);
  m.def("reaching", &reaching);
}
