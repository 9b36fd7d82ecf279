// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace tensortidy {

void FunctionLowering::usePointer(const Value &P, Sink Where,
                                  const std::string &Callee,
                                  ArrayRef<StrideGiven> StridesOf, bool IsSized,
                                  const Expr *At) {
  UsePointer U;
  U.Pointer = P.Id;
  U.Where = Where;
  U.Callee = Callee;
  U.StridesOf.assign(StridesOf.begin(), StridesOf.end());
  U.IsSized = IsSized;
  emitUse(std::move(U), At);
}

void FunctionLowering::emitUse(UsePointer U, const Expr *At) {
  if (U.Pointer != NoId)
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

/// Do numbers other than constants go along?
bool FunctionLowering::holdsNumbers(const Value &V) const {
  if (V.is(Value::Kind::Int))
    return V.Int.TheKind != IntExpr::Kind::Literal;
  bool Holds = V.is(Value::Kind::Sizes) ||
               llvm::any_of(V.Elements, [&](const Value &Element) {
                 return holdsNumbers(Element);
               });
  if (V.is(Value::Kind::Object))
    forEachField(V.Path,
                 [&](const Value &Field) { Holds |= holdsNumbers(Field); });
  return Holds;
}

/// All strides among the arguments go along with each of the pointers.
void FunctionLowering::usePointers(ArrayRef<Value> Values, Sink Where,
                                   const std::string &Callee, const Expr *At,
                                   const FunctionDecl *To) {
  if (To && To->hasAttr<FormatAttr>())
    return; // prints an address
  std::vector<StrideGiven> Strides;
  bool IsSized = false;
  for (const Value &V : Values) {
    collectStrides(V, Strides);
    IsSized |= holdsNumbers(V);
  }
  for (unsigned I = 0; I < Values.size(); ++I) {
    bool IsUsers = To && Unit.Source.isUserCode(To->getLocation());
    PointerEffect Effect = IsUsers && Values[I].is(Value::Kind::Pointer)
                               ? Unit.Pointers.of(To, I)
                               : PointerEffect::Unknown;
    if (Effect == PointerEffect::None)
      continue;
    bool IsOne = Effect == PointerEffect::FirstElement && !Values[I].IsOffset;
    UsePointer Use;
    Use.Where = IsOne ? Sink::FirstElement : Where;
    Use.Callee = Callee;
    if (IsUsers && Values[I].is(Value::Kind::Pointer) && !definitionOf(To))
      Use.Key = Unit.linkKey(To);
    Use.Parameter = I;
    Use.StridesOf = Strides;
    Use.IsSized = IsSized || Effect == PointerEffect::Elements;
    std::vector<Value> Pointers;
    collectPointers(Values[I], Pointers);
    for (const Value &P : Pointers) {
      Use.Pointer = P.Id;
      emitUse(Use, At);
    }
  }
}

namespace {

/// Copy a number of elements from a pointer on, in the order of memory.
bool copiesMemory(StringRef Name) {
  return llvm::is_contained(
      llvm::ArrayRef<StringRef>{"memcpy", "memmove", "std::memcpy",
                                "std::memmove", "cudaMemcpy", "cudaMemcpyAsync",
                                "hipMemcpy", "hipMemcpyAsync", "std::copy",
                                "std::copy_n", "std::uninitialized_copy",
                                "cudaMemcpyPeer", "cudaMemcpyPeerAsync"},
      Name);
}

} // namespace

Sink FunctionLowering::sinkOf(const std::string &Name) {
  if (copiesMemory(Name))
    return Sink::Memcpy;
  return launchesKernel(Name) ? Sink::Launch : Sink::Call;
}

Value FunctionLowering::lowerLaunch(const CUDAKernelCallExpr *E) {
  if (const CallExpr *Configuration = E->getConfig())
    for (const Expr *A : Configuration->arguments())
      lower(A);
  std::vector<Value> Values;
  for (const Expr *A : E->arguments())
    Values.push_back(isa<CXXDefaultArgExpr>(A) ? Value() : lower(A));
  const FunctionDecl *Kernel = siteOf(E).Callee;
  usePointers(Values, Sink::Launch, Kernel ? plainQualifiedName(Kernel) : "", E,
              Kernel);
  return {};
}

} // namespace tensortidy
