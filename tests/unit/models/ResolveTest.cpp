// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/ModelSet.h"

#include <gtest/gtest.h>

using namespace tensortidy;

namespace {

/// A C++ declaration as libtorch 1.13's headers have it, and what it means.
struct Declaration {
  const char *Name; ///< with "()" after the names of methods
  std::vector<std::string> Names, Types;
  const char *Operator;
  std::vector<int> ArgumentOf;
};

void PrintTo(const Declaration &D, std::ostream *Stream) {
  *Stream << D.Name << " means " << D.Operator;
}

class Resolve : public testing::TestWithParam<Declaration> {};

std::string described(const std::optional<ResolvedCallee> &R) {
  return R ? R->Op->TheSchema.fullName() : "nothing";
}

CppCallee callee(const Declaration &D) {
  CppCallee C;
  C.QualifiedName = D.Name;
  C.IsMethod = C.QualifiedName.rfind("at::Tensor", 0) == 0;
  C.ParameterNames = D.Names;
  C.ParameterTypes = D.Types;
  return C;
}

TEST_P(Resolve, FindsTheOperator) {
  const Declaration &D = GetParam();
  auto Models = ModelSet::builtIn();
  ASSERT_TRUE(Models);
  std::optional<ResolvedCallee> R = Models->resolve(callee(D));
  ASSERT_EQ(described(R), D.Operator);
  EXPECT_EQ(R->ArgumentOf, D.ArgumentOf);
  EXPECT_EQ(R->ObjectArgument, callee(D).IsMethod ? 0 : -1);
}

// ATen/core/TensorBody.h, ATen/ops/*.h and variable_factories.h.
const Declaration Declarations[] = {
    {"at::Tensor::transpose",
     {"dim0", "dim1"},
     {"int64_t", "int64_t"},
     "aten::transpose.int",
     {1, 2}},
    {"at::Tensor::transpose",
     {"dim0", "dim1"},
     {"at::Dimname", "at::Dimname"},
     "aten::transpose.Dimname",
     {1, 2}},
    {"at::Tensor::transpose",
     {"dim0", "dim1"},
     {},
     "aten::transpose.int",
     {1, 2}},
    {"at::transpose",
     {"self", "dim0", "dim1"},
     {"const at::Tensor &", "int64_t", "int64_t"},
     "aten::transpose.int",
     {0, 1, 2}},
    {"at::Tensor::view", {"size"}, {"at::IntArrayRef"}, "aten::view", {1}},
    {"at::Tensor::view",
     {"dtype"},
     {"at::ScalarType"},
     "aten::view.dtype",
     {1}},
    {"at::Tensor::view_symint",
     {"size"},
     {"c10::SymIntArrayRef"},
     "aten::view",
     {1}},
    {"at::Tensor::reshape",
     {"shape"},
     {"at::IntArrayRef"},
     "aten::reshape",
     {1}},
    {"at::Tensor::contiguous",
     {"memory_format"},
     {"at::MemoryFormat"},
     "aten::contiguous",
     {1}},
    {"at::TensorBase::contiguous",
     {"memory_format"},
     {"at::MemoryFormat"},
     "aten::contiguous",
     {1}},
    {"at::Tensor::expect_contiguous",
     {"memory_format"},
     {"at::MemoryFormat"},
     "at::Tensor::expect_contiguous",
     {1}},
    {"at::Tensor::to",
     {"options", "non_blocking", "copy", "memory_format"},
     {"at::TensorOptions", "bool", "bool", "c10::optional<at::MemoryFormat>"},
     "aten::to.dtype_layout",
     {-1, 5, 6, 7}},
    {"at::Tensor::to",
     {"dtype", "non_blocking", "copy", "memory_format"},
     {"at::ScalarType", "bool", "bool", "c10::optional<at::MemoryFormat>"},
     "aten::to.dtype",
     {1, 2, 3, 4}},
    {"at::Tensor::to",
     {"device", "dtype", "non_blocking", "copy", "memory_format"},
     {"at::Device", "at::ScalarType", "bool", "bool",
      "c10::optional<at::MemoryFormat>"},
     "aten::to.device",
     {1, 2, 3, 4, 5}},
    {"at::Tensor::to",
     {"other", "non_blocking", "copy", "memory_format"},
     {"const at::Tensor &", "bool", "bool", "c10::optional<at::MemoryFormat>"},
     "aten::to.other",
     {1, 2, 3, 4}},
    {"at::Tensor::to",
     {"type_meta", "non_blocking", "copy"},
     {"caffe2::TypeMeta", "bool", "bool"},
     "at::Tensor::to",
     {1, 2, 3}},
    {"at::Tensor::sum",
     {"dtype"},
     {"c10::optional<at::ScalarType>"},
     "aten::sum",
     {1}},
    {"at::Tensor::sum",
     {"dim", "keepdim", "dtype"},
     {"at::OptionalIntArrayRef", "bool", "c10::optional<at::ScalarType>"},
     "aten::sum.dim_IntList",
     {1, 2, 3}},
    {"at::Tensor::sum",
     {"dim", "keepdim", "dtype"},
     {"at::DimnameList", "bool", "c10::optional<at::ScalarType>"},
     "aten::sum.dim_DimnameList",
     {1, 2, 3}},
    {"at::Tensor::max", {}, {}, "aten::max", {}},
    {"at::Tensor::max",
     {"other"},
     {"const at::Tensor &"},
     "aten::max.other",
     {1}},
    {"at::max",
     {"self", "dim", "keepdim"},
     {"const at::Tensor &", "int64_t", "bool"},
     "aten::max.dim",
     {0, 1, 2}},
    {"at::max_out",
     {"max", "max_values", "self", "dim", "keepdim"},
     {"at::Tensor &", "at::Tensor &", "const at::Tensor &", "int64_t", "bool"},
     "aten::max.dim_max",
     {3, 4, 0, 1, 2}},
    {"at::mm_out",
     {"out", "self", "mat2"},
     {"at::Tensor &", "const at::Tensor &", "const at::Tensor &"},
     "aten::mm.out",
     {2, 0, 1}},
    {"at::mm_outf",
     {"self", "mat2", "out"},
     {"const at::Tensor &", "const at::Tensor &", "at::Tensor &"},
     "aten::mm.out",
     {0, 1, 2}},
    {"at::cat",
     {"tensors", "dim"},
     {"const at::ITensorListRef &", "int64_t"},
     "aten::cat",
     {0, 1}},
    {"at::empty",
     {"size", "options", "memory_format"},
     {"at::IntArrayRef", "at::TensorOptions",
      "c10::optional<at::MemoryFormat>"},
     "aten::empty.memory_format",
     {0, -1, 5}},
    {"torch::empty",
     {"size", "options", "memory_format"},
     {"at::IntArrayRef", "at::TensorOptions",
      "c10::optional<at::MemoryFormat>"},
     "aten::empty.memory_format",
     {0, -1, 5}},
    {"at::empty",
     {"size", "dtype", "layout", "device", "pin_memory", "memory_format"},
     {},
     "aten::empty.memory_format",
     {0, 1, 2, 3, 4, 5}},
    {"at::empty_symint",
     {"size", "options", "memory_format"},
     {},
     "aten::empty.memory_format",
     {0, -1, 5}},
    {"torch::zeros",
     {"size", "options"},
     {"at::IntArrayRef", "at::TensorOptions"},
     "aten::zeros",
     {0, -1}},
    {"torch::full",
     {"size", "fill_value", "options"},
     {"at::IntArrayRef", "const at::Scalar &", "at::TensorOptions"},
     "aten::full",
     {0, 1, -1}},
    {"torch::arange",
     {"start", "end", "options"},
     {},
     "aten::arange.start",
     {0, 1, -1}},
    {"at::empty_like",
     {"self", "options", "memory_format"},
     {},
     "aten::empty_like",
     {0, -1, 5}},
    {"at::Tensor::new_empty",
     {"size", "options"},
     {"at::IntArrayRef", "at::TensorOptions"},
     "aten::new_empty",
     {1, -1}},
    {"at::Tensor::slice",
     {"dim", "start", "end", "step"},
     {"int64_t", "c10::optional<int64_t>", "c10::optional<int64_t>", "int64_t"},
     "aten::slice.Tensor",
     {1, 2, 3, 4}},
    {"at::Tensor::flatten",
     {"start_dim", "end_dim"},
     {"int64_t", "int64_t"},
     "aten::flatten.using_ints",
     {1, 2}},
    {"at::Tensor::split",
     {"split_size", "dim"},
     {"int64_t", "int64_t"},
     "aten::split.Tensor",
     {1, 2}},
    {"at::Tensor::split",
     {"split_size", "dim"},
     {"at::IntArrayRef", "int64_t"},
     "aten::split.sizes",
     {1, 2}},
    {"at::Tensor::add_",
     {"other", "alpha"},
     {"const at::Tensor &", "const at::Scalar &"},
     "aten::add_.Tensor",
     {1, 2}},
    {"at::Tensor::add_",
     {"other", "alpha"},
     {"const at::Scalar &", "const at::Scalar &"},
     "aten::add_.Scalar",
     {1, 2}},
    {"at::conv2d",
     {"input", "weight", "bias", "stride", "padding", "dilation", "groups"},
     {"const at::Tensor &", "const at::Tensor &",
      "const c10::optional<at::Tensor> &", "at::IntArrayRef", "at::IntArrayRef",
      "at::IntArrayRef", "int64_t"},
     "aten::conv2d",
     {0, 1, 2, 3, 4, 5, 6}},
    {"at::conv2d",
     {"input", "weight", "bias", "stride", "padding", "dilation", "groups"},
     {"const at::Tensor &", "const at::Tensor &",
      "const c10::optional<at::Tensor> &", "at::IntArrayRef",
      "c10::string_view", "at::IntArrayRef", "int64_t"},
     "aten::conv2d.padding",
     {0, 1, 2, 3, 4, 5, 6}},
    {"at::linear", {"input", "weight", "bias"}, {}, "aten::linear", {0, 1, 2}},
    {"at::Tensor::operator[]",
     {"index"},
     {"int64_t"},
     "at::Tensor::operator[]",
     {1}},
    {"at::Tensor::operator+=",
     {"other"},
     {"const at::Tensor &"},
     "at::Tensor::operator+=",
     {1}},
    {"at::operator+",
     {"x", "y"},
     {"const at::Tensor &", "const at::Tensor &"},
     "at::operator+",
     {0, 1}},
    {"at::Tensor::index",
     {"indices"},
     {"ArrayRef<at::indexing::TensorIndex>"},
     "at::Tensor::index",
     {1}},
    {"at::Tensor::index",
     {"indices"},
     {"const c10::List<c10::optional<at::Tensor>> &"},
     "aten::index.Tensor",
     {1}},
    {"at::from_blob",
     {"data", "sizes", "strides", "options"},
     {"void *", "at::IntArrayRef", "at::IntArrayRef",
      "const at::TensorOptions &"},
     "at::from_blob",
     {0, 1, 2, 5}},
    {"torch::from_blob",
     {"data", "sizes", "options"},
     {"void *", "at::IntArrayRef", "const at::TensorOptions &"},
     "torch::from_blob",
     {0, 1, 5}},
    {"torch::tensor",
     {"tensor_data_container", "options"},
     {},
     "torch::tensor",
     {0, 1}},
    {"torch::nn::functional::conv2d",
     {"input", "weight", "options"},
     {},
     "torch::nn::functional::conv2d",
     {0, 1, 2}},
    {"at::Tensor::cpu", {}, {}, "at::Tensor::cpu", {}},
    {"at::Tensor::toType",
     {"t"},
     {"at::ScalarType"},
     "at::Tensor::toType",
     {1}},
    {"at::Tensor::data", {}, {}, "at::Tensor::data", {}},
    {"at::Tensor::cuda", {}, {}, "at::Tensor::cuda", {}},
    {"at::_scaled_dot_product_attention",
     {"query", "key", "value", "attn_mask", "dropout_p", "need_attn_weights",
      "is_causal"},
     {},
     "aten::_scaled_dot_product_attention",
     {0, 1, 2, 3, 4, 5, 6}},
    // Torch 2's, which this libtorch's dispatcher does not have.
    {"at::scaled_dot_product_attention",
     {"query", "key", "value", "attn_mask", "dropout_p", "is_causal", "scale"},
     {},
     "aten::scaled_dot_product_attention",
     {0, 1, 2, 3, 4, 5, 6}},
};

INSTANTIATE_TEST_SUITE_P(Headers, Resolve, testing::ValuesIn(Declarations));

TEST(ResolveTest, OverloadsWithEqualNamesByType) {
  auto Models = ModelSet::builtIn();
  CppCallee C{"at::Tensor::operator[]", true, {"index"}, {"at::Tensor"}};
  auto R = Models->resolve(C);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Op->TheSchema.Arguments[1].Type, SchemaType::Tensor);
  C.ParameterTypes = {"long"};
  EXPECT_EQ(Models->resolve(C)->Op->TheSchema.Arguments[1].Type,
            SchemaType::Int);
  EXPECT_EQ(Models->resolve(C)->Op->displayName(), "operator[]");
}

TEST(ResolveTest, UnnamedParametersGoByPosition) {
  auto R = ModelSet::builtIn()->resolve(
      {"at::Tensor::transpose", true, {"", ""}, {"int64_t", "int64_t"}});
  ASSERT_EQ(described(R), "aten::transpose.int");
  EXPECT_EQ(R->ArgumentOf, (std::vector<int>{1, 2}));
}

TEST(ResolveTest, TheObjectNeedNotComeFirst) {
  auto R = ModelSet::builtIn()->resolve(
      {"at::Tensor::where",
       true,
       {"condition", "other"},
       {"const at::Tensor &", "const at::Tensor &"}});
  ASSERT_EQ(described(R), "aten::where.self");
  EXPECT_EQ(R->ObjectArgument, 1);
  EXPECT_EQ(R->ArgumentOf, (std::vector<int>{0, 2}));
}

TEST(ResolveTest, AnArrayOfTruthsIsNoTruth) {
  auto R = ModelSet::builtIn()->resolve(
      {"at::matmul_backward",
       false,
       {"grad", "self", "other", "mask"},
       {"const at::Tensor &", "const at::Tensor &", "const at::Tensor &",
        "std::array<bool, 2>"}});
  EXPECT_EQ(described(R), "aten::matmul_backward");
}

/// As libtorch 2.15 declares them.
TEST(ResolveTest, NewerDeclarations) {
  auto Meant = [](const char *Name, bool IsMethod,
                  std::vector<std::string> Names,
                  std::vector<std::string> Types) {
    return described(ModelSet::builtIn()->resolve(
        {Name, IsMethod, std::move(Names), std::move(Types)}));
  };
  EXPECT_EQ(
      Meant("at::Tensor::squeeze", true, {"dim"}, {"c10::ArrayRef<long>"}),
      "aten::squeeze.dims");
  EXPECT_EQ(Meant("at::Tensor::squeeze", true, {"dim"}, {"long"}),
            "aten::squeeze.dim");
  EXPECT_EQ(Meant("at::Tensor::view_symint", true, {"size"},
                  {"c10::ArrayRef<c10::SymInt>"}),
            "aten::view");
  EXPECT_EQ(Meant("at::zeros_symint", false, {"size", "options"},
                  {"c10::ArrayRef<c10::SymInt>", "c10::TensorOptions"}),
            "aten::zeros");
  EXPECT_EQ(Meant("at::std", false, {"self", "dim", "correction", "keepdim"},
                  {"const at::Tensor &", "c10::OptionalArrayRef<long>",
                   "const std::optional<c10::Scalar> &", "bool"}),
            "aten::std.correction");
  EXPECT_EQ(Meant("at::scaled_dot_product_attention", false,
                  {"query", "key", "value", "attn_mask", "dropout_p",
                   "is_causal", "scale", "enable_gqa"},
                  {"const at::Tensor &", "const at::Tensor &",
                   "const at::Tensor &", "const std::optional<at::Tensor> &",
                   "double", "bool", "std::optional<double>", "bool"}),
            "aten::scaled_dot_product_attention");
  // The names that it had before are still known.
  EXPECT_EQ(
      Meant("at::_pdist_backward", false, {"grad", "self", "p", "pdist"}, {}),
      "aten::_pdist_backward");
  EXPECT_EQ(Meant("at::_pdist_backward", false,
                  {"grad_output", "self", "p", "pdist"}, {}),
            "aten::_pdist_backward");
}

TEST(ResolveTest, WhatIsNoOperator) {
  auto Models = ModelSet::builtIn();
  EXPECT_FALSE(Models->resolve({"mylib::transpose", false, {"x"}, {}}));
  EXPECT_FALSE(Models->resolve({"at::native::clone", false, {"self"}, {}}));
  EXPECT_FALSE(Models->resolve({"std::vector::view", true, {"size"}, {}}));
  EXPECT_FALSE(Models->resolve({"at::Tensor::view", true, {"shape"}, {}}));
  EXPECT_FALSE(Models->resolve({"at::no_such_operator", false, {}, {}}));
  EXPECT_FALSE(Models->resolve({"", false, {}, {}}));
}

TEST(ResolveTest, Queries) {
  auto Models = ModelSet::builtIn();
  auto Ask = [&](const char *Name) {
    return Models->query({Name, true, {}, {}});
  };
  EXPECT_EQ(Ask("at::Tensor::size"), QueryKind::Size);
  EXPECT_EQ(Ask("at::TensorBase::size"), QueryKind::Size);
  EXPECT_EQ(Ask("at::TensorBase::stride"), QueryKind::Stride);
  EXPECT_EQ(Ask("at::TensorBase::ndimension"), QueryKind::Rank);
  EXPECT_EQ(Ask("at::TensorBase::dim"), QueryKind::Rank);
  EXPECT_EQ(Ask("at::TensorBase::numel"), QueryKind::Numel);
  EXPECT_EQ(Ask("at::TensorBase::sizes"), QueryKind::Sizes);
  EXPECT_EQ(Ask("at::TensorBase::strides"), QueryKind::Strides);
  EXPECT_EQ(Ask("at::TensorBase::is_contiguous"), QueryKind::Contiguous);
  EXPECT_EQ(Ask("at::TensorBase::is_non_overlapping_and_dense"),
            QueryKind::Dense);
  EXPECT_EQ(Ask("at::TensorBase::defined"), QueryKind::Defined);
  EXPECT_EQ(Ask("at::TensorBase::data_ptr"), QueryKind::PointerWrite);
  EXPECT_EQ(Ask("at::TensorBase::mutable_data_ptr"), QueryKind::PointerWrite);
  EXPECT_EQ(Ask("at::TensorBase::const_data_ptr"), QueryKind::PointerRead);
  EXPECT_EQ(Ask("at::Tensor::data"), QueryKind::PointerWrite);
  EXPECT_EQ(Ask("at::TensorBase::accessor"), QueryKind::Accessor);
  EXPECT_EQ(Ask("at::TensorBase::packed_accessor32"), QueryKind::Accessor);
  EXPECT_EQ(Ask("at::TensorBase::packed_accessor64"), QueryKind::Accessor);
  EXPECT_EQ(Ask("at::Tensor::packed_accessor"), QueryKind::Accessor);
  EXPECT_EQ(Ask("at::TensorBase::device"), QueryKind::Device);
  EXPECT_EQ(Ask("at::TensorBase::scalar_type"), QueryKind::ElementType);
  EXPECT_EQ(Ask("at::TensorBase::requires_grad"), QueryKind::None);
  EXPECT_FALSE(Ask("at::Tensor::transpose"));
  EXPECT_FALSE(Ask("std::vector::size"));
  EXPECT_FALSE(Models->query({"at::Tensor::size", false, {}, {}}));
}

TEST(ResolveTest, TensorTypes) {
  auto Models = ModelSet::builtIn();
  EXPECT_TRUE(Models->isTensorType("at::Tensor"));
  EXPECT_TRUE(Models->isTensorType("at::TensorBase"));
  EXPECT_FALSE(Models->isTensorType("at::TensorOptions"));
}

} // namespace
