// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Names.h"
#include "report/Compare.h"
#include "report/TextGroups.h"
#include "report/TextReport.h"
#include "report/Units.h"

#include <algorithm>

namespace tensor_probe {
namespace {

std::string from_to(const std::string &before, const std::string &now) {
  return before + " -> " + now;
}

std::vector<std::string> cells_of(const Compared &compared) {
  const Cost &before = compared.before, &now = compared.now;
  const SourceSite &site = compared.site;
  std::string where = place_text(site.place);
  if (!site.place.function.empty())
    where += " in " + site.place.function;
  return {name_of(compared.change),
          from_to(std::to_string(before.count), std::to_string(now.count)),
          from_to(bytes_text(before.bytes), bytes_text(now.bytes)),
          from_to(time_text(double(before.ns)), time_text(double(now.ns))),
          copy_class_name(site.kind),
          origin_name(site.origin),
          site.op.empty() ? "-" : operator_text(site),
          where};
}

std::string total_text(const char *run, const Profile &profile) {
  Cost total;
  for (const SourceSite &site : profile.sites)
    total.add(site.cost);
  return std::string(run) +
         count_text(profile.processes.size(), "process", "processes") + ", " +
         time_text(double(profile.wall_ns())) +
         " wall time: " + count_text(total.count, "copy", "copies") + ", " +
         bytes_text(total.bytes) + ", " + time_text(double(total.ns)) + "\n";
}

bool has_own_writes(const Profile &profile) {
  return std::any_of(profile.sites.begin(), profile.sites.end(),
                     [](const SourceSite &site) {
                       return site.kind == CopyClass::materialised;
                     });
}

} // namespace

std::string comparison_text(const Profile &before, const Profile &now,
                            const View &view) {
  using Align = TextTable::Align;
  TextTable table({{"change", Align::left},
                   {"copies", Align::right},
                   {"bytes", Align::right},
                   {"time", Align::right},
                   {"class", Align::left},
                   {"origin", Align::left},
                   {"operator", Align::left},
                   {"where", Align::left}});
  std::size_t rows = 0, same = 0;
  for (const Compared &compared : compare(before, now, view.rank)) {
    if (compared.change == Change::same)
      ++same;
    else if (++rows; shown_rows(rows, view.top) == rows)
      table.add_row(cells_of(compared));
  }
  std::string text =
      total_text("before: ", before) + total_text("now: ", now) + "\n";
  if (rows != 0)
    text +=
        table.text() + left_out_text(rows - shown_rows(rows, view.top), "row");
  text += count_text(same, "row", "rows") + " with as many copies and bytes\n";
  if (!compares_own_writes(before, now) &&
      (has_own_writes(before) || has_own_writes(now)))
    text += "what operators materialised is not compared: not both runs had "
            "TENSOR_PROBE_MATERIALISED=1\n";
  return text + "\n" + text_of_run(now);
}

} // namespace tensor_probe
