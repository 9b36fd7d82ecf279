// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of operators, frames of libraries, numbers in text.
#include "Synthetic.h"

#include "report/CopyOrigin.h"
#include "report/Operators.h"
#include "report/SkipRules.h"
#include "report/TextTable.h"
#include "report/Units.h"

#include "gtest/gtest.h"

using namespace tensor_probe;

namespace {

TEST(Operators, FromSymbols) {
  EXPECT_EQ(operator_of_symbol("at::_ops::reshape::call(at::Tensor const&, "
                               "c10::ArrayRef<long>)"),
            "reshape");
  EXPECT_EQ(operator_of_symbol("at::_ops::flatten_using_ints::redispatch(c10"
                               "::DispatchKeySet, at::Tensor const&)"),
            "flatten_using_ints");
  EXPECT_EQ(operator_of_symbol("at::_ops::copy_::call(at::Tensor&)"), "copy_");
  EXPECT_EQ(operator_of_symbol("at::_ops::reshape::name"), "");
  EXPECT_EQ(operator_of_symbol("at::native::reshape(at::Tensor const&)"), "");
  EXPECT_EQ(operator_of_symbol("user::at::_ops::reshape::call()"), "");
}

TEST(Operators, Match) {
  EXPECT_EQ(match_operators("reshape", "aten::reshape"), OperatorMatch::same);
  EXPECT_EQ(match_operators("reshape", "reshape_as"), OperatorMatch::differ);
  EXPECT_EQ(match_operators("aten::flatten.using_ints", "flatten_using_ints"),
            OperatorMatch::same);
  EXPECT_EQ(match_operators("to", "to_dtype_layout"), OperatorMatch::overload);
  EXPECT_EQ(match_operators("", "reshape"), OperatorMatch::unknown);
  EXPECT_EQ(match_operators("view", "reshape"), OperatorMatch::differ);
  // In place is another operator.
  EXPECT_EQ(match_operators("add", "add_"), OperatorMatch::differ);
  EXPECT_EQ(match_operators("add", "add__Tensor"), OperatorMatch::differ);
  EXPECT_EQ(match_operators("add", "add_Tensor"), OperatorMatch::overload);
}

TEST(SkipRules, Modules) {
  EXPECT_TRUE(is_library_module("/usr/lib/libtorch_cpu.so.1.13"));
  EXPECT_TRUE(is_library_module("/opt/p/libtensor_probe_aten-1.13.1.so"));
  EXPECT_TRUE(is_library_module("/lib/x86_64-linux-gnu/libc.so.6"));
  EXPECT_TRUE(is_library_module("[vdso]"));
  EXPECT_FALSE(is_library_module("/home/u/libtorch_myops.so"));
  EXPECT_FALSE(is_library_module("/home/u/libtorch_cpu.so.d/prog"));
  EXPECT_FALSE(is_library_module(""));
}

TEST(SkipRules, PythonModules) {
  EXPECT_TRUE(is_python_module("/usr/bin/python3.11"));
  EXPECT_TRUE(is_python_module("/usr/lib/libpython3.12.so.1.0"));
  EXPECT_FALSE(is_python_module("/v/torch/lib/libtorch_python.so"));
  EXPECT_FALSE(is_python_module("/usr/lib/python3.11/lib-dynload/_ssl.so"));
  EXPECT_FALSE(is_python_module(""));
}

TEST(SkipRules, Sources) {
  EXPECT_TRUE(is_library_source("/usr/include/ATen/core/TensorBody.h"));
  EXPECT_TRUE(is_library_source(
      "/usr/include/torch/csrc/api/include/torch/nn/functional.h"));
  EXPECT_TRUE(is_library_source("/usr/include/c++/12/functional"));
  EXPECT_TRUE(is_library_source("/v/torch/include/pybind11/cast.h"));
  EXPECT_FALSE(is_library_source("/home/u/pybind11/module.cpp"));
  EXPECT_FALSE(is_library_source("/home/u/mytorch/attn.cpp"));
  EXPECT_FALSE(is_library_source("/home/u/torch/attn.cpp"));
}

TEST(SkipRules, QualifiedNames) {
  EXPECT_EQ(qualified_name("main"), "main");
  EXPECT_EQ(qualified_name("at::Tensor f<int>(at::Tensor const&)"), "f");
  EXPECT_EQ(qualified_name("at::Tensor a::g<std::function<void (int)> >(int)"),
            "a::g");
  EXPECT_EQ(qualified_name("(anonymous namespace)::f(at::Tensor const&)"),
            "{anonymous}::f");
  EXPECT_EQ(qualified_name("main::$_0::operator()(at::Tensor const&) const"),
            "main::$_0::operator()");
  EXPECT_EQ(qualified_name("a::S::operator at::Tensor() const"),
            "a::S::operator at::Tensor");
  EXPECT_EQ(qualified_name("bool a::operator<(a::S const&, a::S const&)"),
            "a::operator<");
  EXPECT_EQ(qualified_name("a::S::operator->() const"), "a::S::operator->");
}

TEST(SkipRules, FunctionsCountOnlyWithoutALine) {
  SourceFrame frame;
  frame.module = "/home/u/prog";
  frame.function = "at::Tensor::reshape(c10::ArrayRef<long>) const";
  EXPECT_TRUE(is_library_frame(frame));
  frame.function = "at::Tensor applied<main::$_0>(main::$_0, int)";
  EXPECT_FALSE(is_library_frame(frame));
  frame.function = "at::Tensor::reshape(c10::ArrayRef<long>) const";
  frame.file = "/home/u/prog.cpp";
  frame.line = 3;
  EXPECT_FALSE(is_library_frame(frame));
}

TEST(Units, ThreeDigits) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(12600000), "12.6 MB");
  EXPECT_EQ(time_text(3100000), "3.10 ms");
  EXPECT_EQ(time_text(850.4), "850 ns");
  EXPECT_EQ(share_text(42, 1000), "4.2 %");
  EXPECT_EQ(share_text(1, 100000), "< 0.1 %");
  EXPECT_EQ(share_text(0, 1000), "0.0 %");
  EXPECT_EQ(share_text(1, 0), "-");
}

TEST(Units, PlacesWithoutALine) {
  SourceFrame frame;
  EXPECT_EQ(place_text(frame), "(nowhere)");
  frame.offset = 0x12f0;
  EXPECT_EQ(place_text(frame), "generated code at 0x12f0");
  frame.module = "/opt/libx.so";
  EXPECT_EQ(place_text(frame), "/opt/libx.so+0x12f0 (no build id)");
  frame.build_id = "abcd";
  EXPECT_EQ(place_text(frame), "/opt/libx.so+0x12f0 (build id abcd)");
}

TEST(TextTable, AlignsColumns) {
  TextTable table({{"time", TextTable::Align::right},
                   {"where", TextTable::Align::left},
                   {"n", TextTable::Align::right}});
  table.add_row({"1 ms", "a", "1"}, {"below"});
  table.add_row({"100 ms", "long name", "20"});
  EXPECT_EQ(table.text(), "  time  where       n\n"
                          "  1 ms  a           1\n"
                          "        below\n"
                          "100 ms  long name  20\n");
}

TEST(Cost, KeepsExtremesAndIgnoresEmptyRows) {
  Cost sum;
  Cost empty;
  empty.max_ns = 7;
  sum.add(empty);
  Cost one{1, 0, 8, 16, 5, 5, 5}, two{2, 1, 8, 16, 7, 3, 4};
  sum.add(one);
  sum.add(two);
  EXPECT_EQ(sum.count, 3U);
  EXPECT_EQ(sum.thrown, 1U);
  EXPECT_EQ(sum.min_ns, 3U);
  EXPECT_EQ(sum.max_ns, 5U);
  EXPECT_DOUBLE_EQ(sum.gb_per_s(), 32.0 / 12.0);
}

TEST(CopyOrigin, ByTheOperator) {
  EXPECT_EQ(origin_of("", 9), CopyOrigin::unknown);
  EXPECT_EQ(origin_of("reshape", 9), CopyOrigin::hidden);
  EXPECT_EQ(origin_of("conv2d", 9), CopyOrigin::hidden);
  EXPECT_EQ(origin_of("contiguous", 9), CopyOrigin::by_name);
  EXPECT_EQ(origin_of("to_dtype", 9), CopyOrigin::by_name);
  EXPECT_EQ(origin_of("clone", 9), CopyOrigin::clone);
  EXPECT_EQ(origin_of("copy_", 1), CopyOrigin::assignment);
  EXPECT_EQ(kind_text(CopyClass::materialised, CopyOrigin::materialising),
            "materialised");
  EXPECT_EQ(kind_text(CopyClass::materialised, CopyOrigin::batched),
            "materialised, assigned in a list");
  EXPECT_EQ(origin_of("aten::index", 9), CopyOrigin::materialising);
  EXPECT_EQ(origin_of("index_Tensor", 9), CopyOrigin::materialising);
  EXPECT_EQ(origin_of("index_select", 9), CopyOrigin::materialising);
  EXPECT_EQ(origin_of("pin_memory", 9), CopyOrigin::staging);
  EXPECT_EQ(origin_of("_foreach_copy_", 9), CopyOrigin::batched);
  EXPECT_EQ(origin_of("split_with_sizes_copy", 9), CopyOrigin::split);
  EXPECT_EQ(origin_of("split_with_sizes_copy_out", 9), CopyOrigin::split);
  EXPECT_EQ(origin_of("add_Scalar", 1), CopyOrigin::number);
}

TEST(CopyOrigin, NeighboursByNameAreNotTheSame) {
  EXPECT_EQ(origin_of("index_put_", 9), CopyOrigin::hidden);
  EXPECT_EQ(origin_of("reshape_as", 9), CopyOrigin::hidden);
}

} // namespace
