// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Scopes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>

namespace tensor_probe {
namespace {

using RowSums = std::map<std::uint32_t, ScopeEntry>;

/// The row as if it had counted nothing but this.
SiteBlock row_with(const SiteBlock &row, const ScopeEntry &sums) {
  SiteBlock only = row;
  only.count = sums.count;
  only.bytes = sums.bytes;
  only.ns_sum = sums.ns_sum;
  // Not known of a part of the run: the mean stands for both.
  only.ns_min = only.ns_max =
      sums.ns_sum / std::max<std::uint64_t>(1, sums.count);
  only.counted_misses = only.cache_misses = only.tlb_misses = 0;
  only.thrown = only.repeats = only.repeat_ns = 0;
  only.allocations = only.allocated_bytes = only.frees = 0;
  only.freed_bytes = only.short_lived = only.short_lived_bytes = 0;
  only.held_bytes = only.held_at_peak = only.memory_peaks = 0;
  return only;
}

void keep_rows(ProbeRecord &file, const RowSums &sums) {
  std::vector<SiteBlock> rows;
  for (const auto &[row, entry] : sums)
    rows.push_back(row_with(file.rows[row], entry));
  file.rows = std::move(rows);
}

RowSums sums_of(const ProbeRecord &file, llvm::StringRef wanted,
                std::vector<ScopeRecord> &kept) {
  RowSums sums;
  for (const auto &[number, scope] : llvm::enumerate(file.scopes)) {
    if (scope.name != wanted && wanted != std::to_string(number))
      continue;
    kept.push_back(scope);
    for (const ScopeEntry &entry : scope.entries) {
      ScopeEntry &sum = sums[entry.row];
      sum.count += entry.count;
      sum.bytes += entry.bytes;
      sum.ns_sum += entry.ns_sum;
    }
  }
  return sums;
}

void keep_events(ProbeRecord &file, const std::vector<ScopeRecord> &kept) {
  llvm::erase_if(file.events, [&kept](const TraceEvent &event) {
    return llvm::none_of(kept, [&event](const ScopeRecord &scope) {
      return event.start_ns >= scope.begin_ns && event.start_ns < scope.end_ns;
    });
  });
}

std::string known_names(const std::vector<ProbeRecord> &files) {
  constexpr std::size_t shown = 5;
  std::vector<std::string> names;
  for (const ProbeRecord &file : files)
    for (const ScopeRecord &scope : file.scopes)
      names.push_back(scope.name);
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > shown)
    text += " and " + std::to_string(names.size() - shown) + " more";
  return names.empty() ? "the files have none" : "there are " + text;
}

} // namespace

llvm::Error keep_scope(std::vector<ProbeRecord> &files,
                       const std::string &name_or_number) {
  const std::string known = known_names(files);
  bool found = false;
  for (ProbeRecord &file : files) {
    std::vector<ScopeRecord> kept;
    const RowSums sums = sums_of(file, name_or_number, kept);
    found |= !kept.empty();
    keep_rows(file, sums);
    keep_events(file, kept);
    // They name rows that are gone.
    file.scopes.clear();
    // Of a part of the run it is not known.
    file.gpu.clear();
  }
  if (found)
    return llvm::Error::success();
  return llvm::createStringError("--scope=" + name_or_number +
                                 ": no such scope: " + known);
}

} // namespace tensor_probe
