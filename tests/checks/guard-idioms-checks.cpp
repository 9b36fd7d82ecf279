// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks that establish contiguity, as extensions write them, each beside a
// twin that looks like it and establishes nothing.
//
// Sections are numbered by idiom: 1 to 3 check macros, 4 checks that print and
// exit, 5 several tensors, 6 at::checkContiguous, 7 branches; 8 to 12 copies
// that normalise (guard-idioms-copies.cpp), 13 to 15 access by strides
// (guard-idioms-strides.cpp).

// RUN: %clang_tidy -checks='-*,tensor-missing-contiguity-guard' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <ATen/TensorUtils.h>
#include <torch/extension.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

using at::Tensor;

void launch(const float *data, int64_t count);
void launchTwo(const float *a, const float *b, int64_t count);

//===- Idioms 1 to 3: a check macro of any name ---------------------------===//

#define DENSE_OR_DIE(x) TORCH_CHECK((x).is_contiguous(), #x " must be dense")
#define ON_CPU(x) TORCH_CHECK(!(x).is_cuda(), #x " must be on the CPU")
#define CHECK_INPUT(x)                                                         \
  ON_CPU(x);                                                                   \
  DENSE_OR_DIE(x)
#define ASSERT_ALL(x)                                                          \
  TORCH_CHECK((x).defined() && !(x).is_cuda() && (x).is_contiguous(), "bad")

void checkedByInput(Tensor x) {
  CHECK_INPUT(x);
  launch(x.data_ptr<float>(), x.numel());
}
void checkedInConjunction(Tensor x) {
  ASSERT_ALL(x);
  launch(x.data_ptr<float>(), x.numel());
}

// The usual names, without a check of contiguity behind them.
#define CHECK_CONTIGUOUS(x) ON_CPU(x)
#define CHECK_DENSE(x) TORCH_CHECK((x).scalar_type() == at::kFloat, "bad")
#define CHECK_BOOL(x) TORCH_CHECK(x, #x)
#define CHECK_DISABLED(x) /* DENSE_OR_DIE(x) */

void onlyOnCpu(Tensor x) {
  CHECK_CONTIGUOUS(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed through a raw pointer as if contiguous, but nothing in 'onlyOnCpu' establishes it
void onlyOfAType(Tensor x) {
  CHECK_DENSE(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'onlyOfAType'
void onlyABool(Tensor x, int64_t n) {
  CHECK_BOOL(x.dim() == 2 && n > 0);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'onlyABool'
void commentedOut(Tensor x) {
  // DENSE_OR_DIE(x);
  CHECK_DISABLED(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'commentedOut'
// The most common real shape: one argument forgotten.
void oneForgotten(Tensor x, Tensor y) {
  CHECK_INPUT(x);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:36: warning: 'y' is accessed{{.*}}'oneForgotten'
void inOneBranch(Tensor x, bool verbose) {
  if (verbose) {
    CHECK_INPUT(x);
  }
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'inOneBranch'
void afterTheLaunch(Tensor x) {
  launch(x.data_ptr<float>(), x.numel());
  CHECK_INPUT(x);
}
// CHECK: checks.cpp:[[@LINE-3]]:12: warning: 'x' is accessed{{.*}}'afterTheLaunch'
void anyOfBoth(Tensor x, Tensor y) {
  TORCH_CHECK(x.is_contiguous() || y.is_contiguous());
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:15: warning: 'x' and 'y' are accessed{{.*}}'anyOfBoth'
void replacedAfterwards(Tensor x, Tensor y) {
  CHECK_INPUT(x);
  x = y;
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'y' is accessed{{.*}}'replacedAfterwards'

//===- Idiom 4: checks that print, exit and throw -------------------------===//

#define EXIT_UNLESS_DENSE(x)                                                   \
  do {                                                                         \
    if (!(x).is_contiguous()) {                                                \
      fprintf(stderr, "%s must be contiguous\n", #x);                          \
      exit(-1);                                                                \
    }                                                                          \
  } while (0)
#define WARN_UNLESS_DENSE(x)                                                   \
  do {                                                                         \
    if (!(x).is_contiguous()) {                                                \
      fprintf(stderr, "%s should be contiguous\n", #x);                        \
    }                                                                          \
  } while (0)

void exits(Tensor x) {
  EXIT_UNLESS_DENSE(x);
  launch(x.data_ptr<float>(), x.numel());
}
void onlyWarns(Tensor x) {
  WARN_UNLESS_DENSE(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'onlyWarns'

void throws(Tensor x) {
  if (!x.is_contiguous())
    throw std::runtime_error("dense only");
  launch(x.data_ptr<float>(), x.numel());
}
static void fail(const char *what) { throw std::runtime_error(what); }
static void report(const char *what) { fprintf(stderr, "%s\n", what); }
void throwsInAHelper(Tensor x) {
  if (!x.is_contiguous())
    fail("dense only");
  launch(x.data_ptr<float>(), x.numel());
}
void reportsInAHelper(Tensor x) {
  if (!x.is_contiguous())
    report("dense only");
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'reportsInAHelper'

//===- Idiom 1, glog: the message's destructor aborts ---------------------===//

struct Stream {
  template <class T> Stream &operator<<(const T &) { return *this; }
};
struct Fatal {
  ~Fatal() __attribute__((noreturn));
  Stream &stream();
};
struct Warning {
  ~Warning();
  Stream &stream();
};
struct Voidify {
  void operator&(Stream &) {}
};
#define CHECK(condition)                                                       \
  (condition) ? (void)0 : Voidify() & Fatal().stream() << #condition
#define EXPECT(condition)                                                      \
  (condition) ? (void)0 : Voidify() & Warning().stream() << #condition

void glog(Tensor x) {
  CHECK(x.is_contiguous()) << "got " << x.dim() << " dimensions";
  launch(x.data_ptr<float>(), x.numel());
}
void glogWarning(Tensor x) {
  EXPECT(x.is_contiguous()) << "got " << x.dim() << " dimensions";
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is accessed{{.*}}'glogWarning'

//===- Idiom 5: several tensors at once -----------------------------------===//

static void checkEach(at::ArrayRef<Tensor> tensors) {
  for (const Tensor &t : tensors)
    TORCH_CHECK(t.is_contiguous(), "all must be contiguous");
}
static void checkEachByIndex(const std::vector<Tensor> &tensors) {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (!tensors[i].is_contiguous())
      throw std::runtime_error("all must be contiguous");
}
static void checkEachListed(std::initializer_list<Tensor> tensors) {
  for (auto &t : tensors)
    TORCH_CHECK(t.is_contiguous());
}
static bool allDense(at::ArrayRef<Tensor> tensors) {
  for (auto &t : tensors)
    if (!t.is_contiguous())
      return false;
  return true;
}
static void checkNone(at::ArrayRef<Tensor> tensors) {
  for (const Tensor &t : tensors)
    TORCH_CHECK(t.defined());
}
static void checkOne(const Tensor &t) { TORCH_CHECK(t.is_contiguous()); }
template <class... Ts> void checkPack(const Ts &...tensors) {
  (checkOne(tensors), ...);
}
#define CHECK_ALL(...) checkEach({__VA_ARGS__})
#define DEFINED_ALL(...) checkNone({__VA_ARGS__})

void variadic(Tensor x, Tensor y) {
  CHECK_ALL(x, y);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void variadicByIndex(Tensor x, Tensor y) {
  checkEachByIndex({x, y});
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void variadicListed(Tensor x, Tensor y) {
  checkEachListed({x, y});
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void variadicAnswer(Tensor x, Tensor y) {
  TORCH_CHECK(allDense({x, y}), "all must be contiguous");
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void variadicPack(Tensor x, Tensor y) {
  checkPack(x, y);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void loopInPlace(Tensor x, Tensor y) {
  for (const auto &t : {x, y})
    TORCH_CHECK(t.is_contiguous());
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void variadicForgets(Tensor x, Tensor y) {
  CHECK_ALL(x);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:36: warning: 'y' is accessed{{.*}}'variadicForgets'
void variadicOfNothing(Tensor x, Tensor y) {
  DEFINED_ALL(x, y);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:15: warning: 'x' and 'y' are accessed{{.*}}'variadicOfNothing'
void everyElement(std::vector<Tensor> tensors) {
  for (const Tensor &t : tensors)
    TORCH_CHECK(t.is_contiguous());
  for (const Tensor &t : tensors)
    launch(t.data_ptr<float>(), t.numel());
}

// One helper call for each of many arguments.
#define CHECK_TEN(x)                                                           \
  checkOne(x##0), checkOne(x##1), checkOne(x##2), checkOne(x##3),              \
      checkOne(x##4), checkOne(x##5), checkOne(x##6), checkOne(x##7),          \
      checkOne(x##8), checkOne(x##9)
#define TEN(x)                                                                 \
  Tensor x##0, Tensor x##1, Tensor x##2, Tensor x##3, Tensor x##4,             \
      Tensor x##5, Tensor x##6, Tensor x##7, Tensor x##8, Tensor x##9
void many(TEN(a), TEN(b), TEN(c)) {
  CHECK_TEN(a);
  CHECK_TEN(b);
  CHECK_TEN(c);
  launchTwo(a0.data_ptr<float>(), c9.data_ptr<float>(), a0.numel());
}

//===- Idiom 6: the library's own checks ----------------------------------===//

void checkedArg(const Tensor &x, const Tensor &y) {
  at::TensorArg xArg{x, "x", 1}, yArg{y, "y", 2};
  at::checkContiguous("checkedArg", xArg);
  at::checkContiguous(__func__, yArg);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void checkedArgs(const Tensor &x, const Tensor &y) {
  at::CheckedFrom c = "checkedArgs";
  at::TensorArg xArg{x, "x", 1}, yArg{y, "y", 2};
  at::checkAllContiguous(c, {xArg, yArg});
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
#define CHECK_TREE(tree)                                                       \
  at::TensorArg tree##_arg{tree, #tree, 1};                                    \
  at::checkDim(__func__, tree##_arg, 1);                                       \
  at::checkContiguous(__func__, tree##_arg)
void checkedBundle(const Tensor &tree) {
  CHECK_TREE(tree);
  launch(tree.data_ptr<float>(), tree.numel());
}
void checkedDevices(const Tensor &x, const Tensor &y) {
  at::TensorArg xArg{x, "x", 1}, yArg{y, "y", 2};
  at::checkAllSameGPU("checkedDevices", {xArg, yArg});
  at::checkContiguous("checkedDevices", xArg);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:36: warning: 'y' is accessed{{.*}}'checkedDevices'

TORCH_LIBRARY(guards, m) {
  m.def("checkedByInput", &checkedByInput);
  m.def("checkedInConjunction", &checkedInConjunction);
  m.def("onlyOnCpu", &onlyOnCpu);
  m.def("onlyOfAType", &onlyOfAType);
  m.def("onlyABool", &onlyABool);
  m.def("commentedOut", &commentedOut);
  m.def("oneForgotten", &oneForgotten);
  m.def("inOneBranch", &inOneBranch);
  m.def("afterTheLaunch", &afterTheLaunch);
  m.def("anyOfBoth", &anyOfBoth);
  m.def("replacedAfterwards", &replacedAfterwards);
  m.def("exits", &exits);
  m.def("onlyWarns", &onlyWarns);
  m.def("throws", &throws);
  m.def("throwsInAHelper", &throwsInAHelper);
  m.def("reportsInAHelper", &reportsInAHelper);
  m.def("glog", &glog);
  m.def("glogWarning", &glogWarning);
  m.def("variadic", &variadic);
  m.def("variadicByIndex", &variadicByIndex);
  m.def("variadicListed", &variadicListed);
  m.def("variadicAnswer", &variadicAnswer);
  m.def("variadicPack", &variadicPack);
  m.def("loopInPlace", &loopInPlace);
  m.def("variadicForgets", &variadicForgets);
  m.def("variadicOfNothing", &variadicOfNothing);
  m.def("everyElement", &everyElement);
  m.def("checkedArg", &checkedArg);
  m.def("checkedArgs", &checkedArgs);
  m.def("checkedBundle", &checkedBundle);
  m.def("checkedDevices", &checkedDevices);
  m.def("many", &many);
}
