// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites added up: by line, function or operator, along the calls that led to
// them, and the order in which they are shown. Plain values only.
#ifndef TENSOR_PROBE_REPORT_GROUPS_H
#define TENSOR_PROBE_REPORT_GROUPS_H

#include "report/SiteModel.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tensor_probe {

/// What one row of a report stands for.
enum class GroupBy {
  place, ///< a place, an operator and a class: one SourceSite
  line,
  function,
  op,
  tree ///< a call, with all that was copied below it
};

/// What decides which row comes first.
/// The three last are 0 where the probe was not asked
/// for them.
enum class RankBy { time, bytes, count, repeats, peak, churn };

/// Which rows a report has, and in which order.
struct View {
  GroupBy by = GroupBy::place;
  RankBy rank = RankBy::time;
  unsigned top = 0; ///< at most so many rows (of a tree: calls of one
                    ///< function); 0: all
};

/// The sum that a rank looks at: ns, bytes, copies, repeats, bytes held or
/// bytes that were given back before the place took some again.
std::uint64_t measure(const Cost &cost, RankBy rank);

/// The indices of `keys` from the largest key to the smallest; of equal ones
/// the earlier first.
template <typename Key>
std::vector<std::size_t> order_of(const std::vector<Key> &keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(keys[b], a) < std::tie(keys[a], b);
  });
  return order;
}

/// Sorts the sites, largest first; equal ones keep their order.
void rank_sites(Profile &profile, RankBy rank);

/// Sites that have their line, function or operator in common.
struct Group {
  std::string name;          ///< as people read it
  Cost cost;                 ///< the sum
  std::set<std::string> ops; ///< known operators
  std::set<CopyClass> kinds; ///< their classes
  std::set<CopyOrigin> origins;
  bool enqueue_only = false; ///< see SourceSite
  std::size_t places = 0;    ///< sites in it
};

/// Largest first. `by` is line, function or op.
std::vector<Group> groups_of(const Profile &profile, GroupBy by, RankBy rank);

/// A call, or an operator, which is a leaf.
struct CallNode {
  std::string name;               ///< "f(int) attn.cpp:41:14", "reshape"
  Cost cost;                      ///< of all copies below
  std::vector<CallNode> children; ///< largest first
};

/// The outermost calls, largest first: what a thread starts with.
std::vector<CallNode> call_tree(const Profile &profile, RankBy rank);

/// Time of one site, or of all, over the processes that had libtorch. One
/// that made no such copy counts with 0. Where processes have ranks it is over
/// ranks: the processes of one, its workers among them, are one, and those
/// without a rank are left out.
struct Spread {
  std::size_t parts = 0; ///< compared; 0 or 1: there is nothing to compare
  bool over_ranks = false;
  std::uint64_t least_ns = 0, most_ns = 0;
  double median_ns = 0; ///< of an even number: between the middle two
  /// Index into Profile::processes; a process of the rank.
  std::size_t most_process = 0;
};

Spread spread_of(const Profile &profile, const SourceSite &site);
Spread spread_of_all(const Profile &profile);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_GROUPS_H
