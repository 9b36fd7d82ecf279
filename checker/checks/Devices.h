// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_DEVICES_H
#define TENSORTIDY_CHECKS_DEVICES_H

#include "analysis/Observer.h"
#include "program/Function.h"

#include <map>
#include <vector>

namespace tensortidy {

/// What makes a tensor out of no other one.
enum class FactoryKind {
  None,
  Constant, ///< zeros(), arange(): the same at each call
  Empty,    ///< empty(): memory to be written
  Random,
  FromHost ///< from_blob(), tensor(): of memory or numbers of the host
};
FactoryKind factoryKind(const Operator &Op);

/// Which device a conversion is asked for: of cpu() and cuda(), too.
DeviceKind deviceAsked(const Apply &A);

/// On which device the tensors of a function are, from the calls that make
/// them. Flow-insensitive: a place that may be on two has an unknown one.
class Devices {
public:
  explicit Devices(const Function &F);

  /// Cpu, Accelerator or Unknown.
  DeviceKind of(PlaceId P);
  /// Where it is before \p V: by a check too, or by what made its value there.
  DeviceKind at(PlaceId P, const Visit &V);
  /// Is it in page-locked memory, on some path?
  bool mayBePinned(PlaceId P);
  /// Is it so for certain?
  bool isPinned(PlaceId P) const;

private:
  bool isGivenToCpu(PlaceId P);
  DeviceKind made(const Fact &By);
  DeviceKind madeBy(const Alternative &A, const Context &C);

  const Function &F;
  std::vector<std::vector<const Fact *>> Makers; ///< per place
  std::map<PlaceId, DeviceKind> Known;
  std::vector<PlaceId> Handles; ///< per place: that of which it is another one
  std::map<uint32_t, const Fact *> MakerOf; ///< by storage, once asked for
  std::map<PlaceId, bool> Pinned;
};

} // namespace tensortidy

#endif
