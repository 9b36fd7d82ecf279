// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/JsonReport.h"

#include "core/Names.h"
#include "report/TextReport.h"

#include <algorithm>

namespace tensor_probe {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// Strings come from files and debug information: any bytes.
Value text(const std::string &any) { return llvm::json::fixUTF8(any); }

Value text_or_null(const std::string &any) {
  return any.empty() ? Value(nullptr) : text(any);
}

Value number_or_null(unsigned number) {
  return number == 0 ? Value(nullptr) : Value(number);
}

template <typename Range> Array array_of(const Range &values) {
  Array array;
  for (const auto &value : values)
    array.push_back(value);
  return array;
}

Array texts_of(const std::vector<std::string> &values) {
  Array array;
  for (const std::string &value : values)
    array.push_back(text(value));
  return array;
}

Object json_frame(const SourceFrame &frame) {
  Object object{{"function", text_or_null(frame.function)},
                {"file", text_or_null(frame.file)},
                {"line", number_or_null(frame.line)},
                {"column", number_or_null(frame.column)},
                {"module", text_or_null(frame.module)},
                {"offset", frame.offset},
                {"build_id", text_or_null(frame.build_id)},
                {"inlined", frame.inlined}};
  if (frame.line == 0)
    object["why_no_line"] = text(frame.why_no_line);
  return object;
}

Object json_shape(const TensorShape &shape) {
  return Object{{"dtype", text(shape.dtype)},
                {"device", text(shape.device)},
                {"sizes", array_of(shape.sizes)},
                {"strides", array_of(shape.strides)},
                {"dimensions_left_out", shape.cut}};
}

Object json_process(const ProcessFacts &process) {
  return Object{{"file", text(process.file)},
                {"program", text(process.program)},
                {"host", text(process.host)},
                {"pid", process.pid},
                {"wall_ns", process.wall_ns},
                {"probe_ns", process.probe_ns},
                {"ended", process.ended},
                {"torch_version", text_or_null(process.torch_version)},
                {"memcpy_gb_per_s", process.memcpy_gb_per_s},
                {"why_no_copies", text_or_null(process.why_no_copies)},
                {"why_no_reach", text_or_null(process.why_no_reach)},
                {"moved_nothing", process.moved_nothing},
                {"nested_copies", process.nested_copies},
                {"losses_that_matter", process.losses},
                {"losses", texts_of(process.loss_reasons)},
                {"notes", texts_of(process.notes)}};
}

Value json_spread(const Profile &profile, const Spread &spread) {
  if (spread.processes < 2)
    return nullptr;
  const ProcessFacts &most = profile.processes[spread.most_process];
  return Object{
      {"processes", spread.processes}, {"least", spread.least_ns},
      {"median", spread.median_ns},    {"most", spread.most_ns},
      {"most_pid", most.pid},          {"most_host", text(most.host)}};
}

Object json_group(const Group &group, std::uint64_t wall_ns) {
  Object object = json_cost(group.cost, wall_ns);
  Array ops, kinds;
  for (const std::string &op : group.ops)
    ops.push_back(text(op));
  for (CopyClass kind : group.kinds)
    kinds.push_back(copy_class_name(kind));
  object["name"] = text(group.name);
  object["operators"] = std::move(ops);
  object["classes"] = std::move(kinds);
  object["places"] = group.places;
  return object;
}

Array json_groups(const Profile &profile, const View &view) {
  Array groups;
  for (const Group &group : groups_of(profile, view.by, view.rank))
    if (view.top == 0 || groups.size() < view.top)
      groups.push_back(json_group(group, profile.wall_ns()));
  return groups;
}

Array json_calls(const std::vector<CallNode> &calls, const View &view,
                 std::uint64_t wall_ns) {
  Array array;
  for (const CallNode &call : calls) {
    if (view.top != 0 && array.size() == view.top)
      break;
    Object object = json_cost(call.cost, wall_ns);
    object["call"] = text(call.name);
    object["calls"] = json_calls(call.children, view, wall_ns);
    array.push_back(std::move(object));
  }
  return array;
}

} // namespace

Object json_cost(const Cost &cost, std::uint64_t wall_ns) {
  Object object{{"copies", cost.count},  {"thrown", cost.thrown},
                {"bytes", cost.bytes},   {"ns", cost.ns},
                {"min_ns", cost.min_ns}, {"max_ns", cost.max_ns}};
  object["share_of_wall"] =
      wall_ns == 0 ? Value(nullptr) : Value(double(cost.ns) / double(wall_ns));
  object["mean_ns"] = cost.count == 0
                          ? Value(nullptr)
                          : Value(double(cost.ns) / double(cost.count));
  return object;
}

Object json_where(const SourceSite &site) {
  Object object{{"place", json_frame(site.place)},
                {"operator", text_or_null(site.op)},
                {"class", copy_class_name(site.kind)}};
  if (site.op.empty())
    object["why_no_operator"] = text(site.why_no_op);
  return object;
}

Object json_site(const Profile &profile, const SourceSite &site) {
  Object object = json_cost(site.cost, profile.wall_ns());
  for (auto &member : json_where(site))
    object[member.first] = member.second;
  object["ns_over_processes"] = json_spread(profile, spread_of(profile, site));
  object["traffic_bytes"] = site.cost.traffic;
  object["traffic_counts"] = traffic_note(site.kind);
  object["gb_per_s"] = nullptr;
  if (site.enqueue_only)
    object["why_no_gb_per_s"] = "the time is the host's, up to the enqueue";
  else if (site.cost.ns == 0)
    object["why_no_gb_per_s"] = "no copy returned with a measured time";
  else
    object["gb_per_s"] = site.cost.gb_per_s();
  object["first_source"] = json_shape(site.source);
  object["first_destination"] = json_shape(site.destination);
  object["tail_call"] = text_or_null(site.tail_call);
  Array stack;
  if (!site.paths.empty())
    for (const SourceFrame &frame : site.paths.front().stack)
      stack.push_back(json_frame(frame));
  object["stack"] = std::move(stack);
  object["stacks"] = site.paths.size();
  return object;
}

Object json_run(const Profile &profile) {
  Array processes;
  for (const ProcessFacts &process : profile.processes)
    processes.push_back(json_process(process));
  return Object{{"version", 1},
                {"wall_ns", profile.wall_ns()},
                {"probe_ns", profile.probe_ns()},
                {"losses_that_matter", profile.losses()},
                {"processes", std::move(processes)},
                {"warnings", texts_of(profile.warnings)}};
}

Value json_report(const Profile &profile, const View &view) {
  Object report = json_run(profile);
  Cost total;
  std::map<std::string, Cost> by_class;
  for (const SourceSite &site : profile.sites) {
    total.add(site.cost);
    by_class[copy_class_name(site.kind)].add(site.cost);
  }
  Object classes;
  for (const auto &[name, cost] : by_class)
    classes[name] = json_cost(cost, profile.wall_ns());
  report["totals"] = json_cost(total, profile.wall_ns());
  report["totals_by_class"] = std::move(classes);
  report["ns_over_processes"] = json_spread(profile, spread_of_all(profile));
  Array sites;
  for (const SourceSite &site : profile.sites)
    if (view.top == 0 || sites.size() < view.top)
      sites.push_back(json_site(profile, site));
  report["sites_left_out"] = profile.sites.size() - sites.size();
  report["sites"] = std::move(sites);
  if (view.by == GroupBy::tree)
    report["calls"] =
        json_calls(call_tree(profile, view.rank), view, profile.wall_ns());
  else if (view.by != GroupBy::place)
    report["groups"] = json_groups(profile, view);
  if (profile.sites.empty())
    report["why_no_sites"] = text(why_no_sites(profile));
  return report;
}

} // namespace tensor_probe
