// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/ReboundOutputs.h"

#include "checks/OverwrittenCopies.h"
#include "checks/ValueReaders.h"

#include <algorithm>
#include <map>

namespace tensortidy {

namespace {

/// The first argument of the call \p X, if that is one tensor.
PlaceId operandOf(const Fact &X) {
  const auto *A = std::get_if<Apply>(&X.What);
  return A && A->Op && !A->Arguments.empty() &&
                 A->Arguments[0].Places.size() == 1
             ? A->Arguments[0].Places[0]
             : NoId;
}

/// Does \p X give \p P a new value by calls on \p P itself?
bool isMadeOfItself(const Fact &X, PlaceId P, const ValueReaders &Readers) {
  const auto *A = std::get_if<Apply>(&X.What);
  if (!A || !A->Op || A->Op->returnsWritten() || A->Results.size() != 1 ||
      A->Results[0] != P)
    return false;
  constexpr unsigned MostCalls = 8;
  PlaceId From = operandOf(X);
  for (unsigned I = 0; I < MostCalls && From != NoId && From != P; ++I) {
    const Fact *By = Readers.maker(From);
    From = By ? operandOf(*By) : NoId;
  }
  return From == P;
}

/// What a function writes to its parameters, or hands to who may.
class Writes {
public:
  explicit Writes(const Function &F) {
    for (const Block &B : F.Blocks)
      for (const Fact &X : B.Facts) {
        Now = &X;
        std::visit(*this, X.What);
      }
  }
  const Fact *firstOf(PlaceId P) const {
    const auto It = First.find(P);
    return It == First.end() ? nullptr : It->second;
  }

  void operator()(const Apply &A) {
    if (!A.Op || !A.Op->returnsWritten())
      return;
    for (size_t I = 0; I < A.Arguments.size(); ++I)
      if (A.Op->TheSchema.Arguments[I].Writes)
        for (PlaceId P : A.Arguments[I].Places)
          First.emplace(P, Now);
  }
  void operator()(const Call &C) {
    for (PlaceId P : C.Arguments)
      if (!C.IsExpanded)
        First.emplace(P, Now);
  }
  void operator()(const Write &W) { First.emplace(W.Tensor, Now); }
  void operator()(const TakePointer &T) {
    if (T.Access == PointerAccess::Write)
      Taken.emplace(T.Pointer, T.Tensor);
  }
  void operator()(const UsePointer &U) {
    if (const auto It = Taken.find(U.Pointer); It != Taken.end())
      First.emplace(It->second, Now);
  }
  template <typename Other> void operator()(const Other &) {}

private:
  const Fact *Now = nullptr;
  std::map<PointerId, PlaceId> Taken;
  std::map<PlaceId, const Fact *> First;
};

} // namespace

std::vector<ReboundOutput> reboundOutputs(const Function &F) {
  std::vector<PlaceId> Outputs;
  for (const Parameter &P : F.Parameters)
    if (P.IsMutableReference && P.Tensor != NoId && !F.Places[P.Tensor].IsList)
      Outputs.push_back(P.Tensor);
  std::vector<ReboundOutput> Out;
  if (Outputs.empty())
    return Out;
  const ValueReaders Readers(F);
  const Writes Written(F);
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const Fact &X : F.Blocks[B].Facts)
      for (PlaceId P : Outputs)
        if (X.Expansion == 0 && isMadeOfItself(X, P, Readers) &&
            Written.firstOf(P) && !isReadAfter(P, &X, B, F))
          Out.push_back({P, &X, Written.firstOf(P)});
  return Out;
}

} // namespace tensortidy
