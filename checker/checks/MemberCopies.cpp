// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/MemberCopies.h"

#include "analysis/Graph.h"
#include "checks/MemoryReaders.h"
#include "checks/PointerUses.h"
#include "checks/Wording.h"
#include "checks/WrittenCopies.h"
#include "layout/Queries.h"

#include <algorithm>

namespace tensortidy {

namespace {

/// What a member was when the function began.
bool isAMember(const Alternative &A, const Context &C) {
  return std::any_of(A.Storages.begin(), A.Storages.end(), [&](uint32_t Id) {
    return C.isInitialId(Id) && C.In.Places[Id].Kind == PlaceKind::Field;
  });
}

PlaceId placeOf(const Apply &A, size_t Argument) {
  return Argument < A.Arguments.size() &&
                 A.Arguments[Argument].Places.size() == 1
             ? A.Arguments[Argument].Places[0]
             : NoId;
}

bool allContiguous(const std::vector<ApplyCase> &Cases, size_t Result) {
  return !Cases.empty() &&
         std::all_of(Cases.begin(), Cases.end(), [&](const ApplyCase &C) {
           return Result < C.Result.Results.size() &&
                  isYes(isContiguous(C.Result.Results[Result].TheLayout,
                                     MemoryFormat::Contiguous, C.After));
         });
}

} // namespace

bool MemberCopies::isMember(const Place &P) {
  return P.Kind == PlaceKind::Field && !P.IsList && !P.IsFrozen &&
         P.Declaration.isValid();
}

void MemberCopies::onApply(const Visit &V, const Apply &A,
                           const std::vector<ApplyCase> &Cases) {
  if (A.Op && copiesByLayout(*A.Op) && A.Results.size() == 1) {
    Made M;
    M.Operand = placeOf(A, 0);
    for (const ApplyCase &C : Cases)
      if (!C.Operands.empty())
        for (const Alternative &Each : C.Operands[0])
          if (!Each.Tainted && !Each.Path) {
            M.Roots.insert(Each.Roots);
            M.IsOfMember |= isAMember(Each, V.In);
          }
    M.At = findingAt("tensor-lost-write", V.At, V.In);
    M.At.Operator = A.Op->displayName();
    addCallNote(V.At, V.In, M.At.Notes);
    if (V.At.Expansion != 0)
      Expanded.insert({M.At.Where.File, M.At.Point});
    Now[V.In.resultId(V.Number, 0)] = std::move(M);
  }
  for (size_t I = 0; I < A.Results.size(); ++I) {
    const PlaceId P = A.Results[I];
    if (P == NoId || !isMember(V.In.In.Places[P]))
      continue;
    store(V, P, allContiguous(Cases, I));
    const bool IsNew =
        std::any_of(Cases.begin(), Cases.end(), [&](const ApplyCase &C) {
          return I < C.Result.Results.size() &&
                 C.Result.Results[I].TheRelation != Relation::Self;
        });
    if (IsNew)
      hold(V, P, V.In.resultId(V.Number, I));
  }
}

void MemberCopies::hold(const Visit &V, PlaceId P, uint32_t Storage) {
  const auto It = Now.find(Storage);
  if (It == Now.end() || (It->second.Roots.empty() && !It->second.IsOfMember))
    return;
  const Function &F = V.In.In;
  Copy C;
  C.By = It->second;
  C.IsExpanded = V.At.Expansion != 0;
  if (C.By.Operand != NoId) {
    const Place &Of = F.Places[C.By.Operand];
    C.Operand = Of.Name;
    if (isMember(Of))
      C.Of = keyOf(Of);
  }
  if (C.Operand.empty() && !C.By.Roots.empty())
    C.Operand = F.Places[*C.By.Roots.begin()].Name;
  All[keyOf(F.Places[P])].Name = F.Places[P].Name;
  Held.emplace_back(keyOf(F.Places[P]), std::move(C));
}

void MemberCopies::store(const Visit &V, PlaceId P, bool IsContiguous) {
  Member &M = All[keyOf(V.In.In.Places[P])];
  (IsContiguous ? M.IsStoredContiguous : M.IsStoredOtherwise) = true;
}

void MemberCopies::onFact(const Visit &V) {
  const Function &F = V.In.In;
  if (const auto *U = std::get_if<UsePointer>(&V.At.What))
    use(V, *U);
  const auto *A = std::get_if<Assign>(&V.At.What);
  if (!A || A->Target == NoId || A->Source == NoId ||
      !isMember(F.Places[A->Target]))
    return;
  const TensorValue &Value = V.Before.value(A->Source);
  store(V, A->Target,
        contiguityOf(Value, V.Before).Is == Contiguity::Established);
  for (const Alternative &Each : Value) {
    for (uint32_t Storage : Each.Storages)
      hold(V, A->Target, Storage);
    if (!Each.Path)
      Kept[keyOf(F.Places[A->Target])].insert(Each.Roots);
  }
}

void MemberCopies::use(const Visit &V, const UsePointer &U) {
  const PointerValue *Taken =
      U.Pointer == NoId ? nullptr : V.Before.Pointers.find(U.Pointer);
  if (!Taken)
    return;
  for (const TakenPointer &T : *Taken) {
    const PlaceId P = std::get<TakePointer>(T.From->What).Tensor;
    if (P == NoId || !isMember(V.In.In.Places[P]))
      continue;
    const bool IsWalked = U.Where != Sink::Call || U.Key.empty();
    Goes[keyOf(V.In.In.Places[P])].push_back(
        {V.At.From, V.In.blockOf(V.Number), V.Number, U.IsWritten, IsWalked});
  }
}

/// What its pointers are seen to do in one function. One that is read where
/// nothing can have been written before it shows nothing.
void MemberCopies::followPointers(const Function &F,
                                  const std::vector<PointerGoes> &All,
                                  Member &Of, bool IsMaker) {
  const PointerGoes *Write = nullptr;
  for (const PointerGoes &Each : All)
    if (Each.IsWritten && !Write)
      Write = &Each;
  if (Write && !Of.Write)
    Of.Write = Write->At;
  for (const PointerGoes &Each : All) {
    if (Each.IsWritten)
      continue;
    const bool IsAfter =
        Write ? (Write->Block == Each.Block && Write->Number < Each.Number) ||
                    leadsTo(F, Write->Block, Each.Block)
              : !IsMaker;
    Of.IsReadAfterWrite |= IsAfter;
    Of.IsWalkedElsewhere |= IsAfter && Each.IsWalked;
  }
}

void MemberCopies::followPlaces(const Function &F, size_t Number) {
  const MemoryReaders Readers(F);
  std::map<PointerId, Key> Pointers;
  auto MembersOf = [&](PlaceId P) {
    std::set<Key> Keys;
    if (P != NoId)
      for (PlaceId Each : Readers.sourcesOf(P))
        if (isMember(F.Places[Each]))
          Keys.insert(keyOf(F.Places[Each]));
    return Keys;
  };
  for (PlaceId P = 0; P < F.Places.size(); ++P)
    if (isMember(F.Places[P]) && Readers.readsMember(P))
      All[keyOf(F.Places[P])].IsRead = true;
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts) {
      if (const auto *T = std::get_if<TakePointer>(&X.What)) {
        if (T->Access != PointerAccess::Write || T->Pointer == NoId)
          continue;
        for (const Key &Each : MembersOf(T->Tensor)) {
          All[Each].IsTaken = true;
          All[Each].WrittenIn.insert(Number);
          Pointers.emplace(T->Pointer, Each);
        }
      } else if (const auto *R = std::get_if<Return>(&X.What)) {
        for (PointerId P : R->Pointers)
          if (const auto It = Pointers.find(P); It != Pointers.end())
            All[It->second].GivenOut = X.From;
      } else if (const auto *A = std::get_if<Apply>(&X.What)) {
        if (!A->Op || !A->Op->returnsWritten())
          continue;
        for (const Key &Each : MembersOf(placeOf(*A, 0)))
          All[Each].WrittenIn.insert(Number);
        if (A->Op->displayName() != "copy_")
          continue;
        for (const Key &Each : MembersOf(placeOf(*A, 1))) {
          All[Each].CopiedOnIn.insert(Number);
          All[Each].CopiedOn = X.From;
        }
      }
    }
}

void MemberCopies::end(const Function &F, size_t Number) {
  std::set<Key> MadeHere;
  for (auto &[Of, C] : Held) {
    C.Function = Number;
    for (const auto &[Other, Roots] : Kept)
      C.KeepsOriginal |= Other != Of && Roots.intersects(C.By.Roots);
    C.KeepsOriginal |= C.Of && *C.Of != Of;
    MadeHere.insert(Of);
    All[Of].Copies.push_back(std::move(C));
  }
  for (const auto &[Of, Its] : Goes)
    followPointers(F, Its, All[Of], MadeHere.count(Of) > 0);
  if (std::any_of(F.Places.begin(), F.Places.end(), isMember))
    followPlaces(F, Number);
  Now.clear();
  Held.clear();
  Goes.clear();
  Kept.clear();
}

/// May the layout of what it copies want a copy, as far as this file shows?
bool MemberCopies::isOpen(const Copy &C) const {
  const auto It = C.Of ? All.find(*C.Of) : All.end();
  return It == All.end() || !It->second.IsStoredContiguous ||
         It->second.IsStoredOtherwise;
}

/// What shows that it is written, and that this is lost; none where nothing
/// does.
std::optional<Note> MemberCopies::evidence(const Member &M,
                                           const Copy &C) const {
  if (M.Write)
    return M.IsReadAfterWrite
               ? std::nullopt
               : std::optional<Note>(noteAt(*M.Write, "it is written here"));
  if (!M.IsTaken || M.IsWalkedElsewhere)
    return std::nullopt;
  // Only the pointer of the copy is there to be written through.
  if (const auto It = C.Of ? All.find(*C.Of) : All.end(); It != All.end()) {
    const Member &Source = It->second;
    auto IsHere = [&](size_t In) { return In == C.Function; };
    const bool IsCopiedOn =
        Source.CopiedOn && !std::all_of(Source.CopiedOnIn.begin(),
                                        Source.CopiedOnIn.end(), IsHere);
    const bool IsWritten =
        !std::all_of(Source.WrittenIn.begin(), Source.WrittenIn.end(), IsHere);
    if (IsCopiedOn && !IsWritten)
      return noteAt(*Source.CopiedOn, "'" + C.Operand +
                                          "' is copied on here, without what "
                                          "was written into its copy");
  }
  if (M.GivenOut && C.KeepsOriginal)
    return noteAt(*M.GivenOut, "a pointer to write it through is given out "
                               "here");
  return std::nullopt;
}

std::vector<std::pair<size_t, Finding>> MemberCopies::judge() const {
  std::vector<std::pair<size_t, Finding>> Out;
  for (const auto &[Of, M] : All) {
    if (M.IsRead)
      continue;
    for (const Copy &C : M.Copies) {
      const std::optional<Note> Why = evidence(M, C);
      // Of a constructor that is expanded its callers are judged.
      const bool IsJudgedThere =
          !C.IsExpanded &&
          Expanded.count({C.By.At.Where.File, C.By.At.Point}) > 0;
      if (!Why || !isOpen(C) || IsJudgedThere)
        continue;
      Finding F = C.By.At;
      F.Sure = Confidence::Likely;
      F.Message = "what is written into '" + M.Name + "', a copy that " +
                  F.Operator + " makes of '" + C.Operand +
                  "' where that is not contiguous, is lost: nobody reads it";
      F.Notes.push_back(*Why);
      F.Notes.push_back({F.Where, F.Point,
                         "where the two are not the same, copy_() '" + M.Name +
                             "' back into '" + C.Operand + "'"});
      F.Arguments = {C.Operand};
      F.OpenRoots = C.By.Roots;
      Out.emplace_back(C.Function, std::move(F));
    }
  }
  return Out;
}

} // namespace tensortidy
