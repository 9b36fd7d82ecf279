// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_WRITER_H
#define TENSORTIDY_TESTS_ORACLE_WRITER_H

#include "ProgramTree.h"
#include "Random.h"
#include "Scope.h"
#include "Templates.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace oracle {

/// What all programs are made from.
struct Supplies {
  std::vector<Template> Templates;
  DeclaredNames Declared;
  bool SmallSizes = false; ///< 0 and 1 among the parameters' sizes
  double Open = 0.05;      ///< parameters whose layout nothing establishes
};

/// How a call may be written.
struct CallWish {
  std::string X;               ///< the variable; empty for any
  bool MayThrow = false;       ///< if it does, it is written all the same
  std::string Target;          ///< assigned to it, which keeps its sizes
  bool ChangesNoSizes = false; ///< nothing that changes sizes in place
};

/// Writes calls into a block and runs each of them at once, on the values that
/// the variables have, so that what is written returns.
class Writer {
public:
  Writer(const Supplies &From, ProgramTree &Tree, Random &R)
      : From(From), Tree(Tree), R(R) {}

  Random &random() { return R; }
  Scope &scope() { return *S; }
  ProgramTree &tree() { return Tree; }
  bool threw() const { return Threw; }

  /// Writes into \p B what \p Inside writes, with the names of \p Names.
  void within(Block &B, Scope &Names, const std::function<void()> &Inside);

  /// A call by template; \returns the first result's name, or none when it was
  /// not written.
  std::optional<std::string> call(const Template &T, const CallWish &Wish);
  /// A call as C++ that gives the tensor \p Value: `at::Tensor v = Text;`
  std::string direct(const std::string &Operator, const std::string &Text,
                     const std::vector<std::string> &Operands,
                     const at::Tensor &Value);
  /// A new tensor of these sizes, in some layout.
  std::string fresh(const std::vector<int64_t> &Sizes, at::ScalarType Type);
  /// A variable at random, rather a strided one; empty when there is none.
  std::string pick(const std::function<bool(const Variable &)> &Suits);

  void lines(const std::string &Text);
  void add(Statement S) { Into->push_back(std::move(S)); }
  std::string newName(const std::string &Prefix) {
    return Prefix + std::to_string(++Names);
  }
  unsigned newNumber() { return ++Tree.Calls; }

private:
  bool accept(const Template &T, const Invoked &Got, const CallWish &Wish);
  void take(Call &C, const Template &T, const Invoked &Got,
            const CallWish &Wish);
  std::string laidOut(const std::vector<int64_t> &Sizes, at::ScalarType Type);

  const Supplies &From;
  ProgramTree &Tree;
  Random &R;
  Scope *S = nullptr;
  Block *Into = nullptr;
  unsigned Names = 0;
  bool Threw = false;
};

/// The arguments of one call, by template.
class ArgumentMaker {
public:
  ArgumentMaker(Writer &W, const Template &T, std::string X)
      : W(W), T(T), X(std::move(X)) {}

  /// Throws std::runtime_error where a word cannot be had for x.
  std::vector<Actual> make();
  const std::vector<std::string> &operands() const { return Operands; }

private:
  struct Number {
    int64_t Value;
    std::string Text;
  };

  Actual make(const tensortidy::RuleExpr &E, tensortidy::SchemaType Wanted);
  Actual word(const std::string &Name, tensortidy::SchemaType Wanted);
  std::optional<std::string> tensorNamed(const std::string &Name);
  std::optional<Actual> plain(const std::string &Name);
  std::optional<std::vector<Number>> numbersNamed(const std::string &Name);
  std::vector<Number> shape();
  Actual call(const tensortidy::RuleExpr &E, tensortidy::SchemaType Wanted);
  Actual items(const tensortidy::RuleExpr &E);
  Number number(const tensortidy::RuleExpr &E);
  Number numberNamed(const std::string &Name);
  Number sizeOf(int64_t Dim);
  int64_t dim();
  Actual tensor(const std::string &Name);
  Actual list(std::vector<Number> All, tensortidy::SchemaType Wanted);
  const at::Tensor &x() const { return W.scope().find(X)->Value; }
  const at::Tensor &value(const std::string &Name) const {
    return W.scope().find(Name)->Value;
  }

  Writer &W;
  const Template &T;
  const std::string X;
  std::vector<std::string> Operands;
  std::optional<int64_t> Dim, Other;
};

} // namespace oracle

#endif
