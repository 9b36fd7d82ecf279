// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/CalleeRule.h"
#include "models/ModelSet.h"

#include <gtest/gtest.h>

using namespace tensortidy;

namespace {

using Kind = CalleeRule::Kind;

const std::string Header = "version: 1\nsource: here\nrules:\n";

std::string errorOf(const std::string &Rules) {
  ModelError Error;
  EXPECT_FALSE(ModelSet::loadText(Header + Rules, "r.yaml", Error)) << Rules;
  return Error.str();
}

std::shared_ptr<const ModelSet> load(const std::string &Rules) {
  ModelError Error;
  auto Models = ModelSet::loadText(Header + Rules, "r.yaml", Error);
  EXPECT_TRUE(Models) << Error.str();
  return Models;
}

TEST(CalleeRuleTest, BuiltInOnes) {
  auto Models = ModelSet::builtIn();
  auto KindOf = [&](const char *Name, size_t Parameters) {
    const CalleeRule *R = Models->calleeRule(Name, Parameters);
    return R ? std::optional<Kind>(R->TheKind) : std::nullopt;
  };
  EXPECT_EQ(KindOf("at::checkContiguous", 2), Kind::Guard);
  EXPECT_EQ(KindOf("cudaLaunchKernel", 6), Kind::Launch);
  EXPECT_EQ(KindOf("cudaMemcpyAsync", 4), Kind::Copy);
  EXPECT_EQ(KindOf("cudaMemcpyAsync", 5), Kind::Copy);
  EXPECT_EQ(KindOf("cudaMallocHost", 3), Kind::Runtime);
  EXPECT_EQ(KindOf("cudaDeviceSynchronize", 0), Kind::Runtime);
  EXPECT_EQ(KindOf("gpuAtomicAdd", 2), Kind::Raw);
  EXPECT_EQ(KindOf("std::move", 1), Kind::Same);
  EXPECT_EQ(KindOf("std::tie", 3), Kind::Tuple);
  EXPECT_FALSE(KindOf("cudaMemcpyAsync", 3));
  EXPECT_FALSE(KindOf("mine::memcpy", 3));
  EXPECT_FALSE(KindOf("std::copy", 4));
}

TEST(CalleeRuleTest, PatternsHaveAStarAtTheirEnds) {
  auto Models = load("  - raw: [\"load*\", \"*store\", \"my::peek*\"]\n"
                     "    pointers: one_element\n");
  EXPECT_TRUE(Models->calleeRule("loadFast", 1));
  EXPECT_TRUE(Models->calleeRule("any::load", std::nullopt));
  EXPECT_FALSE(Models->calleeRule("reload", 1));
  EXPECT_TRUE(Models->calleeRule("slowstore", 1));
  EXPECT_FALSE(Models->calleeRule("stores", 1));
  EXPECT_TRUE(Models->calleeRule("my::peek_at", 1));
  EXPECT_FALSE(Models->calleeRule("peek_at", 1));
}

TEST(CalleeRuleTest, FatesOfPointers) {
  auto Models = load("  - copy: mine::move(Other log, Other to, Other from, "
                     "int bytes) -> ()\n"
                     "    to: to\n    from: from\n    bytes: bytes\n");
  const CalleeRule *R = Models->calleeRule("mine::move", 4);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->fateOf(0), PointerFate::Ignored);
  EXPECT_EQ(R->fateOf(1), PointerFate::Elements);
  EXPECT_EQ(R->fateOf(2), PointerFate::Elements);
  EXPECT_EQ(R->Bytes, 3u);
  EXPECT_FALSE(R->Elements);
}

TEST(CalleeRuleTest, GuardErrors) {
  EXPECT_EQ(errorOf("  - guard: mine::check\n    proves: contiguous(x)\n"),
            "r.yaml:4:12: error: write the function with its parameters, e.g. "
            "'mine::check(Tensor x) -> ()'");
  EXPECT_EQ(errorOf("  - guard: mine::check(Tensor x) -> ()\n"),
            "r.yaml:4:5: error: the key 'proves' is missing: what holds when "
            "the function returns, e.g. proves: contiguous(x)");
  EXPECT_EQ(errorOf("  - guard: mine::check(Tensor x) -> ()\n"
                    "    proves: contiguous(y)\n"),
            "r.yaml:5:24: error: 'mine::check' has no argument called 'y'; it "
            "has 'x'");
  EXPECT_EQ(errorOf("  - guard: mine::check(Tensor x) -> ()\n"
                    "    proves: contiguous(x) and blas(x)\n"),
            "r.yaml:5:31: error: a guard proves what can be asked of a tensor: "
            "contiguous, dense, given, same_layout, size, same_sizes, stride, "
            "rank, numel, compared and joined");
  EXPECT_EQ(errorOf("  - guard: mine::check(Tensor x) -> ()\n"
                    "    proves: rank(x)\n"),
            "r.yaml:5:13: error: expected a condition, but this is an integer");
  EXPECT_EQ(errorOf("  - guard: mine::check(Tensor x -> ()\n"
                    "    proves: contiguous(x)\n")
                .rfind("r.yaml:4:12: error: expected", 0),
            0u);
}

TEST(CalleeRuleTest, KeysOfOneKindMeanNothingToAnother) {
  EXPECT_EQ(errorOf("  - launch: mine::launch\n    proves: true\n"),
            "r.yaml:5:5: error: unknown key 'proves'; allowed here: launch, "
            "override, source");
  EXPECT_EQ(errorOf("  - launch: mine::launch\n    op: aten::clone\n"),
            "r.yaml:5:5: error: unknown key 'op'; allowed here: launch, "
            "override, source");
  EXPECT_EQ(errorOf("  - launch: []\n"),
            "r.yaml:4:13: error: the list is empty");
  EXPECT_EQ(errorOf("  - launch: {a: b}\n"),
            "r.yaml:4:13: error: expected the name of a function");
}

TEST(CalleeRuleTest, CopyErrors) {
  const std::string Copy =
      "  - copy: mine::copy(Other to, Other from, int n) -> ()\n";
  EXPECT_EQ(errorOf(Copy + "    to: to\n"),
            "r.yaml:4:5: error: the key 'from' is missing");
  EXPECT_EQ(errorOf(Copy + "    to: dest\n    from: from\n"),
            "r.yaml:5:9: error: 'mine::copy' has no argument called 'dest'");
  EXPECT_EQ(errorOf(Copy + "    to: to\n    from: from\n    bytes: from\n"),
            "r.yaml:7:12: error: 'from' is not an integer");
  EXPECT_EQ(errorOf(Copy + "    to: to\n    from: from\n    bytes: n\n"
                           "    elements: n\n"),
            "r.yaml:8:15: error: give either 'bytes' or 'elements'");
}

TEST(CalleeRuleTest, RuntimeRules) {
  auto Models = load(
      "  - runtime: mine::staging(Other self, int bytes) -> Other\n"
      "    does: allocate\n    memory: pinned\n    stalls: true\n"
      "  - runtime: mine::finish\n    does: wait\n"
      "  - copy: mine::send(Other to, Other from, int n, Other queue) -> ()\n"
      "    to: to\n    from: from\n    bytes: n\n    device: true\n"
      "    stream: queue\n");
  const CalleeRule *Staging = Models->calleeRule("mine::staging", 2);
  ASSERT_TRUE(Staging);
  EXPECT_EQ(Staging->Act, RuntimeAct::Allocate);
  EXPECT_EQ(Staging->Memory, MemoryKind::Pinned);
  EXPECT_TRUE(Staging->Stalls);
  EXPECT_FALSE(Staging->Pointer);
  EXPECT_FALSE(Staging->movesMemory());
  const CalleeRule *Finish = Models->calleeRule("mine::finish", 7);
  ASSERT_TRUE(Finish);
  EXPECT_EQ(Finish->Act, RuntimeAct::Wait);
  const CalleeRule *Send = Models->calleeRule("mine::send", 4);
  ASSERT_TRUE(Send);
  EXPECT_EQ(Send->To, 0u);
  EXPECT_EQ(Send->From, 1u);
  EXPECT_EQ(Send->Stream, 3u);
  EXPECT_TRUE(Send->movesMemory());
  EXPECT_TRUE(Finish->usesDevice());
  EXPECT_EQ(Models->deviceFunctions(),
            (std::vector<std::string>{"mine::staging", "mine::finish",
                                      "mine::send"}));
}

TEST(CalleeRuleTest, RuntimeErrors) {
  EXPECT_EQ(errorOf("  - runtime: mine::f\n"),
            "r.yaml:4:5: error: the key 'does' is missing, e.g. does: wait");
  EXPECT_EQ(errorOf("  - runtime: mine::f\n    does: sleep\n"),
            "r.yaml:5:11: error: expected one of nothing, give_stream, "
            "make_stream, set_stream, set_device, wait, allocate, free, pin, "
            "enable_peers, prefetch, read_clock");
  EXPECT_EQ(errorOf("  - runtime: mine::f\n    does: allocate\n"),
            "r.yaml:4:5: error: the key 'memory' is missing: of which kind it "
            "is, e.g. memory: pinned");
  EXPECT_EQ(errorOf("  - runtime: mine::f\n    does: free\n"),
            "r.yaml:4:5: error: the key 'pointer' is missing: which parameter "
            "it is about");
  EXPECT_EQ(errorOf("  - runtime: mine::f\n    does: free\n    pointer: p\n"),
            "r.yaml:6:14: error: name the function with its parameters to say "
            "which of them it is");
  EXPECT_EQ(
      errorOf("  - runtime: mine::f\n    does: wait\n    stalls: often\n"),
      "r.yaml:6:13: error: expected true or false");
}

TEST(CalleeRuleTest, RawErrors) {
  EXPECT_EQ(errorOf("  - raw: mine::peek\n"),
            "r.yaml:4:5: error: the key 'pointers' is missing: what becomes of "
            "the pointers it gets: ignored, one_element or elements");
  EXPECT_EQ(errorOf("  - raw: mine::peek\n    pointers: some\n"),
            "r.yaml:5:15: error: expected ignored, one_element or elements");
  EXPECT_EQ(errorOf("  - raw: mine::peek\n    pointers: {p: ignored}\n"),
            "r.yaml:5:15: error: name the function with its parameters to tell "
            "its pointers apart");
  EXPECT_EQ(errorOf("  - raw: mine::p*k\n    pointers: ignored\n"),
            "r.yaml:4:10: error: a '*' stands first or last in a name");
}

TEST(CalleeRuleTest, OneRuleForAFunction) {
  const std::string Twice = "  - launch: mine::go\n  - raw: mine::go\n";
  EXPECT_EQ(errorOf(Twice + "    pointers: ignored\n"),
            "r.yaml:5:10: error: 'mine::go' has a rule at r.yaml:4; keep one");
  EXPECT_EQ(errorOf("  - launch: mine::go\n    override: true\n"),
            "r.yaml:5:15: error: 'mine::go' has no rule to override; remove "
            "the key");
  // Overloads with other numbers of parameters have rules of their own.
  auto Models =
      load("  - raw: mine::go(Other p) -> ()\n    pointers: ignored\n"
           "  - raw: mine::go(Other p, int n) -> ()\n    pointers: elements\n");
  EXPECT_EQ(Models->calleeRule("mine::go", 1)->fateOf(0), PointerFate::Ignored);
  EXPECT_EQ(Models->calleeRule("mine::go", 2)->fateOf(0),
            PointerFate::Elements);
  EXPECT_FALSE(Models->calleeRule("mine::go", 3));
}

TEST(CalleeRuleTest, EvidenceIsNeeded) {
  ModelError Error;
  EXPECT_FALSE(ModelSet::loadText("version: 1\nrules:\n  - launch: go\n",
                                  "r.yaml", Error));
  EXPECT_EQ(Error.str(), "r.yaml:3:5: error: say where this is known from, "
                         "e.g. source: the header that declares the function");
}

} // namespace
