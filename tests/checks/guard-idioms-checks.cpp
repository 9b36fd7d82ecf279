// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks that establish contiguity, as extensions write them, each beside a
// twin that looks like it and establishes nothing.

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

//===- A check macro of any name ------------------------------------------===//

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
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read through a raw pointer as if contiguous, but nothing in 'onlyOnCpu' establishes it
void onlyOfAType(Tensor x) {
  CHECK_DENSE(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'onlyOfAType'
void onlyABool(Tensor x, int64_t n) {
  CHECK_BOOL(x.dim() == 2 && n > 0);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'onlyABool'
void commentedOut(Tensor x) {
  // DENSE_OR_DIE(x);
  CHECK_DISABLED(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'commentedOut'
// The most common real shape: one argument forgotten.
void oneForgotten(Tensor x, Tensor y) {
  CHECK_INPUT(x);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:36: warning: 'y' is read{{.*}}'oneForgotten'
void inOneBranch(Tensor x, bool verbose) {
  if (verbose) {
    CHECK_INPUT(x);
  }
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'inOneBranch'
void afterTheLaunch(Tensor x) {
  launch(x.data_ptr<float>(), x.numel());
  CHECK_INPUT(x);
}
// CHECK: checks.cpp:[[@LINE-3]]:12: warning: 'x' is read{{.*}}'afterTheLaunch'
void anyOfBoth(Tensor x, Tensor y) {
  TORCH_CHECK(x.is_contiguous() || y.is_contiguous());
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:15: warning: 'x' and 'y' are read{{.*}}'anyOfBoth'
void replacedAfterwards(Tensor x, Tensor y) {
  CHECK_INPUT(x);
  x = y;
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'y' is read{{.*}}'replacedAfterwards'

//===- Checks that print, exit and throw ----------------------------------===//

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
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'onlyWarns'

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
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'reportsInAHelper'

//===- glog: the message's destructor aborts ------------------------------===//

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
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'glogWarning'

//===- Several tensors at once --------------------------------------------===//

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
// CHECK: checks.cpp:[[@LINE-2]]:36: warning: 'y' is read{{.*}}'variadicForgets'
void variadicOfNothing(Tensor x, Tensor y) {
  DEFINED_ALL(x, y);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:15: warning: 'x' and 'y' are read{{.*}}'variadicOfNothing'
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

//===- The library's own checks -------------------------------------------===//

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
// CHECK: checks.cpp:[[@LINE-2]]:36: warning: 'y' is read{{.*}}'checkedDevices'

//===- Branches -----------------------------------------------------------===//

double slowPath(const Tensor &x);
double fallback(const Tensor &x) {
  if (!x.is_contiguous())
    return slowPath(x);
  launch(x.data_ptr<float>(), x.numel());
  return 0;
}
double wrongFallback(const Tensor &x) {
  if (x.is_contiguous())
    return slowPath(x);
  launch(x.data_ptr<float>(), x.numel());
  return 0;
}
// CHECK: checks.cpp:[[@LINE-3]]:12: warning: 'x' is read{{.*}}'wrongFallback'
void fastPath(const Tensor &x, const Tensor &y) {
  if (x.is_contiguous() && y.is_contiguous())
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void halfFastPath(const Tensor &x, const Tensor &y) {
  if (x.is_contiguous() && y.dim() == 2)
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:38: warning: 'y' is read{{.*}}'halfFastPath'
void ternary(const Tensor &x) {
  Tensor dense = x.is_contiguous() ? x : x.contiguous();
  launch(dense.data_ptr<float>(), x.numel());
}
void ternaryTheWrongWay(const Tensor &x) {
  Tensor dense = x.is_contiguous() ? x.contiguous() : x;
  launch(dense.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:16: warning: 'x' is read{{.*}}'ternaryTheWrongWay'

//===- Answers that are kept ----------------------------------------------===//

void keptAnswer(Tensor x) {
  bool dense = x.is_contiguous();
  TORCH_CHECK(dense, "dense only");
  launch(x.data_ptr<float>(), x.numel());
}
void keptAnswerMends(Tensor x) {
  const bool dense = x.is_contiguous();
  if (!dense)
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
void keptAnswerOfBoth(Tensor x, Tensor y) {
  const bool fast = x.is_contiguous() && y.is_contiguous();
  if (fast)
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
// One flag decides twice: the pointer is taken where the copy was made.
void toggled(Tensor x, bool copy) {
  if (copy)
    x = x.contiguous();
  if (copy)
    launch(x.data_ptr<float>(), x.numel());
}
void toggledTheWrongWay(Tensor x, bool copy) {
  if (copy)
    x = x.contiguous();
  if (!copy)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:14: warning: 'x' is read{{.*}}'toggledTheWrongWay'
void toggledByAnswer(Tensor x) {
  const bool dense = x.is_contiguous();
  Tensor copy;
  if (!dense)
    copy = x.contiguous();
  launch(dense ? x.data_ptr<float>() : copy.data_ptr<float>(), x.numel());
}

//===- Conditions that are asked twice ------------------------------------===//

enum Mode { Plain, Packed };
void modeTwice(Tensor x, Mode mode) {
  if (mode == Packed)
    x = x.contiguous();
  if (mode == Packed)
    launch(x.data_ptr<float>(), x.numel());
}
void modeOnce(Tensor x, Mode mode) {
  if (mode == Packed)
    x = x.contiguous();
  if (mode == Plain)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:14: warning: 'x' is read{{.*}}'modeOnce'
void optionalTwice(Tensor x, const c10::optional<Tensor> &mask) {
  if (mask.has_value())
    x = x.contiguous();
  if (!mask.has_value())
    return;
  launch(x.data_ptr<float>(), x.numel());
}
void deviceTwice(const Tensor &x) {
  Tensor y = x;
  if (x.is_cuda())
    y = x.contiguous();
  if (x.is_cuda())
    launch(y.data_ptr<float>(), x.numel());
}
// A counter is asked twice, and has changed in between.
void counterTwice(Tensor x, int n) {
  if (n == 0)
    x = x.contiguous();
  n = 0;
  if (n == 0)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:14: warning: 'x' is read{{.*}}'counterTwice'
// The flag of one iteration says nothing of the next.
bool next();
void flagOfALoop(Tensor x, int n) {
  for (int i = 0; i < n; ++i) {
    const bool last = next();
    if (last)
      launch(x.data_ptr<float>(), x.numel());
    if (!last)
      x = x.contiguous();
  }
}
// CHECK: checks.cpp:[[@LINE-5]]:16: warning: 'x' is read{{.*}}'flagOfALoop'
static bool usable(const Tensor &x) { return x.dim() == 2 && x.is_contiguous(); }
void answerOfAHelper(Tensor x) {
  const bool fast = usable(x);
  if (!fast)
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
void answersOfBoth(Tensor x, Tensor y) {
  auto ok = [](const Tensor &t) { return t.dim() == 2 && t.is_contiguous(); };
  TORCH_CHECK(ok(x) && ok(y), "two dense matrices");
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
struct Checker {
  void requireDense(const Tensor &t) const { TORCH_CHECK(t.is_contiguous()); }
  void requireMatrix(const Tensor &t) const { TORCH_CHECK(t.dim() == 2); }
};
void checkedByAMethod(Tensor x, const Checker &checker) {
  checker.requireDense(x);
  launch(x.data_ptr<float>(), x.numel());
}
void otherwiseCheckedByAMethod(Tensor x, const Checker &checker) {
  checker.requireMatrix(x);
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'otherwiseCheckedByAMethod'
void flagThatIsSet(Tensor x, Tensor y) {
  bool dense = true;
  if (!x.is_contiguous())
    dense = false;
  if (!y.is_contiguous())
    dense = false;
  if (dense)
    launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void flagThatGathers(Tensor x, Tensor y) {
  bool dense = x.is_contiguous();
  dense &= y.is_contiguous();
  TORCH_CHECK(dense);
  launchTwo(x.data_ptr<float>(), y.data_ptr<float>(), x.numel());
}
void flagThatIsSetTooLate(Tensor x) {
  bool dense = true;
  if (dense)
    launch(x.data_ptr<float>(), x.numel());
  if (!x.is_contiguous())
    dense = false;
}
// CHECK: checks.cpp:[[@LINE-4]]:14: warning: 'x' is read{{.*}}'flagThatIsSetTooLate'
void flagThatIsCleared(Tensor x) {
  bool dense = true;
  if (!x.is_contiguous())
    dense = false;
  dense = true;
  if (dense)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:14: warning: 'x' is read{{.*}}'flagThatIsCleared'
void setsFlag(bool &dense);
void flagThatACalleeSets(Tensor x) {
  bool dense = true;
  if (!x.is_contiguous())
    dense = false;
  setsFlag(dense);
  if (dense)
    launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:14: warning: 'x' is read{{.*}}'flagThatACalleeSets'
static bool twoDimensions(const Tensor &x) { return x.dim() == 2; }
void answerOfAnother(Tensor x) {
  if (!twoDimensions(x))
    x = x.contiguous();
  launch(x.data_ptr<float>(), x.numel());
}
// CHECK: checks.cpp:[[@LINE-2]]:12: warning: 'x' is read{{.*}}'answerOfAnother'

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
  m.def("fallback", &fallback);
  m.def("wrongFallback", &wrongFallback);
  m.def("fastPath", &fastPath);
  m.def("halfFastPath", &halfFastPath);
  m.def("ternary", &ternary);
  m.def("ternaryTheWrongWay", &ternaryTheWrongWay);
  m.def("keptAnswer", &keptAnswer);
  m.def("keptAnswerMends", &keptAnswerMends);
  m.def("keptAnswerOfBoth", &keptAnswerOfBoth);
  m.def("toggled", &toggled);
  m.def("toggledTheWrongWay", &toggledTheWrongWay);
  m.def("toggledByAnswer", &toggledByAnswer);
  m.def("modeTwice", &modeTwice);
  m.def("modeOnce", &modeOnce);
  m.def("optionalTwice", &optionalTwice);
  m.def("deviceTwice", &deviceTwice);
  m.def("counterTwice", &counterTwice);
  m.def("flagOfALoop", &flagOfALoop);
  m.def("answerOfAHelper", &answerOfAHelper);
  m.def("answerOfAnother", &answerOfAnother);
  m.def("answersOfBoth", &answersOfBoth);
  m.def("checkedByAMethod", &checkedByAMethod);
  m.def("otherwiseCheckedByAMethod", &otherwiseCheckedByAMethod);
  m.def("flagThatIsSet", &flagThatIsSet);
  m.def("flagThatGathers", &flagThatGathers);
  m.def("flagThatIsSetTooLate", &flagThatIsSetTooLate);
  m.def("flagThatIsCleared", &flagThatIsCleared);
  m.def("flagThatACalleeSets", &flagThatACalleeSets);
  m.def("many", &many);
}
