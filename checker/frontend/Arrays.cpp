// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace tensortidy {

Value FunctionLowering::makeArray(const std::string &Name) {
  return Value::object(Name + "#" + std::to_string(++NextOpaque), Name);
}

Value FunctionLowering::arrayElement(const Value &Array, TypeClass Element) {
  bool IsPointer = Element == TypeClass::Pointer;
  if (!IsPointer && Element != TypeClass::Int)
    return {};
  auto [It, IsNew] = Fields.try_emplace(Array.Path + ".[]");
  if (IsNew)
    It->second = IsPointer
                     ? Value::pointer(F.addPointer(Array.Name))
                     : Value::integer(IntExpr::variable(F.addInteger("")));
  if (IsNew && IsPointer)
    Unset.insert(It->second.Id);
  if (!It->second.is(Value::Kind::Int)) {
    Value V = It->second;
    V.IsElement = true;
    V.Path = Array.Path;
    return V;
  }
  // Two reads need not give the same number.
  Value V = Value::integer(arithmetic(BO_Add, It->second.Int, opaque()));
  V.IsElement = true;
  V.Id = It->second.Int.Int;
  return V;
}

/// The length of an array of pointers to elements.
static std::optional<uint64_t> pointerArrayLength(QualType T,
                                                  const ASTContext &Context) {
  QualType Element;
  std::optional<uint64_t> Length;
  if (const auto *A = Context.getAsConstantArrayType(T)) {
    Element = A->getElementType();
    Length = A->getSize().getLimitedValue();
  } else if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                 T->getAsCXXRecordDecl());
             S && S->isInStdNamespace() && S->getName() == "array" &&
             S->getTemplateArgs().size() == 2 &&
             S->getTemplateArgs()[1].getKind() == TemplateArgument::Integral) {
    Element = S->getTemplateArgs()[0].getAsType();
    Length = S->getTemplateArgs()[1].getAsIntegral().getLimitedValue();
  }
  // `void *arguments[]` of a launch holds addresses of variables.
  if (!Length || !Element->isPointerType() || Element->isVoidPointerType())
    return std::nullopt;
  return Length;
}

std::optional<Value>
FunctionLowering::makePointerArray(QualType T, const std::string &Name) {
  constexpr uint64_t MaxElements = 16;
  std::optional<uint64_t> Length = T->isDependentType() || T->isReferenceType()
                                       ? std::nullopt
                                       : pointerArrayLength(T, Unit.Context);
  if (!Length || *Length == 0 || *Length > MaxElements)
    return std::nullopt;
  std::vector<Value> Elements;
  for (uint64_t I = 0; I < *Length; ++I)
    Elements.push_back(Value::pointer(F.addPointer(Name)));
  return Value::list(std::move(Elements));
}

/// The element of an array of pointers at a position that is not known.
Value FunctionLowering::anyPointerOf(const Value &List) {
  std::vector<PointerId> Elements;
  for (const Value &Each : List.Elements) {
    if (!Each.is(Value::Kind::Pointer))
      return {};
    Elements.push_back(Each.IsOffset ? NoId : Each.Id);
  }
  if (Elements.empty() || !LastExpression)
    return {};
  Value Any = Value::pointer(F.addPointer(""));
  Builder.emit(AssignPointer{Any.Id, Elements}, LastExpression);
  AnyOf[Any.Id] = std::move(Elements);
  return Any;
}

/// Elements that begin as null are read by nobody before they are set.
bool FunctionLowering::beginsUnset(const Expr *Init) const {
  if (!Init)
    return true;
  Init = Init->IgnoreParenImpCasts();
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init))
    return C->getNumArgs() == 0;
  if (const auto *L = dyn_cast<InitListExpr>(Init))
    return llvm::all_of(L->inits(),
                        [&](const Expr *Each) { return beginsUnset(Each); });
  return isa<ImplicitValueInitExpr>(Init) ||
         Init->isNullPointerConstant(Unit.Context,
                                     Expr::NPC_NeverValueDependent);
}

} // namespace tensortidy
