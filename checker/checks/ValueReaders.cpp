// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/ValueReaders.h"

#include "analysis/Uses.h"

namespace tensortidy {

ValueReaders::ValueReaders(const Function &F) : F(F), Of(F.Places.size()) {
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    tensortidy::Uses Read, Defined;
    for (const Fact &X : F.Blocks[B].Facts) {
      collectReads(X, Read);
      const size_t Before = Defined.Places.size();
      collectDefinitions(X, F, Defined);
      for (size_t I = Before; I < Defined.Places.size(); ++I) {
        Uses &Its = Of[Defined.Places[I]];
        Its.By = &X;
        Its.Block = B;
        ++Its.Definitions;
      }
    }
    for (const Edge &E : F.Blocks[B].Successors)
      if (E.Assumes)
        collectReads(*E.Assumes, Read);
    for (PlaceId P : Read.Places)
      ++Of[P].Reads;
  }
}

const Fact *ValueReaders::maker(PlaceId P) const {
  if (P == NoId)
    return nullptr;
  const Uses &Its = Of[P];
  const Place &Is = F.Places[P];
  const bool IsOwn =
      Is.Kind == PlaceKind::Temporary || Is.Kind == PlaceKind::Local;
  return IsOwn && !Is.IsList && Its.Definitions == 1 &&
                 std::get_if<Apply>(&Its.By->What)
             ? Its.By
             : nullptr;
}

const Fact *ValueReaders::makerForOne(PlaceId P, unsigned Block) const {
  const Fact *By = maker(P);
  return By && Of[P].Reads == 1 && Of[P].Block == Block ? By : nullptr;
}

bool ValueReaders::isConstant(PlaceId P) const {
  if (P == NoId || F.Places[P].IsList)
    return false;
  switch (F.Places[P].Kind) {
  case PlaceKind::Parameter:
    return Of[P].Definitions == 0;
  case PlaceKind::Temporary:
  case PlaceKind::Local:
    return Of[P].Definitions == 1;
  case PlaceKind::Field:
  case PlaceKind::Captured:
    break;
  }
  return false;
}

} // namespace tensortidy
