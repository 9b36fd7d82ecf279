// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_EVALUATOR_H
#define TENSORTIDY_MODELS_EVALUATOR_H

#include "layout/View.h"
#include "models/Evaluate.h"
#include "models/Rule.h"
#include "models/RuleFunction.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// The value of a rule's expression. Which members mean something depends on
/// the expression's type.
struct RuleValue {
  bool Known = false;  ///< false: nothing is known of it
  bool Absent = false; ///< an argument that was not given, or None
  /// Tensor and Shape.
  Layout L;
  Relation Rel = Relation::New;
  int Source = -1; ///< the operator's argument whose storage it has
  /// Tensors: those that are known to be in the list, in order.
  std::vector<Layout> List;
  bool ListComplete = true;
  /// Ints: the integers, or the sizes of a tensor of any rank.
  std::vector<Monomial> Ints;
  std::optional<Layout> SizesOf;
  Monomial Int;
  /// Condition, and why it does not (or may not) hold.
  Answer Holds = Answer::Unknown;
  std::string Why;
  /// Of a condition about a list, of each of its tensors; else empty.
  std::vector<Answer> EachHolds;
  MemoryFormat Format = MemoryFormat::Contiguous;
  /// The actual argument this is, when it is one unchanged.
  const ActualArgument *Actual = nullptr;

  static RuleValue unknown() { return {}; }
  static RuleValue tensor(Layout L);
  static RuleValue condition(Answer Holds, std::string Why);
};

/// What a view asks for, and what comes of it.
struct ViewPlan {
  ViewAnswer Answered;
  /// The layout if the view succeeds; none: Answered describes it all and
  /// viewedLayout() makes it.
  std::optional<Layout> Result;
  /// flatten() of a single axis gives its argument back.
  bool IsSelf = false;
};

/// Evaluates the expressions of one operator's rule for one call.
class Evaluator {
public:
  /// All references outlive the evaluator.
  Evaluator(const Operator &Op, const std::vector<ActualArgument> &Arguments,
            const std::string &Name, Facts &F, TorchVersion Torch,
            unsigned Depth);

  /// While set, copies and requirements of the operators that an expression
  /// calls are added to it, for the arguments they are about.
  void collectInto(Outcome *Into) { Collected = Into; }

  /// A case that hardly ever occurs is left out of what is evaluated.
  void leaveOut() { LeftOut = true; }
  bool hasLeftOut() const { return LeftOut; }

  Facts &facts() { return *F; }
  SymbolTable &symbols() { return F->symbols(); }
  const Operator &op() const { return Op; }
  TorchVersion torch() const { return Torch; }

  RuleValue eval(const RuleExpr &E);
  /// Evaluates a condition without learning anything from it.
  RuleValue judge(const RuleExpr &E);
  /// Evaluates without learning: the expression may not be what happens.
  RuleValue evalOnTrial(const RuleExpr &E);
  /// The tensor an expression stands for; an unknown one has a name of its own.
  Layout tensor(const RuleExpr &E);
  /// The layout an axis map makes of \p L; none when it cannot be represented.
  std::optional<Layout> apply(const RuleExpr &Axes, const Layout &L);
  ViewPlan plan(const RuleExpr &Sizes, const Layout &L);

  std::optional<int64_t> constant(const RuleExpr &E);
  /// The integers of a list as view() takes them; none when not known.
  std::optional<std::vector<SizeArgument>> sizeArguments(const RuleExpr &E);

  /// A name for something this call makes and nobody knows: the same for equal
  /// operands of the same call.
  std::string label(const std::string &Slot);
  /// An unknown size of this call.
  Monomial anySize(const std::string &Slot, int64_t LowerBound = 2);
  Layout unknownTensor(const std::string &Slot);
  /// The sizes of \p L with unknown strides.
  Layout unknownStridesOf(const Layout &L, const std::string &Slot);
  /// \p A or \p B, it is not known which.
  Layout either(const Layout &A, const Layout &B, const std::string &Slot);

  Layout argument(unsigned Index);
  const ActualArgument &actual(unsigned Index) const {
    return Arguments[Index];
  }
  const std::vector<ActualArgument> &actuals() const { return Arguments; }
  /// The argument that \p E names; null when it is no argument's name.
  const ActualArgument *actualNamed(const RuleExpr &E) const {
    return E.TheKind == RuleExpr::Kind::Argument ? &actual(E.ArgumentIndex)
                                                 : nullptr;
  }

private:
  RuleValue argumentValue(const RuleExpr &E);
  RuleValue givenValue(const RuleExpr &E, const ActualArgument &A);
  RuleValue defaultValue(const SchemaArgument &A);
  RuleValue listValue(const RuleExpr &E);
  RuleValue operatorValue(const RuleExpr &E);
  void collect(const Outcome &Inner, const std::vector<RuleValue> &Values);
  static ActualArgument actualOf(const RuleExpr &E, const RuleValue &V);
  RuleValue logic(const RuleExpr &E);
  RuleValue compare(const RuleExpr &E);
  std::string operandsPrint();

  const Operator &Op;
  const std::vector<ActualArgument> &Arguments;
  const std::string &Name;
  Facts *F;
  TorchVersion Torch;
  unsigned Depth;
  unsigned CallNesting = 0;
  Outcome *Collected = nullptr;
  bool LeftOut = false;
  std::string Operands; ///< cache of operandsPrint()
};

/// evaluate() inside another operator's rule, for a known version. Depth
/// bounds the nesting.
Outcome evaluateNested(const Operator &Op,
                       const std::vector<ActualArgument> &Arguments,
                       const std::string &Name, Facts &F, TorchVersion Torch,
                       unsigned Depth);

/// What two outcomes of one call of an operator have in common: of what
/// they say differently, nothing. Their layouts
/// are normalised under \p F, which knows what both have learned.
Outcome commonOutcome(const Outcome &A, const Outcome &B,
                      const std::string &Name, const Facts &F);

/// The version may be any: what happens in all of them.
Outcome evaluateInAll(const Operator &Op,
                      const std::vector<ActualArgument> &Arguments,
                      const std::string &Name, Facts &F);

/// "dimensions 1 and 2 cannot be merged".
std::string whyNotViewable(const ViewAnswer &V);

/// flattened(x, start, end) and unflattened(x, dim, sizes) where the rank of
/// \p L is not known: only the axes concerned are looked at.
std::optional<ViewPlan> planFlatten(const Layout &L, int64_t Start, int64_t End,
                                    Facts &F);
std::optional<ViewPlan> planUnflatten(const Layout &L, int64_t Dim,
                                      const std::vector<SizeArgument> &Sizes,
                                      Facts &F);

/// The function indexed(): what Tensor::index makes of its subscripts.
RuleValue indexedOf(Evaluator &Ev, const RuleExpr &Call);

/// The layout with the sizes and strides in the two children of \p Call.
std::optional<Layout> restrided(Evaluator &Ev, const RuleExpr &Call);

} // namespace tensortidy

#endif
