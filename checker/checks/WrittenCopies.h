// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_WRITTENCOPIES_H
#define TENSORTIDY_CHECKS_WRITTENCOPIES_H

#include "analysis/Observer.h"

#include <map>
#include <optional>
#include <set>
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
    /// False: Write hands it to a function that is not in sight, as the only
    /// memory that the function may write, which gives nothing back.
    bool IsSeen = true;
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
    const Fact *Unseen = nullptr; ///< a use that may write it
    IdSet Roots;
    bool IsRead = false;
  };
  void use(const Visit &V, const UsePointer &U, const TakenPointer &T);
  bool isCopy(const Alternative &A) const;
  void writeOperands(const Visit &V, const Apply &A, const ApplyCase &C);

  std::map<uint32_t, Memory> Copies; ///< by storage
  std::set<uint32_t> Outputs;        ///< storages that may be written
};

} // namespace tensortidy

#endif
