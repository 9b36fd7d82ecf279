// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/TypeRule.h"
#include "models/ModelSet.h"

#include <gtest/gtest.h>

using namespace tensortidy;

namespace {

const std::string Header = "version: 1\ntorch: \">=1.13\"\nsource: here\n";

std::string errorOf(const std::string &Text) {
  ModelError Error;
  EXPECT_FALSE(ModelSet::loadText(Header + Text, "r.yaml", Error)) << Text;
  return Error.str();
}

std::shared_ptr<const ModelSet> load(const std::string &Text) {
  ModelError Error;
  auto Models = ModelSet::loadText(Header + Text, "r.yaml", Error);
  EXPECT_TRUE(Models) << Error.str();
  return Models;
}

TEST(TypeRuleTest, BuiltInOnes) {
  auto Models = ModelSet::builtIn();
  for (const char *Name :
       {"at::Tensor", "at::TensorBase", "torch::stable::Tensor", "DLTensor",
        "tvm::ffi::TensorView", "tvm::ffi::Tensor"})
    EXPECT_TRUE(Models->isTensorType(Name)) << Name;
  EXPECT_FALSE(Models->isTensorType("my::DLTensor"));
  EXPECT_TRUE(Models->typeRule("DLTensor")->ThroughPointers);
  EXPECT_FALSE(Models->typeRule("at::Tensor")->ThroughPointers);
  EXPECT_EQ(Models->typeRules().front()->Name, "at::Tensor");
  EXPECT_EQ(Models->classKind("std::vector"), ClassKind::List);
  EXPECT_EQ(Models->classKind("c10::ArrayRef"), ClassKind::ListView);
  EXPECT_FALSE(Models->classKind("vector"));
}

TEST(TypeRuleTest, MembersAskWhatTheClassSays) {
  auto Models = load("queries:\n  size: [size]\n  none: [device]\n"
                     "rules:\n"
                     "  - type: my::Own\n"
                     "    asks: {size: [extent], pointer_write: [raw]}\n"
                     "  - type: [my::Like, my::Too]\n"
                     "    like: aten\n"
                     "    asks: {handle: [device]}\n");
  auto Ask = [&](const char *Class, const char *Member) {
    return Models->query(std::string(Class), std::string(Member));
  };
  EXPECT_EQ(Ask("my::Own", "extent"), QueryKind::Size);
  EXPECT_FALSE(Ask("my::Own", "size"));
  EXPECT_EQ(Ask("my::Like", "size"), QueryKind::Size);
  EXPECT_EQ(Ask("my::Too", "device"), QueryKind::Handle);
  EXPECT_FALSE(Ask("my::Other", "size"));
}

TEST(TypeRuleTest, OnlyClassesLikeAtensHaveItsMethods) {
  auto Models =
      load("rules:\n"
           "  - type: my::Own\n    asks: {size: [extent]}\n"
           "  - type: my::Like\n    like: aten\n    namespaces: my\n");
  auto Resolves = [&](const char *Name, bool IsMethod) {
    CppCallee C{Name, IsMethod, {"dim0", "dim1"}, {}};
    if (!IsMethod)
      C.ParameterNames.insert(C.ParameterNames.begin(), "self");
    return Models->resolve(C).has_value();
  };
  EXPECT_FALSE(Resolves("my::Own::transpose", true));
  EXPECT_TRUE(Resolves("my::Like::transpose", true));
  EXPECT_TRUE(Resolves("my::transpose", false));
  EXPECT_FALSE(Resolves("other::transpose", false));
}

TEST(TypeRuleTest, AFunctionIsAnOperatorByAnotherName) {
  auto Models = load("rules:\n"
                     "  - cpp: my::Own::swapped(Tensor(a) self, int a, int b) "
                     "-> Tensor(a)\n"
                     "    is: aten::transpose.int\n");
  auto R = Models->resolve({"my::Own::swapped", true, {"a", "b"}, {}});
  ASSERT_TRUE(R);
  EXPECT_EQ(R->Op, Models->find("aten::transpose.int"));
  EXPECT_EQ(R->ObjectArgument, 0);
  EXPECT_EQ(R->ArgumentOf, (std::vector<int>{1, 2}));
}

TEST(TypeRuleTest, ErrorsOfIs) {
  const std::string Cpp = "rules:\n  - cpp: my::f(Tensor x, int n) -> Tensor\n";
  EXPECT_EQ(errorOf(Cpp + "    is: aten::nothing\n"),
            "r.yaml:6:9: error: unknown operator 'aten::nothing'");
  EXPECT_EQ(errorOf(Cpp + "    is: aten::transpose.int\n"),
            "r.yaml:6:9: error: 'aten::transpose.int' also needs 'dim1'");
  EXPECT_EQ(errorOf(Cpp + "    is: aten::t\n"),
            "r.yaml:5:10: error: 'aten::t' takes only 1 arguments");
  EXPECT_EQ(errorOf(Cpp + "    is: aten::view\n"),
            "r.yaml:5:10: error: 'n' of 'my::f' has another type than 'size' "
            "of 'aten::view'");
  EXPECT_EQ(errorOf(Cpp + "    is: aten::unsqueeze\n    self: x\n"),
            "r.yaml:7:5: error: 'is' leaves nothing to say; remove 'self'");
  EXPECT_EQ(errorOf("rules:\n  - op: aten::t\n    is: aten::numpy_T\n"),
            "r.yaml:6:9: error: only a cpp rule can say 'is'");
}

TEST(TypeRuleTest, TypeErrors) {
  EXPECT_EQ(errorOf("rules:\n  - type: my::T\n"),
            "r.yaml:5:5: error: the rule says nothing of the class; give it "
            "'like: aten' or 'asks'");
  EXPECT_EQ(errorOf("rules:\n  - type: my::T\n    like: numpy\n"),
            "r.yaml:6:11: error: the only class that another can be like is "
            "aten");
  EXPECT_EQ(errorOf("rules:\n  - type: my::T\n    asks: {sise: [n]}\n")
                .rfind("r.yaml:6:12: error: unknown question 'sise'; known: "
                       "size, stride, rank",
                       0),
            0u);
  EXPECT_EQ(errorOf("rules:\n  - type: my::T\n    asks: {size: n}\n"),
            "r.yaml:6:18: error: expected a list of names");
  EXPECT_EQ(errorOf("rules:\n  - type: my::T\n    like: aten\n"
                    "  - type: my::T\n    like: aten\n"),
            "r.yaml:7:11: error: 'my::T' has a rule at r.yaml:5; keep "
            "one");
  EXPECT_EQ(errorOf("classes:\n  set: [my::Set]\n")
                .rfind("r.yaml:5:3: error: unknown kind of class 'set'; known: "
                       "optional, list",
                       0),
            0u);
}

} // namespace
