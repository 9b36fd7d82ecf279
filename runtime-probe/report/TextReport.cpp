// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/TextReport.h"

#include "core/Names.h"
#include "report/GpuText.h"
#include "report/Operators.h"
#include "report/Provenance.h"
#include "report/TextGroups.h"
#include "report/TextProcesses.h"
#include "report/TextTable.h"
#include "report/Units.h"

#include <algorithm>
#include <tuple>

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

/// "1.90 ms to 3.20 ms each, 31.3 % of memcpy's speed"; empty for one copy
/// without anything to compare it with.
std::string range_text(const SourceSite &site, const Profile &profile) {
  std::string text;
  if (site.cost.max_ns > site.cost.min_ns)
    text = time_text(double(site.cost.min_ns)) + " to " +
           time_text(double(site.cost.max_ns)) + " each";
  const double memcpy_rate = profile.memcpy_traffic_gb_per_s();
  if (site.enqueue_only || memcpy_rate == 0 || site.cost.ns == 0)
    return text;
  const double share = site.cost.gb_per_s() / memcpy_rate;
  return text + (text.empty() ? "" : ", ") + number_text(100 * share) +
         " % of memcpy's speed";
}

std::string held_text(const SourceSite &site, const Profile &profile) {
  return "held " + bytes_text(site.cost.held_at_peak) +
         " when most was in "
         "use, " +
         share_text(site.cost.held_at_peak, profile.memory_peak()) + " of " +
         bytes_text(profile.memory_peak());
}

std::string misses_text(const Cost &cost) {
  const auto each = [&cost](std::uint64_t sum) {
    return number_text(double(sum) / double(cost.counted_misses));
  };
  return each(cost.cache_misses) + " cache misses and " +
         each(cost.tlb_misses) + " TLB misses each, on the calling thread" +
         (cost.counted_misses < cost.count
              ? ", in " + std::to_string(cost.counted_misses) + " of " +
                    std::to_string(cost.count)
              : "");
}

std::vector<std::string> lines_below(const SourceSite &site,
                                     const Profile &profile) {
  std::vector<std::string> lines;
  if (std::string backward = backward_text(site); !backward.empty())
    lines.push_back(backward);
  if (std::string range = range_text(site, profile); !range.empty())
    lines.push_back(range);
  if (site.cost.repeats != 0)
    lines.push_back(repeats_text(site.cost));
  if (site.cost.held_at_peak != 0)
    lines.push_back(held_text(site, profile));
  if (site.cost.counted_misses != 0)
    lines.push_back(misses_text(site.cost));
  if (std::string churn = churn_text(site.cost); !churn.empty())
    lines.push_back(churn);
  lines.push_back("first: " + shape_text(site.source) + " -> " +
                  shape_text(site.destination));
  if (std::string provenance = provenance_text(site); !provenance.empty())
    lines.push_back(provenance);
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
  for (std::string &line : gpu_lines(site))
    lines.push_back(std::move(line));
  if (std::string why = why_no_speed(site); !why.empty())
    lines.push_back("no GB/s: " + why);
  if (site.cost.thrown != 0)
    lines.push_back(count_text(site.cost.thrown, "further copy",
                               "further "
                               "copies") +
                    " threw and are in no column");
  return lines;
}

std::vector<std::string> cells_of(const SourceSite &site,
                                  const Profile &profile) {
  std::string where = place_text(site.place);
  if (!site.place.function.empty())
    where += " in " + site.place.function;
  std::vector<std::string> cells =
      cost_cells(site.cost, speed_of(site), profile);
  cells.insert(cells.end(),
               {copy_class_name(site.kind), origin_name(site.origin),
                site.op.empty() ? "-" : operator_text(site), where});
  return cells;
}

std::string cost_text(const Cost &cost) {
  return count_text(cost.count, "copy", "copies") + ", " +
         bytes_text(cost.bytes) + ", " + time_text(double(cost.ns));
}

std::string head_text(const Profile &profile) {
  Cost total, in_backward;
  std::map<std::pair<CopyClass, CopyOrigin>, Cost> by_kind;
  for (const SourceSite &site : profile.sites) {
    total.add(site.cost);
    if (!site.backward.node.empty())
      in_backward.add(site.cost);
    by_kind[{site.kind, site.origin}].add(site.cost);
  }
  std::string text =
      count_text(profile.processes.size(), "process", "processes") + ", " +
      time_text(double(profile.wall_ns())) + " wall time: " + cost_text(total) +
      " (" + share_text(total.ns, profile.wall_ns()) + ")\n";
  if (in_backward.count != 0)
    text += "  of these in backward passes: " + cost_text(in_backward) + "\n";
  for (const auto &[kind, cost] : by_kind)
    text += "  " + kind_text(kind.first, kind.second) + ": " + cost_text(cost) +
            "\n";
  if (std::string spread = spread_text(profile, spread_of_all(profile));
      !spread.empty())
    text += "  " + spread + "\n";
  return text;
}

std::string table_text(const Profile &profile, unsigned top) {
  using Align = TextTable::Align;
  std::vector<TextTable::Column> columns = cost_columns(profile);
  columns.insert(columns.end(), {{"class", Align::left},
                                 {"origin", Align::left},
                                 {"operator", Align::left},
                                 {"where", Align::left}});
  TextTable table(std::move(columns));
  std::size_t shown = shown_rows(profile.sites.size(), top);
  for (std::size_t i = 0; i < shown; ++i)
    table.add_row(cells_of(profile.sites[i], profile),
                  lines_below(profile.sites[i], profile));
  return table.text() + left_out_text(profile.sites.size() - shown, "place") +
         speed_note;
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

/// Calls that the reach tier counted, whether or not they wrote something.
std::string materialising_text(const Profile &profile) {
  std::string text;
  for (const ReachSite &site : profile.reached)
    if (is_materialising(site.op))
      text += "  " + place_text(site.place) + ": " +
              std::string(shown_operator(site.op)) + " called " +
              count_text(site.reached, "time", "times") + "\n";
  return text.empty() ? text : "operators that make a tensor:\n" + text;
}

/// Functions of torch.compile by the lines that called them, and the libraries
/// that it and AOTInductor made.
std::string compiled_text(const Profile &profile) {
  std::string text;
  for (const ReachSite &site : profile.reached)
    if (is_compiled_region(site.op))
      text +=
          "  " + place_text(site.place) + ": " +
          (site.op == "AOTInductor model" ? "a model of AOTInductor " : "") +
          "called " + count_text(site.reached, "time", "times") + "\n";
  for (const CompiledKernel &kernel : profile.compiled_kernels)
    text += "  its copy kernel " + kernel.name + ": " + works_text(kernel.gpu) +
            "\n";
  for (const ProcessFacts &process : profile.processes) {
    if (process.compiled_modules.empty())
      continue;
    text +=
        "  process " + std::to_string(process.pid) + " loaded " +
        count_text(process.compiled_modules.size(), "library", "libraries") +
        " of it";
    if (!process.why_no_reach.empty())
      text += "; how often functions of torch.compile were called is not "
              "known: " +
              process.why_no_reach;
    text += "\n";
  }
  return text.empty() ? text
                      : "compiled code (torch.compile, AOTInductor), whose own "
                        "copies are in no row:\n" +
                            text + "\n";
}

std::string contracts_text(const Profile &profile) {
  std::string text;
  for (const BrokenContract &broken : profile.contracts)
    text +=
        "  " + short_path(broken.file) + ":" + std::to_string(broken.line) +
        ": `" + broken.text + "` " + count_text(broken.count, "time", "times") +
        ", first " + layout_text(broken.sizes, broken.strides) + "\n" +
        (broken.layout.steps.empty()
             ? ""
             : "    made strided by " + provenance_text(broken.layout) + "\n");
  return text.empty() ? text
                      : "given to a kernel that takes contiguous tensors, and "
                        "not contiguous:\n" +
                            text + "\n";
}

std::string misuser_of(const MisusedMemory &misuse) {
  if (!misuse.text.empty())
    return "`" + misuse.text + "`";
  if (misuse.op.empty() && misuse.kind == MisuseKind::beyond_view)
    return "memcpy";
  return misuse.op.empty() ? "an unknown operator" : misuse.op;
}

std::string misuse_line(const MisusedMemory &misuse) {
  std::string text =
      "  " + place_text(misuse.place) + ": " + misuser_of(misuse);
  text += " " + count_text(misuse.count, "time", "times") + ", first ";
  if (misuse.kind == MisuseKind::beyond_view)
    text += bytes_text(misuse.bytes) + ", " + bytes_text(misuse.beyond) +
            " of them of no element of " +
            layout_text(misuse.sizes, misuse.strides) + " of " +
            bytes_text(misuse.itemsize) + " each";
  else
    text += "into " + layout_text(misuse.sizes, misuse.strides);
  if (misuse.place.line == 0)
    text += " (no line: " + misuse.place.why_no_line + ")";
  text += "\n";
  if (!misuse.python.file.empty() && misuse.python.file != misuse.place.file)
    text += "    called from " + place_text(misuse.python) + "\n";
  if (!misuse.layout.steps.empty())
    text += "    made strided by " + provenance_text(misuse.layout) + "\n";
  return text;
}

/// Those of one kind, below what is wrong with them.
std::string misuses_text(const Profile &profile, MisuseKind kind,
                         const char *head) {
  std::string text;
  for (const MisusedMemory &misuse : profile.misuses)
    if (misuse.kind == kind)
      text += misuse_line(misuse);
  return text.empty() ? text : head + text + "\n";
}

/// Tests and the like, the costliest first.
std::string scopes_text(const Profile &profile, unsigned top) {
  using Align = TextTable::Align;
  if (profile.scopes.empty())
    return {};
  std::vector<const ScopeTotals *> sorted;
  for (const ScopeTotals &scope : profile.scopes)
    if (scope.copies != 0)
      sorted.push_back(&scope);
  std::sort(sorted.begin(), sorted.end(),
            [](const ScopeTotals *a, const ScopeTotals *b) {
              return std::tie(b->ns, a->name) < std::tie(a->ns, b->name);
            });
  const std::size_t silent = profile.scopes.size() - sorted.size();
  if (top != 0 && sorted.size() > top)
    sorted.resize(top);
  TextTable table({{"time", Align::right},
                   {"copies", Align::right},
                   {"bytes", Align::right},
                   {"scope", Align::left}});
  for (const ScopeTotals *scope : sorted)
    table.add_row({time_text(double(scope->ns)), std::to_string(scope->copies),
                   bytes_text(scope->bytes), scope->name},
                  {});
  return "by scope (--scope=NAME shows one):\n" + table.text() +
         count_text(silent, "scope", "scopes") + " copied nothing\n\n";
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
  if (double speed = profile.memcpy_traffic_gb_per_s(); speed > 0)
    text += "memcpy on this machine, one thread: " + number_text(speed) +
            " GB/s read + written\n";
  if (profile.memory_peak() != 0)
    text += "most memory in use at one time, of libtorch's CPU allocator: " +
            bytes_text(profile.memory_peak()) + "\n";
  text += processes_text(profile);
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

std::string list_report(const Profile &profile, unsigned top) {
  std::string text;
  std::size_t shown = shown_rows(profile.sites.size(), top);
  for (std::size_t i = 0; i < shown; ++i) {
    const SourceSite &site = profile.sites[i];
    text += place_text(site.place) + ": " + operator_text(site) + ": " +
            cost_text(site.cost) + " (" + kind_text(site.kind, site.origin) +
            "), " + shape_text(site.source) + " -> " +
            shape_text(site.destination) + "\n";
    if (site.place.file != site.python.file && !site.python.file.empty())
      text += "    called from " + place_text(site.python) + "\n";
  }
  return text;
}

std::string text_of_parts(const Profile &profile, unsigned top) {
  return contracts_text(profile) +
         misuses_text(profile, MisuseKind::shared_elements,
                      "copied into tensors two of whose elements are the same "
                      "memory (what stays there is not defined):\n") +
         misuses_text(profile, MisuseKind::beyond_view,
                      "memory copied beyond the elements of a tensor:\n") +
         compiled_text(profile) + scopes_text(profile, top) +
         materialising_text(profile);
}

std::string text_report(const Profile &profile, const View &view) {
  return head_text(profile) + "\n" + rows_text(profile, view) + "\n" +
         text_of_parts(profile, view.top) + text_of_run(profile);
}

} // namespace tensor_probe
