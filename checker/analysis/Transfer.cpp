// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Transfer.h"

#include "analysis/Conditions.h"
#include "analysis/Integers.h"
#include "analysis/Operators.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace tensortidy {

namespace {

/// Transfer functions of all facts but Apply.
class FactTransfer {
public:
  FactTransfer(State &S, const Fact &X, unsigned Number, const Context &C)
      : S(S), X(X), Number(Number), C(C), Site("f" + std::to_string(Number)) {}

  bool operator()(const Assign &A);
  bool operator()(const Choose &A);
  bool operator()(const Forget &A);
  bool operator()(const Define &D);
  bool operator()(const Assume &A) { return assume(S, A.Holds, true, C, Site); }
  bool operator()(const TakePointer &T);
  bool operator()(const AssignPointer &A);
  bool operator()(const Call &A);
  /// Apply is handled elsewhere; the rest changes nothing that is kept.
  template <typename T> bool operator()(const T &) { return true; }

private:
  TensorValue taken(PlaceId Target, PlaceId Source) const;
  TensorValue unseen(PlaceId P, size_t Result, const std::string &Why) const;
  void addToList(PlaceId List, const TensorValue &V);
  void addTaken(const TakenPointer &T, PointerValue &Into) const;
  bool isList(PlaceId P) const { return C.In.Places[P].IsList; }

  State &S;
  const Fact &X;
  const unsigned Number;
  const Context &C;
  const std::string Site;
};

/// A step made for a temporary is told of the variable that takes it.
Alternative named(Alternative A, const std::string &Name) {
  if (!A.Path || !A.Path->Step.Entity.empty() || Name.empty())
    return A;
  PathNode Copy = *A.Path;
  Copy.Step.Entity = Name;
  A.Path = std::make_shared<const PathNode>(std::move(Copy));
  return A;
}

bool needsName(const TensorValue &V, const std::string &Name) {
  if (!Name.empty())
    for (const Alternative &A : V)
      if (A.Path && A.Path->Step.Entity.empty())
        return true;
  return false;
}

/// The value that \p Target takes from \p Source. An element that is read from
/// many becomes a tensor of its own: what is learnt of it is not learnt of the
/// others.
TensorValue FactTransfer::taken(PlaceId Target, PlaceId Source) const {
  if (Source == NoId)
    return TensorValue();
  const TensorValue &V = S.value(Source);
  const std::string &Name = C.In.Places[Target].Name;
  bool Changes = needsName(V, Name);
  const bool IsElement = isList(Source) && !isList(Target);
  if (!isList(Target))
    for (const Alternative &A : V)
      Changes |= A.Summary;
  if (!Changes && !IsElement)
    return V;
  std::vector<Alternative> Out;
  for (Alternative A : V) {
    if (A.Summary && !isList(Target)) {
      A.TheLayout =
          unknownLayout(C.placeKey(Target) + "@" + std::to_string(Number) +
                            "." + std::to_string(Out.size()),
                        C.Symbols);
      A.Summary = false;
      // The first of a list that the caller gave is as good as a parameter.
      A.Vague |= !C.In.Places[Target].IsAtPosition;
    }
    A.OneOfMany |= IsElement;
    Out.push_back(named(std::move(A), Name));
  }
  return TensorValue(std::move(Out));
}

void FactTransfer::addToList(PlaceId List, const TensorValue &V) {
  ValueUnion All;
  All.add(S.value(List), S.TheFacts);
  All.add(V, S.TheFacts);
  S.setValue(List, All.take(Site + "," + C.placeKey(List), S.TheFacts));
}

bool FactTransfer::operator()(const Assign &A) {
  if (A.Target == NoId)
    return true;
  if (A.Source != NoId && isList(A.Target) && !isList(A.Source))
    addToList(A.Target, S.value(A.Source));
  else
    S.setValue(A.Target, taken(A.Target, A.Source));
  return true;
}

bool FactTransfer::operator()(const Choose &A) {
  if (A.Target == NoId)
    return true;
  ValueUnion All;
  for (PlaceId Source : A.Sources)
    All.add(taken(A.Target, Source), S.TheFacts);
  S.setValue(A.Target, All.take(Site + "," + C.placeKey(A.Target), S.TheFacts));
  return true;
}

TensorValue FactTransfer::unseen(PlaceId P, size_t Result,
                                 const std::string &Why) const {
  Alternative A = C.unseen(P, Number, Result);
  auto Node = std::make_shared<PathNode>();
  Node->Step.TheKind = PathStep::Kind::Unseen;
  Node->Step.From = X.From;
  Node->Step.Entity = C.In.Places[P].Name;
  Node->Step.By = Why;
  Node->Step.After = A.TheLayout;
  A.Path = std::move(Node);
  return TensorValue(std::move(A));
}

bool FactTransfer::operator()(const Forget &A) {
  if (A.Target != NoId)
    S.setValue(A.Target, unseen(A.Target, 0, A.Why));
  return true;
}

/// Unknown callees lose what they can touch: members and globals.
bool FactTransfer::operator()(const Call &A) {
  if (A.IsExpanded)
    return true;
  IdSet Reachable;
  for (PlaceId P : A.Arguments)
    if (P != NoId)
      for (const Alternative &Given : S.value(P))
        Reachable.insert(Given.Storages);
  const std::string Why = "returned by '" + A.Callee + "'";
  for (size_t I = 0; I < A.Results.size(); ++I) {
    const PlaceId P = A.Results[I];
    if (P == NoId)
      continue;
    Alternative Result = unseen(P, I, Why)[0];
    Result.Storages.insert(Reachable);
    S.setValue(P, TensorValue(std::move(Result)));
  }
  std::vector<PlaceId> Fields;
  for (const auto &Entry : S.Places)
    if (C.In.Places[Entry.first].Kind == PlaceKind::Field)
      Fields.push_back(Entry.first);
  for (PlaceId P : Fields)
    S.setValue(P, unseen(P, 7, "changed by '" + A.Callee + "', possibly"));
  return true;
}

bool FactTransfer::operator()(const Define &D) {
  if (D.Integer == NoId)
    return true;
  if (std::binary_search(C.Flags.begin(), C.Flags.end(), D.Integer)) {
    std::vector<IntId> Others;
    std::remove_copy(C.Flags.begin(), C.Flags.end(), std::back_inserter(Others),
                     D.Integer);
    S.forgetFlags(Others);
    if (D.Value.TheKind == IntExpr::Kind::Literal)
      S.Flags.set(D.Integer, D.Value.Value != 0);
  }
  const std::string &Name = C.In.Integers[D.Integer];
  const Monomial M = Integers(S, C, Site).value(D.Value, Name);
  S.Integers.set(D.Integer, M);
  if (std::optional<SymbolId> Id = M.isValid() ? M.asSymbol() : std::nullopt)
    if (!Name.empty())
      C.Symbols.setDisplay(*Id, Name);
  return true;
}

bool FactTransfer::operator()(const TakePointer &T) {
  if (T.Tensor != NoId && T.ElementType) {
    Condition Typed;
    Typed.TheKind = Condition::Kind::Has;
    Typed.Tensor = T.Tensor;
    Typed.Its.ScalarType = T.ElementType;
    if (!assume(S, Typed, true, C, Site))
      return false;
  }
  if (T.Pointer == NoId || T.Tensor == NoId)
    return true;
  TakenPointer P;
  P.Number = Number;
  P.From = &X;
  P.Value = S.value(T.Tensor);
  if (P.Value.isBottom())
    S.Pointers.erase(T.Pointer);
  else
    S.Pointers.set(T.Pointer, {std::move(P)});
  return true;
}

/// The pointer of one TakePointer may come from two sources.
void FactTransfer::addTaken(const TakenPointer &T, PointerValue &Into) const {
  auto It = std::lower_bound(
      Into.begin(), Into.end(), T.Number,
      [](const TakenPointer &O, uint32_t Number) { return O.Number < Number; });
  if (It == Into.end() || It->Number != T.Number) {
    Into.insert(It, T);
    return;
  }
  It->OnSomePathsOnly |= T.OnSomePathsOnly;
  if (It->Value == T.Value)
    return;
  ValueUnion Either;
  Either.add(It->Value, S.TheFacts);
  Either.add(T.Value, S.TheFacts);
  It->Value = Either.take(Site + ",*" + std::to_string(T.Number), S.TheFacts);
}

bool FactTransfer::operator()(const AssignPointer &A) {
  if (A.Target == NoId)
    return true;
  PointerValue All;
  bool AreKnown = true;
  for (PointerId Source : A.Sources) {
    const PointerValue *V = Source == NoId ? nullptr : S.Pointers.find(Source);
    AreKnown &= V != nullptr;
    if (V)
      for (const TakenPointer &T : *V)
        addTaken(T, All);
  }
  for (TakenPointer &T : All)
    T.OnSomePathsOnly |= !AreKnown;
  if (All.empty())
    S.Pointers.erase(A.Target);
  else
    S.Pointers.set(A.Target, std::move(All));
  return true;
}

} // namespace

bool transfer(State &S, const Fact &X, unsigned Number, const Context &C,
              Observer *O) {
  if (O)
    O->onFact({C, X, Number, S});
  if (const auto *A = std::get_if<Apply>(&X.What))
    return applyOperator(S, *A, X, Number, C, O);
  return std::visit(FactTransfer(S, X, Number, C), X.What);
}

} // namespace tensortidy
