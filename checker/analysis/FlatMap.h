// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_FLATMAP_H
#define TENSORTIDY_ANALYSIS_FLATMAP_H

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tensortidy {

/// A map from ids to values as a sorted vector that copies share until one of
/// them changes: states are copied far more often than they change, and ids
/// mostly arrive in order.
template <typename T> class FlatMap {
public:
  using Entry = std::pair<uint32_t, T>;
  using Entries = std::vector<Entry>;

  const T *find(uint32_t Id) const {
    const Entries &All = entries();
    auto It = position(All, Id);
    return It != All.end() && It->first == Id ? &It->second : nullptr;
  }
  void set(uint32_t Id, T Value) {
    Entries &All = edit();
    auto It = position(All, Id);
    if (It != All.end() && It->first == Id)
      It->second = std::move(Value);
    else
      All.emplace(It, Id, std::move(Value));
  }
  void erase(uint32_t Id) {
    if (!find(Id))
      return;
    Entries &All = edit();
    All.erase(position(All, Id));
  }
  /// Keeps only the ids in the sorted \p Wanted.
  void restrictTo(const std::vector<uint32_t> &Wanted) {
    auto IsUnwanted = [&](const Entry &E) {
      return !std::binary_search(Wanted.begin(), Wanted.end(), E.first);
    };
    if (std::none_of(begin(), end(), IsUnwanted))
      return;
    Entries &All = edit();
    All.erase(std::remove_if(All.begin(), All.end(), IsUnwanted), All.end());
  }

  bool empty() const { return entries().empty(); }
  size_t size() const { return entries().size(); }
  typename Entries::const_iterator begin() const { return entries().begin(); }
  typename Entries::const_iterator end() const { return entries().end(); }
  /// The entries, to change their values; from now on this map's own.
  Entries &edit() {
    if (!Shared)
      Shared = std::make_shared<Entries>();
    else if (Shared.use_count() > 1)
      Shared = std::make_shared<Entries>(*Shared);
    return *Shared;
  }
  bool operator==(const FlatMap &O) const {
    return Shared == O.Shared || entries() == O.entries();
  }

private:
  const Entries &entries() const {
    static const Entries Nothing;
    return Shared ? *Shared : Nothing;
  }
  template <typename Vector> static auto position(Vector &V, uint32_t Id) {
    return std::lower_bound(
        V.begin(), V.end(), Id,
        [](const Entry &E, uint32_t Wanted) { return E.first < Wanted; });
  }

  std::shared_ptr<Entries> Shared;
};

} // namespace tensortidy

#endif
