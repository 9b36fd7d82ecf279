// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_BLOBCLONES_H
#define TENSORTIDY_CHECKS_BLOBCLONES_H

#include "checks/ValueReaders.h"

namespace tensortidy {

/// clone() of the strides as they are.
bool isPlainClone(const Apply &A);

/// The clone() of what from_blob() made of the host's memory that \p P is, or
/// is a view of, if nothing else in \p Block reads what lies between; null
/// where there is none.
const Fact *cloneOfBlob(PlaceId P, unsigned Block, const ValueReaders &Readers);

} // namespace tensortidy

#endif
