// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionCollector.h"
#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tensortidy {

namespace {

/// Which element std::get takes.
std::optional<unsigned> tupleIndex(const FunctionDecl *F) {
  const TemplateArgumentList *A = F->getTemplateSpecializationArgs();
  if (!A || A->size() == 0 || A->get(0).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return A->get(0).getAsIntegral().getZExtValue();
}

} // namespace

/// `Op::apply(x)` of an autograd function calls `Op::forward(context, x)`.
void FunctionLowering::forwardAutograd(CallSite &S) const {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(S.Callee);
  if (!M || !M->isStatic() || !M->getIdentifier() || M->getName() != "apply" ||
      plainQualifiedName(M->getParent()) != AutogradFunction)
    return;
  const auto *Base = dyn_cast<ClassTemplateSpecializationDecl>(M->getParent());
  if (!Base || Base->getTemplateArgs().size() == 0 ||
      Base->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return;
  const FunctionDecl *Forward =
      methodOf(Base->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl(),
               &Unit.Context.Idents.get("forward"), S.Arguments.size() + 1);
  if (!Forward || !cast<CXXMethodDecl>(Forward)->isStatic() ||
      Forward->getNumParams() != S.Arguments.size() + 1)
    return;
  S.Callee = Forward;
  // In place of the context there is nothing that is followed.
  S.Arguments.insert(S.Arguments.begin(), S.Whole);
  S.Values.insert(S.Values.begin(), Value());
}

void FunctionLowering::forwardModule(CallSite &S) const {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(S.Callee);
  if (!M || M->getOverloadedOperator() != OO_Call ||
      Unit.Models.classKind(plainQualifiedName(M->getParent())) !=
          ClassKind::Module)
    return;
  const auto *Holder =
      dyn_cast<ClassTemplateSpecializationDecl>(M->getParent());
  if (!Holder || Holder->getTemplateArgs().size() == 0 ||
      Holder->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return;
  const CXXRecordDecl *Module =
      Holder->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  const FunctionDecl *Forward =
      methodOf(Module, &Unit.Context.Idents.get("forward"), S.Arguments.size());
  if (Forward)
    S.Callee = Forward;
}

Value FunctionLowering::lowerCall(const CallExpr *E) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E))
    return lowerLaunch(Launch);
  CallSite S = siteOf(E);
  forwardModule(S);
  const CalleeInfo *Info = S.Callee ? &Unit.callee(S.Callee) : nullptr;
  // What the message of a failed check prints is of no interest.
  if (Info && Info->NeverReturns) {
    Builder.stop();
    return {};
  }
  if (S.Object)
    S.ObjectValue = lower(S.Object);
  for (const Expr *A : S.Arguments)
    S.Values.push_back(lowerArgument(A, S.Callee));
  if (const FunctionDecl *Apply = S.Callee; Apply && !S.Object) {
    forwardAutograd(S);
    if (S.Callee != Apply)
      return lowerUserCall(S, plainQualifiedName(S.Callee));
  }
  if (!Info) {
    // A call through a value; a template's unknown callee.
    Value Callee = S.Object ? Value() : lower(E->getCallee());
    if (Callee.is(Value::Kind::Closure))
      return inlineCall(Callee.Closure, Callee.Closure->getCallOperator(),
                        S.Values, E);
    return lowerUserCall(S, "");
  }
  if (S.ObjectValue.is(Value::Kind::Closure) &&
      S.Callee->getOverloadedOperator() == OO_Call) {
    // A std::function has an operator of its own.
    const LambdaExpr *L = S.ObjectValue.Closure;
    bool IsOwn = cast<CXXMethodDecl>(S.Callee)->getParent()->isLambda();
    return inlineCall(L, IsOwn ? S.Callee : L->getCallOperator(), S.Values, E);
  }
  if (Unit.Types.classify(S.ResultType) == TypeClass::Options &&
      isLibraryFunction(S.Callee)) {
    bool IsChain = S.Object && Unit.Types.classify(S.Object->getType()) ==
                                   TypeClass::Options;
    return optionsFrom(S.Callee, IsChain ? S.ObjectValue : Value::options(),
                       S.Values);
  }
  if (isa<CXXOperatorCallExpr>(E))
    if (std::optional<Value> V = lowerOverloaded(S))
      return *V;
  return S.Object ? lowerMethod(S, *Info) : lowerFree(S, *Info);
}

/// A default argument of the library is absent, but for what options ask for;
/// there, an optional bool is the bool that it is made of.
Value FunctionLowering::lowerArgument(const Expr *A,
                                      const FunctionDecl *Callee) {
  const bool IsOfOptions =
      Callee &&
      Unit.Types.classify(Callee->getReturnType()) == TypeClass::Options;
  const auto *Made = dyn_cast<CXXConstructExpr>(A->IgnoreImplicit());
  if (IsOfOptions && Made && Made->getNumArgs() == 1 &&
      Made->getArg(0)->getType()->isBooleanType())
    return lower(Made->getArg(0));
  const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
  if (!Default)
    return lower(A);
  const bool IsShown =
      IsOfOptions || (Callee && Unit.Source.isUserCode(Callee->getLocation()));
  return IsShown ? lower(Default->getExpr()) : Value();
}

/// Operators of integers and of size lists.
std::optional<Value> FunctionLowering::lowerOverloaded(const CallSite &S) {
  auto Op = S.Callee->getOverloadedOperator();
  if (Op == OO_Equal && S.Object)
    return lowerAssignment(S);
  std::vector<Value> Operands = S.Values;
  if (S.Object)
    Operands.insert(Operands.begin(), S.ObjectValue);
  auto IsPlain = [](const Value &V) {
    return V.is(Value::Kind::Int) || V.is(Value::Kind::Sizes) ||
           V.is(Value::Kind::Strides) || V.is(Value::Kind::Truth) ||
           V.is(Value::Kind::List) || V.is(Value::Kind::Property);
  };
  if (Operands.size() != 2 || !IsPlain(Operands[0]) || !IsPlain(Operands[1]))
    return std::nullopt;
  BinaryOperatorKind Kind = BinaryOperator::getOverloadedOpcode(Op);
  if (BinaryOperator::isComparisonOp(Kind))
    return Value::truth(compare(Kind, Operands[0], Operands[1]));
  if (BinaryOperator::isAdditiveOp(Kind) ||
      BinaryOperator::isMultiplicativeOp(Kind))
    return Value::integer(
        arithmetic(Kind, intOf(Operands[0]), intOf(Operands[1])));
  return std::nullopt;
}

/// `std::begin(tensors)`: who gets it may replace the elements.
static bool givesIterator(const CallSite &S, const std::string &Name) {
  if (S.Values.size() != 1 || S.Callee->getNumParams() != 1)
    return false;
  const QualType T = S.Callee->getParamDecl(0)->getType();
  return T->isLValueReferenceType() &&
         !T->getPointeeType().isConstQualified() &&
         llvm::is_contained(llvm::ArrayRef<StringRef>{"std::begin", "std::end",
                                                      "std::rbegin",
                                                      "std::rend", "std::data"},
                            Name);
}

std::optional<Value> FunctionLowering::lowerStandard(const CallSite &S,
                                                     const CalleeInfo &Info) {
  const CalleeRule *Rule = Info.Rule;
  if (Rule && Rule->TheKind == CalleeRule::Kind::Same && !S.Values.empty())
    return S.Values.front();
  if (givesIterator(S, Info.Name) && S.Values.front().isTensor() &&
      F.Places[S.Values.front().Id].IsList) {
    forget(S.Values.front(), "changed through an iterator", S.Whole);
    return S.Values.front();
  }
  if (Info.Name == "std::swap" && S.Values.size() == 2) {
    exchange(S.Values[0], S.Values[1], S.Whole);
    return Value();
  }
  if (Info.Name == "std::exchange" && S.Values.size() == 2) {
    Value Old = copyOf(S.Values[0], S.Whole);
    assign(S.Values[0], S.Values[1], S.Whole);
    return Old;
  }
  if (Rule && Rule->TheKind == CalleeRule::Kind::Tuple)
    return Value::list(S.Values);
  if (Info.Name == "std::get" && S.Values.size() == 1) {
    std::optional<unsigned> I = tupleIndex(S.Callee);
    const Value &Tuple = S.Values.front();
    if (Tuple.is(Value::Kind::List) && I && *I < Tuple.Elements.size())
      return Tuple.Elements[*I];
    return listElement(Tuple, Value());
  }
  return std::nullopt;
}

/// `Check_EQImpl(a, b, text)` gives a message, which is null where they are
/// equal: so glog, and what was made after it, has CHECK_EQ.
static std::optional<BinaryOperatorKind> comparisonNamed(StringRef Name) {
  Name = Name.rsplit("::").second.empty() ? Name : Name.rsplit("::").second;
  if (!Name.consume_front("Check") || !Name.consume_back("Impl"))
    return std::nullopt;
  Name.consume_front("_");
  return llvm::StringSwitch<std::optional<BinaryOperatorKind>>(Name)
      .Case("EQ", BO_EQ)
      .Case("NE", BO_NE)
      .Case("LE", BO_LE)
      .Case("LT", BO_LT)
      .Case("GE", BO_GE)
      .Case("GT", BO_GT)
      .Default(std::nullopt);
}

Value FunctionLowering::lowerFree(const CallSite &S, const CalleeInfo &Info) {
  if (std::optional<Value> V = lowerStandard(S, Info))
    return *V;
  if (Info.Resolved && Info.Resolved->Op)
    return lowerApply(S, *Info.Resolved);
  if (Info.Rule && Info.Rule->TheKind == CalleeRule::Kind::Guard)
    return lowerGuard(S, Info);
  if (std::optional<BinaryOperatorKind> Op = comparisonNamed(Info.Name);
      Op && S.Values.size() == 3)
    return Value::truth(
        Condition::negated(compare(*Op, S.Values[0], S.Values[1])));
  return lowerUserCall(S, Info.Name);
}

Value FunctionLowering::lowerMethod(const CallSite &S, const CalleeInfo &Info) {
  const Value &Object = S.ObjectValue;
  const auto *Class = cast<CXXMethodDecl>(S.Callee)->getParent();
  if (Info.Rule && Info.Rule->TheKind == CalleeRule::Kind::Guard)
    return lowerGuard(S, Info);
  if (std::optional<Value> V = lowerSaved(S, Info))
    return *V;
  TypeClass Of = Unit.Types.classify(Unit.Context.getCanonicalTagType(Class));
  if (Of == TypeClass::Tensor)
    return lowerTensorMethod(S, Info);
  if (std::optional<Value> V = lowerStorageMethod(S))
    return *V;
  if (Object.is(Value::Kind::Truth) && isa<CXXConversionDecl>(S.Callee))
    return Object;
  if (Object.isTensor() || Object.is(Value::Kind::Undefined))
    return Object.isTensor() && F.Places[Object.Id].IsList && !Object.IsElement
               ? lowerListMethod(S)
               : lowerOptionalMethod(S);
  if (std::optional<Value> V = lowerSizesMethod(S))
    return *V;
  if (std::optional<Value> V = lowerDeviceQuery(S))
    return *V;
  if (std::optional<Value> V = lowerArrayMethod(S))
    return *V;
  if (Info.Resolved && Info.Resolved->Op)
    return lowerApply(S, *Info.Resolved);
  return lowerUserCall(S, Info.Name);
}

Value FunctionLowering::lowerTensorMethod(const CallSite &S,
                                          const CalleeInfo &Info) {
  CallSite Site = S;
  Site.ObjectValue = Value::tensor(
      placeOf(S.ObjectValue, "an object that is not followed", S.Object));
  if (Info.Query)
    return lowerQuery(Site, *Info.Query);
  if (Info.Resolved && Info.Resolved->Op)
    return lowerApply(Site, *Info.Resolved);
  return lowerUserCall(Site, Info.Name);
}

bool FunctionLowering::outlivesFunction(const Expr *Object) {
  Object = Object->IgnoreParenImpCasts();
  while (const auto *M = dyn_cast<MemberExpr>(Object)) {
    Object = M->getBase()->IgnoreParenImpCasts();
    if (M->isArrow())
      return true;
  }
  const auto *R = dyn_cast<DeclRefExpr>(Object);
  const auto *D = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return isa<CXXThisExpr>(Object) ||
         (D && (D->hasGlobalStorage() || D->getType()->isReferenceType()));
}

/// `a = b` of class types. Assigning to a temporary writes its elements:
/// `x[0] = y` (libtorch 1.13, aten/src/ATen/core/TensorBody.h, operator= &&).
Value FunctionLowering::lowerAssignment(const CallSite &S) {
  const Value Source = S.Values.empty() ? Value() : S.Values.front();
  bool IsTensor = Unit.Types.classify(S.Object->getType()) == TypeClass::Tensor;
  if (IsTensor && !S.Object->isLValue() && S.ObjectValue.isTensor()) {
    const Operator *Op = Unit.Models.find(
        Source.isTensor() ? "aten::copy_" : "aten::fill_.Scalar");
    if (Op && Op->TheSchema.Arguments.size() >= 2) {
      std::vector<Argument> Arguments(Op->TheSchema.Arguments.size());
      Arguments[0] = toTensor(S.ObjectValue);
      Arguments[1] = toArgument(Source, Op->TheSchema.Arguments[1], S.Whole);
      return emitApply(S, *Op, std::move(Arguments));
    }
    return S.ObjectValue;
  }
  if (outlivesFunction(S.Object))
    keepCaptures(Source, S.Whole);
  if (S.ObjectValue.isTensor() && S.ObjectValue.IsElement)
    Overwritten.insert(S.ObjectValue.Id);
  // What an operator of the user does, it says itself.
  if (S.ObjectValue.is(Value::Kind::Object) && S.Callee->isUserProvided() &&
      Unit.Source.isUserCode(S.Callee->getLocation()))
    return lowerUserCall(S, Unit.callee(S.Callee).Name);
  bool IsSame = Source.isTensor() && S.ObjectValue.isTensor() &&
                Source.Id == S.ObjectValue.Id;
  assign(S.ObjectValue,
         IsSame || S.Arguments.empty()
             ? Source
             : movedFrom(Source, S.Arguments.front(), S.Callee),
         S.Whole);
  return S.ObjectValue;
}

} // namespace tensortidy
