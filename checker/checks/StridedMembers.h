// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_STRIDEDMEMBERS_H
#define TENSORTIDY_CHECKS_STRIDEDMEMBERS_H

#include "analysis/DenseLayout.h"
#include "analysis/Observer.h"
#include "checks/DeclarationKey.h"
#include "checks/Finding.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// Finds members that are given a strided tensor, which operators of other
/// functions then copy each time: what tensor-copy-in-loop says of a program.
/// It observes the replays of all functions. Each function that reads such a
/// member is then analysed twice again, with the members as they were stored
/// and with row-major ones: what copies the former only is due to where they
/// were stored.
class StridedMembers : public Observer {
public:
  void onFact(const Visit &V) override;
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override;

  /// All functions of \p P have been replayed.
  void judge(const Program &P, std::vector<Finding> &Into) const;

private:
  using Key = DeclarationKey;
  /// Where a member got its tensor, and how that lies in memory.
  struct Stored {
    DenseLayout How;
    Finding At; ///< without its message
    std::string Strides;
  };
  /// An operator that copies a member because of its layout.
  struct Copy;
  class Copies;

  void store(const Visit &V, PlaceId P, const Layout *L, const Facts &F,
             std::vector<Note> Path);
  std::vector<Copy> copies(const Function &F) const;
  Finding finding(const Stored &S, const std::vector<Copy> &Its) const;

  std::map<Key, Stored> All;
  std::set<Key> Others; ///< that are given what is not such a layout
};

} // namespace tensortidy

#endif
