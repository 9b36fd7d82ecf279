// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Synthetic.h"

#include "report/Verdict.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tensor_probe;
using testing::HasSubstr;

namespace {

class VerdictTest : public testing::Test {
protected:
  Profile profile;
  CodeLines lines{{"/a.cpp", {7, 9}}};
  Prediction predicted = prediction("a.cpp", 7, 3, "reshape");

  VerdictTest() { profile.processes = {process_with_reach()}; }

  Judged verdict() {
    std::vector<Prediction> all{predicted};
    return judge(all, join(all, profile, lines), profile, lines).front();
  }

  void expect_unknown(const char *reason) {
    Judged judged = verdict();
    EXPECT_EQ(judged.verdict, Verdict::unknown);
    EXPECT_THAT(judged.reason, HasSubstr(reason));
  }
};

TEST_F(VerdictTest, Confirmed) {
  profile.sites = {site("/a.cpp", 7, 0, "reshape", 4),
                   site("/a.cpp", 7, 1, "reshape", 2)};
  Judged judged = verdict();
  EXPECT_EQ(judged.verdict, Verdict::confirmed);
  EXPECT_EQ(judged.cost.count, 6U);
  EXPECT_EQ(judged.cost.bytes, 6000000U);
  EXPECT_FALSE(judged.reach_known);
}

TEST_F(VerdictTest, Partly) {
  profile.sites = {site("/a.cpp", 7, 0, "reshape", 4)};
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  Judged judged = verdict();
  EXPECT_EQ(judged.verdict, Verdict::partly);
  EXPECT_EQ(judged.reached, 10U);
}

TEST_F(VerdictTest, EveryCallCopiedIsConfirmed) {
  profile.sites = {site("/a.cpp", 7, 0, "reshape", 10)};
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  EXPECT_EQ(verdict().verdict, Verdict::confirmed);
}

TEST_F(VerdictTest, RefutedHere) {
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  Judged judged = verdict();
  EXPECT_EQ(judged.verdict, Verdict::refuted_here);
  EXPECT_THAT(judged.reason, HasSubstr("reached 10 times, no copy"));
}

TEST_F(VerdictTest, LossesRefuteNothing) {
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  profile.processes[0].losses = 1;
  expect_unknown("1 event was lost");
}

TEST_F(VerdictTest, CopiesWithoutALineRefuteNothing) {
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  profile.sites = {site("", 0, 0, "reshape", 3)};
  expect_unknown("3 copies that may be this one have no line");
  profile.sites = {site("", 0, 0, "conv2d", 3)};
  EXPECT_EQ(verdict().verdict, Verdict::refuted_here);
}

TEST_F(VerdictTest, OfCopiesWithoutALineThoseInItsFunctionAreNamed) {
  predicted.function = "ns::merge";
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  profile.sites = {site("", 0, 0, "reshape", 2), site("", 0, 0, "reshape", 3)};
  profile.sites[0].place.function = "ns::merge(at::Tensor const&)";
  expect_unknown("2 copies in ns::merge that may be this one have no line");
  // It may have been inlined into the other one.
  profile.sites[0].place.function = "ns::split(at::Tensor const&)";
  expect_unknown("5 copies that may be this one have no line");
}

TEST_F(VerdictTest, FoldedRowsRefuteNothing) {
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  profile.sites = {site("/b.cpp", 1, 0, "reshape", 3)};
  profile.sites[0].kind = CopyClass::other;
  expect_unknown("3 copies of mixed classes");
}

TEST_F(VerdictTest, NotReachedOnlyWhenKnown) {
  EXPECT_EQ(verdict().verdict, Verdict::not_reached);
}

/// What it took over was traced once, and is not called where it stood.
TEST_F(VerdictTest, WhereCompiledCodeRanNothingIsRefuted) {
  profile.processes[0].compiled_calls = 1;
  expect_unknown("compiled: process 7 ran code that torch.compile or "
                 "AOTInductor made, which may do here what reshape does");
  profile.reached = {reach("/a.cpp", 7, "aten::reshape", 10)};
  expect_unknown("compiled: ");
  profile.processes[0].compiled_calls = 0;
  EXPECT_EQ(verdict().verdict, Verdict::refuted_here);
  profile.processes[0].compiled_modules = {"/tmp/torchinductor_me/a.so"};
  expect_unknown("compiled: ");
  profile.sites = {site("/a.cpp", 7, 0, "reshape", 10)};
  EXPECT_EQ(verdict().verdict, Verdict::confirmed);
}

TEST_F(VerdictTest, ReachTierOff) {
  profile.processes[0].why_no_reach = "run with TENSOR_PROBE_REACH=1";
  expect_unknown("the reach tier was off in process 7: run with "
                 "TENSOR_PROBE_REACH=1");
}

TEST_F(VerdictTest, ReachTierOffInOneOfTwo) {
  profile.processes.push_back(process_with_reach());
  profile.processes[1].pid = 8;
  profile.processes[1].why_no_reach = "off";
  expect_unknown("in process 8");
}

TEST_F(VerdictTest, AProcessWithoutTorchDoesNotMatter) {
  profile.processes.push_back({});
  profile.processes[1].why_no_copies = "libtorch was never loaded";
  profile.processes[1].why_no_reach = "libtorch was never loaded";
  EXPECT_EQ(verdict().verdict, Verdict::not_reached);
  profile.processes[1].notes = {"no probe for this libtorch"};
  expect_unknown("the copy tier was off");
  profile.processes[1].notes.clear();
  profile.processes.erase(profile.processes.begin());
  expect_unknown("no recorded process loaded libtorch");
}

TEST_F(VerdictTest, CopyTierOff) {
  profile.processes[0].why_no_copies = "another library has the key";
  expect_unknown("the copy tier was off in process 7: another library");
}

TEST_F(VerdictTest, OperatorThatIsNotCounted) {
  predicted.op = "conv2d";
  expect_unknown("process 7 does not name conv2d among the operators");
  // Another process of the same probe knows that it counts conv2d.
  profile.processes.push_back(process_with_reach());
  profile.processes[1].reach_ops = {"aten::conv2d"};
  EXPECT_EQ(verdict().verdict, Verdict::not_reached);
  profile.processes[1].probe_version = "another";
  expect_unknown("process 7 does not name conv2d");
}

TEST_F(VerdictTest, ContiguousReturnsUnseen) {
  predicted.op = "contiguous";
  expect_unknown("returns inside a header");
}

TEST_F(VerdictTest, FindingWithoutOperatorOrLine) {
  predicted.op = "";
  expect_unknown("does not name its operator");
  predicted.op = "reshape";
  predicted.line = predicted.first_line = predicted.last_line = 0;
  expect_unknown("the finding has no line");
}

TEST_F(VerdictTest, FileOrLineWithoutCode) {
  predicted.line = predicted.first_line = predicted.last_line = 8;
  expect_unknown("no loaded module has code for this line");
  lines.clear();
  expect_unknown("no loaded module has line information for this file");
  lines = {{"/p/a.cpp", {8}}, {"/q/a.cpp", {8}}};
  expect_unknown("2 source files match: /p/a.cpp and /q/a.cpp");
}

TEST_F(VerdictTest, SharedCopiesConfirmNeither) {
  profile.sites = {site("/a.cpp", 7, 0, "reshape", 4)};
  std::vector<Prediction> both{predicted,
                               prediction("a.cpp", 7, 30, "reshape")};
  auto judged = judge(both, join(both, profile, lines), profile, lines);
  EXPECT_EQ(judged[0].verdict, Verdict::unknown);
  EXPECT_THAT(judged[0].reason, HasSubstr("the finding at 7:30"));
  EXPECT_THAT(judged[1].reason, HasSubstr("the finding at 7:3"));
}

} // namespace
