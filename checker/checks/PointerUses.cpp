// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/PointerUses.h"

#include "analysis/Integers.h"
#include "checks/Copies.h"
#include "checks/GuardEdits.h"
#include "checks/GuardPlaces.h"
#include "checks/Judgement.h"
#include "checks/Wording.h"
#include "layout/Assume.h"
#include "layout/Queries.h"

#include <algorithm>

namespace tensortidy {

namespace {

/// Contiguous in one of the orders that kernels are written for. One that is
/// contiguous in another format by a guard or by its making is so on purpose.
bool isContiguousInSomeFormat(const Layout &L, const Facts &F) {
  for (MemoryFormat Format :
       {MemoryFormat::Contiguous, MemoryFormat::ChannelsLast,
        MemoryFormat::ChannelsLast3d})
    if (isYes(isContiguous(L, Format, F)))
      return true;
  return false;
}

/// `TORCH_CHECK(scale.numel() == 1)`.
bool hasOneElement(const Layout &L, const Facts &F) {
  return F.canonical(L.numel()).asConstant() == 1;
}

/// A tensor that is what a parameter gave, or one of what a list gave.
bool isAsGiven(const Alternative &A) {
  return !A.Path && A.Objects.intersects(A.Roots);
}

Contiguity classify(const Alternative &A, const Layout &L, const Facts &F) {
  if (isContiguousInSomeFormat(L, F) || hasOneElement(L, F))
    return Contiguity::Established;
  const bool IsElement = (A.Summary || A.OneOfMany) && isAsGiven(A);
  const bool Depends = (IsElement || (!A.Vague && !A.Summary)) &&
                       !A.Roots.empty() && !A.Tainted &&
                       hasUnknownStrides(L, F);
  // A parameter that is not contiguous because a branch says so is as open as
  // it was: no operator made it so.
  const Answer Is = isContiguous(L, F);
  if ((Is == Answer::No && (!Depends || A.Path)) ||
      (Is == Answer::NoGeneric && A.Path && isPartByNumber(L, F)))
    return Contiguity::Wrong;
  return Depends ? Contiguity::Open : Contiguity::Unseen;
}

/// `empty_like(x)`, `x.clone()`: dense, but in whatever order the parameter x
/// has, about which nobody knows anything.
bool isLikeAParameter(const Alternative &A, const Layout &L, const State &S) {
  if (!A.Path || A.Path->Step.AsksFormat || A.Roots.size() != 1)
    return false;
  auto IsLike = [&](const Alternative &R) {
    const Layout Its = S.layout(R);
    return isYes(sameSizes(L, Its, S.TheFacts)) &&
           !isYes(isDense(Its, S.TheFacts));
  };
  // Or like an element of a list, which is a tensor of its own.
  auto IsLikeElement = [&](const auto &Entry) {
    const TensorValue &V = Entry.second;
    return V.size() == 1 && V[0].OneOfMany && isAsGiven(V[0]) &&
           V[0].Roots == A.Roots && IsLike(V[0]);
  };
  const TensorValue &Root = S.value(*A.Roots.begin());
  return (!Root.isBottom() && std::all_of(Root.begin(), Root.end(), IsLike)) ||
         std::any_of(S.Places.begin(), S.Places.end(), IsLikeElement);
}

/// Not contiguous where all that it was made of is?
bool strays(const Alternative &A, const Layout &L, const State &S) {
  if (!A.Path)
    return false;
  Facts F = S.TheFacts;
  for (uint32_t Root : A.Roots)
    for (const Alternative &R : S.value(Root)) {
      Layout Its = S.layout(R);
      if (R.Path || !assumeContiguous(Its, MemoryFormat::Contiguous, F))
        return false;
    }
  return isContiguous(L, F) == Answer::No;
}

bool isAllocated(const Alternative &A) {
  for (const PathNode *N = A.Path.get(); N; N = N->Before.get())
    if (N->Step.IsNew)
      return true;
  return false;
}

/// `TORCH_CHECK(bias.stride(0) == 1)` of who knows that it has one axis.
bool isCheckedAsOneAxis(const Layout &L, const Facts &F) {
  return !L.hasRank() && L.Front.size() == 1 && L.Back.empty() &&
         F.canonical(L.Front[0].Stride).isOne();
}

/// A tensor that is dense by a guard is walked in any order on purpose, and
/// what an operator allocates (`at::cat(..)`, `x + y`) is rarely anything but
/// dense.
bool isWeak(const Alternative &A, const Layout &L, const State &S) {
  const bool IsDense = isYes(isDense(L, S.TheFacts));
  return isCheckedAsOneAxis(L, S.TheFacts) ||
         ((IsDense || isAllocated(A)) && !isLikeAParameter(A, L, S));
}

} // namespace

ContiguityOf contiguityOf(const TensorValue &V, const State &S) {
  ContiguityOf Out;
  bool AllWrong = !V.isBottom();
  Out.IsAsGiven = true;
  bool SomeOpen = false, SomeUnseen = false;
  for (const Alternative &A : V) {
    const Layout L = S.layout(A);
    const Contiguity Is = classify(A, L, S.TheFacts);
    AllWrong &= Is == Contiguity::Wrong;
    SomeOpen |= Is == Contiguity::Open;
    SomeUnseen |= Is == Contiguity::Unseen || Is == Contiguity::Wrong;
    Out.Tainted |= A.Tainted;
    if (Is != Contiguity::Open)
      continue;
    Out.Roots.insert(A.Roots);
    Out.IsTolerated |= isContiguous(L, S.TheFacts) == Answer::No;
    Out.Weak |= isWeak(A, L, S);
    Out.Strays |= strays(A, L, S);
    Out.HasOneDimension |= L.hasRank() && L.Front.size() < 2;
    Out.IsAsGiven &= isAsGiven(A);
    const std::vector<StrideNeed> Needs = strideNeeds(L, S.TheFacts);
    Out.Needs.insert(Out.Needs.end(), Needs.begin(), Needs.end());
  }
  Out.IsMixed = SomeUnseen;
  if (AllWrong)
    Out.Is = Contiguity::Wrong;
  else if (SomeOpen)
    Out.Is = Contiguity::Open;
  else if (SomeUnseen)
    Out.Is = Contiguity::Unseen;
  return Out;
}

/// A rule's code with the parameter's name put in.
static std::string withName(std::string Text, const std::string &Name) {
  for (size_t At = 0; (At = Text.find("{}", At)) != std::string::npos;
       At += Name.size())
    Text.replace(At, 2, Name);
  return Text;
}

/// Of a list of whose elements some are checked, nobody can tell which.
/// Where one is checked that stands at a given position, it may be the only
/// one, or stand for all.
ContiguityOf PointerUses::contiguityHere(PlaceId P, const TensorValue &V,
                                         const State &S) const {
  ContiguityOf Of = contiguityOf(V, S);
  if (Of.Is != Contiguity::Open)
    return Of;
  const bool IsAtPosition = P != NoId && Asked.isAtPosition(P);
  for (uint32_t Root : Of.Roots) {
    if (Asked.contains(Root))
      Of.Is = Contiguity::Unseen;
    Of.Weak |= Asked.isAskedInPart(Root) && !IsAtPosition;
  }
  return Of;
}

PointerUses::PointerUses(const Function &F) : Asked(F) {
  Record.Name = F.Name;
  Record.Key = F.Key;
  Record.NameRange = F.NameRange;
  Record.Body = F.Body;
  Record.TheReach = F.TheReach;
  Record.Uncertain = F.Uncertain;
  Record.IsVirtual = F.IsVirtual;
  Record.Parameters = F.Parameters.size();
  for (size_t I = 0; I < F.Parameters.size(); ++I) {
    const Parameter &P = F.Parameters[I];
    if (P.Tensor == NoId)
      continue;
    SummaryRoot &Root = Record.Roots[P.Tensor];
    Root.Name = F.Places[P.Tensor].Name;
    Root.IsList = F.Places[P.Tensor].IsList;
    Root.IsForeign = P.IsForeign;
    Root.IsDocumented = P.IsDocumented;
    Root.MayBeUndefined = asksIfDefined(F, P.Tensor);
    Root.MayBeCopied =
        isAlwaysTaken(F, P.Tensor) && !isNameOfAny(F, nameOfCopy(Root.Name));
    if (!P.IsOptional) {
      Root.Check = withName(P.Check, Root.Name);
      Root.Copy = withName(P.Copy, Root.Name);
    }
    Root.Parameter = static_cast<int64_t>(I);
    Root.Position = P.Position;
  }
  noteStrideConditions(F);
  for (PlaceId P = 0; P < F.Places.size(); ++P)
    if (F.Places[P].Saved >= 0) {
      IdSet Its;
      Its.insert(P);
      addRoots(Its, F);
    }
}

namespace {

/// Calls \p Visit with each tensor whose stride is in \p E, and whether
/// something like a remainder is made of it; `s / 4 * 4 == s` asks for one too.
template <typename Visitor>
void forEachStride(const IntExpr &E, bool IsRemainder, Visitor Visit) {
  if (E.TheKind == IntExpr::Kind::StrideOf && E.Tensor != NoId)
    Visit(E.Tensor, IsRemainder);
  for (PlaceId P : E.RemainderOf)
    Visit(P, true);
  for (const IntExpr &O : E.Operands)
    forEachStride(O, IsRemainder || E.TheKind == IntExpr::Kind::Quotient,
                  Visit);
}

template <typename Visitor>
void forEachStride(const Condition &C, Visitor Visit) {
  for (const IntExpr &E : C.Integers)
    forEachStride(E, false, Visit);
  for (const Condition &O : C.Operands)
    forEachStride(O, Visit);
}

} // namespace

void PointerUses::noteStrideConditions(const Function &F) {
  for (const Block &B : F.Blocks) {
    for (const Edge &E : B.Successors)
      if (E.Assumes)
        forEachStride(*E.Assumes, [&](PlaceId P, bool IsRemainder) {
          if (IsRemainder)
            Remainders.insert(P);
          else if (B.Decision.Range.isValid())
            StrideChecks.try_emplace(P, B.Decision);
        });
    for (const Fact &X : B.Facts) {
      auto Note = [&](PlaceId P, bool IsRemainder) {
        if (IsRemainder)
          Remainders.insert(P);
      };
      if (const auto *A = std::get_if<Assume>(&X.What))
        forEachStride(A->Holds, Note);
      else if (const auto *D = std::get_if<Define>(&X.What))
        Remainders.insert(D->Value.RemainderOf.begin(),
                          D->Value.RemainderOf.end());
      else if (const auto *C = std::get_if<Call>(&X.What))
        Remainders.insert(C->LooksAt.begin(), C->LooksAt.end());
    }
  }
}

/// Members and globals are roots too.
void PointerUses::addRoots(const IdSet &Roots, const Function &F) {
  for (uint32_t Root : Roots)
    if (auto [It, IsNew] = Record.Roots.try_emplace(Root); IsNew) {
      It->second.Name = F.Places[Root].Name;
      It->second.IsList = F.Places[Root].IsList;
      It->second.Saved = F.Places[Root].Saved;
    }
}

/// What has one dimension and is made by a call of its own is rarely strided.
/// It may well be where the function guards others of its arguments.
FunctionSummary PointerUses::take() {
  for (const auto &[Root, Is] : Record.Roots)
    if (Asked.isWalked(Root))
      Record.StridesRead[Root].add(std::nullopt);
  auto IsMadeWhole = [&](uint32_t Root) {
    const std::string &Name = Record.Roots[Root].Name;
    return isMadeWhole(Name) && !isGradient(Name);
  };
  for (PointerUse &U : Record.Uses)
    U.Layout.Weak |=
        U.Layout.HasOneDimension && !Guards &&
        std::any_of(U.Layout.Roots.begin(), U.Layout.Roots.end(), IsMadeWhole);
  // Where the tensor itself goes along, the strides are meant for it.
  for (const auto &[Index, Owner] : OwnersOf)
    if (const auto It = OpenAt.find(Record.Uses[Index].Used.Point);
        It != OpenAt.end() && It->second.intersects(Owner))
      Record.Uses[Index].StridesOf.clear();
  return std::move(Record);
}

/// What may be written into is not copied before.
void PointerUses::noteWritten(const TensorValue &V) {
  for (uint32_t Storage : storagesOf(V))
    if (const auto It = Record.Roots.find(Storage); It != Record.Roots.end())
      It->second.MayBeCopied = false;
}

void PointerUses::noteWrites(const Visit &V) {
  if (const auto *W = std::get_if<Write>(&V.At.What))
    noteWritten(V.Before.value(W->Tensor));
  if (const auto *C = std::get_if<Call>(&V.At.What))
    for (PlaceId P : C->Arguments)
      if (P != NoId)
        noteWritten(V.Before.value(P));
  const auto *A = std::get_if<Apply>(&V.At.What);
  if (!A || !A->Op)
    return;
  const std::vector<SchemaArgument> &Known = A->Op->TheSchema.Arguments;
  for (size_t I = 0; I < Known.size() && I < A->Arguments.size(); ++I)
    for (PlaceId P : A->Arguments[I].Places)
      if (Known[I].Writes && P != NoId)
        noteWritten(V.Before.value(P));
}

void PointerUses::onFact(const Visit &V) {
  noteWrites(V);
  const auto *U = std::get_if<UsePointer>(&V.At.What);
  // What a callee does with its tensors is its own record's business, but not
  // what it does with pointers that it gets, or with members that were set
  // here.
  if (V.At.Expansion != 0) {
    if (U)
      useInCallee(V, *U);
    return;
  }
  if (U)
    use(V, *U);
  else if (const auto *C = std::get_if<Call>(&V.At.What))
    call(V, *C);
  else if (const auto *D = std::get_if<Define>(&V.At.What);
           D && !(D->Value.TheKind == IntExpr::Kind::StrideOf &&
                  Asked.isSought(D->Integer)))
    readStrides(V, D->Value);
  else if (const auto *A = std::get_if<Apply>(&V.At.What)) {
    readStrides(V, *A);
    Guards |= copiesParameter(V, *A);
  }
}

/// `x.contiguous()` or `x.expect_contiguous()` of a parameter that nobody
/// looked at before.
bool PointerUses::copiesParameter(const Visit &V, const Apply &A) const {
  const std::string Name = A.Op ? A.Op->displayName() : "";
  if ((Name != "contiguous" && Name != "expect_contiguous") || A.IsDiscarded ||
      A.Arguments.empty())
    return false;
  for (PlaceId P : A.Arguments.front().Places)
    if (P != NoId &&
        contiguityOf(V.Before.value(P), V.Before).Is == Contiguity::Open)
      return true;
  return false;
}

/// Dimension numbers are those of the parameter itself, not of what was made
/// of it.
void PointerUses::readStrides(const Visit &V, const IntExpr &E) {
  if (E.TheKind == IntExpr::Kind::StrideOf && E.Tensor != NoId)
    for (const Alternative &A : V.Before.value(E.Tensor))
      for (uint32_t Root : A.Roots)
        Record.StridesRead[Root].add(
            A.Objects.contains(Root) ? E.constantDimension() : std::nullopt);
  for (const IntExpr &O : E.Operands)
    readStrides(V, O);
}

void PointerUses::readStrides(const Visit &V, const Apply &A) {
  for (const Argument &Arg : A.Arguments) {
    for (const IntExpr &E : Arg.Ints)
      readStrides(V, E);
    Record.UsesChannelsLast |= Arg.TheKind == Argument::Kind::Format &&
                               (Arg.Format == MemoryFormat::ChannelsLast ||
                                Arg.Format == MemoryFormat::ChannelsLast3d);
  }
}

void PointerUses::use(const Visit &V, const UsePointer &U) {
  if (U.Where == Sink::FirstElement || U.Pointer == NoId)
    return;
  const PointerValue *Taken = V.Before.Pointers.find(U.Pointer);
  if (!Taken)
    return;
  for (const TakenPointer &T : *Taken)
    addUse(V, U, T, T.OnSomePathsOnly || Taken->size() > 1);
}

void PointerUses::useInCallee(const Visit &V, const UsePointer &U) {
  const PointerValue *Taken =
      U.Pointer == NoId ? nullptr : V.Before.Pointers.find(U.Pointer);
  if (!Taken || U.Where == Sink::FirstElement)
    return;
  for (const TakenPointer &T : *Taken) {
    const PlaceId Tensor = std::get<TakePointer>(T.From->What).Tensor;
    if (T.From->Expansion == 0 ||
        (Tensor != NoId && V.In.In.Places[Tensor].Kind == PlaceKind::Field))
      addUse(V, U, T, T.OnSomePathsOnly || Taken->size() > 1);
  }
}

/// Is \p S a stride of \p T's tensor?
static bool isStrideOf(const Visit &V, const StrideGiven &S,
                       const TakenPointer &T) {
  bool IsIts = S.Tensor == std::get<TakePointer>(T.From->What).Tensor;
  if (S.Tensor != NoId)
    for (const Alternative &With : V.Before.value(S.Tensor))
      for (const Alternative &A : T.Value)
        IsIts |= With.Objects.intersects(A.Objects);
  return IsIts;
}

/// The strides of \p T's tensor that go along.
static StridesKnown strideGivenWith(const Visit &V, const UsePointer &U,
                                    const TakenPointer &T) {
  StridesKnown Given;
  for (const StrideGiven &S : U.StridesOf)
    if (isStrideOf(V, S, T))
      Given.add(S.Dimension);
  return Given;
}

static IdSet objectsOf(const TensorValue &V) {
  IdSet Objects;
  for (const Alternative &A : V)
    Objects.insert(A.Objects);
  return Objects;
}

/// The tensor whose strides go along with \p T, where that is a contiguous copy
/// of it or, if it is contiguous, the same tensor.
static PlaceId strideOwnerOf(const Visit &V, const UsePointer &U,
                             const TakenPointer &T) {
  const PlaceId Tensor = std::get<TakePointer>(T.From->What).Tensor;
  auto IsCopyOf = [&](const TensorValue &Owner) {
    return std::any_of(T.Value.begin(), T.Value.end(), [&](const auto &A) {
      return A.Path &&
             std::any_of(Owner.begin(), Owner.end(), [&](const Alternative &O) {
               return A.Objects.intersects(O.Objects);
             });
    });
  };
  for (const StrideGiven &S : U.StridesOf) {
    if (S.Tensor == NoId || S.Tensor == Tensor)
      continue;
    const TensorValue &Owner = V.Before.value(S.Tensor);
    if (contiguityOf(Owner, V.Before).Is == Contiguity::Open && IsCopyOf(Owner))
      return S.Tensor;
  }
  return NoId;
}

/// Goes it through all elements of dense tensors that lie in one order,
/// whichever that is? clone() and empty_like() give dense tensors, in the order
/// of a tensor that is dense itself; of a slice in another one than its own.
static bool isInAnyOrder(const Visit &V, const UsePointer &U) {
  if (U.Together.empty())
    return false;
  State Here = V.Before;
  const Monomial Count = Integers(Here, V.In, "count").value(U.Count);
  const Facts &F = Here.TheFacts;
  std::optional<Layout> First;
  bool IsSomeDense = false;
  for (PointerId P : U.Together) {
    const PointerValue *Taken = Here.Pointers.find(P);
    if (!Taken || Taken->size() != 1 || Taken->front().OnSomePathsOnly ||
        Taken->front().Value.size() != 1)
      return false;
    const Alternative &A = Taken->front().Value[0];
    const Layout L = Here.layout(A);
    // Two of a list may look the same and be laid out differently.
    const bool IsOneOfMany = A.Summary || A.OneOfMany;
    if (F.canonical(L.numel()) != F.canonical(Count) ||
        (U.Together.size() > 1 && IsOneOfMany) ||
        (First && !isYes(sameLayout(*First, L, F))))
      return false;
    IsSomeDense |= isYes(isDense(L, F));
    First = L;
  }
  return IsSomeDense;
}

/// Is the tensor of \p T one of those whose strides' remainders are asked for?
bool PointerUses::asksRemainder(const Visit &V, const TakenPointer &T) const {
  const PlaceId Tensor = std::get<TakePointer>(T.From->What).Tensor;
  const IdSet Its = objectsOf(T.Value);
  return std::any_of(Remainders.begin(), Remainders.end(), [&](PlaceId P) {
    return P == Tensor || Its.contains(P) ||
           objectsOf(V.Before.value(P)).intersects(Its);
  });
}

/// Where the strides of \p T's tensor go with it.
void PointerUses::noteStrides(const Visit &V, const UsePointer &U,
                              const TakenPointer &T, PointerUse &Into) const {
  if (U.Strides.empty() || Into.Layout.Is != Contiguity::Open ||
      asksRemainder(V, T))
    return;
  for (const StrideArgument &S : U.Strides)
    if (isStrideOf(V, S.Stride, T))
      Into.Strided.push_back({S.Stride.Dimension, S.Where});
  Into.Field = U.Field;
  Into.Wide = U.Wide;
  Into.WideKey = U.WideKey;
  for (uint32_t Root : Into.Layout.Roots)
    if (const auto It = StrideChecks.find(Root); It != StrideChecks.end())
      Into.StrideCheck = It->second;
}

void PointerUses::addUse(const Visit &V, const UsePointer &U,
                         const TakenPointer &T, bool OnSomePathsOnly) {
  const PlaceId Tensor = std::get<TakePointer>(T.From->What).Tensor;
  PointerUse Use;
  Use.Given = strideGivenWith(V, U, T);
  Use.Layout = contiguityHere(Tensor, T.Value, V.Before);
  Guards |= Use.Layout.Is == Contiguity::Established &&
            std::any_of(T.Value.begin(), T.Value.end(),
                        [](const Alternative &A) { return isAsGiven(A); });
  if (Use.Layout.Is == Contiguity::Open && isInAnyOrder(V, U))
    return;
  const PlaceId Owner = strideOwnerOf(V, U, T);
  if (Use.Layout.Is == Contiguity::Open)
    for (const Alternative &A : T.Value)
      OpenAt[V.At.From.Point].insert(A.Objects);
  if (Use.Layout.Is == Contiguity::Established && Owner != NoId)
    OwnersOf.emplace_back(Record.Uses.size(), objectsOf(V.Before.value(Owner)));
  else if (Use.Layout.Is == Contiguity::Established || Use.Given.All ||
           (Use.Layout.Is != Contiguity::Open && Use.Given.any()))
    return;
  Use.Layout.Tainted |= OnSomePathsOnly;
  const auto &Taken = std::get<TakePointer>(T.From->What);
  Use.Taken = T.From->From;
  Use.Object = Taken.Object;
  Use.Spelled = Taken.Spelled;
  Use.Access = Taken.Access;
  Use.IsOnlyRead = U.IsOnlyRead;
  Use.Used = V.At.From;
  Use.Where = U.Where;
  Use.Callee = U.Callee;
  Use.CalleeKey = U.Key;
  Use.CalleeParameter = U.Parameter;
  Use.IsSized = U.IsSized;
  noteStrides(V, U, T, Use);
  addRoots(Use.Layout.Roots, V.In.In);
  Use.Name = V.In.In.Places[Tensor].Name;
  if (Use.Layout.Is == Contiguity::Established)
    Use.StridesOf = V.In.In.Places[Owner].Name;
  const Facts &F = V.Before.TheFacts;
  Use.Strides = strides(V.Before.layout(T.Value[0]), F);
  Use.Path = pathNotes(T.Value[0], F);
  if (Use.Name.empty() && T.Value[0].Path)
    Use.Name = T.Value[0].Path->Step.By;
  Record.Uses.push_back(std::move(Use));
}

/// A tensor of those that the engine gave, by itself and unchanged.
bool PointerUses::isFromAutograd(PlaceId P, const ContiguityOf &Of,
                                 const Function &In) const {
  return In.IsBackward && P != NoId && !In.Places[P].IsList && Of.IsAsGiven &&
         Of.Is == Contiguity::Open &&
         std::all_of(Of.Roots.begin(), Of.Roots.end(), [&](uint32_t Root) {
           return Record.Roots.at(Root).Parameter >= 0;
         });
}

void PointerUses::call(const Visit &V, const Call &A) {
  CallRecord C;
  C.CalleeKey = A.Key;
  C.Callee = A.IsExpanded || !A.IsDeclaredInSource ? "" : A.Callee;
  C.From = V.At.From;
  for (PlaceId P : A.Arguments) {
    const TensorValue Value = P == NoId ? TensorValue() : V.Before.value(P);
    C.Arguments.push_back(contiguityHere(P, Value, V.Before));
    addRoots(C.Arguments.back().Roots, V.In.In);
    if (!A.Results.empty() && isFromAutograd(P, C.Arguments.back(), V.In.In))
      C.Gradients.insert(static_cast<int64_t>(C.Arguments.size()) - 1);
    C.Names.push_back(P == NoId ? "" : V.In.In.Places[P].Name);
  }
  Record.Calls.push_back(std::move(C));
}

} // namespace tensortidy
