// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/JsonReport.h"

#include "core/Names.h"
#include "report/GpuText.h"
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

Value json_provenance(const Provenance &provenance) {
  if (provenance.steps.empty())
    return nullptr;
  Array steps;
  for (const LayoutStep &step : provenance.steps)
    steps.push_back(
        Object{{"operator", text(step.op)}, {"place", json_frame(step.place)}});
  return Object{{"steps", std::move(steps)},
                {"strided_before", provenance.unknown_before}};
}

/// Null for what was in no backward pass.
Value json_backward(const BackwardPass &backward) {
  if (backward.node.empty())
    return nullptr;
  const bool known = backward.why_no_forward.empty();
  Object object{
      {"node", text(backward.node)},
      {"by_autograd", backward.by_autograd},
      {"place_is_forward", backward.charged()},
      {"forward", known ? Value(json_frame(backward.forward)) : Value(nullptr)},
      {"forward_operator", text_or_null(backward.forward_op)},
      {"run_from", backward.by_autograd ? Value(json_frame(backward.run_from))
                                        : Value(nullptr)},
      {"run_from_others", backward.run_from_others}};
  if (!known)
    object["why_no_forward"] = text(backward.why_no_forward);
  return object;
}

/// Null where nothing counted memory.
Value json_churn(const Cost &cost, bool counts_memory) {
  if (!counts_memory)
    return nullptr;
  return Object{{"allocations", cost.allocations},
                {"allocated_bytes", cost.allocated_bytes},
                {"frees", cost.frees},
                {"freed_bytes", cost.freed_bytes},
                {"short_lived", cost.short_lived},
                {"short_lived_bytes", cost.short_lived_bytes}};
}

Object json_process(const ProcessFacts &process) {
  return Object{
      {"file", text(process.file)},
      {"program", text(process.program)},
      {"host", text(process.host)},
      {"pid", process.pid},
      {"parent_pid", process.parent_pid},
      {"rank", process.world_size == 0 ? Value(nullptr) : Value(process.rank)},
      {"world_size", process.world_size},
      {"wall_ns", process.wall_ns},
      {"probe_ns", process.probe_ns},
      {"ended", process.ended},
      {"torch_version", text_or_null(process.torch_version)},
      {"memcpy_gb_per_s", process.memcpy_gb_per_s},
      {"memory_peak_bytes",
       process.memory_peak == 0 ? Value(nullptr) : Value(process.memory_peak)},
      {"why_no_copies", text_or_null(process.why_no_copies)},
      {"why_no_reach", text_or_null(process.why_no_reach)},
      {"compiled_calls", process.compiled_calls},
      {"compiled_libraries", texts_of({process.compiled_modules.begin(),
                                       process.compiled_modules.end()})},
      {"why_no_gpu", text_or_null(process.why_no_gpu)},
      {"gpu_emulated", process.gpu_emulated},
      {"follows_layouts", process.follows_layouts},
      {"moved_nothing", process.moved_nothing},
      {"nested_copies", process.nested_copies},
      {"losses_that_matter", process.losses},
      {"losses", texts_of(process.loss_reasons)},
      {"notes", texts_of(process.notes)}};
}

Value json_spread(const Profile &profile, const Spread &spread) {
  if (spread.parts < 2)
    return nullptr;
  const ProcessFacts &most = profile.processes[spread.most_process];
  return Object{
      {"over", spread.over_ranks ? "ranks" : "processes"},
      {"parts", spread.parts},
      {"least", spread.least_ns},
      {"median", spread.median_ns},
      {"most", spread.most_ns},
      {"most_rank", spread.over_ranks ? Value(most.rank) : Value(nullptr)},
      {"most_pid", most.pid},
      {"most_host", text(most.host)}};
}

Object json_group(const Group &group, std::uint64_t wall_ns) {
  Object object = json_cost(group.cost, wall_ns);
  Array ops, kinds, origins;
  for (const std::string &op : group.ops)
    ops.push_back(text(op));
  for (CopyClass kind : group.kinds)
    kinds.push_back(copy_class_name(kind));
  for (CopyOrigin origin : group.origins)
    if (origin != CopyOrigin::unknown)
      origins.push_back(origin_name(origin));
  object["name"] = text(group.name);
  object["operators"] = std::move(ops);
  object["classes"] = std::move(kinds);
  object["origins"] = std::move(origins);
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
  if (cost.counted_misses != 0) {
    object["copies_with_misses"] = cost.counted_misses;
    object["cache_misses"] = cost.cache_misses;
    object["tlb_misses"] = cost.tlb_misses;
  }
  object["repeats"] = cost.repeats;
  object["repeat_ns"] = cost.repeat_ns;
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
                {"class", copy_class_name(site.kind)},
                {"origin", site.origin == CopyOrigin::unknown
                               ? Value(nullptr)
                               : Value(origin_name(site.origin))}};
  if (site.op.empty())
    object["why_no_operator"] = text(site.why_no_op);
  return object;
}

/// The host's time is that of the enqueue where a device took part.
static void add_gpu(Object &object, const SourceSite &site) {
  const GpuCost &gpu = site.gpu;
  object["ns_are"] = site.enqueue_only ? "enqueue" : "copy";
  object["gpu"] = nullptr;
  if (gpu.copies == 0) {
    if (site.enqueue_only)
      object["why_no_gpu"] = text(site.why_no_gpu);
    return;
  }
  const auto ns = [&gpu](std::uint64_t value) {
    return gpu.emulated ? Value(nullptr) : Value(value);
  };
  object["gpu"] = Object{{"emulated", gpu.emulated},
                         {"copies", gpu.copies},
                         {"kernels", gpu.kernels},
                         {"kernel_ns", ns(gpu.kernel_ns)},
                         {"transfers", gpu.transfers},
                         {"transfer_ns", ns(gpu.transfer_ns)},
                         {"fills", gpu.fills},
                         {"fill_ns", ns(gpu.fill_ns)},
                         {"pageable", gpu.pageable},
                         {"pinned", gpu.pinned},
                         {"peer", gpu.peer},
                         {"replayed_by_graphs", gpu.replayed},
                         {"replayed_ns", ns(gpu.replayed_ns)},
                         {"without_end", gpu.incomplete},
                         {"host_waits", gpu.waits},
                         {"host_wait_ns", ns(gpu.wait_ns)},
                         {"watched_ns", ns(gpu.watched_ns)},
                         {"beside_other_streams_ns", ns(gpu.overlap_ns)}};
}

Object json_site(const Profile &profile, const SourceSite &site) {
  Object object = json_cost(site.cost, profile.wall_ns());
  for (auto &member : json_where(site))
    object[member.first] = member.second;
  object["ns_over_processes"] = json_spread(profile, spread_of(profile, site));
  const double memcpy_rate = profile.memcpy_traffic_gb_per_s();
  object["traffic_bytes"] = site.cost.traffic;
  object["traffic_counts"] = traffic_note(site.kind);
  object["gb_per_s"] = nullptr;
  if (std::string why = why_no_speed(site); !why.empty())
    object["why_no_gb_per_s"] = text(why);
  else
    object["gb_per_s"] = speed_of(site);
  add_gpu(object, site);
  object["share_of_memcpy"] = nullptr;
  if (!site.enqueue_only && memcpy_rate > 0 && site.cost.ns != 0)
    object["share_of_memcpy"] = site.cost.gb_per_s() / memcpy_rate;
  object["held_at_peak_bytes"] = profile.memory_peak() == 0
                                     ? Value(nullptr)
                                     : Value(site.cost.held_at_peak);
  object["memory"] = json_churn(site.cost, profile.counts_memory());
  object["backward"] = json_backward(site.backward);
  object["first_source"] = json_shape(site.source);
  object["first_destination"] = json_shape(site.destination);
  object["source_made_strided"] = json_provenance(site.source_layout);
  object["destination_made_strided"] = json_provenance(site.destination_layout);
  object["python"] = site.python.file.empty() ? Value(nullptr)
                                              : Value(json_frame(site.python));
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

static Object json_costs(const std::map<std::string, Cost> &costs,
                         std::uint64_t wall_ns) {
  Object object;
  for (const auto &[name, cost] : costs)
    object[name] = json_cost(cost, wall_ns);
  return object;
}

static Array json_contracts(const Profile &profile) {
  Array contracts;
  for (const BrokenContract &broken : profile.contracts)
    contracts.push_back(
        Object{{"expression", text(broken.text)},
               {"file", text(broken.file)},
               {"line", broken.line},
               {"times", broken.count},
               {"first_sizes", array_of(broken.sizes)},
               {"first_strides", array_of(broken.strides)},
               {"made_strided", json_provenance(broken.layout)}});
  return contracts;
}

static Array json_misuses(const Profile &profile) {
  Array misuses;
  for (const MisusedMemory &misuse : profile.misuses) {
    const bool beyond = misuse.kind == MisuseKind::beyond_view;
    misuses.push_back(Object{
        {"kind", beyond ? "beyond the view" : "shared elements"},
        {"place", json_frame(misuse.place)},
        {"python", misuse.python.file.empty()
                       ? Value(nullptr)
                       : Value(json_frame(misuse.python))},
        {"expression", text_or_null(misuse.text)},
        {"operator", text_or_null(misuse.op)},
        {"times", misuse.count},
        {"first_bytes", misuse.bytes},
        {"first_bytes_beyond", beyond ? Value(misuse.beyond) : Value(nullptr)},
        {"itemsize", misuse.itemsize},
        {"first_sizes", array_of(misuse.sizes)},
        {"first_strides", array_of(misuse.strides)},
        {"made_strided", json_provenance(misuse.layout)}});
  }
  return misuses;
}

static Array json_scopes(const Profile &profile) {
  Array scopes;
  for (const ScopeTotals &scope : profile.scopes)
    scopes.push_back(Object{{"name", text(scope.name)},
                            {"file", text(scope.file)},
                            {"wall_ns", scope.wall_ns},
                            {"copies", scope.copies},
                            {"bytes", scope.bytes},
                            {"ns", scope.ns}});
  return scopes;
}

static Array json_materialising(const Profile &profile) {
  Array calls;
  for (const ReachSite &site : profile.reached)
    if (is_materialising(site.op))
      calls.push_back(Object{{"place", json_frame(site.place)},
                             {"operator", text(site.op)},
                             {"calls", site.reached}});
  return calls;
}

static Array json_compiled_kernels(const Profile &profile) {
  Array kernels;
  for (const CompiledKernel &kernel : profile.compiled_kernels)
    kernels.push_back(
        Object{{"name", text(kernel.name)},
               {"count", kernel.gpu.kernels},
               {"ns", kernel.gpu.emulated ? Value(nullptr)
                                          : Value(kernel.gpu.kernel_ns)}});
  return kernels;
}

Value json_report(const Profile &profile, const View &view) {
  Object report = json_run(profile);
  Cost total, in_backward;
  std::map<std::string, Cost> by_class, by_origin;
  for (const SourceSite &site : profile.sites) {
    total.add(site.cost);
    if (!site.backward.node.empty())
      in_backward.add(site.cost);
    by_class[copy_class_name(site.kind)].add(site.cost);
    by_origin[origin_name(site.origin)].add(site.cost);
  }
  report["totals"] = json_cost(total, profile.wall_ns());
  report["totals_in_backward"] = json_cost(in_backward, profile.wall_ns());
  report["memory"] = json_churn(total, profile.counts_memory());
  report["totals_by_class"] = json_costs(by_class, profile.wall_ns());
  report["totals_by_origin"] = json_costs(by_origin, profile.wall_ns());
  report["ns_over_processes"] = json_spread(profile, spread_of_all(profile));
  report["broken_contracts"] = json_contracts(profile);
  report["misused_memory"] = json_misuses(profile);
  report["scopes"] = json_scopes(profile);
  report["compiled_copy_kernels"] = json_compiled_kernels(profile);
  report["materialising_calls"] = json_materialising(profile);
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
