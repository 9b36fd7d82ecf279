// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_IDSET_H
#define TENSORTIDY_ANALYSIS_IDSET_H

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace tensortidy {

/// A small set of ids, kept sorted.
class IdSet {
public:
  IdSet() = default;
  IdSet(std::initializer_list<uint32_t> Init) {
    for (uint32_t Id : Init)
      insert(Id);
  }

  void insert(uint32_t Id) {
    auto It = std::lower_bound(Ids.begin(), Ids.end(), Id);
    if (It == Ids.end() || *It != Id)
      Ids.insert(It, Id);
  }
  void insert(const IdSet &O) {
    for (uint32_t Id : O.Ids)
      insert(Id);
  }
  bool contains(uint32_t Id) const {
    return std::binary_search(Ids.begin(), Ids.end(), Id);
  }
  bool intersects(const IdSet &O) const {
    return std::any_of(Ids.begin(), Ids.end(),
                       [&](uint32_t Id) { return O.contains(Id); });
  }

  bool empty() const { return Ids.empty(); }
  size_t size() const { return Ids.size(); }
  std::vector<uint32_t>::const_iterator begin() const { return Ids.begin(); }
  std::vector<uint32_t>::const_iterator end() const { return Ids.end(); }
  bool operator==(const IdSet &O) const { return Ids == O.Ids; }

private:
  std::vector<uint32_t> Ids;
};

} // namespace tensortidy

#endif
