// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TextGroups.h"

#include "core/Names.h"
#include "report/Units.h"

#include <algorithm>

namespace tensor_probe {
namespace {

using Align = TextTable::Align;

template <typename Names, typename Spell>
std::string listed(const Names &names, Spell spell) {
  std::string text;
  for (const auto &name : names)
    text += (text.empty() ? "" : ", ") + std::string(spell(name));
  return text.empty() ? "-" : text;
}

std::string own_name(const std::string &name) { return name; }

void add_group(TextTable &table, const Group &group, const View &view,
               const Profile &profile) {
  std::vector<std::string> cells = cost_cells(
      group.cost, group.enqueue_only ? 0 : group.cost.gb_per_s(), profile);
  cells.push_back(listed(group.kinds, copy_class_name));
  cells.push_back(listed(group.origins, origin_name));
  if (view.by != GroupBy::op)
    cells.push_back(listed(group.ops, own_name));
  cells.push_back(group.name);
  table.add_row(std::move(cells));
}

void add_calls(TextTable &table, const std::vector<CallNode> &calls,
               const View &view, std::uint64_t wall_ns, std::size_t depth) {
  const std::string indent(2 * depth, ' ');
  std::size_t shown = shown_rows(calls.size(), view.top);
  for (std::size_t i = 0; i < shown; ++i) {
    const Cost &cost = calls[i].cost;
    table.add_row({time_text(double(cost.ns)), share_text(cost.ns, wall_ns),
                   std::to_string(cost.count), bytes_text(cost.bytes),
                   indent + calls[i].name});
    add_calls(table, calls[i].children, view, wall_ns, depth + 1);
  }
  if (shown < calls.size())
    table.add_row(
        {"", "", "", "",
         indent + "(" +
             count_text(calls.size() - shown, "further call", "further calls") +
             " left out by --top)"});
}

} // namespace

const char *const speed_note =
    "GB/s counts bytes read + written; for broadcast copies and "
    "device transfers bytes written only.\n";

std::vector<TextTable::Column> cost_columns(const Profile &profile) {
  std::vector<TextTable::Column> columns = {
      {"time", Align::right},   {"of wall", Align::right},
      {"copies", Align::right}, {"bytes", Align::right},
      {"mean", Align::right},   {"GB/s", Align::right}};
  if (profile.counts_memory())
    columns.push_back({"churn", Align::right});
  return columns;
}

std::vector<std::string> cost_cells(const Cost &cost, double gb_per_s,
                                    const Profile &profile) {
  std::vector<std::string> cells = {
      time_text(double(cost.ns)),
      share_text(cost.ns, profile.wall_ns()),
      std::to_string(cost.count),
      bytes_text(cost.bytes),
      cost.count == 0 ? "-" : time_text(double(cost.ns) / double(cost.count)),
      gb_per_s == 0 ? "-" : number_text(gb_per_s)};
  if (profile.counts_memory())
    cells.push_back(bytes_text(cost.short_lived_bytes));
  return cells;
}

std::size_t shown_rows(std::size_t rows, unsigned top) {
  return top == 0 ? rows : std::min<std::size_t>(rows, top);
}

std::string left_out_text(std::size_t left_out, const std::string &what) {
  if (left_out == 0)
    return {};
  return count_text(left_out, ("further " + what).c_str(),
                    ("further " + what + "s").c_str()) +
         " left out by --top\n";
}

std::string spread_text(const Profile &profile, const Spread &spread) {
  if (spread.parts < 2)
    return {};
  const ProcessFacts &most = profile.processes[spread.most_process];
  return "over " + std::to_string(spread.parts) +
         (spread.over_ranks ? " ranks: " : " processes: ") +
         time_text(double(spread.least_ns)) + " least, " +
         time_text(spread.median_ns) + " median, " +
         time_text(double(spread.most_ns)) + " most (" +
         (spread.over_ranks ? "rank " + std::to_string(most.rank)
                            : "process " + std::to_string(most.pid)) +
         " on " + most.host + ")";
}

std::string groups_text(const Profile &profile, const View &view) {
  std::vector<TextTable::Column> columns = cost_columns(profile);
  columns.push_back({"class", Align::left});
  columns.push_back({"origin", Align::left});
  if (view.by != GroupBy::op)
    columns.push_back({"operator", Align::left});
  const char *what = view.by == GroupBy::line       ? "line"
                     : view.by == GroupBy::function ? "function"
                                                    : "operator";
  columns.push_back({what, Align::left});
  TextTable table(std::move(columns));
  std::vector<Group> groups = groups_of(profile, view.by, view.rank);
  std::size_t shown = shown_rows(groups.size(), view.top);
  for (std::size_t i = 0; i < shown; ++i)
    add_group(table, groups[i], view, profile);
  return table.text() + left_out_text(groups.size() - shown, what) + speed_note;
}

std::string tree_text(const Profile &profile, const View &view) {
  TextTable table({{"time", Align::right},
                   {"of wall", Align::right},
                   {"copies", Align::right},
                   {"bytes", Align::right},
                   {"call", Align::left}});
  add_calls(table, call_tree(profile, view.rank), view, profile.wall_ns(), 0);
  return table.text();
}

} // namespace tensor_probe
