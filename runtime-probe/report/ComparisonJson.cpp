// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Names.h"
#include "report/Compare.h"
#include "report/JsonReport.h"
#include "report/TextGroups.h"

namespace tensor_probe {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

Object json_compared(const Compared &compared, const Profile &before,
                     const Profile &now) {
  Object object = json_where(compared.site);
  object["change"] = name_of(compared.change);
  object["before"] = json_cost(compared.before, before.wall_ns());
  object["now"] = json_cost(compared.now, now.wall_ns());
  return object;
}

Object json_totals(const Profile &profile) {
  Cost total;
  for (const SourceSite &site : profile.sites)
    total.add(site.cost);
  return json_cost(total, profile.wall_ns());
}

} // namespace

Value json_comparison(const Profile &before, const Profile &now,
                      const View &view) {
  Object report = json_run(now);
  report["before"] = json_run(before);
  report["totals_before"] = json_totals(before);
  report["totals"] = json_totals(now);
  std::vector<Compared> all = compare(before, now, view.rank);
  Array changes;
  std::size_t shown = shown_rows(all.size(), view.top);
  for (std::size_t i = 0; i < shown; ++i)
    changes.push_back(json_compared(all[i], before, now));
  report["changes"] = std::move(changes);
  report["changes_left_out"] = all.size() - shown;
  return report;
}

} // namespace tensor_probe
