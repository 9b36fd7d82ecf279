// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/BlobClones.h"

#include "checks/Copies.h"

namespace tensortidy {

bool isPlainClone(const Apply &A) {
  return A.Op->TheSchema.Name == "aten::clone" && A.Arguments.size() == 2 &&
         A.Arguments[1].TheKind == Argument::Kind::Absent;
}

namespace {

/// The operator that makes \p P for one reader; null where there is none.
const Apply *makerOf(PlaceId P, unsigned Block, const ValueReaders &Readers) {
  const Fact *By = P == NoId ? nullptr : Readers.makerForOne(P, Block);
  const auto *A = By ? std::get_if<Apply>(&By->What) : nullptr;
  return A && A->Op ? A : nullptr;
}

bool isOfHost(const Apply &Blob) {
  return Blob.Op->displayName() == "from_blob" &&
         Blob.Device != DeviceKind::Accelerator &&
         Blob.Device != DeviceKind::Unknown;
}

/// Does it give another view of the memory of what it gets, and never a copy?
bool isView(const Operator &Op) {
  return isAlias(Op) && !Op.TheSchema.Returns[0].Writes && !isConversion(Op) &&
         !isDecidedByLayoutAlone(Op) && Op.TheSchema.Name != "aten::contiguous";
}

} // namespace

const Fact *cloneOfBlob(PlaceId P, unsigned Block,
                        const ValueReaders &Readers) {
  while (const Apply *A = makerOf(P, Block, Readers)) {
    if (isPlainClone(*A)) {
      const Apply *Blob = makerOf(placeAt(*A, 0), Block, Readers);
      return Blob && isOfHost(*Blob) ? Readers.makerForOne(P, Block) : nullptr;
    }
    if (!isView(*A->Op))
      break;
    P = placeAt(*A, 0);
  }
  return nullptr;
}

} // namespace tensortidy
