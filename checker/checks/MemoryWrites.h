// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_MEMORYWRITES_H
#define TENSORTIDY_CHECKS_MEMORYWRITES_H

#include "analysis/LoopNest.h"
#include "analysis/Observer.h"

#include <map>
#include <vector>

namespace tensortidy {

/// Whose memory a function writes, and in which of its loops. Told of every
/// fact and operator, in the order of the replay; complete when that has ended.
class MemoryWrites {
public:
  explicit MemoryWrites(const LoopNest &Nest)
      : Nest(Nest), Loops(Nest.size()) {}

  void onFact(const Visit &V, unsigned Block);
  void onApply(const Visit &V, unsigned Block, const Apply &A,
               const std::vector<ApplyCase> &Cases);

  enum class Written {
    No,
    Possibly, ///< a function that is not looked into may write it
    Yes
  };
  /// Is memory of \p Storages written in the loop \p L?
  Written inLoop(unsigned L, const IdSet &Storages) const;
  /// In the whole function?
  Written anywhere(const IdSet &Storages) const;
  /// \p Storages, and those whose elements theirs were computed from.
  IdSet sourcesOf(const IdSet &Storages) const;

private:
  struct Memory {
    IdSet Surely, Possibly;
    Written ask(const IdSet &Storages) const;
  };
  void write(const TensorValue &V, unsigned Block, const Context &C,
             bool Surely);
  void write(const Alternative &A, unsigned Block, const Context &C,
             bool Surely);

  const LoopNest &Nest;
  std::vector<Memory> Loops;
  Memory All;
  /// Of a storage that a call made: what it was computed from, one step back.
  std::map<uint32_t, IdSet> Sources;
};

} // namespace tensortidy

#endif
