// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/ModelSet.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace tensortidy;

namespace {

/// A line of OperatorsInUse.txt.
struct Used {
  std::string Name;
  bool AsMethod = false, AsFunction = false, AsOperator = false;
};

std::vector<Used> usedOperators() {
  std::vector<Used> All;
  std::ifstream File(TENSOR_TIDY_MODELS_TESTS "/OperatorsInUse.txt");
  for (std::string Line; std::getline(File, Line);) {
    if (Line[0] == '#')
      continue;
    std::istringstream Words(Line);
    Used U;
    Words >> U.Name;
    U.AsMethod = Line.find(" method=") != std::string::npos;
    U.AsFunction = Line.find(" free=") != std::string::npos;
    U.AsOperator = Line.find(" operator=") != std::string::npos;
    All.push_back(U);
  }
  return All;
}

bool endsWith(const std::string &Text, const std::string &End) {
  return Text.size() > End.size() &&
         Text.compare(Text.size() - End.size(), End.size(), End) == 0;
}

bool hasRule(const Operator &Op) {
  return Op.hasRule() || (Op.Functional && Op.Functional->hasRule());
}

/// The call of \p Op under the name that code uses for it: with all its
/// arguments, the object of a method apart.
CppCallee call(const Operator &Op, const std::string &Name, bool AsMethod) {
  CppCallee Callee;
  Callee.IsMethod = AsMethod;
  Callee.QualifiedName = Op.FromDispatcher
                             ? (AsMethod ? "at::Tensor::" : "at::") + Name
                             : Op.TheSchema.Name;
  if (endsWith(Name, "_out"))
    Callee.ParameterNames.push_back("out");
  for (const SchemaArgument &A : Op.TheSchema.Arguments)
    if (!AsMethod || A.Name != "self")
      Callee.ParameterNames.push_back(A.Name);
  return Callee;
}

/// What all calls of the name share: "mm" of "mm_out".
std::string baseName(std::string Name) {
  for (const char *End : {"_symint", "_out"})
    if (endsWith(Name, End))
      Name.resize(Name.size() - std::string(End).size());
  return Name;
}

/// Whether some call of this name and kind means an operator with a rule, its
/// own or that of the operator that computes the same without out.
bool isRuled(const ModelSet &Models, const std::string &Name, bool AsMethod) {
  for (const Operator *Op : Models.ruled()) {
    if (Op->displayName() != baseName(Name))
      continue;
    auto R = Models.resolve(call(*Op, Name, AsMethod));
    if (R && hasRule(*R->Op) && (R->ObjectArgument >= 0) == AsMethod)
      return true;
  }
  return false;
}

TEST(OperatorsInUse, HaveRules) {
  auto Models = ModelSet::builtIn();
  ASSERT_TRUE(Models);
  std::vector<Used> All = usedOperators();
  EXPECT_EQ(All.size(), 142u);
  for (const Used &U : All) {
    EXPECT_TRUE(U.AsMethod || U.AsFunction || U.AsOperator) << U.Name;
    if (U.AsMethod)
      EXPECT_TRUE(isRuled(*Models, U.Name, true)) << "method " << U.Name;
    if (U.AsFunction)
      EXPECT_TRUE(isRuled(*Models, U.Name, false)) << "function " << U.Name;
    // operator[] and operator+= are members, operator+ is none.
    if (U.AsOperator)
      EXPECT_TRUE(isRuled(*Models, U.Name, true) ||
                  isRuled(*Models, U.Name, false))
          << U.Name;
  }
}

TEST(OperatorsInUse, AreNotRuledWhateverTheirName) {
  auto Models = ModelSet::builtIn();
  EXPECT_FALSE(isRuled(*Models, "no_such_operator", false));
  EXPECT_FALSE(isRuled(*Models, "arange", true));
  EXPECT_FALSE(isRuled(*Models, "contiguous_out", false));
}

} // namespace
