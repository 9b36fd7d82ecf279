// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include <limits>

using namespace clang;

namespace tensortidy {

/// Conditions contain those that variables were given: their sizes multiply.
static constexpr unsigned MaxConditionNodes = 32;

/// Stops counting past the limit.
static unsigned nodesOf(const Condition &C) {
  unsigned Nodes = 1;
  for (const Condition &Operand : C.Operands)
    if (Nodes <= MaxConditionNodes)
      Nodes += nodesOf(Operand);
  return Nodes;
}

Condition FunctionLowering::boundedCondition(Condition C) {
  return nodesOf(C) > MaxConditionNodes ? Condition::unknown() : C;
}

Condition FunctionLowering::lowerCondition(const Expr *E) {
  return truthOf(lower(E));
}

void FunctionLowering::markSettled(const ValueDecl *D) {
  // A label may be the head of a loop.
  if (Frames.empty() && LoopDepth == 0 && Labels.empty() &&
      !Modified.contains(D))
    Settled.insert(D);
}

/// Is the method's answer that of the handle, whatever happens to the layout of
/// its tensor?
bool FunctionLowering::asksTheHandle(const CXXMethodDecl *M) const {
  if (isa<CXXConversionDecl>(M))
    return true;
  std::optional<QueryKind> Q = Unit.callee(M).Query;
  if (!Q && M->getIdentifier()) // has_value() of an optional
    Q = Unit.Models.commonQuery(M->getName().str());
  switch (Q.value_or(QueryKind::None)) {
  case QueryKind::ElementType:
  case QueryKind::Device:
  case QueryKind::OnCpu:
  case QueryKind::OnAccelerator:
  case QueryKind::Handle:
  case QueryKind::Defined:
    return true;
  default:
    return false;
  }
}

/// Made of nothing but variables with one value, and of what their handles say.
bool FunctionLowering::isSettled(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (changesByItself(E))
    return false;
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return isa<EnumConstantDecl>(R->getDecl()) ||
           Settled.contains(R->getDecl());
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *M = Call->getMethodDecl();
    const Expr *Object = Call->getImplicitObjectArgument();
    return M && M->isConst() && Call->getNumArgs() == 0 && asksTheHandle(M) &&
           TypeClassifier::holdsTensor(
               Unit.Types.classify(Object->getType())) &&
           isSettled(Object);
  }
  if (!isa<BinaryOperator, UnaryOperator, IntegerLiteral, CXXBoolLiteralExpr>(
          E))
    return false;
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if ((U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf ||
             U->getOpcode() == UO_Deref)) ||
      (B && B->isAssignmentOp()))
    return false;
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return isSettled(cast<Expr>(Child));
  });
}

Condition FunctionLowering::lowerDecision(const Expr *E) {
  bool IsNegated = false;
  const Expr *Asked = E->IgnoreParenImpCasts();
  for (const auto *U = dyn_cast<UnaryOperator>(Asked);
       U && U->getOpcode() == UO_LNot; U = dyn_cast<UnaryOperator>(Asked)) {
    IsNegated = !IsNegated;
    Asked = U->getSubExpr()->IgnoreParenImpCasts();
  }
  Condition C = lowerCondition(Asked);
  if (C.TheKind != Condition::Kind::Flag &&
      C.TheKind != Condition::Kind::Constant && !Asked->isValueDependent() &&
      isSettled(Asked)) {
    llvm::FoldingSetNodeID Profile;
    Asked->Profile(Profile, Unit.Context, /*Canonical=*/true);
    void *Position = nullptr;
    const Decision *Known = Decisions.FindNodeOrInsertPos(Profile, Position);
    if (!Known) {
      DecisionNodes.push_back({{}, Profile, F.addInteger("")});
      Decisions.InsertNode(&DecisionNodes.back(), Position);
      StableInts.insert(DecisionNodes.back().Flag);
      Known = &DecisionNodes.back();
    }
    bool IsKnown = C.TheKind != Condition::Kind::Unknown;
    C = Value::flag(Known->Flag, IsKnown
                                     ? std::optional<Condition>(std::move(C))
                                     : std::nullopt)
            .Truth;
  }
  return IsNegated ? Condition::negated(std::move(C)) : C;
}

/// The pointer to its strides is null: it is row-major. When it is not null,
/// nothing is known.
static Condition withoutStrides(const Value &Strides) {
  Condition Contiguous, C;
  Contiguous.TheKind = Condition::Kind::Contiguous;
  Contiguous.Tensor = Strides.Id;
  C.TheKind = Condition::Kind::And;
  C.Operands = {Condition::unknown(), std::move(Contiguous)};
  return C;
}

Condition FunctionLowering::truthOf(const Value &V) {
  if (V.is(Value::Kind::Strides))
    return Condition::negated(withoutStrides(V));
  if (V.is(Value::Kind::Truth))
    return V.Truth;
  Condition C;
  if (V.isTensor() && !F.Places[V.Id].IsList) {
    // `if (optional)`; a tensor itself does not convert to bool.
    C.TheKind = Condition::Kind::Defined;
    C.Tensor = V.Id;
  } else if (V.is(Value::Kind::Undefined)) {
    C.TheKind = Condition::Kind::Constant;
    C.Value = false;
  } else if (V.is(Value::Kind::Int)) {
    return compare(BO_NE, V, Value::integer(IntExpr::literal(0)));
  }
  return C;
}

/// `a && b`: what evaluating b does happens only where a holds. The condition
/// itself stays whole, for a check may negate it as a whole.
Condition FunctionLowering::lowerLogical(const BinaryOperator *E) {
  bool IsAnd = E->getOpcode() == BO_LAnd;
  Condition L = lowerCondition(E->getLHS());
  unsigned Before = Builder.current();
  unsigned Right = Builder.newBlock();
  Builder.enter(Right);
  Condition R = lowerCondition(E->getRHS());
  if (Builder.current() == Right && F.Blocks[Right].Facts.empty()) {
    Builder.enter(Before);
    if (Right + 1 == F.Blocks.size())
      F.Blocks.pop_back();
  } else {
    unsigned After = Builder.newBlock();
    Builder.jump(After);
    Builder.enter(Before);
    L = snapshotCondition(std::move(L), E->getLHS());
    Builder.branch(L, IsAnd ? Right : After, IsAnd ? After : Right);
    Builder.enter(After);
  }
  Condition C;
  C.TheKind = IsAnd ? Condition::Kind::And : Condition::Kind::Or;
  C.Operands = {std::move(L), std::move(R)};
  return boundedCondition(std::move(C));
}

Condition FunctionLowering::chosen(const Condition &C, const Condition &Then,
                                   const Condition &Else) {
  Condition First, Second, Result;
  First.TheKind = Second.TheKind = Condition::Kind::And;
  First.Operands = {C, Then};
  Second.Operands = {Condition::negated(C), Else};
  Result.TheKind = Condition::Kind::Or;
  Result.Operands = {std::move(First), std::move(Second)};
  return boundedCondition(std::move(Result));
}

namespace {

std::optional<Condition::Comparison> comparisonOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_EQ:
    return Condition::Comparison::Equal;
  case BO_NE:
    return Condition::Comparison::NotEqual;
  case BO_LT:
    return Condition::Comparison::Less;
  case BO_LE:
    return Condition::Comparison::LessEqual;
  case BO_GT:
    return Condition::Comparison::Greater;
  case BO_GE:
    return Condition::Comparison::GreaterEqual;
  default:
    return std::nullopt;
  }
}

/// `x.sizes() == y.sizes()`.
Condition sameLists(const Value &L, const Value &R) {
  Condition C;
  bool AreSizes = L.is(Value::Kind::Sizes);
  C.TheKind =
      AreSizes ? Condition::Kind::SameSizes : Condition::Kind::SameStrides;
  C.Tensor = L.Id;
  C.Other = R.Id;
  return C;
}

/// `x.sizes() == IntArrayRef({n, 3})`: so many axes, and each as long.
Condition sameNumbers(const Value &Of, const Value &List) {
  const bool AreSizes = Of.is(Value::Kind::Sizes);
  auto Equal = [](IntExpr L, IntExpr R) {
    Condition C;
    C.TheKind = Condition::Kind::Compare;
    C.Integers = {std::move(L), std::move(R)};
    return C;
  };
  IntExpr Rank;
  Rank.TheKind = IntExpr::Kind::RankOf;
  Rank.Tensor = Of.Id;
  Condition All;
  All.TheKind = Condition::Kind::And;
  All.Operands.push_back(Equal(
      Rank, IntExpr::literal(static_cast<int64_t>(List.Elements.size()))));
  for (size_t I = 0; I < List.Elements.size(); ++I) {
    IntExpr Its =
        IntExpr::sizeOf(Of.Id, IntExpr::literal(static_cast<int64_t>(I)));
    if (!AreSizes)
      Its.TheKind = IntExpr::Kind::StrideOf;
    // One that nothing is known of may be any number.
    All.Operands.push_back(List.Elements[I].is(Value::Kind::Int)
                               ? Equal(std::move(Its), List.Elements[I].Int)
                               : Condition::unknown());
  }
  return All;
}

} // namespace

Condition FunctionLowering::compare(BinaryOperatorKind Op, const Value &L,
                                    const Value &R) {
  std::optional<Condition::Comparison> Comparison = comparisonOf(Op);
  if (!Comparison)
    return {};
  bool AreLists = (L.is(Value::Kind::Sizes) && R.is(Value::Kind::Sizes)) ||
                  (L.is(Value::Kind::Strides) && R.is(Value::Kind::Strides));
  if (AreLists && Op == BO_EQ)
    return sameLists(L, R);
  if (AreLists && Op == BO_NE)
    return Condition::negated(sameLists(L, R));
  if (Op == BO_EQ || Op == BO_NE)
    for (const auto &[Of, List] : {std::pair(&L, &R), std::pair(&R, &L)})
      if ((Of->is(Value::Kind::Sizes) || Of->is(Value::Kind::Strides)) &&
          List->is(Value::Kind::List)) {
        Condition C = boundedCondition(sameNumbers(*Of, *List));
        return Op == BO_EQ ? C : Condition::negated(std::move(C));
      }
  if (Op == BO_EQ || Op == BO_NE)
    for (const auto &[Of, Is] : {std::pair(&L, &R), std::pair(&R, &L)})
      if (Of->is(Value::Kind::Property) && Is->is(Value::Kind::Property) &&
          Of->Id != NoId && Is->Id == NoId) {
        Condition C = sameProperty(*Of, *Is);
        return Op == BO_EQ ? C : Condition::negated(std::move(C));
      }
  if (L.is(Value::Kind::Truth) && R.is(Value::Kind::Truth) &&
      R.Truth.TheKind == Condition::Kind::Constant &&
      (Op == BO_EQ || Op == BO_NE))
    return R.Truth.Value == (Op == BO_EQ) ? L.Truth
                                          : Condition::negated(L.Truth);
  // Only a plain pointer to strides can be null.
  bool IsNull = R.is(Value::Kind::Pointer) && R.Id == NoId;
  if (L.is(Value::Kind::Strides) && IsNull && (Op == BO_EQ || Op == BO_NE))
    return Op == BO_EQ ? withoutStrides(L)
                       : Condition::negated(withoutStrides(L));
  if (!L.is(Value::Kind::Int) || !R.is(Value::Kind::Int))
    return {};
  Condition C;
  C.TheKind = Condition::Kind::Compare;
  C.Operator = *Comparison;
  C.Integers = {L.Int, R.Int};
  return modeTest(C);
}

namespace {

/// `x <= 3` is `x < 4`, `x > 3` is its opposite, `3 == x` is `x == 3`.
std::optional<ModeTest> testOf(const Condition &C, bool &IsNegated) {
  using Comparison = Condition::Comparison;
  using Kind = IntExpr::Kind;
  const IntExpr &L = C.Integers[0], &R = C.Integers[1];
  bool IsMirrored = L.TheKind == Kind::Literal;
  const IntExpr &Variable = IsMirrored ? R : L, &Bound = IsMirrored ? L : R;
  if (Variable.TheKind != Kind::Variable || Bound.TheKind != Kind::Literal ||
      Bound.Value == std::numeric_limits<int64_t>::max())
    return std::nullopt;
  ModeTest T;
  T.Variable = Variable.Int;
  T.Bound = Bound.Value;
  T.IsEqual =
      C.Operator == Comparison::Equal || C.Operator == Comparison::NotEqual;
  bool IsGreater = C.Operator == Comparison::Greater ||
                   C.Operator == Comparison::GreaterEqual;
  bool HasBound = C.Operator == Comparison::LessEqual ||
                  C.Operator == Comparison::GreaterEqual;
  if (!T.IsEqual) {
    IsGreater ^= IsMirrored;
    T.Bound += IsGreater ? !HasBound : HasBound;
  }
  IsNegated = T.IsEqual ? C.Operator == Comparison::NotEqual : IsGreater;
  return T;
}

} // namespace

Condition FunctionLowering::modeTest(const Condition &Compare) {
  bool IsNegated = false;
  std::optional<ModeTest> T = testOf(Compare, IsNegated);
  if (!T)
    return Compare;
  auto It = llvm::find_if(Modes, [&](const ModeTest &O) {
    return O.Variable == T->Variable && O.IsEqual == T->IsEqual &&
           O.Bound == T->Bound;
  });
  if (It == Modes.end()) {
    T->Flag =
        F.addInteger(F.Integers[T->Variable] + (T->IsEqual ? " == " : " < ") +
                     std::to_string(T->Bound));
    if (StableInts.contains(T->Variable))
      StableInts.insert(T->Flag);
    T->IsLocal = LocalInts.contains(T->Variable);
    It = Modes.insert(Modes.end(), *T);
  }
  Condition C =
      Value::flag(It->Flag, IsNegated ? Condition::negated(Compare) : Compare)
          .Truth;
  return IsNegated ? Condition::negated(std::move(C)) : C;
}

} // namespace tensortidy
