// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/SharedMemory.h"

#include "layout/Queries.h"
#include "layout/Transforms.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tensortidy {

namespace {

const Alternative *onlyOne(const TensorValue &V) {
  if (V.size() != 1 || V[0].Summary || V[0].OneOfMany || V[0].Vague)
    return nullptr;
  return &V[0];
}

/// Gives a schema without writing a view of its first argument?
bool isView(const Operator &Op) {
  const Schema &S = Op.TheSchema;
  return Op.hasRule() && !S.Returns.empty() && !S.Arguments.empty() &&
         !S.Returns[0].Writes && !S.Returns[0].Alias.empty() &&
         S.Returns[0].Alias == S.Arguments[0].Alias &&
         S.Name.find("as_strided") == std::string::npos;
}

/// Does some axis of \p Whole stand at another place in \p View? Where two of
/// equal stride were exchanged there would be nothing to tell.
bool isPermuted(const Layout &View, const Layout &Whole, Facts F) {
  const auto Count = static_cast<int64_t>(View.Front.size());
  std::vector<std::optional<Axis>> Its;
  for (int64_t I = 0; I < Count; ++I)
    Its.push_back(axisAt(Whole, I, F));
  for (int64_t I = 0; I < Count; ++I)
    for (int64_t J = 0; J < Count; ++J)
      if (Its[I] && Its[J] && View.Front[I] == *Its[J] &&
          !(Its[I]->Stride == Its[J]->Stride) &&
          F.lowerBound(Its[J]->Size) >= 2)
        return true;
  return false;
}

/// Of a view and what it views: does an element stand at other indices?
bool differs(const Layout &View, const Layout &Whole, const Facts &F) {
  return isNo(sameLayout(View, Whole, F)) || isPermuted(View, Whole, F) ||
         F.compare(View.numel(), Whole.numel()) == Order::Less;
}

/// Is axis \p Dimension of \p X longer than \p Distance?
bool reaches(const Visit &V, const Alternative &X, int64_t Dimension,
             int64_t Distance) {
  const Layout L = V.Before.layout(X);
  Facts F = V.Before.TheFacts;
  const std::optional<Axis> Its = axisAt(L, Dimension, F);
  return Its && F.compare(Distance, Its->Size) == Order::Less;
}

std::optional<int64_t> literal(const Argument &A, int64_t Default) {
  if (A.TheKind == Argument::Kind::Absent ||
      A.TheKind == Argument::Kind::Undefined)
    return Default;
  if (A.Ints.size() != 1 || A.Ints[0].TheKind != IntExpr::Kind::Literal)
    return std::nullopt;
  return A.Ints[0].Value;
}

} // namespace

const Destinations &SharedMemory::destinations() const {
  if (!Where)
    Where.emplace(F);
  return *Where;
}

std::optional<SharedMemory::Piece> SharedMemory::piece(PlaceId P) const {
  const Apply *A = destinations().maker(P);
  if (!A || !A->Op || A->Arguments.size() < 3 ||
      A->Arguments[0].Places.size() != 1)
    return std::nullopt;
  const std::string &Name = A->Op->TheSchema.Name;
  const bool IsSlice = Name == "aten::slice";
  if (!IsSlice && Name != "aten::narrow")
    return std::nullopt;
  const std::optional<int64_t> Dimension = literal(A->Arguments[1], 0);
  const std::optional<int64_t> Start = literal(A->Arguments[2], 0);
  const std::optional<int64_t> Step =
      IsSlice && A->Arguments.size() > 4 ? literal(A->Arguments[4], 1) : 1;
  if (!Dimension || !Start || *Start < 0 || Step != 1)
    return std::nullopt;
  Piece Its{A->Arguments[0].Places[0], *Dimension, *Start, std::nullopt};
  if (A->Arguments.size() > 3)
    Its.End = literal(A->Arguments[3], -1);
  if (Its.End && !IsSlice)
    *Its.End += *Start;
  else if (Its.End && *Its.End < 0)
    Its.End.reset();
  return Its;
}

/// By the calls of one statement, or from a parameter that is written whole.
/// contiguous() and reshape() may copy: then it has other memory, too.
bool SharedMemory::isViewOf(const Visit &V, PlaceId View, PlaceId Whole) const {
  const Alternative *Is = onlyOne(V.Before.value(View));
  const Alternative *Of = onlyOne(V.Before.value(Whole));
  if (!Is || !Of || Of->Storages.size() != 1 || !(Is->Storages == Of->Storages))
    return false;
  for (PlaceId P = View; P != NoId;) {
    const Apply *A = destinations().maker(P);
    if (!A || !A->Op || !isView(*A->Op) || A->Arguments[0].Places.size() != 1)
      break;
    P = A->Arguments[0].Places[0];
    if (P == Whole)
      return true;
  }
  const uint32_t Root = *Of->Storages.begin();
  return V.In.isInitialId(Root) && Of->Objects.size() == 1 &&
         *Of->Objects.begin() == Root &&
         F.Places[Root].Kind == PlaceKind::Parameter &&
         !F.Places[Root].IsList && !Is->Objects.contains(Root);
}

/// Two pieces of one tensor that begin so near each other that they overlap.
/// By one element is near enough unless a size that is known says otherwise.
bool SharedMemory::areShifted(const Visit &V, PlaceId A, PlaceId B) const {
  std::optional<Piece> First = piece(A), Second = piece(B);
  if (!First || !Second || First->Of != Second->Of ||
      First->Dimension != Second->Dimension || First->Start == Second->Start)
    return false;
  if (Second->Start < First->Start) {
    std::swap(First, Second);
    std::swap(A, B);
  }
  const int64_t Distance = Second->Start - First->Start;
  if (First->End)
    return Second->Start < *First->End;
  const Alternative *Its = onlyOne(V.Before.value(A));
  return Its && (Distance == 1 || reaches(V, *Its, First->Dimension, Distance));
}

Sharing SharedMemory::between(const Visit &V, PlaceId Written,
                              PlaceId Read) const {
  const TensorValue Target = V.Before.value(Written);
  const TensorValue Source = V.Before.value(Read);
  const Alternative *Its = onlyOne(Target), *Other = onlyOne(Source);
  if (!Its || !Other)
    return Sharing::None;
  if (Written == Read || Target.sharesWith(Source))
    return Sharing::Same;
  const Facts &Known = V.Before.TheFacts;
  const Layout L = V.Before.layout(*Its), M = V.Before.layout(*Other);
  if (isViewOf(V, Read, Written))
    return differs(M, L, Known)             ? Sharing::Other
           : isYes(sameLayout(L, M, Known)) ? Sharing::Same
                                            : Sharing::None;
  return areShifted(V, Written, Read) ? Sharing::Other : Sharing::None;
}

} // namespace tensortidy
