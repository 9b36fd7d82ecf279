// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_VALUEREADERS_H
#define TENSORTIDY_CHECKS_VALUEREADERS_H

#include "program/Function.h"

#include <vector>

namespace tensortidy {

/// Who makes and who reads the values of a function's temporaries and locals.
class ValueReaders {
public:
  explicit ValueReaders(const Function &F);

  /// The call whose result is all that a temporary or a local ever is; null
  /// where there is none.
  const Fact *maker(PlaceId P) const;
  /// The call whose result is all that a temporary or a local ever is, if one
  /// thing reads that, in the same block: null otherwise.
  const Fact *makerForOne(PlaceId P, unsigned Block) const;
  /// Has \p P one value in all of the function?
  bool isConstant(PlaceId P) const;

private:
  struct Uses {
    const Fact *By = nullptr; ///< its last definition
    unsigned Block = 0;       ///< of that
    unsigned Definitions = 0, Reads = 0;
  };
  const Function &F;
  std::vector<Uses> Of; ///< per place
};

} // namespace tensortidy

#endif
