// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Context.h"

#include "analysis/ParameterTypes.h"
#include "program/Flags.h"

#include <algorithm>
#include <utility>

namespace tensortidy {

namespace {
constexpr size_t MaxResults = 8;
} // namespace

Context::Context(const Function &In, SymbolTable &Symbols,
                 MemberLayouts Members)
    : In(In), Symbols(Symbols), Members(std::move(Members)) {
  unsigned Next = 0;
  for (const Block &B : In.Blocks) {
    FirstNumber.push_back(Next);
    Next += static_cast<unsigned>(B.Facts.size());
  }
  forEachFlag(In, [&](IntId Flag, unsigned) { Flags.push_back(Flag); });
  std::sort(Flags.begin(), Flags.end());
  Flags.erase(std::unique(Flags.begin(), Flags.end()), Flags.end());
  for (const FlagImplication &I : In.Implications)
    if (std::binary_search(Flags.begin(), Flags.end(), I.Other))
      Implied[{I.Flag, I.IsSet}].emplace_back(I.Other, I.OtherIsSet);
}

uint32_t Context::resultId(unsigned Number, size_t Result) const {
  return static_cast<uint32_t>(In.Places.size() + Number * MaxResults +
                               std::min(Result, MaxResults - 1));
}

/// Of blocks without facts the last one has the number of the next fact.
unsigned Context::blockOf(unsigned Number) const {
  return static_cast<unsigned>(
      std::upper_bound(FirstNumber.begin(), FirstNumber.end(), Number) -
      FirstNumber.begin() - 1);
}

const LoopNest &Context::loops() const {
  if (!Loops)
    Loops.emplace(In);
  return *Loops;
}

std::string Context::placeKey(PlaceId P) const {
  const std::string Number = std::to_string(P);
  if (P == NoId || In.Places[P].Name.empty())
    return "%" + Number;
  return In.Places[P].Name + "%" + Number;
}

Alternative Context::unseen(PlaceId P, unsigned Number, size_t Result) const {
  Alternative A;
  A.TheLayout =
      unknownLayout(placeKey(P) + "@" + std::to_string(Number), Symbols);
  A.Storages.insert(resultId(Number, Result));
  A.Objects.insert(resultId(Number, Result));
  A.Vague = true;
  A.Summary = P != NoId && In.Places[P].IsList;
  return A;
}

State Context::initialState() const {
  State S(Symbols);
  std::vector<bool> IsParameter(In.Places.size());
  std::vector<Traits> Has(In.Places.size());
  const std::vector<std::optional<int8_t>> Types = parameterTypes(In);
  for (const Parameter &P : In.Parameters)
    if (P.Tensor != NoId) {
      IsParameter[P.Tensor] = true;
      Has[P.Tensor] = P.Has;
      Has[P.Tensor].ScalarType = Types[P.Tensor];
    }
  // As open as a parameter: what was saved is linked to it.
  for (PlaceId P = 0; P < In.Places.size(); ++P)
    if (In.Places[P].Saved >= 0)
      IsParameter[P] = true;
  std::vector<std::string> Taken;
  for (PlaceId P = 0; P < In.Places.size(); ++P) {
    const Place &Where = In.Places[P];
    if (!IsParameter[P] && Where.Kind != PlaceKind::Field &&
        Where.Kind != PlaceKind::Captured)
      continue;
    const bool Plain =
        !Where.Name.empty() &&
        std::find(Taken.begin(), Taken.end(), Where.Name) == Taken.end();
    Taken.push_back(Where.Name);
    const std::string Name = Plain ? Where.Name : placeKey(P);
    const auto Stored = Members.find(P);
    const bool IsKnown = Stored != Members.end();
    Alternative A;
    A.TheLayout = IsKnown ? Stored->second.withNames(Name, Symbols)
                          : unknownLayout(Name, Symbols);
    if (!Where.IsList)
      A.TheLayout.Offset = StorageOffset{0, /*FromOrigin=*/true};
    A.Has = Has[P];
    A.Storages.insert(initialId(P));
    A.Objects.insert(initialId(P));
    if (IsParameter[P])
      A.Roots.insert(initialId(P));
    else
      A.Vague = !IsKnown;
    A.Summary = Where.IsList;
    S.setValue(P, TensorValue(std::move(A)));
  }
  return S;
}

namespace {

/// Values of places with several alternatives, each value once.
std::vector<TensorValue> ambiguous(const State &S,
                                   const std::vector<PlaceId> &Places) {
  std::vector<TensorValue> Out;
  for (PlaceId P : Places) {
    if (P == NoId)
      continue;
    const TensorValue &V = S.value(P);
    if (V.size() > 1 &&
        std::none_of(Out.begin(), Out.end(),
                     [&](const TensorValue &O) { return O.sharesWith(V); }))
      Out.push_back(V);
  }
  return Out;
}

size_t combinations(const std::vector<TensorValue> &Values) {
  size_t Product = 1;
  for (const TensorValue &V : Values)
    Product *= V.size();
  return Product;
}

} // namespace

std::vector<State> splitOn(State S, const std::vector<PlaceId> &Places,
                           const std::string &Site, size_t Limit) {
  std::vector<TensorValue> Values = ambiguous(S, Places);
  for (unsigned N = 0; combinations(Values) > Limit; ++N) {
    auto Largest =
        std::max_element(Values.begin(), Values.end(),
                         [](const TensorValue &A, const TensorValue &B) {
                           return A.size() < B.size();
                         });
    ValueUnion All;
    All.add(*Largest, S.TheFacts);
    S.replace(*Largest,
              All.collapse(Site + ",#" + std::to_string(N), S.TheFacts));
    Values = ambiguous(S, Places);
  }
  std::vector<State> Out;
  const size_t Count = combinations(Values);
  for (size_t I = 0; I < Count; ++I) {
    State One = I + 1 < Count ? S : std::move(S);
    size_t Rest = I;
    for (const TensorValue &V : Values) {
      One.replace(V, TensorValue(V[Rest % V.size()]));
      Rest /= V.size();
    }
    Out.push_back(std::move(One));
  }
  return Out;
}

ListValues::ListValues(const State &S, const std::vector<PlaceId> &Places,
                       const Function &In) {
  for (PlaceId P : Places)
    if (P != NoId && In.Places[P].IsList && S.value(P).size() > 1)
      Values.emplace_back(P, S.value(P));
}

void ListValues::restoreIn(State &S, const std::string &Site) const {
  for (const auto &[P, Before] : Values) {
    ValueUnion All;
    All.add(S.value(P), S.TheFacts);
    All.add(Before, S.TheFacts);
    S.setValue(P, All.take(Site + ",%" + std::to_string(P), S.TheFacts));
  }
}

} // namespace tensortidy
