// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/RuleExpression.h"
#include "models/RuleFunction.h"

#include "models/ModelSet.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

using namespace tensortidy;

namespace {

/// The tree in brackets, "(and a (not b))".
std::string tree(const RuleExpr &E) {
  static const char *const Heads[] = {"",   "",     "",     "unknown", "any",
                                      "",   "list", "call", "op",      "and",
                                      "or", "not",  "",     "*"};
  if (E.TheKind == RuleExpr::Kind::Argument)
    return E.Text;
  if (E.TheKind == RuleExpr::Kind::Integer)
    return std::to_string(E.Integer);
  std::string Text = "(" + (*Heads[static_cast<int>(E.TheKind)]
                                ? Heads[static_cast<int>(E.TheKind)]
                                : E.Text);
  if (E.TheKind == RuleExpr::Kind::Call ||
      E.TheKind == RuleExpr::Kind::OperatorCall)
    Text += " " + E.Text;
  for (const RuleExpr &Child : E.Children)
    Text += " " + tree(Child);
  return Text + ")";
}

std::string parsed(const std::string &Text) {
  ExprError Error;
  auto E = parseRuleExpression(Text, Error);
  return E ? tree(*E) : std::to_string(Error.Offset) + ": " + Error.Message;
}

TEST(RuleExpressionTest, Grammar) {
  EXPECT_EQ(parsed("swap(dim0, dim1)"), "(call swap dim0 dim1)");
  EXPECT_EQ(parsed("a or b and not c"), "(or a (and b (not c)))");
  EXPECT_EQ(parsed("(a or b) and c"), "(and (or a b) c)");
  EXPECT_EQ(parsed("not not a"), "a");
  EXPECT_EQ(parsed("not a = 1"), "(not (= a 1))");
  EXPECT_EQ(parsed("a * b <= -3"), "(<= (* a b) -3)");
  EXPECT_EQ(parsed("rank(x) >= 2"), "(>= (call rank x) 2)");
  EXPECT_EQ(parsed("aten::view.dtype(x, [1, -1])"),
            "(op aten::view.dtype x (list 1 -1))");
  EXPECT_EQ(parsed("f()"), "(call f)");
  EXPECT_EQ(parsed("[]"), "(list)");
  EXPECT_EQ(parsed("order"), "order");
}

TEST(RuleExpressionTest, Errors) {
  EXPECT_EQ(parsed(""), "0: the expression ends too early");
  EXPECT_EQ(parsed("f(a"), "3: expected ',' or ')'");
  EXPECT_EQ(parsed("(a"), "2: expected ')'");
  EXPECT_EQ(parsed("a b"), "2: unexpected 'b'");
  EXPECT_EQ(parsed("a and"), "5: the expression ends too early");
  EXPECT_EQ(parsed("a % b"), "2: unexpected '%'");
  EXPECT_EQ(parsed("-"), "1: expected an integer");
  EXPECT_EQ(parsed("99999999999999999999"), "20: expected an integer");
}

TEST(RuleExpressionTest, FunctionNamesAreUnique) {
  std::set<std::string> Names;
  for (const RuleFunction &F : ruleFunctions()) {
    EXPECT_TRUE(Names.insert(F.Name).second) << F.Name;
    EXPECT_EQ(F.Result == ExprType::Axes, F.Apply != nullptr) << F.Name;
    EXPECT_EQ(F.Result == ExprType::Axes, F.Value == nullptr) << F.Name;
  }
}

TEST(RuleExpressionTest, TheReferenceHasEveryFunction) {
  std::ifstream Stream(TENSOR_TIDY_RULES_FOLDER "/../docs/rules.md");
  std::ostringstream Text;
  Text << Stream.rdbuf();
  for (const RuleFunction &F : ruleFunctions())
    EXPECT_NE(Text.str().find("`" + std::string(F.Name)), std::string::npos)
        << F.Name;
}

} // namespace
