// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_SHAREDMEMORY_H
#define TENSORTIDY_CHECKS_SHAREDMEMORY_H

#include "checks/Destinations.h"

#include <optional>

namespace tensortidy {

/// What two tensors have in common for certain.
enum class Sharing {
  None, ///< nothing, or nothing that is known
  Same, ///< every element, at the same indices
  Other ///< elements, at other indices
};

/// Tells views of one tensor apart, for one function.
class SharedMemory {
public:
  explicit SharedMemory(const Function &F) : F(F) {}
  Sharing between(const Visit &V, PlaceId Written, PlaceId Read) const;

private:
  /// What a view by narrow() or slice() with a constant start begins at.
  struct Piece {
    PlaceId Of = NoId;
    int64_t Dimension = 0;
    int64_t Start = 0;
    std::optional<int64_t> End; ///< a constant that counts from the front
  };
  const Destinations &destinations() const;
  std::optional<Piece> piece(PlaceId P) const;
  bool isViewOf(const Visit &V, PlaceId View, PlaceId Whole) const;
  bool areShifted(const Visit &V, PlaceId A, PlaceId B) const;

  const Function &F;
  mutable std::optional<Destinations> Where; ///< once it is asked for
};

} // namespace tensortidy

#endif
