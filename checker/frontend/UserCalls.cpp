// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionCollector.h"
#include "frontend/FunctionLowering.h"
#include "frontend/Mutation.h"
#include "frontend/Registries.h"

#include <utility>

using namespace clang;

namespace tensortidy {

namespace {

bool isMutableReference(QualType T) {
  return (T->isLValueReferenceType() || T->isPointerType()) &&
         !T->getPointeeType().isConstQualified();
}

/// Is it begin() or the like of a container that is not constant?
bool isIterator(const Expr *E) {
  const auto *Call =
      dyn_cast<CXXMemberCallExpr>(E->IgnoreUnlessSpelledInSource());
  const CXXMethodDecl *M = Call ? Call->getMethodDecl() : nullptr;
  return M && !M->isConst() && M->getIdentifier() &&
         llvm::is_contained(
             llvm::ArrayRef<StringRef>{"begin", "end", "rbegin", "data"},
             M->getName());
}

} // namespace

void FunctionLowering::collectTensors(const Value &V,
                                      std::vector<PlaceId> &Into) const {
  if (V.isTensor())
    Into.push_back(V.Id);
  for (const Value &Element : V.Elements)
    collectTensors(Element, Into);
}

Value FunctionLowering::resultOf(QualType T, std::vector<PlaceId> &Places) {
  switch (Unit.Types.classify(T)) {
  case TypeClass::Tensor:
  case TypeClass::OptionalTensor:
  case TypeClass::TensorList: {
    bool IsList = Unit.Types.classify(T) == TypeClass::TensorList;
    Places.push_back(newTemporary(IsList));
    return Value::tensor(Places.back());
  }
  case TypeClass::Tuple: {
    std::vector<Value> Elements;
    for (QualType Each : Unit.Types.tupleElements(T))
      Elements.push_back(resultOf(Each, Places));
    return Value::list(std::move(Elements));
  }
  case TypeClass::Int:
    return Value::integer(opaque());
  case TypeClass::Pointer:
    return Value::pointer(NoId);
  case TypeClass::Record:
    return Value::object("result#" + std::to_string(++NextOpaque), "");
  default:
    return {};
  }
}

/// One for each parameter that is a tensor, so that they meet the callee's.
std::vector<PlaceId> FunctionLowering::tensorArguments(const CallSite &S) {
  std::vector<PlaceId> Places;
  unsigned Parameters = S.Callee ? S.Callee->getNumParams() : 0;
  for (unsigned I = 0; I < S.Values.size(); ++I) {
    QualType T = I < Parameters ? S.Callee->getParamDecl(I)->getType()
                                : S.Arguments[I]->getType();
    if (TypeClassifier::holdsTensor(Unit.Types.classify(T)))
      Places.push_back(
          placeOf(S.Values[I], "an argument that is not followed", S.Whole));
    else
      collectTensors(S.Values[I], Places);
  }
  return Places;
}

/// A library's function that gets tensors by mutable reference.
static bool changesTensors(const CallSite &S, TypeClassifier &Types) {
  return S.Callee &&
         llvm::any_of(S.Callee->parameters(), [&](const ParmVarDecl *P) {
           QualType T = P->getType();
           return T->isLValueReferenceType() &&
                  !T->getPointeeType().isConstQualified() &&
                  TypeClassifier::holdsTensor(Types.classify(T));
         });
}

/// The tensors whose strides a call gets without a pointer, or to answer a
/// question.
std::vector<PlaceId> FunctionLowering::lookedAt(const CallSite &S) const {
  std::vector<Value> Pointers;
  std::vector<PlaceId> Of, Tensors;
  for (const Value &V : S.Values) {
    collectPointers(V, Pointers);
    std::vector<StrideGiven> Strides;
    collectStrides(V, Strides);
    for (const StrideGiven &Each : Strides)
      if (Each.Tensor != NoId)
        Of.push_back(Each.Tensor);
    collectTensors(V, Tensors);
  }
  if (S.ResultType->isBooleanType())
    llvm::append_range(Of, Tensors);
  else if (!Pointers.empty())
    Of.clear();
  return Of;
}

/// A function, no method, of which no header knows: what the source knows of it
/// is all that there is to know.
static bool isDeclaredInSource(const FunctionDecl *F) {
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return !isa<CXXMethodDecl>(F) &&
         llvm::all_of(F->redecls(), [&](const FunctionDecl *D) {
           return SM.isInMainFile(SM.getExpansionLoc(D->getLocation()));
         });
}

/// `stub(device, x)`, `dispatch(registry, "f", x)`: a call of what was put into
/// the table.
void FunctionLowering::callRegistered(const CallSite &S, const Call &As) {
  if (As.Arguments.empty())
    return;
  std::string Registry = S.Object ? registryOf(S.Object->getType()) : "";
  for (size_t I = 0; Registry.empty() && I < S.Arguments.size(); ++I)
    Registry = registryOf(S.Arguments[I]->getType());
  if (Registry.empty())
    return;
  Call C = As;
  C.Key = RegistryPrefix + Registry;
  C.IsExpanded = true; // what it changes is the call's own business
  Builder.emit(std::move(C), S.Whole, S.Name);
}

/// What a function that is not looked into computes: of strides, one that says
/// as much.
Value FunctionLowering::computedFrom(ArrayRef<Value> Values, const Expr *At) {
  std::vector<StrideGiven> Strides;
  for (const Value &V : Values)
    collectStrides(V, Strides);
  if (Strides.empty())
    return Value::integer(opaque());
  IntId Result = F.addInteger("");
  IntExpr Its = opaque();
  for (const StrideGiven &S : Strides)
    if (S.Tensor != NoId)
      Its.RemainderOf.push_back(S.Tensor);
  IntStrides[Result] = std::move(Strides);
  Builder.emit(Define{Result, std::move(Its)}, At);
  return Value::integer(IntExpr::variable(Result));
}

Value FunctionLowering::lowerUserCall(const CallSite &S,
                                      const std::string &Name) {
  for (const Value &V : S.Values)
    if (V.is(Value::Kind::Closure) &&
        !Unit.Registered.contains(V.Closure->getCallOperator()))
      inlineMaybe(V.Closure, S.Whole);
  if (S.Object && isAddedToList(S.Callee) && outlivesFunction(S.Object))
    for (const Value &V : S.Values)
      keepCaptures(V, S.Whole);
  const FunctionDecl *Definition = expandable(S);
  // What is put into an object is used where the object goes.
  if (!Definition || !storesPointers(Definition, S.Values))
    usePointers(S.Values, sinkOf(S), Name, S.Whole, S.Callee, &S);
  noteRuntimeCall(S, Name, Definition != nullptr);
  // A method may read through the pointers that its object holds.
  if (!Definition && S.ObjectValue.is(Value::Kind::Object) && S.Callee &&
      Unit.Source.isUserCode(S.Callee->getLocation()))
    usePointers({S.ObjectValue}, Sink::Call, Name, S.Whole);
  Call C;
  C.Callee = Name;
  C.IsExpanded = Definition != nullptr;
  C.Arguments = tensorArguments(S);
  C.LooksAt = lookedAt(S);
  C.IsDeclaredInSource = S.Callee && isDeclaredInSource(S.Callee);
  callRegistered(S, C);
  Value Result;
  if (!Definition) {
    Result = resultOf(S.ResultType, C.Results);
    addContents(Result, S.Values, S.Whole);
    if (Result.is(Value::Kind::Int))
      Result = computedFrom(S.Values, S.Whole);
  }
  bool IsUsers = S.Callee && Unit.Source.isUserCode(S.Callee->getLocation());
  // Without tensors too: it may change what stands outside.
  bool IsLibrary = S.Callee && isLibraryFunction(S.Callee);
  bool IsOpen = !IsLibrary && !Definition;
  if (!C.Results.empty() || IsOpen ||
      ((IsUsers || changesTensors(S, Unit.Types)) && !C.Arguments.empty())) {
    C.Key = IsUsers ? Unit.linkKey(S.Callee) : "";
    Builder.emit(std::move(C), S.Whole, S.Name);
  }
  if (Definition)
    return expandCall(S, Definition);
  if (IsOpen)
    forgetOutside(S.Whole);
  forgetArguments(S, Name);
  return Result;
}

void FunctionLowering::forgetOutside(const Expr *At) {
  for (const Value &V : Outside)
    forget(V, "", At);
}

/// A checking helper of a few lines may be called for every argument.
bool FunctionLowering::isWorthExpanding(unsigned Lines) const {
  constexpr unsigned FewLines = 8, FewAreWorth = 4;
  const LoweringOptions &Limits = Unit.Options;
  return Lines <= Limits.MaxLinesToExpand &&
         F.Expansions.size() <
             Limits.MaxExpansions * (Lines <= FewLines ? FewAreWorth : 1);
}

bool FunctionLowering::isExpandableBody(const FunctionDecl *D,
                                        size_t Arguments) {
  return mayInline(D) && !D->isDependentContext() && !D->isInvalidDecl() &&
         !D->isVariadic() && D->getNumParams() == Arguments &&
         Unit.Source.isUserCode(D->getLocation()) &&
         F.Blocks.size() < Unit.Options.MaxBlocksToExpand &&
         isWorthExpanding(Unit.Source.linesOf(D->getBody()));
}

/// `char *data() const` of the object that a method is called on: what other
/// classes make of it is taken to be like it, as raw pointers prove nothing.
static bool givesPointer(const CXXMethodDecl *M, const Expr *Object) {
  return M->isConst() && M->getReturnType()->isPointerType() &&
         isa<CXXThisExpr>(Object->IgnoreParenImpCasts());
}

/// Does a method leave its object as it is, or change one that is followed?
static bool followsObject(const CXXMethodDecl *M, const CallSite &S,
                          const Mutations &Changes) {
  const Value &Object = S.ObjectValue;
  return (!M->isVirtual() || givesPointer(M, S.Object)) &&
         !isa<CXXDestructorDecl>(M) &&
         (M->isConst() ||
          (!Changes.ThisEscapes &&
           (Object.is(Value::Kind::Object) || !Changes.ThisChanges)));
}

const FunctionDecl *FunctionLowering::expandable(const CallSite &S) {
  const FunctionDecl *D = nullptr;
  if (!S.Callee || !S.Callee->hasBody(D) ||
      !isExpandableBody(D, S.Values.size()))
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  bool IsFree = !Method || Method->isStatic() ||
                (S.Object && followsObject(Method, S, Unit.mutations(D)));
  if (!IsFree ||
      (D->getReturnType()->isReferenceType() &&
       isMutableReference(D->getReturnType())) ||
      !(Unit.touchesTensors(D) || storesPointers(D, S.Values)) ||
      !followsParameters(D, S.Values))
    return nullptr;
  return D;
}

/// What is changed through a pointer is followed where it is the address of
/// something that is.
bool FunctionLowering::followsParameters(const FunctionDecl *D,
                                         ArrayRef<Value> Arguments) const {
  const Mutations &Changes = Unit.mutations(D);
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    const ParmVarDecl *P = D->getParamDecl(I);
    bool IsKept = Changes.Changed.contains(P) || Changes.Copied.contains(P) ||
                  Changes.Escaped.contains(P);
    if (P->getType()->isPointerType() && isMutableReference(P->getType()) &&
        !Arguments[I].is(Value::Kind::Pointer) && !Arguments[I].isNone() &&
        (IsKept || !followsPointer(P, Arguments[I])))
      return false;
  }
  return true;
}

bool FunctionLowering::storesPointers(const FunctionDecl *D,
                                      ArrayRef<Value> Arguments) const {
  std::vector<Value> Pointers;
  for (const Value &V : Arguments)
    collectPointers(V, Pointers);
  if (Pointers.empty())
    return false;
  auto IsRecord = [&](QualType T) {
    return Unit.Types.classify(T) == TypeClass::Record;
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  if (isa<CXXConstructorDecl>(D) ||
      (Method && Method->isInstance() && !Method->isConst()) ||
      IsRecord(D->getReturnType()))
    return true;
  return llvm::any_of(D->parameters(), [&](const ParmVarDecl *P) {
    return isMutableReference(P->getType()) &&
           IsRecord(P->getType()->getPointeeType());
  });
}

Value FunctionLowering::expandCall(const CallSite &S,
                                   const FunctionDecl *Definition) {
  F.Expansions.push_back(
      {plainQualifiedName(Definition), Builder.originOf(S.Whole, S.Name)});
  addMutations(Unit.mutations(Definition));
  Blocks.add(Definition, Unit);
  uint32_t Outer = Builder.setExpansion(F.Expansions.size());
  const Value Object =
      S.ObjectValue.is(Value::Kind::Object) ? S.ObjectValue : makeArray("");
  Value Caller = std::exchange(This, S.Object ? Object : This);
  Value Result = inlineBody(Definition, S.Values, S.Whole);
  This = std::move(Caller);
  Builder.setExpansion(Outer);
  return Result;
}

void FunctionLowering::forgetArguments(const CallSite &S,
                                       const std::string &Name) {
  std::string Why = "changed by '" + Name + "'";
  unsigned Parameters = S.Callee ? S.Callee->getNumParams() : 0;
  for (unsigned I = 0; I < S.Values.size(); ++I) {
    const Value &V = S.Values[I];
    bool IsMutable = I < Parameters &&
                     isMutableReference(S.Callee->getParamDecl(I)->getType());
    // An iterator of a list of tensors: what it is given to may write there.
    if (V.isTensor() && isIterator(S.Arguments[I]) && F.Places[V.Id].IsList) {
      forget(V, Why, S.Whole);
      continue;
    }
    // `fill(t->strides)` of a struct.
    if (IsMutable && (V.is(Value::Kind::Sizes) || V.is(Value::Kind::Strides)))
      forget(Value::tensor(V.Id), Why, S.Whole);
    if (!IsMutable || V.is(Value::Kind::Pointer))
      continue;
    bool IsReference = S.Callee->getParamDecl(I)->getType()->isReferenceType();
    if (V.isTensor() && IsReference && !Unit.mayReseat(S.Callee, I))
      continue;
    forget(V, Why, S.Whole);
  }
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(S.Callee);
  if (M && !M->isConst() && S.ObjectValue.is(Value::Kind::Object))
    forgetFields(S.ObjectValue.Path, Why, S.Whole);
}

} // namespace tensortidy
