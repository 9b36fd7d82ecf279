// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_HOSTWAITS_H
#define TENSORTIDY_CHECKS_HOSTWAITS_H

#include "analysis/Observer.h"
#include "checks/Devices.h"

#include <optional>

namespace tensortidy {

/// Does it give an element, of which item() reads it from the whole?
bool givesElement(const Operator &Op);

/// The argument of which a call reads all elements on the host: it waits until
/// the device has computed them.
std::optional<unsigned> waitedArgument(const Apply &A);

/// The mask among a call's indices that it has to count the true elements of,
/// on the host; NoId where none is known to be one. One number is put under a
/// mask without that, as masked_fill_ does.
PlaceId countedMask(const Visit &V, const Apply &A, Devices &Where);

} // namespace tensortidy

#endif
