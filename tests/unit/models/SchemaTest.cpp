// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Schema.h"
#include "models/BuiltInRules.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

using namespace tensortidy;

namespace {

Schema parsed(const std::string &Text) {
  std::string Error;
  std::optional<Schema> S = parseSchema(Text, Error);
  EXPECT_TRUE(S) << Error << ": " << Text;
  return S ? *S : Schema();
}

std::string errorOf(const std::string &Text) {
  std::string Error;
  EXPECT_FALSE(parseSchema(Text, Error)) << Text;
  return Error;
}

TEST(SchemaTest, NamesAndOverloads) {
  Schema S = parsed("aten::transpose.int(Tensor(a) self, int dim0, int dim1) "
                    "-> Tensor(a)");
  EXPECT_EQ(S.Name, "aten::transpose");
  EXPECT_EQ(S.Overload, "int");
  EXPECT_EQ(S.fullName(), "aten::transpose.int");
  EXPECT_EQ(S.indexOf("dim1"), 2u);
  EXPECT_FALSE(S.indexOf("dim2"));
  EXPECT_EQ(parsed("aten::t(Tensor(a) self) -> Tensor(a)").fullName(),
            "aten::t");
}

TEST(SchemaTest, AliasingAndMutation) {
  Schema S = parsed("aten::mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) "
                    "-> Tensor(a!)");
  EXPECT_TRUE(S.Arguments[0].Alias.empty());
  EXPECT_FALSE(S.Arguments[1].KeywordOnly);
  EXPECT_EQ(S.Arguments[2].Alias, "a");
  EXPECT_TRUE(S.Arguments[2].Writes);
  EXPECT_TRUE(S.Arguments[2].KeywordOnly);
  EXPECT_TRUE(S.Returns[0].Writes);
  Schema Split = parsed("aten::split.Tensor(Tensor(a -> *) self, int "
                        "split_size, int dim=0) -> Tensor(a)[]");
  EXPECT_EQ(Split.Arguments[0].Alias, "a");
  EXPECT_FALSE(Split.Arguments[0].Writes);
  EXPECT_EQ(Split.Returns[0].Type, SchemaType::TensorList);
  EXPECT_EQ(Split.Returns[0].Alias, "a");
}

TEST(SchemaTest, TypesAndDefaults) {
  Schema S = parsed(
      "x::f(Tensor? a, Tensor?[] b, Tensor[] c, int[2] d=[1, 0], SymInt[] e, "
      "int? g=None, bool h=False, Scalar i=1, str j=\"a, (\\\"b\", "
      "MemoryFormat? k=None, ScalarType l=6, Dict(str, int) m, Device n, "
      "float[]? o) -> (Tensor values, Tensor(b!) indices, int)");
  ASSERT_EQ(S.Arguments.size(), 14u);
  EXPECT_TRUE(S.Arguments[0].Optional);
  EXPECT_EQ(S.Arguments[1].Type, SchemaType::TensorList);
  EXPECT_FALSE(S.Arguments[1].Optional);
  EXPECT_EQ(S.Arguments[2].Type, SchemaType::TensorList);
  EXPECT_EQ(S.Arguments[3].Type, SchemaType::IntList);
  EXPECT_EQ(S.Arguments[3].Default, "[1, 0]");
  EXPECT_EQ(S.Arguments[4].Type, SchemaType::IntList);
  EXPECT_EQ(S.Arguments[5].Type, SchemaType::Int);
  EXPECT_EQ(S.Arguments[5].Default, "None");
  EXPECT_EQ(S.Arguments[6].Type, SchemaType::Bool);
  EXPECT_EQ(S.Arguments[7].Type, SchemaType::Scalar);
  EXPECT_EQ(S.Arguments[8].Default, "\"a, (\\\"b\"");
  EXPECT_EQ(S.Arguments[9].Type, SchemaType::MemoryFormat);
  EXPECT_EQ(S.Arguments[10].Type, SchemaType::ScalarType);
  EXPECT_EQ(S.Arguments[11].Type, SchemaType::Other);
  EXPECT_TRUE(S.Arguments[11].Alias.empty());
  EXPECT_EQ(S.Arguments[12].Type, SchemaType::Device);
  EXPECT_TRUE(S.Arguments[13].Optional);
  ASSERT_EQ(S.Returns.size(), 3u);
  EXPECT_EQ(S.Returns[1].Name, "indices");
  EXPECT_EQ(S.Returns[1].Alias, "b");
}

TEST(SchemaTest, CppFunctions) {
  Schema S = parsed("at::Tensor::operator[](Tensor(a) self, int index) -> "
                    "Tensor(a)");
  EXPECT_EQ(S.Name, "at::Tensor::operator[]");
  EXPECT_EQ(S.Overload, "");
  EXPECT_EQ(parsed("at::operator<=(Tensor x, Scalar y) -> Tensor").Name,
            "at::operator<=");
}

TEST(SchemaTest, EmptyArgumentsAndReturns) {
  Schema S = parsed("aten::f() -> ()");
  EXPECT_TRUE(S.Arguments.empty());
  EXPECT_TRUE(S.Returns.empty());
}

TEST(SchemaTest, ErrorsSayWhere) {
  EXPECT_EQ(errorOf("aten::f"),
            "expected a name followed by '(' at character 1 of the schema");
  EXPECT_EQ(errorOf("aten::f(Tensor"),
            "expected the name of an argument at character 15 of the schema");
  EXPECT_EQ(errorOf("aten::f(Tensor x) > Tensor"),
            "expected '->' at character 19 of the schema");
  EXPECT_EQ(errorOf("aten::f(Tensor x) -> Tensor y z"),
            "expected the end of the schema at character 31 of the schema");
  EXPECT_EQ(errorOf("aten::f(int x=) -> Tensor"),
            "expected a default value at character 15 of the schema");
  EXPECT_EQ(errorOf(""),
            "expected a name followed by '(' at character 1 of the schema");
}

TEST(SchemaTest, CutOffAnywhereIsAnError) {
  const std::string Whole = "aten::f.g(Tensor(a!)? x=None, *, int[2] y=[1, 2]) "
                            "-> (Tensor(a!) z)";
  ASSERT_FALSE(parsed(Whole).Arguments.empty());
  for (size_t I = 0; I < Whole.size(); ++I)
    errorOf(Whole.substr(0, I));
}

TEST(SchemaTest, EverySchemaOfTheDispatcherParses) {
  std::string Line, Error;
  unsigned Count = 0;
  for (const BuiltInFile &F : builtInSchemas()) {
    std::istringstream Lines(F.Text);
    while (std::getline(Lines, Line))
      if (Line[0] != '#') {
        ++Count;
        std::optional<Schema> S = parseSchema(Line, Error);
        ASSERT_TRUE(S) << Error << ": " << Line;
        EXPECT_EQ(Line.rfind(S->fullName() + "(", 0), 0u) << Line;
      }
  }
  EXPECT_GT(Count, 3200u);
  EXPECT_EQ(builtInTorchVersions(), "1.13.0 and 2.15.0");
}

TEST(SchemaTest, SameMeaning) {
  auto Same = [](const char *A, const char *B) {
    return sameMeaning(parsed(A), parsed(B));
  };
  EXPECT_TRUE(
      Same("f(int[2] x=0) -> Tensor", "f(SymInt[2] x=[0, 0]) -> Tensor"));
  EXPECT_FALSE(Same("f(int[2] x=0) -> Tensor", "f(int[2] x=[0, 1]) -> Tensor"));
  EXPECT_FALSE(Same("f(int x=0) -> Tensor", "f(int x) -> Tensor"));
  EXPECT_FALSE(Same("f(int x) -> Tensor", "f(int y) -> Tensor"));
  EXPECT_FALSE(Same("f(Tensor x) -> Tensor", "f(Tensor? x) -> Tensor"));
  EXPECT_FALSE(Same("f(Tensor x) -> Tensor", "f(Tensor(a!) x) -> Tensor"));
  EXPECT_FALSE(Same("f(int x) -> Tensor", "f(int x, int y=1) -> Tensor"));
  EXPECT_FALSE(Same("f(int x) -> Tensor", "f(int x) -> (Tensor, Tensor)"));
  EXPECT_FALSE(Same("f(int x) -> Tensor", "f.g(int x) -> Tensor"));
}

TEST(SchemaTest, NoVersionRepeatsASchema) {
  std::map<std::string, Schema> Last;
  std::string Line, Error;
  for (const BuiltInFile &F : builtInSchemas()) {
    std::istringstream Lines(F.Text);
    while (std::getline(Lines, Line)) {
      if (Line[0] == '#')
        continue;
      std::optional<Schema> S = parseSchema(Line, Error);
      ASSERT_TRUE(S) << Error << ": " << Line;
      auto Old = Last.find(S->fullName());
      EXPECT_FALSE(Old != Last.end() && sameMeaning(Old->second, *S)) << Line;
      Last[S->fullName()] = *S;
    }
  }
}

} // namespace
