// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/FunctionLowering.h"
#include "frontend/Registries.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace tensortidy {

void FunctionLowering::usePointer(const Value &P, Sink Where,
                                  const std::string &Callee,
                                  ArrayRef<StrideGiven> StridesOf, bool IsSized,
                                  const Expr *At) {
  UsePointer U;
  U.IsWritten = At && At == Assigned;
  U.Pointer = P.Id;
  U.Where = Where;
  U.Callee = Callee;
  U.StridesOf.assign(StridesOf.begin(), StridesOf.end());
  U.IsSized = IsSized;
  // An element, `p[i]` or `*p`, as which it is read.
  if (At && (Where == Sink::Index || Where == Sink::FirstElement))
    if (QualType T = At->getType();
        !T.isNull() && !T->isDependentType() && !T->isIncompleteType())
      U.Alignment = Unit.Context.getTypeAlignInChars(T).getQuantity();
  emitUse(std::move(U), At);
}

/// Whoever reads the memory that it is put into walks what it points to.
void FunctionLowering::storePointer(const Value &V, const Expr *At) {
  if (V.is(Value::Kind::Pointer) || V.is(Value::Kind::Address))
    usePointer(V, Sink::Call, "", V.StridesOf, /*IsSized=*/true, At);
}

void FunctionLowering::emitUse(UsePointer U, const Expr *At) {
  if (U.Pointer != NoId)
    Builder.emit(std::move(U), At);
}

void FunctionLowering::collectPointers(const Value &V,
                                       std::vector<Value> &Into) const {
  if (V.is(Value::Kind::Pointer) && V.Id != NoId)
    Into.push_back(V);
  if (PointerId Its = addressIn(V); Its != NoId)
    Into.push_back(Value::pointer(Its));
  for (const Value &Element : V.Elements)
    collectPointers(Element, Into);
  if (V.is(Value::Kind::Object))
    forEachField(V.Path,
                 [&](const Value &Field) { collectPointers(Field, Into); });
}

PointerId FunctionLowering::addressIn(const Value &V) const {
  if (V.is(Value::Kind::Address))
    return V.Id;
  if (!V.is(Value::Kind::Int) || V.Int.TheKind != IntExpr::Kind::Variable)
    return NoId;
  auto It = IntPointers.find(V.Int.Int);
  return It == IntPointers.end() ? NoId : It->second;
}

/// `CUdeviceptr p = (CUdeviceptr)x.data_ptr();`
void FunctionLowering::noteAddress(IntId Target, const Value &Source,
                                   const Expr *At) {
  PointerId From = addressIn(Source);
  if (From == NoId && !IntPointers.count(Target))
    return;
  auto [It, IsNew] = IntPointers.try_emplace(Target, NoId);
  if (IsNew)
    It->second = F.addPointer(F.Integers[Target]);
  if (It->second != From)
    Builder.emit(AssignPointer{It->second, {From}}, At);
}

void FunctionLowering::addContents(const Value &Object, ArrayRef<Value> What,
                                   const Expr *At) {
  std::vector<StrideGiven> Strides;
  bool HoldsNumbers = false;
  for (const Value &V : What) {
    collectStrides(V, Strides);
    HoldsNumbers |= holdsNumbers(V);
  }
  if (!Object.is(Value::Kind::Object) || (Strides.empty() && !HoldsNumbers))
    return;
  // A field that no class has.
  Value &Slot = Fields[Object.Path + ".#"];
  if (Slot.isNone()) {
    Slot = Value::integer(IntExpr::variable(F.addInteger("")));
    Builder.emit(Define{Slot.Int.Int, opaque()}, At);
  }
  collectStrides(Value::list(What.vec()), IntStrides[Slot.Int.Int]);
}

/// Do numbers other than constants go along?
bool FunctionLowering::holdsNumbers(const Value &V) const {
  if (V.is(Value::Kind::Int))
    return V.Int.TheKind != IntExpr::Kind::Literal &&
           !(V.Int.TheKind == IntExpr::Kind::Variable &&
             EnumInts.contains(V.Int.Int));
  bool Holds = V.is(Value::Kind::Sizes) ||
               llvm::any_of(V.Elements, [&](const Value &Element) {
                 return holdsNumbers(Element);
               });
  if (V.is(Value::Kind::Object))
    forEachField(V.Path,
                 [&](const Value &Field) { Holds |= holdsNumbers(Field); });
  return Holds;
}

/// Does it put what it gets into a container?
bool FunctionLowering::isAddedToList(const FunctionDecl *To) const {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(To);
  bool IsMade = M && isa<CXXConstructorDecl>(M);
  bool IsAdded =
      M && M->getIdentifier() &&
      llvm::is_contained(ArrayRef<StringRef>{"push_back", "emplace_back"},
                         M->getName());
  return (IsMade || IsAdded) &&
         Unit.Models.classKind(plainQualifiedName(M->getParent())) ==
             ClassKind::List;
}

/// None unless all pointers whose elements \p To goes through are those of
/// tensors.
std::optional<FunctionLowering::ElementwiseUse>
FunctionLowering::elementwiseUse(ArrayRef<Value> Values,
                                 const FunctionDecl *To) {
  const FunctionDecl *Definition = To ? definitionOf(To) : nullptr;
  if (!Definition || Definition->getNumParams() != Values.size())
    return std::nullopt;
  std::optional<unsigned> Count = Unit.Pointers.countOfElementwise(Definition);
  if (!Count || !Values[*Count].is(Value::Kind::Int))
    return std::nullopt;
  ElementwiseUse Use;
  Use.Count = Values[*Count].Int;
  for (unsigned I = 0; I < Values.size(); ++I) {
    if (Unit.Pointers.of(To, I) < PointerEffect::Elements)
      continue;
    if (!Values[I].is(Value::Kind::Pointer) || Values[I].Id == NoId ||
        Values[I].IsOffset)
      return std::nullopt;
    Use.Pointers.push_back(Values[I].Id);
  }
  return Use;
}

/// Does \p To only read what it gets there, and keep nothing of it? What it
/// gives back, or the object that it is a method of, may hold the pointer.
static bool onlyReads(const FunctionDecl *To, unsigned Index) {
  if (!To || Index >= To->getNumParams() || isa<CXXConstructorDecl>(To))
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(To);
  const QualType Pointee = To->getParamDecl(Index)->getType()->getPointeeType();
  const QualType Result = To->getReturnType();
  return !Pointee.isNull() && Pointee.isConstQualified() &&
         (Result->isVoidType() || Result->isArithmeticType() ||
          Result->isEnumeralType()) &&
         (!Method || Method->isStatic() || Method->isConst());
}

/// All strides among the arguments go along with each of the pointers.
void FunctionLowering::usePointers(ArrayRef<Value> Values, Sink Where,
                                   const std::string &Callee, const Expr *At,
                                   const FunctionDecl *To, const CallSite *By,
                                   bool AreLeft) {
  if (To && To->hasAttr<FormatAttr>())
    return; // prints an address
  std::vector<StrideGiven> Strides;
  bool IsSized = isAddedToList(To);
  for (const Value &V : Values) {
    collectStrides(V, Strides);
    IsSized |= holdsNumbers(V);
  }
  const std::optional<ElementwiseUse> Each = elementwiseUse(Values, To);
  const std::string Elsewhere = keyElsewhere(To);
  const std::vector<WideAccess> Wide = Unit.stridedAccesses(To);
  std::vector<StrideArgument> Placed;
  if (!Elsewhere.empty() || !Wide.empty())
    Placed = strideArguments(Values);
  for (unsigned I = 0; I < Values.size(); ++I) {
    PointerEffect Effect = effectOn(Values[I], I, To, By);
    if (Effect == PointerEffect::None)
      continue;
    bool IsOne = Effect == PointerEffect::FirstElement && !Values[I].IsOffset;
    UsePointer Use;
    Use.Where = IsOne ? Sink::FirstElement : Where;
    Use.Callee = Callee;
    Use.IsLeft = AreLeft;
    if (Values[I].is(Value::Kind::Pointer) && !Values[I].IsOffset)
      Use.Key = Elsewhere;
    Use.WideKey = Elsewhere;
    Use.Parameter = I;
    Use.Alignment = Unit.Alignments.of(To, I);
    Use.IsWritten = isWritten(Values[I], I, To, By);
    Use.IsOnlyRead = Values[I].is(Value::Kind::Pointer) && onlyReads(To, I) &&
                     !CapturesAreListed;
    Use.MayBeWritten =
        Values[I].is(Value::Kind::Pointer) && mayBeWritten(I, To, By);
    Use.StridesOf = Strides;
    Use.IsSized = IsSized || Effect == PointerEffect::Elements;
    Use.IsOnSideStream =
        IsOnSideStream || (By && usesSideStream(By->Arguments));
    if (Each) {
      Use.Together = Each->Pointers;
      Use.Count = Each->Count;
    }
    forEachPart(Values[I], [&](const std::string &Field, const Value &V) {
      Use.Field = Field;
      Use.Wide.clear();
      llvm::copy_if(Wide, std::back_inserter(Use.Wide),
                    [&](const WideAccess &Each) {
                      return Each.Pointer == ArgumentPath{I, Field};
                    });
      if (!Use.WideKey.empty() || !Use.Wide.empty())
        Use.Strides = Placed;
      else
        Use.Strides.clear();
      std::vector<Value> Pointers;
      collectPointers(V, Pointers);
      for (const Value &P : Pointers) {
        Use.Pointer = P.Id;
        emitUse(Use, At);
      }
    });
  }
}

/// Where the callee gets each stride, by itself or in a record.
std::vector<StrideArgument>
FunctionLowering::strideArguments(ArrayRef<Value> Values) const {
  std::vector<StrideArgument> Placed;
  for (unsigned I = 0; I < Values.size(); ++I)
    forEachPart(Values[I], [&](const std::string &Field, const Value &V) {
      std::vector<StrideGiven> Strides;
      if (V.is(Value::Kind::Int))
        collectStrides(V, Strides);
      for (const StrideGiven &S : Strides)
        Placed.push_back({S, {I, Field}});
    });
  return Placed;
}

/// The link key of a function of the user's whose body is not in sight.
std::string FunctionLowering::keyElsewhere(const FunctionDecl *F) const {
  bool IsElsewhere =
      F && Unit.Source.isUserCode(F->getLocation()) && !definitionOf(F);
  return IsElsewhere ? Unit.linkKey(F) : "";
}

/// What a rule says of the argument \p Index, or else the callee's body.
PointerEffect FunctionLowering::effectOn(const Value &V, unsigned Index,
                                         const FunctionDecl *To,
                                         const CallSite *By) const {
  const CalleeRule *Rule = By && To ? Unit.callee(To).Rule : nullptr;
  if (Rule) {
    unsigned Argument = Index + (By->Object != nullptr);
    if (copiesOneElement(*By, *Rule, Index))
      return PointerEffect::FirstElement;
    if (std::optional<PointerEffect> E = effectOf(Rule->fateOf(Argument)))
      return *E;
  }
  bool IsUsers = To && Unit.Source.isUserCode(To->getLocation());
  // A number that is handed to a function in sight, or to one of a library, is
  // looked at, as for its alignment.
  if (To && !Rule && addressIn(V) != NoId && (!IsUsers || definitionOf(To)))
    return PointerEffect::None;
  return IsUsers && V.is(Value::Kind::Pointer) ? Unit.Pointers.of(To, Index)
                                               : PointerEffect::Unknown;
}

/// Does the callee write through the argument \p Index, by a rule or its body?
bool FunctionLowering::isWritten(const Value &V, unsigned Index,
                                 const FunctionDecl *To,
                                 const CallSite *By) const {
  if (!To || !V.is(Value::Kind::Pointer))
    return false;
  if (const CalleeRule *Rule = By ? Unit.callee(To).Rule : nullptr)
    return Rule->writesThrough(Index + (By->Object != nullptr));
  return Unit.Source.isUserCode(To->getLocation()) &&
         Unit.Pointers.isWritten(To, Index);
}

bool FunctionLowering::mayBeWritten(unsigned Index, const FunctionDecl *To,
                                    const CallSite *By) const {
  if (!To || !By || Index >= To->getNumParams() || Unit.callee(To).Rule ||
      definitionOf(To) || !Unit.Source.isUserCode(To->getLocation()))
    return false;
  QualType T = To->getParamDecl(Index)->getType();
  return T->isPointerType() && !T->getPointeeType().isConstQualified();
}

/// `cudaMemcpy(&n, x.data_ptr<int>(), sizeof(int), ...)`.
bool FunctionLowering::copiesOneElement(const CallSite &S, const CalleeRule &R,
                                        unsigned Index) const {
  unsigned Object = S.Object != nullptr;
  std::optional<unsigned> Count = R.Bytes ? R.Bytes : R.Elements;
  if (R.fateOf(Index + Object) != PointerFate::Elements || !Count ||
      *Count < Object || *Count - Object >= S.Arguments.size())
    return false;
  std::optional<int64_t> N = constantOf(S.Arguments[*Count - Object]);
  if (!N || R.Elements)
    return N && *N <= 1;
  QualType Pointer = S.Arguments[Index]->IgnoreParenImpCasts()->getType();
  QualType Element = Pointer->getPointeeType();
  return !Element.isNull() && !Element->isDependentType() &&
         !Element->isIncompleteType() &&
         *N <= Unit.Context.getTypeSizeInChars(Element).getQuantity();
}

Sink FunctionLowering::sinkOf(const CallSite &S) const {
  const CalleeRule *Rule = S.Callee ? Unit.callee(S.Callee).Rule : nullptr;
  if (Rule && Rule->TheKind == CalleeRule::Kind::Copy)
    return Sink::Memcpy;
  bool Launches = Rule && Rule->TheKind == CalleeRule::Kind::Launch;
  return Launches ? Sink::Launch : Sink::Call;
}

Value FunctionLowering::lowerLaunch(const CUDAKernelCallExpr *E) {
  IsOnSideStream = false;
  if (const CallExpr *Configuration = E->getConfig())
    for (const Expr *A : Configuration->arguments()) {
      lower(A);
      IsOnSideStream |= isSideStream(A);
    }
  std::vector<Value> Values;
  for (const Expr *A : E->arguments())
    Values.push_back(isa<CXXDefaultArgExpr>(A) ? Value() : lower(A));
  const FunctionDecl *Kernel = siteOf(E).Callee;
  // `auto kernel = &f<T>;`
  if (const VarDecl *V = Kernel ? nullptr : variableCalled(E);
      V && V->getInit() && !Modified.contains(V))
    Kernel = addressOfFunction(V->getInit());
  const std::string Name = Kernel ? plainQualifiedName(Kernel) : "";
  usePointers(Values, Sink::Launch, Name, E, Kernel);
  if (Blocks.usesRuntime())
    emitRuntimeCall(nullptr, Name, E, /*IsLaunch=*/true);
  IsOnSideStream = false;
  return {};
}

} // namespace tensortidy
