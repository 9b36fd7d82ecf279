// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"

#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace tensortidy {

PlaceId FunctionLowering::newTemporary(bool IsList) {
  PlaceId P = F.addPlace(PlaceKind::Temporary, "");
  F.Places[P].IsList = IsList;
  return P;
}

Value FunctionLowering::makeTensorSlot(const std::string &Name, PlaceKind Kind,
                                       bool IsList, SourceLocation Where) {
  PlaceId P = F.addPlace(Kind, Name, Unit.Source.token(Where));
  F.Places[P].IsList = IsList;
  return Value::tensor(P);
}

Value FunctionLowering::makeSlot(QualType T, const std::string &Name,
                                 PlaceKind Kind, SourceLocation Where) {
  switch (Unit.Types.classify(T)) {
  case TypeClass::Tensor:
  case TypeClass::OptionalTensor:
    return makeTensorSlot(Name, Kind, false, Where);
  case TypeClass::TensorList:
    return makeTensorSlot(Name, Kind, true, Where);
  case TypeClass::Int:
    return Value::integer(IntExpr::variable(F.addInteger(Name)));
  case TypeClass::Pointer:
    return Value::pointer(F.addPointer(Name));
  case TypeClass::Tuple: {
    std::vector<Value> Elements;
    for (QualType Each : Unit.Types.tupleElements(T))
      Elements.push_back(makeSlot(Each, Name, Kind, Where));
    return Value::list(std::move(Elements));
  }
  case TypeClass::IntList:
    return Kind == PlaceKind::Field ? makeArray(Name) : Value();
  case TypeClass::Record:
    return Value::object(Name + "#" + std::to_string(++NextOpaque), Name);
  default:
    if (isUsersEnum(T)) {
      IntId I = F.addInteger(Name);
      EnumInts.insert(I);
      return Value::integer(IntExpr::variable(I));
    }
    return makePointerArray(T, Name).value_or(Value());
  }
}

/// Those of the library are types and formats, which rules speak of.
bool FunctionLowering::isUsersEnum(QualType T) const {
  const auto *E = T.getNonReferenceType()->getAs<EnumType>();
  return E && Unit.Source.isUserCode(E->getDecl()->getLocation());
}

Value FunctionLowering::variable(const ValueDecl *D) {
  auto It = Variables.find(D);
  if (It != Variables.end())
    return It->second;
  const auto *V = dyn_cast<VarDecl>(D);
  // What stands outside the function, or in the one around a lambda.
  bool IsOutside = V && !V->isLocalVarDecl() && !isa<ParmVarDecl>(V);
  Value Slot =
      makeSlot(D->getType(), D->getNameAsString(),
               IsOutside || (V && V->isStaticLocal()) ? PlaceKind::Field
                                                      : PlaceKind::Captured,
               D->getLocation());
  if (IsOutside && !D->getType().isConstQualified() &&
      (Slot.is(Value::Kind::Int) || Slot.is(Value::Kind::Pointer)))
    Outside.push_back(Slot);
  return Variables[D] = Slot;
}

static bool baseHas(const CXXRecordDecl *D, DeclarationName Name) {
  for (const CXXBaseSpecifier &B : D->bases()) {
    const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
    Base = Base ? Base->getDefinition() : nullptr;
    if (Base && (!Base->lookup(Name).empty() || baseHas(Base, Name)))
      return true;
  }
  return false;
}

/// "t"; "Derived::t" where a base has a member of that name, too.
static std::string fieldKey(const ValueDecl *Field) {
  const auto *D = dyn_cast<CXXRecordDecl>(Field->getDeclContext());
  std::string Name = Field->getNameAsString();
  bool Hides = D && D->hasDefinition() && baseHas(D, Field->getDeclName());
  return Hides ? D->getNameAsString() + "::" + Name : Name;
}

Value FunctionLowering::field(const Value &Object, const ValueDecl *Field) {
  if (!Object.is(Value::Kind::Object))
    return {};
  std::string Path = Object.Path + "." + fieldKey(Field);
  auto It = Fields.find(Path);
  if (It != Fields.end())
    return It->second;
  std::string Name = Field->getNameAsString();
  // What it refers to is another variable, which may change at any time.
  if (Field->getType()->isReferenceType() &&
      !Field->getType()->getPointeeType().isConstQualified())
    return makeSlot(Field->getType(), Name, PlaceKind::Field,
                    Field->getLocation());
  if (Object.Name != "this" && !Object.Name.empty())
    Name = Object.Name + "." + Name;
  Value Slot =
      makeSlot(Field->getType(), Name, PlaceKind::Field, Field->getLocation());
  if (Slot.is(Value::Kind::Object))
    Slot.Path = Path;
  return Fields[Path] = Slot;
}

void FunctionLowering::declareParameter(const ParmVarDecl *D) {
  QualType T = D->getType();
  TypeClass C = Unit.Types.classify(T);
  bool IsTensor = TypeClassifier::holdsTensor(C);
  // What a reference refers to may change under another name. Of tensors two
  // parameters are taken to be two.
  bool MayChange = T->isReferenceType() && !IsTensor;
  if (!MayChange)
    markSettled(D);
  if (C == TypeClass::Bool && !MayChange && !Modified.contains(D)) {
    Variables[D] = Value::flag(F.addInteger(D->getNameAsString()));
    StableInts.insert(Variables[D].Truth.Integers.front().Int);
    return;
  }
  // The tensors of a tuple are not parameters of their own.
  Value Slot = makeSlot(T, D->getNameAsString(),
                        IsTensor ? PlaceKind::Parameter : PlaceKind::Captured,
                        D->getLocation());
  Variables[D] = Slot;
  markStable(D, Slot);
  if (!IsTensor)
    return;
  Parameter P;
  P.Tensor = Slot.Id;
  P.Position = D->getFunctionScopeIndex();
  P.IsMutableReference =
      T->isLValueReferenceType() && !T->getPointeeType().isConstQualified();
  P.IsOptional = C == TypeClass::OptionalTensor;
  if (const auto *In = dyn_cast<FunctionDecl>(D->getDeclContext())) {
    const Decl *Its = In->getCanonicalDecl();
    if (Unit.RegisteredForCpu.contains(Its) &&
        !Unit.RegisteredElsewhere.contains(Its))
      P.Has.OnCpu = true;
  }
  if (const TypeRule *Rule = Unit.Types.tensorRule(T)) {
    P.Check = Rule->Check;
    P.Copy = Rule->Copy;
    P.IsForeign = !Rule->IsLikeAten;
  }
  F.Parameters.push_back(P);
}

/// Is it a reference to a new object, as in `const T &x = T(y)`?
static bool bindsTemporary(const Expr *Init) {
  if (const auto *Full = dyn_cast_or_null<ExprWithCleanups>(Init))
    Init = Full->getSubExpr();
  while (const auto *C = dyn_cast_or_null<ImplicitCastExpr>(Init))
    Init = C->getSubExpr();
  return isa_and_nonnull<MaterializeTemporaryExpr>(Init);
}

/// The fields of an object are its own names for them: `x` of `auto &[x] = p`
/// is `p.x`. What get<I>() of a class of the user gives is not followed.
void FunctionLowering::bindFields(const DecompositionDecl *D, const Value &V) {
  bool IsOwn = !D->getType()->isReferenceType() || bindsTemporary(D->getInit());
  Value Object = IsOwn ? copyOf(V, D->getInit()) : V;
  Variables[D] = Object;
  for (const BindingDecl *B : D->bindings()) {
    const auto *M = dyn_cast_or_null<MemberExpr>(B->getBinding());
    Variables[B] = M ? field(Object, M->getMemberDecl())
                     : makeSlot(B->getType(), B->getNameAsString(),
                                PlaceKind::Field, B->getLocation());
  }
}

void FunctionLowering::declareBindings(const DecompositionDecl *D) {
  Value V = lower(D->getInit());
  if (V.is(Value::Kind::Object))
    return bindFields(D, V);
  unsigned I = 0;
  for (const BindingDecl *B : D->bindings()) {
    Value Part;
    if (V.is(Value::Kind::List) && I < V.Elements.size())
      Part = V.Elements[I];
    else if (V.isTensor())
      Part = listElement(V, Value());
    ++I;
    bool IsAlias = D->getType()->isReferenceType() && Part.isLvalue();
    if (IsAlias)
      nameTemporary(Part, B);
    Value Slot = IsAlias ? Part
                         : makeSlot(B->getType(), B->getNameAsString(),
                                    PlaceKind::Local, B->getLocation());
    // A template's bindings have no type yet.
    if (Slot.isNone() && Part.isTensor())
      Slot = makeTensorSlot(B->getNameAsString(), PlaceKind::Local, false,
                            B->getLocation());
    if (!IsAlias && D->getInit())
      assign(Slot, Part, D->getInit());
    Variables[B] = Slot;
  }
}

void FunctionLowering::nameTemporary(const Value &V, const ValueDecl *D) {
  for (const Value &Element : V.Elements)
    nameTemporary(Element, D);
  if (!V.isTensor() || F.Places[V.Id].Kind != PlaceKind::Temporary)
    return;
  F.Places[V.Id].Kind = PlaceKind::Local;
  F.Places[V.Id].Name = D->getNameAsString();
  F.Places[V.Id].Declaration = Unit.Source.token(D->getLocation());
  noteScope(V, D);
}

void FunctionLowering::noteScope(const Value &V, const ValueDecl *D) {
  const auto *Variable = dyn_cast<VarDecl>(D);
  if (V.isTensor() && Variable && Variable->isLocalVarDecl() &&
      Variable->hasLocalStorage() && Braces)
    F.Places[V.Id].Scope = Unit.Source.range(Braces->getSourceRange());
}

Value FunctionLowering::makeFlag(const std::string &Name, const Value &V,
                                 const Stmt *At) {
  bool IsKnown = V.is(Value::Kind::Truth) &&
                 (V.isFlag() || V.Truth.TheKind == Condition::Kind::Constant);
  if (IsKnown)
    return V;
  IntId I = F.addInteger(Name);
  StableInts.insert(I);
  Builder.emit(Define{I, opaque()}, At);
  return V.is(Value::Kind::Truth) && V.Truth.TheKind != Condition::Kind::Unknown
             ? Value::flag(I, V.Truth)
             : Value::flag(I);
}

void FunctionLowering::setFlag(const Value &Flag, const Condition &C,
                               const Stmt *At) {
  IntId I = Flag.Truth.Integers.front().Int;
  if (C.TheKind == Condition::Kind::Unknown)
    return Builder.emit(Define{I, opaque()}, At);
  unsigned Then = Builder.newBlock(), Else = Builder.newBlock();
  unsigned After = Builder.newBlock();
  Builder.branch(C, Then, Else);
  for (bool IsSet : {true, false}) {
    Builder.enter(IsSet ? Then : Else);
    Builder.emit(Define{I, IntExpr::literal(IsSet)}, At);
    Builder.jump(After);
  }
  Builder.enter(After);
}

/// Lists of integers, conditions, formats: kept as long as nobody changes them.
Value FunctionLowering::keepOrForget(const ValueDecl *D, const Value &V,
                                     const Expr *At) {
  Value Kept = At && !Modified.contains(D) ? snapshot(V, At) : Value();
  QualType T = D->getType();
  if (At && !Modified.contains(D) && Unit.Types.classify(T) == TypeClass::Bool)
    return makeFlag(D->getNameAsString(), Kept, At);
  // `void *arguments[] = {&p, &n}`: what is in it leaves with it.
  std::vector<Value> Pointers;
  collectPointers(V, Pointers);
  if (At && V.is(Value::Kind::List) && !Pointers.empty())
    return snapshot(V, At);
  if (Kept.isNone() && isPointerList(T)) {
    if (V.is(Value::Kind::Object))
      return V;
    // None in it, where it is made again in a loop.
    Value Array = makeArray(D->getNameAsString());
    if (At)
      Builder.emit(
          AssignPointer{arrayElement(Array, TypeClass::Pointer).Id, {NoId}},
          At);
    return Array;
  }
  if (Kept.isNone() &&
      (T->isArrayType() || Unit.Types.classify(T) == TypeClass::IntList)) {
    Value Array = makeArray(D->getNameAsString());
    if (V.is(Value::Kind::Strides))
      addContents(Array, {V}, At);
    return Array;
  }
  return Kept;
}

/// Does \p Init name a variable whose flag a reference to it can be?
static bool namesVariable(const Expr *Init) {
  return isa<DeclRefExpr>(Init->IgnoreParenImpCasts());
}

/// What the reference \p D to a bool stands for: the flag of the variable that
/// it refers to, and otherwise nothing that is followed, since what it refers
/// to may be changed under another name.
static Value referredFlag(const Value &V, const Expr *Init) {
  bool IsFollowed =
      namesVariable(Init) && V.is(Value::Kind::Truth) &&
      (V.isFlag() || V.Truth.TheKind == Condition::Kind::Constant);
  return IsFollowed ? V : Value();
}

bool FunctionLowering::followsPointer(const ValueDecl *D,
                                      const Value &Object) const {
  return D->getType()->isPointerType() &&
         (Object.isTensor() || Object.is(Value::Kind::Object)) &&
         !Modified.contains(D) && !Copied.contains(D) && !Escaped.contains(D);
}

/// `T *p = &x` is another name of x. What is known of x at this point says
/// nothing of a pointer that may be given another address.
bool FunctionLowering::declareObjectPointer(const VarDecl *D,
                                            const Value &Object) {
  if (!D->getType()->isPointerType() ||
      !(Object.isTensor() || Object.is(Value::Kind::Object)))
    return false;
  const auto *U = dyn_cast<UnaryOperator>(D->getInit()->IgnoreParenImpCasts());
  bool IsAddress = U && U->getOpcode() == UO_AddrOf;
  bool IsList =
      Object.isTensor() && F.Places[Object.Id].IsList && !Modified.contains(D);
  // `auto *impl = x.unsafeGetTensorImpl();`
  bool IsHandle = Object.isTensor() &&
                  (Unit.Types.classify(D->getType()) == TypeClass::Tensor ||
                   Unit.Types.isStorage(D->getType()));
  Variables[D] =
      IsList || ((IsAddress || IsHandle) && followsPointer(D, Object))
          ? Object
          : Value();
  return true;
}

/// Initialised by the first call that gets here, or by an earlier one.
void FunctionLowering::declareStatic(const VarDecl *D) {
  const Expr *Init = D->getInit();
  if (!Init)
    return;
  unsigned First = Builder.newBlock(), After = Builder.newBlock();
  Builder.jump(First);
  Builder.jump(After);
  Builder.enter(First);
  Value V = lower(Init);
  if (Unit.Types.holdsTensor(Unit.Types.classify(D->getType())))
    assign(variable(D), V, Init);
  Builder.jump(After);
  Builder.enter(After);
  if (V.is(Value::Kind::Closure) && !Modified.contains(D) &&
      V.Closure->capture_size() == 0)
    Variables[D] = V;
}

void FunctionLowering::declare(const VarDecl *D) {
  if (const auto *Bindings = dyn_cast<DecompositionDecl>(D))
    return declareBindings(Bindings);
  if (D->isStaticLocal())
    return declareStatic(D);
  if (D->hasExternalStorage())
    return;
  const Expr *Init = D->getInit();
  QualType T = D->getType();
  if (const CXXRecordDecl *Class = T->getAsCXXRecordDecl())
    F.DisablesGradients |=
        is_contained({"NoGradGuard", "InferenceMode"},
                     Class->getIdentifier() ? Class->getName() : StringRef());
  bool Refers = T->isReferenceType() && Init && !bindsTemporary(Init);
  if (!Refers || isSettled(Init))
    markSettled(D);
  Value V = lower(Init);
  if (Refers && T->getPointeeType()->isBooleanType()) {
    Variables[D] = referredFlag(V, Init);
    return;
  }
  bool IsBound = T->isReferenceType() && V.isLvalue();
  if (IsBound && bindsTemporary(Init)) {
    bool IsOwn = V.isTensor() && F.Places[V.Id].Kind == PlaceKind::Temporary;
    if (!IsOwn)
      V = copyOf(V, Init);
  }
  if (T->isReferenceType())
    nameTemporary(V, D);
  if (IsBound || (V.is(Value::Kind::Closure) && !Modified.contains(D)) ||
      (V.KeepsPositions && !Escaped.contains(D))) {
    Variables[D] = V;
    return;
  }
  if (declareObjectPointer(D, V))
    return;
  Value Slot =
      makeSlot(T, D->getNameAsString(), PlaceKind::Local, D->getLocation());
  if (Slot.isNone() && T->isDependentType() && V.isTensor())
    Slot = makeTensorSlot(D->getNameAsString(), PlaceKind::Local,
                          F.Places[V.Id].IsList, D->getLocation());
  // `bool dense = true; if (!x.is_contiguous()) dense = false;`
  if (Init && Modified.contains(D) && !Escaped.contains(D) &&
      T->isBooleanType()) {
    Variables[D] = Value::flag(F.addInteger(D->getNameAsString()));
    return setFlag(Variables[D], truthOf(V), Init);
  }
  if (Slot.isNone() || (Slot.is(Value::Kind::Object) && !V.isNone())) {
    // An object takes the fields that its initialiser gave it.
    bool IsObject = Slot.is(Value::Kind::Object);
    Value Kept = IsObject && Init ? copyOf(V, Init) : keepOrForget(D, V, Init);
    if (Kept.Name.empty())
      Kept.Name = D->getNameAsString();
    Variables[D] = Kept;
    return;
  }
  // `while (std::string *message = Check_EQImpl(..))`, to which a macro gives
  // no other value.
  if (V.is(Value::Kind::Truth) && Slot.is(Value::Kind::Pointer) &&
      D->getLocation().isMacroID()) {
    Variables[D] = snapshot(V, Init);
    return;
  }
  // `const int64_t *strides = t->strides;` of a struct.
  bool IsPart = V.is(Value::Kind::Sizes) || V.is(Value::Kind::Strides);
  if (IsPart && Slot.is(Value::Kind::Pointer) && !Modified.contains(D)) {
    Variables[D] = snapshot(V, Init);
    return;
  }
  Variables[D] = Slot;
  noteScope(Slot, D);
  markStable(D, Slot);
  if (Init && Slot.is(Value::Kind::Int) && !Escaped.contains(D))
    LocalInts.insert(Slot.Int.Int);
  if (Init)
    assign(Slot, V, Init);
  if (Slot.Elements.empty() || !beginsUnset(Init))
    return;
  for (const Value &Each : Slot.Elements)
    if (Each.is(Value::Kind::Pointer))
      Unset.insert(Each.Id);
}

void FunctionLowering::markStable(const ValueDecl *D, const Value &Slot) {
  if (Modified.contains(D))
    return;
  if (Slot.isTensor() && !AxesChange)
    StablePlaces.insert(Slot.Id);
  else if (Slot.is(Value::Kind::Int))
    StableInts.insert(Slot.Int.Int);
}

} // namespace tensortidy
