// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tier of touches, opt-in: memcpy of more than the elements of the view
// that begins where it does.

#ifndef TENSOR_PROBE_ATEN_TOUCHES_H
#define TENSOR_PROBE_ATEN_TOUCHES_H

#include "core/Bridge.h"

namespace tensor_probe {

/// Adds a RecordFunction callback (scope FUNCTION, outputs) that remembers the
/// views that operators make, and offers the function that ranges of memory are
/// shown to (PartStatus::touched). Known are tensors that do not begin where
/// their storage does: elsewhere the tensor that they are a view of begins at
/// the same address, and which of the two was meant cannot be told. Of several
/// live views at one address the one that the range fits best counts; while one
/// that had to be forgotten lives, nothing is said of others there.
void observe_touches(const CoreApi &core, PartStatus &status);

} // namespace tensor_probe

#endif // TENSOR_PROBE_ATEN_TOUCHES_H
