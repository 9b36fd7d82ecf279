// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_MEMORYREADERS_H
#define TENSORTIDY_CHECKS_MEMORYREADERS_H

#include "program/Function.h"

#include <map>
#include <set>
#include <vector>

namespace tensortidy {

/// Places of one function and what may tell what is in their memory, other
/// than raw pointers.
class MemoryReaders {
public:
  explicit MemoryReaders(const Function &F);

  /// Of a local: also where the memory goes to a member, a list or a caller.
  bool mayBeRead(PlaceId P) const;
  /// Of a member: as far as this function shows.
  bool readsMember(PlaceId P) const;
  /// The places that \p P is, or is a view of.
  std::set<PlaceId> sourcesOf(PlaceId P) const;

  void operator()(const Assign &A) { flow(A.Source, A.Target); }
  void operator()(const Choose &A) {
    for (PlaceId Source : A.Sources)
      flow(Source, A.Target);
  }
  void operator()(const Call &C) {
    if (!C.IsExpanded)
      read(C.Arguments);
  }
  void operator()(const Return &R) { read(R.Values); }
  void operator()(const TakePointer &T) {
    if (T.Pointer == NoId) // an accessor, which may read
      Read.insert(T.Tensor);
  }
  void operator()(const Apply &A);
  template <typename Other> void operator()(const Other &) {}

private:
  using Edges = std::multimap<PlaceId, PlaceId>;
  void read(const std::vector<PlaceId> &Places) {
    Read.insert(Places.begin(), Places.end());
  }
  void flow(PlaceId From, PlaceId To);
  bool isSeenOutside(PlaceId P) const;
  bool reachesReader(PlaceId P, bool IsMember) const;

  const Function &F;
  Edges Made, Sources;
  std::set<PlaceId> Read, Updated;
};

} // namespace tensortidy

#endif
