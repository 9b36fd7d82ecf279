// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_DEVICEWORK_H
#define TENSORTIDY_CHECKS_DEVICEWORK_H

#include "checks/Devices.h"

#include <string>

namespace tensortidy {

/// Does the function's name say that what it gets is on the CPU?
bool saysCpu(const std::string &Name);

/// Does it say that it works on the CPU: `cumsum_cpu`, not `copy_to_cpu`?
bool isForCpu(const std::string &Name);

/// Does it say that it is called in each step, or on the device?
bool saysDevice(const std::string &Name);

/// Does a function launch a kernel, take the pointer of a tensor on the device,
/// which only kernels can use, or ask for a stream?
bool worksOnDevice(const Function &F, Devices &Where);

/// Is \p P an argument, or a saved tensor, of which the function only reads
/// elements, at several places? Then they are numbers that travel together.
bool isReadInPieces(PlaceId P, const Function &F);

/// Is \p P an argument that the function only reads element by element, while
/// kernels get others? Then it is a table for the host, such as the lengths of
/// what the kernels work on.
bool isTableForHost(PlaceId P, const Function &F);

} // namespace tensortidy

#endif
