// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/ProfileBuilder.h"

#include "core/Names.h"
#include "report/Groups.h"
#include "report/Operators.h"
#include "report/Provenance.h"
#include "report/Resolver.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tensor_probe {
namespace {

using PlaceKey = std::tuple<std::string, unsigned, unsigned, std::string,
                            std::string, std::uint64_t>;

PlaceKey key_of(const SourceFrame &place) {
  // Inside a module without lines, the offset is the place.
  std::uint64_t offset = place.line == 0 ? place.offset : 0;
  return {place.file,     place.line,   place.column,
          place.function, place.module, offset};
}

/// Copies of one forward call are one site, wherever the program ran the
/// backward pass.
using BackwardKey =
    std::tuple<std::string, std::string, PlaceKey, std::string, bool>;

BackwardKey key_of(const BackwardPass &backward) {
  return {backward.node, backward.forward_op, key_of(backward.forward),
          backward.why_no_forward, backward.by_autograd};
}

/// What is added up into one site.
using SiteKey = std::tuple<PlaceKey, std::string, CopyClass, std::string,
                           std::string, unsigned, BackwardKey>;

SiteKey key_of(const SourceFrame &place, const std::string &op, CopyClass kind,
               const std::string &tail_call, const SourceFrame &python,
               const BackwardPass &backward) {
  return {key_of(place),   op, kind, tail_call, python.file, python.line,
          key_of(backward)};
}

SiteKey key_of(const SourceSite &site) {
  return key_of(site.place, site.op, site.kind, site.tail_call, site.python,
                site.backward);
}

TensorShape shape_of(int dtype, int device, int index, std::uint8_t dim,
                     const std::int64_t (&sizes)[kMaxDims],
                     const std::int64_t (&strides)[kMaxDims]) {
  TensorShape shape;
  shape.dtype = dtype_name(dtype);
  shape.device = device_name(device);
  if (index >= 0)
    shape.device += ":" + std::to_string(index);
  std::uint32_t kept = std::min<std::uint32_t>(dim, kMaxDims);
  shape.sizes.assign(sizes, sizes + kept);
  shape.strides.assign(strides, strides + kept);
  shape.cut = dim > kMaxDims;
  return shape;
}

/// Bytes read and written; see traffic_note().
std::uint64_t traffic_of(const SiteBlock &row) {
  switch (CopyClass(row.copy_class)) {
  case CopyClass::dtype_conversion:
    if (row.dst_itemsize != 0)
      return row.bytes + row.bytes / row.dst_itemsize * row.src_itemsize;
    return row.bytes;
  case CopyClass::device_transfer:
  case CopyClass::broadcast:
    return row.bytes;
  default:
    return 2 * row.bytes;
  }
}

Cost cost_of(const SiteBlock &row, const FileHeader &header) {
  Cost cost;
  cost.count = row.count;
  cost.thrown = row.thrown;
  cost.bytes = row.bytes;
  cost.traffic = traffic_of(row);
  cost.ns = row.ns_sum;
  cost.min_ns = row.count == 0 ? 0 : row.ns_min;
  cost.max_ns = row.ns_max;
  cost.repeats = std::min(row.repeats, row.count);
  cost.repeat_ns = std::min(row.repeat_ns, row.ns_sum);
  cost.held_at_peak = row.memory_peaks == header.memory_peaks ? row.held_at_peak
                                                              : row.held_bytes;
  cost.counted_misses = row.counted_misses;
  cost.cache_misses = row.cache_misses;
  cost.tlb_misses = row.tlb_misses;
  cost.allocations = row.allocations;
  cost.allocated_bytes = row.allocated_bytes;
  cost.frees = std::min(row.frees, row.allocations);
  cost.freed_bytes = std::min(row.freed_bytes, row.allocated_bytes);
  cost.short_lived = std::min(row.short_lived, cost.frees);
  cost.short_lived_bytes = std::min(row.short_lived_bytes, cost.freed_bytes);
  return cost;
}

SourceSite site_of(const SiteBlock &row, const ResolvedStack &stack,
                   const std::string &op) {
  SourceSite site;
  site.place = stack.place;
  site.op = op;
  if (site.op.empty())
    site.why_no_op = "no operator's entry on the stack";
  site.kind = CopyClass(row.copy_class);
  site.source = shape_of(row.src_dtype, row.src_device, row.src_device_index,
                         row.src_dim, row.src_sizes, row.src_strides);
  site.destination =
      shape_of(row.dst_dtype, row.dst_device, row.dst_device_index, row.dst_dim,
               row.dst_sizes, row.dst_strides);
  site.tail_call = stack.tail_call;
  site.python = stack.python;
  return site;
}

/// AccumulateGrad adds to the gradient of a leaf, which no operator made. It is
/// the only node without a number (torch/csrc/autograd/function.h).
bool has_forward(const std::string &node) {
  return node.find("AccumulateGrad") == std::string::npos;
}

/// Charges what autograd copied in a backward pass, on the stack given, to the
/// stack of the forward call.
BackwardPass charge_forward(const SiteBlock &row, const ProbeRecord &file,
                            Resolver &resolver, ResolvedStack &stack) {
  BackwardPass backward;
  if (row.node == 0)
    return backward;
  backward.node = file.strings[row.node - 1].text;
  backward.by_autograd = stack.below_engine || stack.user.empty();
  if (backward.by_autograd)
    backward.run_from = stack.place;
  if (row.forward == 0) {
    backward.why_no_forward =
        has_forward(backward.node)
            ? "its forward line is not known: it was forgotten, found no room, "
              "or ran before the probe, or was no operator"
            : "it has no forward line: it is of the gradient of a leaf";
    return backward;
  }
  ResolvedStack forward = resolver.resolve(file, row.forward - 1);
  backward.forward = forward.place;
  backward.forward_op = forward.op;
  if (backward.by_autograd) {
    forward.op = stack.op;
    stack = std::move(forward);
  }
  return backward;
}

/// The row's own operator where it has one and the stack names none.
std::string operator_of(const SiteBlock &row, const ProbeRecord &file,
                        const ResolvedStack &stack) {
  const bool named = CopyClass(row.copy_class) == CopyClass::materialised;
  return stack.op.empty() && named
             ? std::string(shown_operator(file.strings[row.op].text))
             : stack.op;
}

/// What an operator writes itself is its work (embedding), unless its name says
/// more (_foreach_copy_).
CopyOrigin origin_of_site(const SourceSite &site) {
  const CopyOrigin origin = origin_of(site.op, site.most_elements);
  const bool is_said =
      origin == CopyOrigin::batched || origin == CopyOrigin::split;
  return site.kind == CopyClass::materialised && !is_said
             ? CopyOrigin::materialising
             : origin;
}

bool costs_more(const SourceSite &a, const SourceSite &b) {
  auto costs = std::tie(a.cost.ns, a.cost.bytes);
  auto others = std::tie(b.cost.ns, b.cost.bytes);
  if (costs != others)
    return costs > others;
  return key_of(a) < key_of(b);
}

ScopeTotals totals_of(const ScopeRecord &scope, const ProbeRecord &file) {
  ScopeTotals totals;
  totals.name = scope.name;
  totals.file = file.path;
  totals.wall_ns = scope.end_ns - std::min(scope.begin_ns, scope.end_ns);
  for (const ScopeEntry &entry : scope.entries) {
    if (CopyClass(file.rows[entry.row].copy_class) == CopyClass::nothing)
      continue;
    totals.copies += entry.count;
    totals.bytes += entry.bytes;
    totals.ns += entry.ns_sum;
  }
  return totals;
}

BrokenContract contract_of(const ViolationRecord &violation,
                           const ProbeRecord &file, Resolver &resolver) {
  const ViolationBlock &block = violation.block;
  const std::uint32_t kept = std::min(block.dim, kMaxDims);
  return {violation.text,
          violation.file,
          block.line,
          block.count,
          {block.sizes, block.sizes + kept},
          {block.strides, block.strides + kept},
          provenance_of(file, block.layout, resolver)};
}

MisusedMemory misuse_of(const MisuseBlock &block, const ProbeRecord &file,
                        Resolver &resolver) {
  MisusedMemory misuse;
  misuse.kind = MisuseKind(block.misuse);
  if (block.stack == kNoId) {
    misuse.text = file.strings[block.text].text;
    misuse.place.file = file.strings[block.file].text;
    misuse.place.line = block.line;
  } else {
    const ResolvedStack stack = resolver.resolve(file, block.stack);
    misuse.place = stack.place;
    misuse.python = stack.python;
    misuse.op = stack.op;
  }
  const std::uint32_t kept = std::min(block.dim, kMaxDims);
  misuse.count = block.count;
  misuse.bytes = block.bytes;
  misuse.beyond = std::min(block.beyond, block.bytes);
  misuse.itemsize = block.itemsize;
  misuse.sizes.assign(block.sizes, block.sizes + kept);
  misuse.strides.assign(block.strides, block.strides + kept);
  misuse.layout = provenance_of(file, block.layout, resolver);
  return misuse;
}

/// Equal for stacks that read the same, also in two processes: calls of one
/// line that an optimiser made several of are one.
std::string path_key(const std::vector<SourceFrame> &stack) {
  std::string key;
  for (const SourceFrame &frame : stack) {
    bool has_line = frame.line != 0;
    key += frame.function + '\0' + (has_line ? frame.file : frame.module) +
           '\0' + std::to_string(has_line ? frame.line : frame.offset) + ':' +
           std::to_string(frame.column) + '\0';
  }
  return key;
}

void sort_paths(SourceSite &site) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> keys;
  for (const CallPath &path : site.paths)
    keys.emplace_back(path.cost.ns, path.cost.bytes);
  std::vector<CallPath> sorted;
  for (std::size_t i : order_of(keys))
    sorted.push_back(std::move(site.paths[i]));
  site.paths = std::move(sorted);
}

class Builder {
public:
  void add(const ProbeRecord &file) {
    profile.processes.push_back(process_facts(file));
    for (const ScopeRecord &scope : file.scopes)
      profile.scopes.push_back(totals_of(scope, file));
    for (const ViolationRecord &violation : file.violations)
      profile.contracts.push_back(contract_of(violation, file, resolver));
    for (const MisuseBlock &misuse : file.misuses)
      add_misuse(misuse_of(misuse, file, resolver));
    std::map<std::uint32_t, GpuCost> gpu;
    const bool emulated = profile.processes.back().gpu_emulated;
    for (const GpuBlock &block : file.gpu)
      (block.row == kNoId ? kernels[file.strings[block.kernel].text]
                          : gpu[block.row])
          .add(block, emulated);
    std::map<std::uint32_t, ResolvedStack> stacks;
    std::map<std::uint32_t, std::size_t> rows; // to sites
    for (const SiteBlock &row : file.rows) {
      auto [stack, is_new] = stacks.try_emplace(row.stack);
      if (is_new)
        stack->second = resolver.resolve(file, row.stack);
      if (row.row_kind == std::uint8_t(RowKind::reach))
        add_reach(row, file.strings[row.op].text, stack->second);
      else if (row.copy_class != std::uint8_t(CopyClass::nothing))
        rows[row.header.id] =
            add_copy(row, file, stack->second, gpu[row.header.id]);
    }
    for (const TraceEvent &event : file.events)
      if (auto site = rows.find(event.row); site != rows.end())
        profile.sites[site->second].events.push_back(
            {profile.processes.size() - 1, event});
  }

  Profile finish() {
    profile.warnings = resolver.warnings();
    for (const auto &[name, gpu] : kernels)
      profile.compiled_kernels.push_back({name, gpu});
    std::sort(profile.sites.begin(), profile.sites.end(), costs_more);
    std::for_each(profile.sites.begin(), profile.sites.end(), sort_paths);
    return std::move(profile);
  }

private:
  Profile profile;
  Resolver resolver;
  std::map<SiteKey, std::size_t> sites, reached;
  std::map<std::string, std::size_t> misuses;
  std::map<std::string, GpuCost> kernels; // of compiled code
  std::map<std::pair<std::size_t, std::string>, std::size_t> paths;

  /// Calls of one line that an optimiser made several of are one.
  void add_misuse(MisusedMemory misuse) {
    const std::string where = std::to_string(int(misuse.kind)) + misuse.text +
                              '\0' + misuse.op + '\0' +
                              path_key({misuse.place, misuse.python});
    auto [entry, is_new] = misuses.try_emplace(where, profile.misuses.size());
    if (is_new)
      profile.misuses.push_back(std::move(misuse));
    else
      profile.misuses[entry->second].count += misuse.count;
  }

  /// Returns the index of the site.
  std::size_t add_copy(const SiteBlock &row, const ProbeRecord &file,
                       ResolvedStack stack, const GpuCost &gpu) {
    CopyClass kind = CopyClass(row.copy_class);
    const BackwardPass backward = charge_forward(row, file, resolver, stack);
    const std::string op = operator_of(row, file, stack);
    SiteKey key =
        key_of(stack.place, op, kind, stack.tail_call, stack.python, backward);
    auto [entry, is_new] = sites.try_emplace(key, profile.sites.size());
    if (is_new) {
      SourceSite site = site_of(row, stack, op);
      site.backward = backward;
      site.source_layout = provenance_of(file, row.src_layout, resolver);
      site.destination_layout = provenance_of(file, row.dst_layout, resolver);
      profile.sites.push_back(std::move(site));
    }
    SourceSite &site = profile.sites[entry->second];
    if (key_of(site.backward.run_from) != key_of(backward.run_from))
      site.backward.run_from_others = true;
    const Cost cost = cost_of(row, file.header);
    site.cost.add(cost);
    site.ns_by_process[profile.processes.size() - 1] += row.ns_sum;
    add_path(entry->second, stack.user, cost);
    site.most_elements = std::max(site.most_elements, row.numel_max);
    site.origin = origin_of_site(site);
    site.enqueue_only |= row.src_device > 0 || row.dst_device > 0;
    site.gpu.add(gpu);
    if (site.why_no_gpu.empty())
      site.why_no_gpu = profile.processes.back().why_no_gpu;
    return entry->second;
  }

  void add_path(std::size_t index, const std::vector<SourceFrame> &stack,
                const Cost &cost) {
    SourceSite &site = profile.sites[index];
    auto [entry, is_new] =
        paths.try_emplace({index, path_key(stack)}, site.paths.size());
    if (is_new)
      site.paths.push_back({stack, {}});
    site.paths[entry->second].cost.add(cost);
  }

  /// Calls that another operator makes inside itself are not the line's.
  void add_reach(const SiteBlock &row, const std::string &op,
                 const ResolvedStack &stack) {
    if (match_operators(op, stack.op) == OperatorMatch::differ)
      return;
    SiteKey key = key_of(stack.place, op, CopyClass::nothing, stack.tail_call,
                         stack.python, {});
    auto [entry, is_new] = reached.try_emplace(key, profile.reached.size());
    if (is_new)
      profile.reached.push_back({stack.place, op, 0, stack.tail_call});
    profile.reached[entry->second].reached += row.count;
  }
};

} // namespace

Profile build_profile(const std::vector<ProbeRecord> &files) {
  Builder builder;
  for (const ProbeRecord &file : files)
    builder.add(file);
  return builder.finish();
}

} // namespace tensor_probe
