// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The probe linked into a test program: counts against known truth, the
// programming interface, the expectations.

#include "ProbeReader.h"

#include <tensor_probe/gtest.h>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <c10/core/InferenceMode.h>

#include <gmock/gmock.h>
#include <gtest/gtest-spi.h>

#include <alloca.h>
#include <cstdlib>
#include <thread>

using namespace tensor_probe_test;
using tensor_probe::Scope;
using testing::HasSubstr;

namespace {

ReadFile own_file() { return read_probe_file(tensor_probe_file()); }

void expect_counts(const Scope &scope, std::uint64_t copies,
                   std::uint64_t bytes) {
  EXPECT_EQ(scope.copies(), copies);
  EXPECT_EQ(scope.bytes(), bytes);
}

TEST(LinkedProbe, IsActive) {
  EXPECT_EQ(tensor_probe_is_active(), 1);
  EXPECT_EQ(tensor_probe_start(), 1);
  EXPECT_STREQ(tensor_probe_reason(), "");
}

TEST(LinkedProbe, ContiguousCopiesOnlyWhatIsNot) {
  const at::Tensor a = at::ones({6, 4});
  const Scope scope;
  a.contiguous();
  expect_counts(scope, 0, 0);
  a.t().contiguous();
  expect_counts(scope, 1, 6 * 4 * 4);
}

TEST(LinkedProbe, ReshapeCopiesOnlyWhatCannotBeViewed) {
  const at::Tensor a = at::ones({6, 4});
  const Scope scope;
  a.reshape({2, 3, 4});
  expect_counts(scope, 0, 0);
  a.t().reshape({-1});
  expect_counts(scope, 1, 96);
}

TEST(LinkedProbe, ConversionCountsTheDestination) {
  const at::Tensor a = at::ones({6, 4});
  const Scope scope;
  a.to(at::kFloat);
  expect_counts(scope, 0, 0);
  a.to(at::kDouble);
  expect_counts(scope, 1, 192);
}

TEST(LinkedProbe, BroadcastCountsTheDestination) {
  const at::Tensor a = at::ones({4});
  const at::Tensor to = at::empty({6, 4});
  const Scope scope;
  to.copy_(a);
  expect_counts(scope, 1, 96);
}

TEST(LinkedProbe, CopyOntoItselfOrOfNothingMovesNothing) {
  const at::Tensor a = at::ones({6, 4});
  const Scope scope;
  a.copy_(a);
  at::empty({0, 4}).copy_(at::empty({0, 4}));
  a.narrow(0, 0, 6).copy_(a);
  expect_counts(scope, 0, 0);
}

/// Another way to see the same: RecordFunction with inputs.
struct Observed {
  std::uint64_t copies = 0, bytes = 0;
};
Observed observed;

std::unique_ptr<at::ObserverContext> observe(const at::RecordFunction &call) {
  if (std::strcmp(call.name(), "aten::copy_") != 0)
    return nullptr;
  const at::Tensor to = call.inputs()[0].toTensor();
  if (to.numel() != 0) {
    ++observed.copies;
    observed.bytes += to.nbytes();
  }
  return nullptr;
}

TEST(LinkedProbe, AgreesWithAnIndependentObserver) {
  const auto handle = at::addGlobalCallback(
      at::RecordFunctionCallback(observe).needsInputs(true).scopes(
          {at::RecordScope::FUNCTION}));
  const at::Tensor image = at::rand({2, 8, 8, 3}).permute({0, 3, 1, 2});
  const at::Tensor weight = at::rand({8, 3, 3, 3});
  const at::Tensor rows = at::rand({5, 3, 4}).transpose(0, 1);
  const at::Tensor matrix = at::rand({7, 4});
  observed = Observed();
  const Scope scope;
  at::conv2d(image, weight);
  at::linear(rows, matrix, at::rand({7}));
  at::matmul(rows.transpose(1, 2), at::rand({2, 5}).t());
  at::layer_norm(rows, {4});
  at::cat({rows, rows}, 1).flatten();
  at::rand({2, 3, 4}).permute({2, 0, 1}).flatten();
  at::removeCallback(handle);
  EXPECT_GE(observed.copies, 3U);
  expect_counts(scope, observed.copies, observed.bytes);
}

TEST(LinkedProbe, ClassesAreToldApart) {
  const at::Tensor a = at::ones({6, 4});
  a.t().contiguous();
  a.to(at::kDouble);
  a.clone();
  at::empty({3, 6, 4}).copy_(a);
  at::ones({1, 4}).expand({6, 4}).contiguous();
  const ReadFile file = own_file();
  ASSERT_TRUE(file.valid);
  EXPECT_FALSE(file.rows_of(CopyClass::layout_copy).empty());
  EXPECT_FALSE(file.rows_of(CopyClass::dtype_conversion).empty());
  EXPECT_FALSE(file.rows_of(CopyClass::plain).empty());
  EXPECT_GE(file.rows_of(CopyClass::broadcast).size(), 2U);
  EXPECT_TRUE(file.rows_of(CopyClass::device_transfer).empty());
}

/// The compiler may not know how often a loop with this bound runs: an
/// unrolled loop is several call sites.
int opaque(int value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// The stacks of rows whose destination has this many rows, a mark that no
/// other test uses.
std::vector<SiteBlock> rows_marked(const ReadFile &file, std::int64_t mark) {
  std::vector<SiteBlock> result;
  for (const SiteBlock &row : file.rows)
    if (row.dst_dim > 0 && row.dst_sizes[0] == mark)
      result.push_back(row);
  return result;
}

__attribute__((noinline)) void two_sites(const at::Tensor &a) {
  a.t().contiguous();
  a.t().contiguous();
}

TEST(StackCacheInUse, TwoCallsInOneFunctionAreTwoSites) {
  const at::Tensor a = at::ones({3, 211});
  const int rounds = opaque(10);
  for (int i = 0; i < rounds; ++i)
    two_sites(a);
  const auto rows = rows_marked(own_file(), 211);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_NE(rows[0].stack, rows[1].stack);
  EXPECT_EQ(rows[0].count, 10U);
  EXPECT_EQ(rows[1].count, 10U);
}

__attribute__((noinline)) int recurse(const at::Tensor &a, int depth) {
  a.t().contiguous();
  return depth == 0 ? 0 : 1 + recurse(a, depth - 1);
}

TEST(StackCacheInUse, RecursionHasOneSitePerDepth) {
  const at::Tensor a = at::ones({3, 223});
  const int rounds = opaque(4);
  for (int i = 0; i < rounds; ++i)
    EXPECT_EQ(recurse(a, 5), 5);
  const auto rows = rows_marked(own_file(), 223);
  ASSERT_EQ(rows.size(), 6U);
  for (const SiteBlock &row : rows)
    EXPECT_EQ(row.count, 4U);
}

TEST(StackCacheInUse, DeepStacksAreCutAndSaidToBe) {
  const at::Tensor a = at::ones({3, 227});
  recurse(a, 100);
  const ReadFile file = own_file();
  EXPECT_GT(file.header.losses[static_cast<int>(Loss::stacks_truncated)], 0U);
  std::uint64_t count = 0;
  for (const SiteBlock &row : rows_marked(file, 227))
    count += row.count;
  EXPECT_EQ(count, 101U);
}

/// A frame whose size changes from call to call.
__attribute__((noinline)) void varying_frame(const at::Tensor &a,
                                             std::size_t size) {
  volatile char *room = static_cast<char *>(alloca(size));
  room[0] = 1;
  a.t().contiguous();
  room[size - 1] = 2;
}

TEST(StackCacheInUse, VaryingFrameSizesAreOneSite) {
  const at::Tensor a = at::ones({3, 229});
  const int rounds = opaque(20), sizes = opaque(50);
  for (int round = 0; round < rounds; ++round)
    for (int size = 0; size < sizes; ++size)
      varying_frame(a, 64 + 48 * static_cast<std::size_t>(size));
  const ReadFile file = own_file();
  const auto rows = rows_marked(file, 229);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].count, 1000U);
  EXPECT_EQ(file.header.check_mismatches, 0U);
}

/// The only row of a mark.
SiteBlock row_marked(std::int64_t mark) {
  const auto rows = rows_marked(own_file(), mark);
  EXPECT_EQ(rows.size(), 1U);
  return rows.empty() ? SiteBlock{} : rows[0];
}

__attribute__((noinline)) void dense_copy(const at::Tensor &a) {
  a.t().contiguous();
}

TEST(Repeats, OfAnUnchangedSource) {
  const at::Tensor a = at::ones({3, 311});
  for (int i = opaque(0); i < 10; ++i)
    dense_copy(a);
  EXPECT_EQ(row_marked(311).count, 10U);
  EXPECT_EQ(row_marked(311).repeats, 9U);
  EXPECT_LE(row_marked(311).repeat_ns, row_marked(311).ns_sum);
}

TEST(Repeats, SourcesInTurnAreToldApart) {
  const at::Tensor a[] = {at::ones({3, 313}), at::ones({3, 313}),
                          at::ones({3, 313})};
  for (int i = opaque(0); i < 12; ++i)
    dense_copy(a[i % 3]);
  EXPECT_EQ(row_marked(313).repeats, 9U);
}

TEST(Repeats, NotOfOneThatChanged) {
  const at::Tensor a = at::ones({3, 317});
  for (int i = opaque(0); i < 10; ++i) {
    a.add_(1);
    dense_copy(a);
  }
  EXPECT_EQ(row_marked(317).count, 10U);
  EXPECT_EQ(row_marked(317).repeats, 0U);
}

TEST(Repeats, NotOfOtherPartsOfOne) {
  const at::Tensor a = at::ones({12, 331});
  for (int i = opaque(0); i < 10; ++i)
    dense_copy(a.narrow(0, i, 3));
  EXPECT_EQ(row_marked(331).repeats, 0U);
}

/// The allocator gives the same memory each time.
TEST(Repeats, NotOfANewTensorInTheSameMemory) {
  for (int i = opaque(0); i < 10; ++i)
    dense_copy(at::ones({3, 337}));
  EXPECT_EQ(row_marked(337).count, 10U);
  EXPECT_EQ(row_marked(337).repeats, 0U);
}

TEST(Repeats, UnknownOfTensorsOfInferenceMode) {
  const c10::InferenceMode inference;
  const at::Tensor a = at::ones({3, 347});
  for (int i = opaque(0); i < 10; ++i)
    dense_copy(a);
  EXPECT_EQ(row_marked(347).count, 10U);
  EXPECT_EQ(row_marked(347).repeats, 0U);
}

TEST(Repeats, KeepNoMemory) {
  at::Tensor a = at::ones({3, 349});
  dense_copy(a);
  const c10::weak_intrusive_ptr<c10::StorageImpl> storage =
      a.storage().getWeakStorageImpl();
  a.reset();
  EXPECT_TRUE(storage.expired());
}

TEST(LinkedProbe, CountsPerThread) {
  const at::Tensor a = at::ones({6, 4});
  const Scope process, thread(TENSOR_PROBE_THREAD);
  std::thread([&] { a.t().contiguous(); }).join();
  EXPECT_EQ(process.copies(), 1U);
  EXPECT_EQ(thread.copies(), 0U);
  a.t().contiguous();
  EXPECT_EQ(process.copies(), 2U);
  EXPECT_EQ(thread.copies(), 1U);
  EXPECT_EQ(thread.bytes(), 96U);
}

TEST(LinkedProbe, FlushBringsTheTimeUpToDate) {
  at::ones({6, 4}).t().contiguous();
  tensor_probe_flush();
  const std::uint64_t before = own_file().header.last_update_ns;
  tensor_probe_flush();
  EXPECT_GT(own_file().header.last_update_ns, before);
}

at::Tensor global;

TEST(Expectations, PassWhereNothingIsCopied) {
  const at::Tensor a = at::ones({6, 4});
  at::Tensor b;
  EXPECT_NO_TENSOR_COPIES(b = a.reshape({-1}));
  EXPECT_EQ(b.dim(), 1);
  EXPECT_COPIED_BYTES_AT_MOST(b = a.t().contiguous(), 96);
  EXPECT_EQ(b.size(0), 4);
}

TEST(Expectations, FailWithCountAndBytes) {
  global = at::ones({6, 4});
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_TENSOR_COPIES(global.t().contiguous()),
                          "copied 96 bytes in 1 copy, expected no copy");
  EXPECT_NONFATAL_FAILURE(
      EXPECT_COPIED_BYTES_AT_MOST(global.to(at::kDouble), 191),
      "`global.to(at::kDouble)` copied 192 bytes in 1 copy, expected at most "
      "191 bytes");
}

TEST(Expectations, FailWithTheCopiesAndTheirLines) {
  if (std::getenv("TENSOR_TIDY") == nullptr)
    GTEST_SKIP() << "this build has no tensor-tidy (ctest gives it)";
  global = at::ones({6, 4});
  EXPECT_NONFATAL_FAILURE(EXPECT_NO_TENSOR_COPIES(dense_copy(global)),
                          "contiguous: 1 copy, 96 B, ");
}

TEST(Scopes, HaveWhatWasCopiedInThem) {
  const at::Tensor a = at::ones({3, 353});
  dense_copy(a);
  tensor_probe_span *outer = tensor_probe_begin();
  for (int i = opaque(0); i < 5; ++i)
    dense_copy(a);
  tensor_probe_span *inner = tensor_probe_begin();
  at::ones({7, 359}).t().contiguous();
  EXPECT_GE(tensor_probe_end(inner, "inner"), 0);
  EXPECT_GE(tensor_probe_end(outer, "outer"), 0);
  dense_copy(a);
  const ReadFile file = own_file();
  ASSERT_TRUE(file.valid);
  ASSERT_GE(file.scopes.size(), 2U);
  const ReadScope &last = file.scopes.back();
  const ReadScope &before = file.scopes[file.scopes.size() - 2];
  EXPECT_EQ(file.strings.at(last.block.name), "outer");
  EXPECT_EQ(file.strings.at(before.block.name), "inner");
  ASSERT_EQ(last.entries.size(), 2U);
  EXPECT_EQ(last.entries[0].count + last.entries[1].count, 6U);
  ASSERT_EQ(before.entries.size(), 1U);
  EXPECT_EQ(before.entries[0].bytes, 7U * 359 * 4);
  EXPECT_LE(before.entries[0].ns_sum,
            before.block.end_ns - before.block.begin_ns);
}

TEST(Scopes, WithoutANameLeaveNothing) {
  const std::size_t scopes = own_file().scopes.size();
  EXPECT_EQ(tensor_probe_end(tensor_probe_begin(), nullptr), -1);
  EXPECT_EQ(tensor_probe_end(nullptr, "none"), -1);
  EXPECT_EQ(own_file().scopes.size(), scopes);
}

/// One expectation of the listener: its own record of the test before.
TEST(Scopes, TheListenerMakesOneOfEachTest) {
  const ReadFile file = own_file();
  bool found = false;
  for (const ReadScope &scope : file.scopes)
    found |= file.strings.at(scope.block.name) ==
             "LinkedProbe.ConversionCountsTheDestination";
  EXPECT_TRUE(found);
}

TEST(Expectations, StandAsOneStatement) {
  if (global.defined())
    EXPECT_NO_TENSOR_COPIES(global.size(0));
  else
    EXPECT_NO_TENSOR_COPIES(global.reset());
}

TEST(Expectations, PassExceptionsOn) {
  const at::Tensor a = at::empty({3, 4}), b = at::ones({5});
  EXPECT_THROW(EXPECT_NO_TENSOR_COPIES(a.copy_(b)), c10::Error);
}

} // namespace

int main(int argc, char **argv) {
  at::set_num_threads(1);
  testing::InitGoogleMock(&argc, argv);
  tensor_probe::add_copies_listener();
  const int status = RUN_ALL_TESTS();
  std::filesystem::remove(tensor_probe_file());
  return status;
}
