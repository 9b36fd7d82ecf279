// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Compare.h"

#include "report/Units.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace tensor_probe {
namespace {

/// Function, file or module, operator, class.
using Key = std::tuple<std::string, std::string, std::string, CopyClass>;

/// Checkouts and build folders differ from machine to machine.
std::string base_name(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

Key key_of(const SourceSite &site) {
  const SourceFrame &place = site.place;
  return {place.function,
          base_name(place.file.empty() ? place.module : place.file),
          operator_text(site), site.kind};
}

Change change_of(const Cost &before, const Cost &now) {
  if (before.count == 0)
    return Change::new_;
  if (now.count == 0)
    return Change::gone;
  if (now.count > before.count || now.bytes > before.bytes)
    return Change::grown;
  return now.count < before.count || now.bytes < before.bytes ? Change::shrunk
                                                              : Change::same;
}

bool saw_own_writes(const Profile &profile) {
  return std::all_of(profile.processes.begin(), profile.processes.end(),
                     [](const ProcessFacts &process) {
                       return process.torch_version.empty() ||
                              process.sees_own_writes;
                     });
}

/// Sites in ascending order of importance: the last one added stays.
void add_sites(const Profile &profile, bool with_own_writes,
               Cost Compared::*sum, std::map<Key, Compared> &all) {
  for (auto site = profile.sites.rbegin(); site != profile.sites.rend();
       ++site) {
    if (site->kind == CopyClass::materialised && !with_own_writes)
      continue;
    Compared &compared = all[key_of(*site)];
    (compared.*sum).add(site->cost);
    compared.enqueue_only |= site->enqueue_only;
    compared.site = *site;
  }
}

std::uint64_t difference(const Compared &compared, RankBy rank) {
  std::uint64_t before = measure(compared.before, rank);
  std::uint64_t now = measure(compared.now, rank);
  return std::max(before, now) - std::min(before, now);
}

} // namespace

const char *name_of(Change change) {
  switch (change) {
  case Change::new_:
    return "new";
  case Change::grown:
    return "grown";
  case Change::shrunk:
    return "shrunk";
  case Change::gone:
    return "gone";
  case Change::same:
    return "same";
  }
  return "same";
}

bool compares_own_writes(const Profile &before, const Profile &now) {
  return saw_own_writes(before) && saw_own_writes(now);
}

std::vector<Compared> compare(const Profile &before, const Profile &now,
                              RankBy rank) {
  std::map<Key, Compared> by_key;
  const bool with_own_writes = compares_own_writes(before, now);
  add_sites(before, with_own_writes, &Compared::before, by_key);
  add_sites(now, with_own_writes, &Compared::now, by_key);
  std::vector<Compared> all;
  std::vector<std::pair<int, std::uint64_t>> keys;
  for (auto &[key, compared] : by_key) {
    // Copies that all threw copied nothing, in either run.
    if (compared.before.count == 0 && compared.now.count == 0)
      continue;
    compared.change = change_of(compared.before, compared.now);
    keys.emplace_back(-int(compared.change), difference(compared, rank));
    all.push_back(std::move(compared));
  }
  std::vector<Compared> sorted;
  for (std::size_t i : order_of(keys))
    sorted.push_back(std::move(all[i]));
  return sorted;
}

} // namespace tensor_probe
