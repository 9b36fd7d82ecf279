// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Groups.h"

#include "report/Units.h"

#include <algorithm>

namespace tensor_probe {
namespace {

constexpr const char *no_operator = "(operator not known)";

/// Without a column: one line may have several calls.
std::string line_name(const SourceFrame &place) {
  SourceFrame line = place;
  line.column = 0;
  return place_text(line);
}

std::string function_name(const SourceFrame &place) {
  if (place.function.empty())
    return place_text(place);
  const std::string &where = place.file.empty() ? place.module : place.file;
  return where.empty() ? place.function
                       : place.function + " in " + short_path(where);
}

std::string group_name(const SourceSite &site, GroupBy by) {
  if (by == GroupBy::op)
    return site.op.empty() ? no_operator : site.op;
  return by == GroupBy::function ? function_name(site.place)
                                 : line_name(site.place);
}

template <typename Costly>
void sort_by_cost(std::vector<Costly> &all, RankBy rank) {
  std::vector<std::uint64_t> keys;
  for (const Costly &one : all)
    keys.push_back(measure(one.cost, rank));
  std::vector<Costly> sorted;
  for (std::size_t i : order_of(keys))
    sorted.push_back(std::move(all[i]));
  all = std::move(sorted);
}

/// Calls while they are added up.
struct Calls {
  Cost cost;
  std::map<std::string, Calls> below;
};

std::string call_name(const SourceFrame &frame) {
  std::string where = place_text(frame);
  return frame.function.empty() ? where : frame.function + " " + where;
}

void add_calls(const SourceSite &site, const CallPath &path, Calls &root) {
  Calls *at = &root;
  auto enter = [&](const std::string &name) {
    at = &at->below[name];
    at->cost.add(path.cost);
  };
  for (auto frame = path.stack.rbegin(); frame != path.stack.rend(); ++frame)
    enter(call_name(*frame));
  if (path.stack.empty())
    enter(call_name(site.place));
  enter((site.op.empty() ? no_operator : site.op) +
        (site.backward.by_autograd ? " in backward" : ""));
}

std::vector<CallNode> sorted(const Calls &calls, RankBy rank) {
  std::vector<CallNode> nodes;
  for (const auto &[name, below] : calls.below)
    nodes.push_back({name, below.cost, sorted(below, rank)});
  sort_by_cost(nodes, rank);
  return nodes;
}

/// `ns` has one value for each part, with the index of a process of it.
Spread spread_over(std::vector<std::pair<std::uint64_t, std::size_t>> ns) {
  Spread spread;
  if (ns.empty())
    return spread;
  std::sort(ns.begin(), ns.end());
  spread.parts = ns.size();
  spread.least_ns = ns.front().first;
  spread.most_ns = ns.back().first;
  spread.most_process = ns.back().second;
  spread.median_ns = (double(ns[(ns.size() - 1) / 2].first) +
                      double(ns[ns.size() / 2].first)) /
                     2;
  return spread;
}

template <typename NsOf> Spread spread_by(const Profile &profile, NsOf ns_of) {
  std::map<std::uint32_t, std::pair<std::uint64_t, std::size_t>> ranks;
  std::vector<std::pair<std::uint64_t, std::size_t>> processes;
  for (std::size_t p = 0; p < profile.processes.size(); ++p) {
    const ProcessFacts &process = profile.processes[p];
    if (process.torch_version.empty())
      continue;
    const std::uint64_t ns = ns_of(p);
    processes.emplace_back(ns, p);
    if (process.world_size != 0)
      ranks.try_emplace(process.rank, 0, p).first->second.first += ns;
  }
  if (ranks.empty())
    return spread_over(std::move(processes));
  std::vector<std::pair<std::uint64_t, std::size_t>> by_rank;
  for (const auto &[rank, part] : ranks)
    by_rank.push_back(part);
  Spread spread = spread_over(std::move(by_rank));
  spread.over_ranks = true;
  return spread;
}

std::uint64_t ns_in(const SourceSite &site, std::size_t process) {
  auto at = site.ns_by_process.find(process);
  return at == site.ns_by_process.end() ? 0 : at->second;
}

} // namespace

std::uint64_t measure(const Cost &cost, RankBy rank) {
  switch (rank) {
  case RankBy::time:
    return cost.ns;
  case RankBy::bytes:
    return cost.bytes;
  case RankBy::count:
    return cost.count;
  case RankBy::repeats:
    return cost.repeats;
  case RankBy::peak:
    return cost.held_at_peak;
  case RankBy::churn:
    return cost.short_lived_bytes;
  }
  return cost.ns;
}

void rank_sites(Profile &profile, RankBy rank) {
  sort_by_cost(profile.sites, rank);
}

std::vector<Group> groups_of(const Profile &profile, GroupBy by, RankBy rank) {
  std::map<std::string, Group> by_name;
  for (const SourceSite &site : profile.sites) {
    Group &group = by_name[group_name(site, by)];
    group.cost.add(site.cost);
    group.kinds.insert(site.kind);
    group.origins.insert(site.origin);
    group.enqueue_only |= site.enqueue_only;
    ++group.places;
    if (!site.op.empty())
      group.ops.insert(site.op);
  }
  std::vector<Group> groups;
  for (auto &[name, group] : by_name) {
    group.name = name;
    groups.push_back(std::move(group));
  }
  sort_by_cost(groups, rank);
  return groups;
}

std::vector<CallNode> call_tree(const Profile &profile, RankBy rank) {
  Calls root;
  for (const SourceSite &site : profile.sites)
    for (const CallPath &path : site.paths)
      add_calls(site, path, root);
  return sorted(root, rank);
}

Spread spread_of(const Profile &profile, const SourceSite &site) {
  return spread_by(profile,
                   [&](std::size_t process) { return ns_in(site, process); });
}

Spread spread_of_all(const Profile &profile) {
  return spread_by(profile, [&](std::size_t process) {
    std::uint64_t sum = 0;
    for (const SourceSite &site : profile.sites)
      sum += ns_in(site, process);
    return sum;
  });
}

} // namespace tensor_probe
