// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_IDSET_H
#define TENSORTIDY_ANALYSIS_IDSET_H

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace tensortidy {

/// A set of ids, kept sorted; copies share it until one of them changes.
class IdSet {
public:
  IdSet() = default;
  IdSet(std::initializer_list<uint32_t> Init) {
    for (uint32_t Id : Init)
      insert(Id);
  }

  void insert(uint32_t Id) {
    if (contains(Id))
      return;
    if (!Shared)
      Shared = std::make_shared<Ids>();
    else if (Shared.use_count() > 1)
      Shared = std::make_shared<Ids>(*Shared);
    Shared->insert(std::lower_bound(Shared->begin(), Shared->end(), Id), Id);
  }
  void insert(const IdSet &O) {
    if (*this == O || O.empty())
      return;
    if (empty())
      Shared = O.Shared;
    else if (O.size() == 1)
      insert(*O.begin());
    else if (!std::includes(begin(), end(), O.begin(), O.end()))
      unite(O);
  }
  bool contains(uint32_t Id) const {
    return std::binary_search(begin(), end(), Id);
  }
  bool intersects(const IdSet &O) const {
    return std::any_of(begin(), end(),
                       [&](uint32_t Id) { return O.contains(Id); });
  }

  bool empty() const { return ids().empty(); }
  size_t size() const { return ids().size(); }
  std::vector<uint32_t>::const_iterator begin() const { return ids().begin(); }
  std::vector<uint32_t>::const_iterator end() const { return ids().end(); }
  bool operator==(const IdSet &O) const {
    return Shared == O.Shared || ids() == O.ids();
  }

private:
  using Ids = std::vector<uint32_t>;

  const Ids &ids() const {
    static const Ids None;
    return Shared ? *Shared : None;
  }
  void unite(const IdSet &O) {
    auto Both = std::make_shared<Ids>();
    Both->reserve(size() + O.size());
    std::set_union(begin(), end(), O.begin(), O.end(),
                   std::back_inserter(*Both));
    Shared = std::move(Both);
  }

  std::shared_ptr<Ids> Shared;
};

} // namespace tensortidy

#endif
