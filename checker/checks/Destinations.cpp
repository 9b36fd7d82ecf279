// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Destinations.h"

#include <algorithm>
#include <set>
#include <variant>

namespace tensortidy {

Destinations::Destinations(const Function &F) : F(F) {
  auto Add = [&](PlaceId From, PlaceId To) {
    if (From != NoId && To != NoId)
      Ways[From].To.push_back(To);
  };
  auto GiveAway = [&](const std::vector<PlaceId> &Places) {
    for (PlaceId P : Places)
      if (P != NoId)
        Ways[P].IsGivenAway = true;
  };
  auto Follow = [&](const Apply &A) {
    // What is written and given back was made elsewhere.
    auto IsArgument = [&](PlaceId P) {
      return std::any_of(
          A.Arguments.begin(), A.Arguments.end(), [&](const Argument &Each) {
            return std::find(Each.Places.begin(), Each.Places.end(), P) !=
                   Each.Places.end();
          });
    };
    for (PlaceId R : A.Results)
      if (R != NoId && !IsArgument(R))
        Makers.emplace(R, &A);
    // Rules may give what they get where the schema does not say so.
    for (const Argument &Each : A.Arguments)
      for (PlaceId P : Each.Places)
        for (PlaceId R : A.Results)
          Add(P, R);
  };
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts) {
      if (const auto *A = std::get_if<Apply>(&X.What))
        Follow(*A);
      else if (const auto *A = std::get_if<Assign>(&X.What))
        Add(A->Source, A->Target);
      else if (const auto *C = std::get_if<Choose>(&X.What))
        for (PlaceId Source : C->Sources)
          Add(Source, C->Target);
      else if (const auto *C = std::get_if<Call>(&X.What); C && !C->IsExpanded)
        GiveAway(C->Arguments);
      else if (const auto *R = std::get_if<Return>(&X.What))
        GiveAway(R->Values);
    }
}

bool Destinations::isVariable(PlaceId P) const {
  const Place &Is = F.Places[P];
  if (Is.IsOfCallee && Is.Kind == PlaceKind::Local && !Is.IsList)
    return false;
  return Is.Kind != PlaceKind::Temporary || Is.IsList || !Is.Name.empty();
}

bool Destinations::hasEnded(PlaceId P, const SourceRange &Use) const {
  const Place &Is = F.Places[P];
  return Use.isValid() && Is.Kind == PlaceKind::Local && !Is.IsList &&
         Is.Scope.isValid() && Use.File == Is.Scope.File &&
         Use.Begin >= Is.Scope.End;
}

const Apply *Destinations::maker(PlaceId P) const {
  const auto It = Makers.find(P);
  return It == Makers.end() || isVariable(P) ? nullptr : It->second;
}

bool Destinations::isKept(PlaceId P, const SourceRange &Use) const {
  std::set<PlaceId> Seen = {P};
  std::vector<PlaceId> Open = {P};
  while (!Open.empty()) {
    const PlaceId Now = Open.back();
    Open.pop_back();
    const auto It = Ways.find(Now);
    if ((isVariable(Now) && !hasEnded(Now, Use)) ||
        (It != Ways.end() && It->second.IsGivenAway))
      return true;
    if (It == Ways.end())
      continue;
    for (PlaceId Next : It->second.To)
      if (Seen.insert(Next).second)
        Open.push_back(Next);
  }
  return false;
}

void Temporaries::onApply(const Visit &V, const Apply &A) {
  // Memory of the caller's.
  if (A.Op && A.Op->displayName() == "from_blob")
    return;
  for (size_t I = 0; I < A.Results.size(); ++I)
    if (A.Results[I] != NoId)
      Made[V.In.resultId(V.Number, I)] = {A.Results[I], &V.At};
}

const Destinations &Temporaries::destinations() const {
  if (!Where)
    Where.emplace(F);
  return *Where;
}

std::optional<Temporaries::Dying>
Temporaries::dying(const Alternative &A, const SourceRange &Use) const {
  Dying D{nullptr, true, false};
  for (uint32_t Storage : A.Storages) {
    const auto It = Made.find(Storage);
    if (It == Made.end() || destinations().isKept(It->second.Place, Use))
      D.IsAll = false;
    else if (!D.By) {
      D.By = It->second.By;
      D.IsVariable = destinations().isKept(It->second.Place);
    }
  }
  return D.By ? std::optional<Dying>(D) : std::nullopt;
}

} // namespace tensortidy
