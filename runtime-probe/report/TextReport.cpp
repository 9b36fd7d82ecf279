// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TextReport.h"

#include "core/Names.h"
#include "report/TextGroups.h"
#include "report/TextTable.h"
#include "report/Units.h"

#include <algorithm>

namespace tensor_probe {
namespace {

/// Callers printed below a site; JSON has them all.
constexpr std::size_t max_callers = 4;

std::string callers_text(const SourceSite &site) {
  if (site.paths.empty())
    return {};
  const std::vector<SourceFrame> &stack = site.paths.front().stack;
  std::string text;
  std::size_t shown = std::min(stack.size(), max_callers + 1);
  for (std::size_t i = 1; i < shown; ++i)
    text += " < " + place_text(stack[i]);
  if (text.empty())
    return {};
  if (stack.size() > shown)
    text += " < " + std::to_string(stack.size() - shown) + " more";
  if (std::size_t others = site.paths.size() - 1)
    text += ", and by " + count_text(others, "other stack", "other stacks");
  return "called from" + text.substr(2);
}

std::vector<std::string> lines_below(const Profile &profile,
                                     const SourceSite &site) {
  std::vector<std::string> lines;
  lines.push_back("first: " + shape_text(site.source) + " -> " +
                  shape_text(site.destination));
  if (std::string callers = callers_text(site); !callers.empty())
    lines.push_back(callers);
  if (std::string spread = spread_text(profile, spread_of(profile, site));
      !spread.empty())
    lines.push_back(spread);
  if (site.place.line == 0)
    lines.push_back("no line: " + site.place.why_no_line);
  if (!site.tail_call.empty())
    lines.push_back("the copy is below this line: " + site.tail_call);
  if (site.op.empty())
    lines.push_back("no operator: " + site.why_no_op);
  if (site.enqueue_only)
    lines.push_back("no GB/s: the time is the host's, up to the enqueue");
  else if (site.cost.ns == 0)
    lines.push_back("no GB/s: no copy returned with a measured time");
  if (site.cost.thrown != 0)
    lines.push_back(count_text(site.cost.thrown, "further copy",
                               "further "
                               "copies") +
                    " threw and are in no column");
  return lines;
}

std::vector<std::string> cells_of(const SourceSite &site,
                                  std::uint64_t wall_ns) {
  std::string where = place_text(site.place);
  if (!site.place.function.empty())
    where += " in " + site.place.function;
  std::vector<std::string> cells =
      cost_cells(site.cost, site.enqueue_only, wall_ns);
  cells.insert(cells.end(), {copy_class_name(site.kind),
                             site.op.empty() ? "-" : site.op, where});
  return cells;
}

std::string cost_text(const Cost &cost) {
  return count_text(cost.count, "copy", "copies") + ", " +
         bytes_text(cost.bytes) + ", " + time_text(double(cost.ns));
}

std::string head_text(const Profile &profile) {
  Cost total;
  std::map<CopyClass, Cost> by_class;
  for (const SourceSite &site : profile.sites) {
    total.add(site.cost);
    by_class[site.kind].add(site.cost);
  }
  std::string text =
      count_text(profile.processes.size(), "process", "processes") + ", " +
      time_text(double(profile.wall_ns())) + " wall time: " + cost_text(total) +
      " (" + share_text(total.ns, profile.wall_ns()) + ")\n";
  for (const auto &[kind, cost] : by_class)
    text += std::string("  ") + copy_class_name(kind) + ": " + cost_text(cost) +
            "\n";
  if (std::string spread = spread_text(profile, spread_of_all(profile));
      !spread.empty())
    text += "  " + spread + "\n";
  return text;
}

std::string table_text(const Profile &profile, unsigned top) {
  using Align = TextTable::Align;
  std::vector<TextTable::Column> columns = cost_columns();
  columns.insert(columns.end(), {{"class", Align::left},
                                 {"operator", Align::left},
                                 {"where", Align::left}});
  TextTable table(std::move(columns));
  std::size_t shown = shown_rows(profile.sites.size(), top);
  for (std::size_t i = 0; i < shown; ++i)
    table.add_row(cells_of(profile.sites[i], profile.wall_ns()),
                  lines_below(profile, profile.sites[i]));
  return table.text() + left_out_text(profile.sites.size() - shown, "place") +
         speed_note;
}

std::string process_text(const ProcessFacts &process) {
  std::string text = process.program + " on " + process.host + ", process " +
                     std::to_string(process.pid) + ", " +
                     time_text(double(process.wall_ns)) + ", ";
  text += process.torch_version.empty() ? "libtorch never loaded"
                                        : "libtorch " + process.torch_version;
  if (!process.ended)
    text += ", ended without exit() or still running";
  text += " (" + short_path(process.file) + ")\n";
  for (const std::string &note : process.notes)
    text += "    " + note + "\n";
  return "  " + text;
}

std::string losses_text(const Profile &profile) {
  std::string text;
  for (const ProcessFacts &process : profile.processes)
    for (const std::string &reason : process.loss_reasons)
      text += "  process " + std::to_string(process.pid) + ": " + reason + "\n";
  return text.empty() ? "losses: none\n" : "losses:\n" + text;
}

std::string aside_text(const Profile &profile) {
  std::uint64_t nothing = 0, nested = 0;
  for (const ProcessFacts &process : profile.processes) {
    nothing += process.moved_nothing;
    nested += process.nested_copies;
  }
  std::string text;
  if (nothing != 0)
    text += count_text(nothing, "further call", "further calls") +
            " of copy_ had no byte to move\n";
  if (nested != 0)
    text += count_text(nested, "copy", "copies") +
            " inside a recorded copy, in its time and in no row\n";
  return text;
}

double best_memcpy(const Profile &profile) {
  double best = 0;
  for (const ProcessFacts &process : profile.processes)
    best = std::max(best, process.memcpy_gb_per_s);
  return best;
}

} // namespace

std::string why_no_sites(const Profile &profile) {
  for (const ProcessFacts &process : profile.processes)
    if (!process.why_no_copies.empty())
      return "process " + std::to_string(process.pid) + ": " +
             process.why_no_copies;
  return profile.losses() == 0 ? "the program called no aten::copy_ that "
                                 "moves bytes"
                               : "what there was could not be recorded";
}

std::string text_of_run(const Profile &profile) {
  std::string text = aside_text(profile) + losses_text(profile);
  text += "the probe's own cost: about " +
          time_text(double(profile.probe_ns())) + ", " +
          share_text(profile.probe_ns(), profile.wall_ns()) +
          " of the wall time\n";
  if (double speed = best_memcpy(profile); speed > 0)
    text += "memcpy on this machine, one thread: " + number_text(2 * speed) +
            " GB/s read + written\n";
  text += "processes:\n";
  for (const ProcessFacts &process : profile.processes)
    text += process_text(process);
  for (const std::string &warning : profile.warnings)
    text += "warning: " + warning + "\n";
  return text;
}

namespace {

std::string rows_text(const Profile &profile, const View &view) {
  if (profile.sites.empty())
    return "no copy was recorded: " + why_no_sites(profile) + "\n";
  if (view.by == GroupBy::place)
    return table_text(profile, view.top);
  return view.by == GroupBy::tree ? tree_text(profile, view)
                                  : groups_text(profile, view);
}

} // namespace

std::string text_report(const Profile &profile, const View &view) {
  return head_text(profile) + "\n" + rows_text(profile, view) + "\n" +
         text_of_run(profile);
}

} // namespace tensor_probe
