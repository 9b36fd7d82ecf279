// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_PROGRAMTREE_H
#define TENSORTIDY_TESTS_ORACLE_PROGRAMTREE_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace oracle {

/// One call of an operator. Numbers are unique in a program.
struct Call {
  /// What becomes of its results.
  enum class Takes {
    Nothing, ///< `x.add_(1);`
    New,     ///< `at::Tensor v = ..`
    Old,     ///< `v = ..`
    List,    ///< `std::vector<at::Tensor> v = ..`
    Several  ///< `auto [v, w] = ..`
  };
  unsigned Number = 0;
  std::string Operator;  ///< "aten::view", "at::operator+"
  std::string Signature; ///< of a C++ function; empty for the dispatcher's
  /// With $0, $1.. for the operands: "$0.view({-1})".
  std::string Text;
  std::vector<std::string> Operands;
  bool IsInfix = false; ///< needs parentheses inside of another expression
  /// An operand that has to be a variable that is not const; -1 for none.
  int Lvalue = -1;
  Takes How = Takes::Nothing;
  std::vector<std::string> Results;
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  enum class Kind {
    Call,
    Lines,      ///< Text, which computes no tensor
    Branch,     ///< Text `{` First `}`, and ` else {` Second `}` if not empty
    HelperCall, ///< Results[0] = Text(Operands.., flag)
    Return      ///< Operands[0]
  };
  Kind TheKind = Kind::Call;
  oracle::Call TheCall; ///< of a HelperCall too
  std::string Text;
  Block First, Second;
};

struct Parameter {
  std::string Name;
  std::string Type; ///< "at::Tensor ", "const at::Tensor &", "bool "
  std::vector<int64_t> Sizes;
  std::string How; ///< of Inputs::tensor(): "Any"; empty for a flag
};

struct Helper {
  std::string Name;
  std::vector<Parameter> Parameters;
  Block Body;
};

struct ProgramTree {
  unsigned Number = 0;
  unsigned InputSeed = 0; ///< of its arguments
  std::vector<Parameter> Parameters;
  std::vector<Helper> Helpers;
  Block Body;
  unsigned Calls = 0; ///< numbers of calls are below
};

/// Calls \p Visit with every statement, helpers' first.
template <typename F> void forEachStatement(const Block &B, F Visit) {
  for (const Statement &S : B) {
    Visit(S);
    forEachStatement(S.First, Visit);
    forEachStatement(S.Second, Visit);
  }
}
template <typename F> void forEachStatement(const ProgramTree &T, F Visit) {
  for (const Helper &H : T.Helpers)
    forEachStatement(H.Body, Visit);
  forEachStatement(T.Body, Visit);
}

} // namespace oracle

#endif
