// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

#include <utility>

using namespace clang;

namespace tensortidy {

/// A type that does not hold every size.
static bool isNarrow(QualType T, const ASTContext &Context) {
  return !T->isDependentType() && T->isIntegerType() && !T->isBooleanType() &&
         !T->isEnumeralType() && Context.getTypeSize(T) < 32;
}

Value FunctionLowering::lowerCast(const CastExpr *E) {
  Value V = lower(E->getSubExpr());
  TypeClass To = Unit.Types.classify(E->getType());
  switch (V.TheKind) {
  case Value::Kind::Int:
    // A number may become a Scalar, a size list or an index: kept. As a
    // floating-point number it is one no longer, and a narrow one may be cut.
    if (isNarrow(E->getType(), Unit.Context) &&
        V.Int.TheKind != IntExpr::Kind::Literal)
      return Value::integer(opaque());
    if (PointerId Its = addressIn(V);
        Its != NoId && E->getType()->isPointerType())
      return Value::pointer(Its);
    return E->getType()->isFloatingType() ? Value() : V;
  case Value::Kind::Pointer:
    // Through void * it goes on.
    if (To == TypeClass::Int)
      V.TheKind = Value::Kind::Address;
    return To == TypeClass::Bool ? Value() : V;
  case Value::Kind::Address:
    if (E->getType()->isPointerType())
      V.TheKind = Value::Kind::Pointer;
    return To == TypeClass::Int || V.is(Value::Kind::Pointer) ? V : Value();
  default: // a truth too: __builtin_expect takes it as a long
    return V;
  }
}

Value FunctionLowering::lowerUnary(const UnaryOperator *E) {
  switch (E->getOpcode()) {
  case UO_LNot:
    return Value::truth(Condition::negated(lowerCondition(E->getSubExpr())));
  case UO_Minus: {
    if (std::optional<int64_t> C = constantOf(E))
      return Value::integer(IntExpr::literal(*C));
    Value V = lower(E->getSubExpr());
    if (!V.is(Value::Kind::Int))
      return {};
    return Value::integer(
        arithmetic(BO_Sub, IntExpr::literal(0), std::move(V.Int)));
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return lowerStep(E);
  case UO_Deref: {
    Value V = lower(E->getSubExpr());
    if (!V.is(Value::Kind::Pointer))
      return V;
    usePointer(V, V.IsOffset ? Sink::Index : Sink::FirstElement, "",
               V.StridesOf, false, E);
    return {};
  }
  case UO_AddrOf: {
    // The address of an element is the pointer again: &p[i].
    const Expr *Of = E->getSubExpr()->IgnoreParenImpCasts();
    const auto *S = dyn_cast<ArraySubscriptExpr>(Of);
    if (!S)
      return lower(Of);
    Value Base = lower(S->getBase()), Index = lower(S->getIdx());
    return Base.is(Value::Kind::Pointer) ? offsetPointer(std::move(Base), Index)
                                         : listElement(Base, Index);
  }
  case UO_Extension:
  case UO_Plus:
    return lower(E->getSubExpr());
  default:
    lower(E->getSubExpr());
    return {};
  }
}

/// Of ++ and --.
Value FunctionLowering::lowerStep(const UnaryOperator *E) {
  Value V = lower(E->getSubExpr());
  forgetOwner(E->getSubExpr(), E);
  if (V.is(Value::Kind::Pointer)) {
    V.IsOffset = true;
    return V;
  }
  if (V.isTensor()) { // another one of an array of structs
    forget(V, "another one now", E);
    return {};
  }
  if (!V.is(Value::Kind::Int) || V.Int.TheKind != IntExpr::Kind::Variable)
    return {};
  BinaryOperatorKind Op = E->isIncrementOp() ? BO_Add : BO_Sub;
  bool IsCut = isNarrow(E->getType(), Unit.Context);
  define(V, IsCut ? opaque() : arithmetic(Op, V.Int, IntExpr::literal(1)), E);
  return E->isPrefix() ? V : Value::integer(opaque());
}

Value FunctionLowering::offsetPointer(Value Pointer, const Value &Offset) {
  if (!Pointer.is(Value::Kind::Pointer))
    return {};
  bool IsZero = Offset.is(Value::Kind::Int) &&
                Offset.Int.TheKind == IntExpr::Kind::Literal &&
                Offset.Int.Value == 0;
  Pointer.IsOffset |= !IsZero;
  collectStrides(Offset, Pointer.StridesOf);
  return Pointer;
}

/// `p[i]`, `*p`, also of a class that is like a pointer; `p->x`.
static bool isElement(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref;
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() || isElement(M->getBase());
  const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
  return isa<ArraySubscriptExpr>(E) ||
         (O &&
          (O->getOperator() == OO_Subscript || O->getOperator() == OO_Star));
}

Value FunctionLowering::lowerBinary(const BinaryOperator *E) {
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == BO_LAnd || Op == BO_LOr)
    return Value::truth(lowerLogical(E));
  if (Op == BO_Comma) {
    lower(E->getLHS());
    return lower(E->getRHS());
  }
  if (Op == BO_Assign) {
    Value R = lower(E->getRHS());
    Value L = lowerAssigned(E->getLHS());
    assign(L, R, E);
    bool IsFollowed =
        !L.isNone() && !(L.is(Value::Kind::Pointer) && L.Id == NoId);
    // An object of a caller in this file is followed there.
    bool IsCallers = isa<MemberExpr>(E->getLHS()->IgnoreParens()) &&
                     F.TheReach == Reach::Internal;
    if (!IsFollowed && !IsCallers && isElement(E->getLHS()))
      storePointer(R, E);
    forgetOwner(E->getLHS(), E);
    return L;
  }
  Value L = lower(E->getLHS()), R = lower(E->getRHS());
  if (E->isComparisonOp())
    return Value::truth(compare(Op, L, R));
  if (Op == BO_Add || Op == BO_Sub) {
    if (L.is(Value::Kind::Pointer) && !R.is(Value::Kind::Pointer))
      return offsetPointer(std::move(L), R);
    if (R.is(Value::Kind::Pointer) && !L.is(Value::Kind::Pointer))
      return offsetPointer(std::move(R), L);
  }
  if (!L.is(Value::Kind::Int) && !R.is(Value::Kind::Int))
    return {};
  if (!E->getType()->isDependentType() && !E->getType()->isIntegerType())
    return {};
  return Value::integer(arithmetic(Op, intOf(L), intOf(R)));
}

/// The left side of an assignment: what it says through a pointer is written.
Value FunctionLowering::lowerAssigned(const Expr *E) {
  const Expr *Before =
      std::exchange(Assigned, E->IgnoreUnlessSpelledInSource());
  Value V = lower(E);
  Assigned = Before;
  return V;
}

Value FunctionLowering::lowerCompound(const CompoundAssignOperator *E) {
  Value R = lower(E->getRHS());
  Value L = lowerAssigned(E->getLHS());
  forgetOwner(E->getLHS(), E);
  if (L.isTensor() && E->getType()->isPointerType()) {
    forget(L, "another one now", E);
    return {};
  }
  if (L.is(Value::Kind::Pointer))
    return offsetPointer(std::move(L), R);
  if (L.is(Value::Kind::Int) && L.Int.TheKind == IntExpr::Kind::Variable) {
    auto Op = BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
    bool IsCut = isNarrow(E->getType(), Unit.Context);
    define(L, IsCut ? opaque() : arithmetic(Op, L.Int, intOf(R)), E);
  }
  if (L.isFlag()) { // `ok &= x.is_contiguous()`
    bool IsAnd = E->getOpcode() == BO_AndAssign;
    Condition C;
    if (IsAnd || E->getOpcode() == BO_OrAssign) {
      C.TheKind = IsAnd ? Condition::Kind::And : Condition::Kind::Or;
      C.Operands = {L.Truth, truthOf(R)};
    }
    assign(L, Value::truth(boundedCondition(std::move(C))), E);
  }
  return L;
}

Value FunctionLowering::lowerSubscript(const ArraySubscriptExpr *E) {
  Value Base = lower(E->getBase()), Index = lower(E->getIdx());
  if (Base.is(Value::Kind::Object))
    return arrayElement(Base, Unit.Types.classify(E->getType()));
  if (Base.isTensor() && !F.Places[Base.Id].IsList &&
      E->getBase()->getType()->isPointerType()) {
    bool IsFirst = Index.is(Value::Kind::Int) &&
                   Index.Int.TheKind == IntExpr::Kind::Literal &&
                   Index.Int.Value == 0;
    return IsFirst ? Base : Value(); // of an array of structs
  }
  if (!Base.is(Value::Kind::Pointer))
    return listElement(Base, Index);
  Value At = offsetPointer(Base, Index);
  usePointer(At, At.IsOffset ? Sink::Index : Sink::FirstElement, "",
             At.StridesOf, false, E);
  return {};
}

/// Each arm in a block of its own: what it does happens on that path only.
Value FunctionLowering::lowerConditional(const AbstractConditionalOperator *E) {
  Condition C = lowerDecision(E->getCond());
  unsigned Then = Builder.newBlock(), Else = Builder.newBlock();
  unsigned After = Builder.newBlock();
  Builder.branch(C, Then, Else);
  Value Arms[2], Result;
  const Expr *Sources[] = {E->getTrueExpr(), E->getFalseExpr()};
  unsigned Blocks[] = {Then, Else};
  for (int I = 0; I < 2; ++I) {
    Builder.enter(Blocks[I]);
    Arms[I] = lower(Sources[I]);
    endFullExpression();
    Blocks[I] = Builder.current();
  }
  Result = commonSlot(Arms[0], Arms[1], E->getType());
  for (int I = 0; I < 2; ++I) {
    Builder.enter(Blocks[I]);
    if (!Result.is(Value::Kind::Truth))
      assign(Result, Arms[I], Sources[I]);
    Builder.jump(After);
  }
  Builder.enter(After);
  if (Result.is(Value::Kind::Truth))
    return Value::truth(chosen(C, truthOf(Arms[0]), truthOf(Arms[1])));
  return Result;
}

/// Storage for the result of a conditional expression.
Value FunctionLowering::commonSlot(const Value &A, const Value &B, QualType T) {
  auto Either = [&](Value::Kind K) { return A.is(K) || B.is(K); };
  if (Either(Value::Kind::Tensor))
    return Value::tensor(
        newTemporary(Unit.Types.classify(T) == TypeClass::TensorList));
  if (Either(Value::Kind::Pointer))
    return Value::pointer(F.addPointer(""));
  if (Either(Value::Kind::Truth))
    return Value::truth({});
  if (Either(Value::Kind::Int))
    return Value::integer(IntExpr::variable(F.addInteger("")));
  if (A.is(Value::Kind::List) && B.is(Value::Kind::List) &&
      A.Elements.size() == B.Elements.size()) {
    std::vector<Value> Elements;
    for (unsigned I = 0; I < A.Elements.size(); ++I)
      Elements.push_back(commonSlot(A.Elements[I], B.Elements[I], QualType()));
    return Value::list(std::move(Elements));
  }
  return {};
}

} // namespace tensortidy
