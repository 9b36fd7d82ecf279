// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_WRITTENCOPIES_H
#define TENSORTIDY_CHECKS_WRITTENCOPIES_H

#include "analysis/Observer.h"

#include <map>
#include <optional>
#include <vector>

namespace tensortidy {

/// Does \p Op make copies, which the layout alone decides?
bool copiesByLayout(const Operator &Op);

/// Which copies of a caller's tensor one function writes through raw pointers,
/// and nothing reads afterwards: `auto o = out.contiguous();
/// fill(o.data_ptr())` without a copy back. Told of everything, in the order of
/// the replay.
class WrittenCopies {
public:
  struct Lost {
    const Fact *Copy = nullptr;  ///< the Apply that makes it
    const Fact *Write = nullptr; ///< the UsePointer that writes it
    IdSet Roots;                 ///< what it may be a copy of, as given
  };

  void onFact(const Visit &V);
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases);
  /// Once the replay of \p F has ended.
  std::vector<Lost> lost(const Function &F) const;

private:
  struct Memory {
    const Fact *MadeBy = nullptr;
    const Fact *Write = nullptr;
    IdSet Roots;
    bool IsRead = false;
  };
  void use(const Visit &V, const UsePointer &U, const TakenPointer &T);

  std::map<uint32_t, Memory> Copies; ///< by storage
};

} // namespace tensortidy

#endif
