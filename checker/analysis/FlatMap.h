// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_FLATMAP_H
#define TENSORTIDY_ANALYSIS_FLATMAP_H

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tensortidy {

/// A map from ids to values as a sorted vector: states are copied far more
/// often than they grow, and ids mostly arrive in order.
template <typename T> class FlatMap {
public:
  using Entry = std::pair<uint32_t, T>;

  const T *find(uint32_t Id) const {
    auto It = position(Entries, Id);
    return It != Entries.end() && It->first == Id ? &It->second : nullptr;
  }
  void set(uint32_t Id, T Value) {
    auto It = position(Entries, Id);
    if (It != Entries.end() && It->first == Id)
      It->second = std::move(Value);
    else
      Entries.emplace(It, Id, std::move(Value));
  }
  void erase(uint32_t Id) {
    auto It = position(Entries, Id);
    if (It != Entries.end() && It->first == Id)
      Entries.erase(It);
  }
  /// Keeps only the ids in the sorted \p Wanted.
  void restrictTo(const std::vector<uint32_t> &Wanted) {
    Entries.erase(std::remove_if(Entries.begin(), Entries.end(),
                                 [&](const Entry &E) {
                                   return !std::binary_search(
                                       Wanted.begin(), Wanted.end(), E.first);
                                 }),
                  Entries.end());
  }

  bool empty() const { return Entries.empty(); }
  size_t size() const { return Entries.size(); }
  typename std::vector<Entry>::iterator begin() { return Entries.begin(); }
  typename std::vector<Entry>::iterator end() { return Entries.end(); }
  typename std::vector<Entry>::const_iterator begin() const {
    return Entries.begin();
  }
  typename std::vector<Entry>::const_iterator end() const {
    return Entries.end();
  }
  bool operator==(const FlatMap &O) const { return Entries == O.Entries; }

private:
  template <typename Vector> static auto position(Vector &V, uint32_t Id) {
    return std::lower_bound(
        V.begin(), V.end(), Id,
        [](const Entry &E, uint32_t Wanted) { return E.first < Wanted; });
  }

  std::vector<Entry> Entries;
};

} // namespace tensortidy

#endif
