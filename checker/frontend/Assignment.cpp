// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

using namespace clang;

namespace tensortidy {

PlaceId FunctionLowering::placeOf(const Value &V, const std::string &Why,
                                  const Expr *At) {
  if (V.isTensor())
    return V.Id;
  bool IsList = V.is(Value::Kind::List);
  PlaceId P = newTemporary(IsList);
  if (IsList)
    assignTensor(Value::tensor(P), V, At);
  else if (V.is(Value::Kind::Undefined))
    Builder.emit(Assign{P, NoId}, At);
  else
    Builder.emit(Forget{P, Why}, At);
  return P;
}

void FunctionLowering::assignTensor(const Value &Target, const Value &Source,
                                    const Expr *At) {
  if (Source.is(Value::Kind::List)) {
    // `std::vector<Tensor> v = {a, b}`; one element is an optional's payload.
    Choose C;
    C.Target = Target.Id;
    if (Target.IsElement)
      C.Sources.push_back(Target.Id);
    for (const Value &Element : Source.Elements)
      C.Sources.push_back(
          Element.is(Value::Kind::Undefined) ? NoId : placeOf(Element, "", At));
    if (C.Sources.empty())
      return Builder.emit(Assign{Target.Id, NoId}, At);
    return Builder.emit(std::move(C), At);
  }
  bool IsUndefined = Source.is(Value::Kind::Undefined);
  if (Target.IsElement) {
    PlaceId From = IsUndefined ? NoId : placeOf(Source, "", At);
    return Builder.emit(Choose{Target.Id, {Target.Id, From}}, At);
  }
  if (IsUndefined)
    return Builder.emit(Assign{Target.Id, NoId}, At);
  if (!Source.isTensor())
    return Builder.emit(Forget{Target.Id, "an expression that is not followed"},
                        At);
  if (Source.Id == Target.Id || Builder.redirect(Source.Id, Target.Id))
    return;
  Builder.emit(Assign{Target.Id, Source.Id}, At);
}

void FunctionLowering::assign(const Value &Target, const Value &Source,
                              const Expr *At) {
  switch (Target.TheKind) {
  case Value::Kind::Tensor:
    return assignTensor(Target, Source, At);
  case Value::Kind::Int:
    if (Target.IsElement) {
      storePointer(Source, At);
      return collectStrides(Source, IntStrides[Target.Id]);
    }
    define(Target, intOf(Source), At);
    if (Target.Int.TheKind == IntExpr::Kind::Variable)
      noteAddress(Target.Int.Int, Source, At);
    return;
  case Value::Kind::Pointer:
    return assignPointer(Target, Source, At);
  case Value::Kind::List:
    // The braces of std::array are two.
    if (Source.is(Value::Kind::List) && Source.Elements.size() == 1 &&
        Source.Elements.front().is(Value::Kind::List))
      return assign(Target, Source.Elements.front(), At);
    for (unsigned I = 0; I < Target.Elements.size(); ++I) {
      bool Has = Source.is(Value::Kind::List) && I < Source.Elements.size();
      // A list whose length nobody knows, unpacked.
      Value Part = Has                 ? Source.Elements[I]
                   : Source.isTensor() ? Source
                                       : Value();
      assign(Target.Elements[I], Part, At);
    }
    return;
  case Value::Kind::Object:
    return assignRecord(Target, Source, At);
  case Value::Kind::Truth:
    if (Target.isFlag() && Target.Truth.Operands.empty())
      setFlag(Target, truthOf(Source), At);
    return;
  default:
    return;
  }
}

void FunctionLowering::assignPointer(const Value &Target, const Value &Source,
                                     const Expr *At) {
  if (Target.Id == NoId || Target.IsOffset)
    return;
  PointerId From =
      Source.is(Value::Kind::Pointer) ? Source.Id : addressIn(Source);
  if (Target.IsElement) {
    // Of an array or a vector: the others stay.
    addContents(Value::object(Target.Path, ""), {Source}, At);
    std::vector<PointerId> Sources{From};
    if (From != NoId && !Unset.erase(Target.Id))
      Sources.push_back(Target.Id);
    if (From != NoId)
      Builder.emit(AssignPointer{Target.Id, std::move(Sources)}, At);
    return;
  }
  auto Any = AnyOf.find(Target.Id);
  if (Any == AnyOf.end()) {
    Unset.erase(Target.Id);
    return Builder.emit(AssignPointer{Target.Id, {From}}, At);
  }
  const std::vector<PointerId> Elements = Any->second;
  bool IsFirst = LoopDepth == 0 && Labels.empty();
  for (PointerId Element : Elements) {
    std::vector<PointerId> Sources{From};
    if (!IsFirst || !Unset.contains(Element))
      Sources.push_back(Element);
    Builder.emit(AssignPointer{Element, std::move(Sources)}, At);
    Unset.erase(Element);
  }
}

Value FunctionLowering::slotLike(const Value &V, const std::string &Path,
                                 const std::string &Name) {
  switch (V.TheKind) {
  case Value::Kind::Tensor:
    return makeTensorSlot(Name, PlaceKind::Field, F.Places[V.Id].IsList,
                          SourceLocation());
  case Value::Kind::Int:
    return Value::integer(IntExpr::variable(F.addInteger(Name)));
  case Value::Kind::Pointer:
    return Value::pointer(F.addPointer(Name));
  case Value::Kind::Object:
    return Value::object(Path, Name);
  case Value::Kind::List: {
    std::vector<Value> Elements;
    for (const Value &Each : V.Elements)
      Elements.push_back(slotLike(Each, Path, Name));
    return Value::list(std::move(Elements));
  }
  default:
    return {};
  }
}

/// `a = b` of records: field by field. What the other one does not name is not
/// known.
void FunctionLowering::assignRecord(const Value &Target, const Value &Source,
                                    const Expr *At) {
  if (!Source.is(Value::Kind::Object))
    return forgetFields(Target.Path, "assigned as a whole", At);
  const std::string To = Target.Path + ".", From = Source.Path + ".";
  if (To == From)
    return;
  std::map<std::string, Value> Theirs, Ours;
  for (const auto &[Path, V] : Fields) {
    if (StringRef(Path).starts_with(From))
      Theirs[Path.substr(From.size())] = V;
    if (StringRef(Path).starts_with(To))
      Ours[Path.substr(To.size())] = V;
  }
  bool AreApart =
      !StringRef(To).starts_with(From) && !StringRef(From).starts_with(To);
  for (const auto &[Name, V] : Ours)
    if (!V.is(Value::Kind::Object) && (!AreApart || !Theirs.count(Name)))
      forget(V, "assigned as a whole", At);
  for (const auto &[Name, V] : Theirs) {
    if (!AreApart)
      return;
    Value &Slot = Fields[To + Name];
    if (Slot.isNone())
      Slot = slotLike(V, To + Name,
                      Target.Name.empty() ? Name : Target.Name + "." + Name);
    if (!V.is(Value::Kind::Object))
      assign(Value(Slot), V, At);
  }
}

/// std::swap.
void FunctionLowering::exchange(const Value &A, const Value &B,
                                const Expr *At) {
  Value Old = copyOf(A, At);
  assign(A, B, At);
  assign(B, Old, At);
}

/// Is it std::move of something that has a name and may change?
static bool isMove(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->isInStdNamespace() && F->getIdentifier() &&
         F->getName() == "move" && Call->getNumArgs() == 1 &&
         !Call->getType().isConstQualified();
}

Value FunctionLowering::movedFrom(const Value &V, const Expr *A,
                                  const FunctionDecl *To) {
  bool Moves = To->getNumParams() &&
               To->getParamDecl(0)->getType()->isRValueReferenceType();
  if (!Moves || !isMove(A) || !V.isTensor() || V.IsElement ||
      F.Places[V.Id].Kind == PlaceKind::Temporary)
    return V;
  Value Taken = Value::tensor(newTemporary(F.Places[V.Id].IsList));
  F.Places[Taken.Id].Name = F.Places[V.Id].Name;
  Builder.emit(Assign{Taken.Id, V.Id}, A);
  // An optional still has a value, of which nothing can be said.
  if (Unit.Types.classify(A->getType()) == TypeClass::OptionalTensor)
    Builder.emit(Forget{V.Id, "moved from"}, A);
  else
    Builder.emit(Assign{V.Id, NoId}, A);
  return Taken;
}

PlaceId FunctionLowering::snapshotPlace(PlaceId P, const Expr *At) {
  if (P == NoId || StablePlaces.contains(P))
    return P;
  PlaceId Copy = newTemporary(F.Places[P].IsList);
  F.Places[Copy].Name = F.Places[P].Name;
  Builder.emit(Assign{Copy, P}, At);
  return Copy;
}

PlaceId FunctionLowering::frozenPlace(PlaceId P, const Expr *At) {
  PlaceId Copy = snapshotPlace(P, At);
  if (Copy != P)
    F.Places[Copy].IsFrozen = true;
  return Copy;
}

/// Does it have the same value wherever it is read?
bool FunctionLowering::isStable(const IntExpr &E) const {
  if (E.TheKind == IntExpr::Kind::Variable)
    return StableInts.contains(E.Int);
  if (E.Tensor != NoId && !StablePlaces.contains(E.Tensor))
    return false;
  return llvm::all_of(E.Operands,
                      [&](const IntExpr &Each) { return isStable(Each); });
}

IntExpr FunctionLowering::snapshotInt(const IntExpr &E, const Expr *At) {
  if (isStable(E))
    return E;
  Value Slot = Value::integer(IntExpr::variable(F.addInteger("")));
  define(Slot, E, At);
  return Slot.Int;
}

/// A flag that changes: a new one, which is set where it is now.
Condition FunctionLowering::snapshotFlag(Condition C, const Expr *At) {
  IntId Old = C.Integers.front().Int;
  IntId Copy = F.addInteger(F.Integers[Old]);
  StableInts.insert(Copy);
  setFlag(Value::flag(Copy), Value::flag(Old).Truth, At);
  C.Integers.front() = IntExpr::variable(Copy);
  return C;
}

Condition FunctionLowering::snapshotCondition(Condition C, const Expr *At) {
  C = boundedCondition(std::move(C));
  if (C.TheKind == Condition::Kind::Flag && !isStable(C.Integers.front()))
    C = snapshotFlag(std::move(C), At);
  C.Tensor = frozenPlace(C.Tensor, At);
  C.Other = frozenPlace(C.Other, At);
  for (IntExpr &E : C.Integers)
    E = snapshotInt(E, At);
  for (Condition &Operand : C.Operands)
    Operand = snapshotCondition(std::move(Operand), At);
  return C;
}

Value FunctionLowering::snapshot(const Value &V, const Expr *At) {
  Value Copy = V;
  switch (V.TheKind) {
  case Value::Kind::Tensor:
  case Value::Kind::Sizes:
  case Value::Kind::Strides:
    Copy.Id = snapshotPlace(V.Id, At);
    break;
  case Value::Kind::Property:
    if (V.Id != NoId)
      Copy.Id = snapshotPlace(V.Id, At);
    break;
  case Value::Kind::Int:
    Copy.Int = snapshotInt(V.Int, At);
    if (Copy.Int.Int != V.Int.Int)
      noteAddress(Copy.Int.Int, V, At);
    break;
  case Value::Kind::Truth:
    Copy.Truth = snapshotCondition(V.Truth, At);
    break;
  case Value::Kind::List:
    for (Value &Element : Copy.Elements)
      Element = snapshot(Element, At);
    break;
  default:
    break;
  }
  return Copy;
}

static bool isTemporaryPath(StringRef Path) {
  return Path.starts_with("init#") || Path.starts_with("new#") ||
         Path.starts_with("result#");
}

Value FunctionLowering::copyOf(const Value &V, const Expr *At) {
  if (V.is(Value::Kind::List)) {
    Value Copy = V;
    for (Value &Element : Copy.Elements)
      Element = copyOf(Element, At);
    return Copy;
  }
  if (V.is(Value::Kind::Pointer) && V.Id != NoId && !V.IsOffset) {
    Value Copy = V;
    Copy.Id = F.addPointer(F.Pointers[V.Id]);
    Builder.emit(AssignPointer{Copy.Id, {V.Id}}, At);
    return Copy;
  }
  if (!V.is(Value::Kind::Object))
    return snapshot(V, At);
  // What a temporary has goes over to the copy.
  bool IsMoved = isTemporaryPath(V.Path);
  std::string Old = V.Path + ".";
  Value Copy = makeArray(V.Name);
  std::map<std::string, Value> Copied;
  for (auto It = Fields.lower_bound(Old);
       It != Fields.end() && It->first.compare(0, Old.size(), Old) == 0; ++It) {
    std::string Path = Copy.Path + "." + It->first.substr(Old.size());
    const Value &Field = It->second;
    if (Field.is(Value::Kind::Object))
      Copied[Path] = Value::object(Path, Field.Name);
    else
      Copied[Path] = IsMoved ? Field : copyOf(Field, At);
  }
  Fields.merge(Copied);
  return Copy;
}

void FunctionLowering::forget(const Value &V, const std::string &Why,
                              const Expr *At) {
  switch (V.TheKind) {
  case Value::Kind::Tensor:
    return Builder.emit(Forget{V.Id, Why}, At);
  case Value::Kind::Int:
    return define(V, opaque(), At);
  case Value::Kind::Pointer:
    if (V.Id != NoId)
      assignPointer(V, Value(), At);
    return;
  case Value::Kind::List:
    for (const Value &Element : V.Elements)
      forget(Element, Why, At);
    return;
  case Value::Kind::Object:
    return forgetFields(V.Path, Why, At);
  case Value::Kind::Truth:
    if (V.isFlag() && V.Truth.Operands.empty())
      Builder.emit(Define{V.Truth.Integers.front().Int, opaque()}, At);
    return;
  default:
    return;
  }
}

void FunctionLowering::forgetFields(const std::string &Path,
                                    const std::string &Why, const Expr *At) {
  forEachField(Path, [&](const Value &Field) { forget(Field, Why, At); });
}

} // namespace tensortidy
