// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

void FunctionLowering::usePointer(const Value &P, Sink Where,
                                  const std::string &Callee,
                                  ArrayRef<PlaceId> StridesOf, const Expr *At) {
  if (P.Id == NoId)
    return;
  UsePointer U;
  U.Pointer = P.Id;
  U.Where = Where;
  U.Callee = Callee;
  U.StridesOf.assign(StridesOf.begin(), StridesOf.end());
  Builder.emit(std::move(U), At);
}

void FunctionLowering::collectPointers(const Value &V,
                                       std::vector<Value> &Into) const {
  if (V.is(Value::Kind::Pointer) && V.Id != NoId)
    Into.push_back(V);
  for (const Value &Element : V.Elements)
    collectPointers(Element, Into);
  if (V.is(Value::Kind::Object))
    forEachField(V.Path,
                 [&](const Value &Field) { collectPointers(Field, Into); });
}

/// All strides among the arguments go along with each of the pointers.
void FunctionLowering::usePointers(ArrayRef<Value> Values, Sink Where,
                                   const std::string &Callee, const Expr *At) {
  std::vector<Value> Pointers;
  std::vector<PlaceId> Strides;
  for (const Value &V : Values) {
    collectPointers(V, Pointers);
    collectStrides(V, Strides);
  }
  for (const Value &P : Pointers)
    usePointer(P, Where, Callee, Strides, At);
}

Value FunctionLowering::lowerLaunch(const CUDAKernelCallExpr *E) {
  if (const CallExpr *Configuration = E->getConfig())
    for (const Expr *A : Configuration->arguments())
      lower(A);
  std::vector<Value> Values;
  for (const Expr *A : E->arguments())
    Values.push_back(isa<CXXDefaultArgExpr>(A) ? Value() : lower(A));
  const FunctionDecl *Kernel = E->getDirectCallee();
  std::string Name;
  if (Kernel)
    Name = plainQualifiedName(Kernel);
  else if (const auto *O =
               dyn_cast<OverloadExpr>(E->getCallee()->IgnoreParenImpCasts()))
    Name = O->getName().getAsString();
  usePointers(Values, Sink::Launch, Name, E);
  return {};
}

} // namespace tensortidy
