// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/HtmlReport.h"

#include "core/Names.h"
#include "report/GpuText.h"
#include "report/HtmlPage.h"
#include "report/LayoutSketch.h"
#include "report/Provenance.h"
#include "report/SourceLines.h"
#include "report/TextGroups.h"
#include "report/TextReport.h"
#include "report/Units.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <limits>

namespace tensor_probe {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// Strings come from files and debug information: any bytes.
Value text(const std::string &any) { return llvm::json::fixUTF8(any); }

Object cost_data(const Cost &cost, std::uint64_t wall_ns) {
  return Object{{"ns", cost.ns},
                {"time", time_text(double(cost.ns))},
                {"share", share_text(cost.ns, wall_ns)},
                {"copies", cost.count},
                {"repeats", cost.repeats},
                {"held", cost.held_at_peak},
                {"heldSize", bytes_text(cost.held_at_peak)},
                {"churn", cost.short_lived_bytes},
                {"churnSize", bytes_text(cost.short_lived_bytes)},
                {"bytes", cost.bytes},
                {"size", bytes_text(cost.bytes)}};
}

Array cells_data(const LayoutSketch &sketch) {
  Array cells;
  for (const SketchCell &cell : sketch.cells)
    cells.push_back(Array{cell.element, cell.times});
  return cells;
}

/// "12.5 % of the memory that it spans is skipped".
std::string skipped_text(const Footprint &footprint) {
  if (footprint.elements > footprint.span)
    return "several elements share memory";
  if (footprint.elements == footprint.span)
    return "nothing is skipped";
  return number_text(100 * (1 - footprint.elements / footprint.span)) +
         " % of the memory that it spans is skipped";
}

Object layout_data(const TensorShape &shape) {
  LayoutSketch sketch = sketch_of(shape);
  Object object{{"text", text(shape_text(shape))},
                {"cells", cells_data(sketch)},
                {"toScale", sketch.to_scale}};
  if (!sketch.why_none.empty()) {
    object["note"] = "no picture: " + sketch.why_none;
    return object;
  }
  Footprint footprint = footprint_of(shape);
  object["note"] = "the next element in reading order lies " +
                   std::to_string(footprint.step) + " on; " +
                   skipped_text(footprint);
  return object;
}

/// Empty texts are left out.
void add_text(Object &object, llvm::StringRef key, const std::string &value) {
  if (!value.empty())
    object[key] = text(value);
}

Object frame_data(const SourceFrame &frame, SourceLines &sources) {
  Object object{{"where", text(place_text(frame))}};
  add_text(object, "function", frame.function);
  if (frame.line == 0) {
    add_text(object, "why", frame.why_no_line);
    return object;
  }
  SourceLine line = sources.at(frame.file, frame.line);
  add_text(object, "source", line.text);
  add_text(object, "why", line.why_none);
  return object;
}

Object site_data(const Profile &profile, const SourceSite &site,
                 SourceLines &sources) {
  Object object = cost_data(site.cost, profile.wall_ns());
  std::vector<std::string> cells =
      cost_cells(site.cost, speed_of(site), profile);
  object["mean"] = cells[4];
  object["speed"] = cells[5];
  object["class"] = copy_class_name(site.kind);
  object["origin"] = origin_name(site.origin);
  object["operator"] = text(site.op.empty() ? "-" : operator_text(site));
  object["place"] = frame_data(site.place, sources);
  object["before"] = layout_data(site.source);
  object["after"] = layout_data(site.destination);
  add_text(object, "spread", spread_text(profile, spread_of(profile, site)));
  add_text(object, "tailCall", site.tail_call);
  add_text(object, "backward", backward_text(site));
  add_text(object, "churnNote", churn_text(site.cost));
  add_text(object, "madeStrided", provenance_text(site));
  Array gpu;
  for (const std::string &line : gpu_lines(site))
    gpu.push_back(line);
  if (site.enqueue_only)
    if (const std::string why = why_no_speed(site); !why.empty())
      gpu.push_back(text("no GB/s: " + why));
  object["gpu"] = std::move(gpu);
  if (site.cost.repeats != 0)
    object["repeatsNote"] = repeats_text(site.cost);
  Array calls;
  if (!site.paths.empty())
    for (std::size_t i = 1; i < site.paths.front().stack.size(); ++i)
      calls.push_back(frame_data(site.paths.front().stack[i], sources));
  object["calls"] = std::move(calls);
  object["otherStacks"] = site.paths.empty() ? 0 : site.paths.size() - 1;
  return object;
}

/// The title of the column that the sites come sorted by.
const char *column_of(RankBy rank) {
  switch (rank) {
  case RankBy::time:
    return "Time";
  case RankBy::bytes:
    return "Bytes";
  case RankBy::count:
    return "Copies";
  case RankBy::repeats:
    return "Repeats";
  case RankBy::peak:
    return "Held";
  case RankBy::churn:
    return "Churn";
  }
  return "Time";
}

std::uint64_t start_of(const Profile &profile) {
  std::uint64_t start = std::numeric_limits<std::uint64_t>::max();
  for (const ProcessFacts &process : profile.processes)
    start = std::min(start, process.start_unix_ns);
  return start;
}

Object page_data(const Profile &profile, const View &view) {
  Cost total;
  std::map<CopyClass, Cost> by_class;
  for (const SourceSite &site : profile.sites) {
    total.add(site.cost);
    by_class[site.kind].add(site.cost);
  }
  Array classes;
  for (const auto &[kind, cost] : by_class) {
    Object object = cost_data(cost, profile.wall_ns());
    object["class"] = copy_class_name(kind);
    classes.push_back(std::move(object));
  }
  SourceLines sources(start_of(profile));
  Array sites;
  std::size_t shown = shown_rows(profile.sites.size(), view.top);
  for (std::size_t i = 0; i < shown; ++i)
    sites.push_back(site_data(profile, profile.sites[i], sources));
  Object data{
      {"processes", profile.processes.size()},
      {"wallNs", profile.wall_ns()},
      {"wall", time_text(double(profile.wall_ns()))},
      {"total", cost_data(total, profile.wall_ns())},
      {"classes", std::move(classes)},
      {"sites", std::move(sites)},
      {"sortedBy", column_of(view.rank)},
      {"leftOut", profile.sites.size() - shown},
      {"memoryPeak", profile.memory_peak()},
      {"countsMemory", profile.counts_memory()},
      {"run", text(text_of_parts(profile, view.top) + text_of_run(profile))},
      {"speedNote", speed_note}};
  if (profile.sites.empty())
    data["whyNoSites"] = text(why_no_sites(profile));
  return data;
}

/// JSON that does not end the element it stands in: < occurs in strings only.
std::string script_text(Object data) {
  std::string json = llvm::formatv("{0}", Value(std::move(data))).str();
  std::string safe;
  for (char c : json)
    safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

std::string page_with(Object data) {
  auto [head, after_style] = llvm::StringRef(page_html).split("@STYLE@");
  auto [body, after_data] = after_style.split("@DATA@");
  auto [between, end] = after_data.split("@SCRIPT@");
  return head.str() + page_css + body.str() + script_text(std::move(data)) +
         between.str() + page_js + end.str();
}

Object finding_data(const Confirmation &c, std::size_t i) {
  const Prediction &finding = c.findings.predictions[i];
  return Object{{"where", text(finding_place(finding))},
                {"verdict", name_of(c.judged[i].verdict)},
                {"line", text(text_verdict(c, i))}};
}

/// What is said of each site: the verdicts on its findings, most often one.
std::vector<std::string> site_verdicts(const Confirmation &c) {
  std::vector<std::set<std::string>> verdicts(c.profile.sites.size());
  for (std::size_t i = 0; i < c.judged.size(); ++i) {
    for (std::size_t site : c.joined.joined[i].sites)
      verdicts[site].insert(name_of(c.judged[i].verdict));
    for (std::size_t site : c.joined.joined[i].backward)
      verdicts[site].insert("backward of a finding");
  }
  for (std::size_t site : c.joined.unplaced)
    verdicts[site].insert("line not known");
  for (std::size_t site : c.joined.unpredicted)
    verdicts[site].insert(
        is_listed(c.profile.sites[site], c.all) ? "unpredicted" : "asked for");
  std::vector<std::string> texts;
  for (const std::set<std::string> &names : verdicts) {
    std::string joined;
    for (const std::string &name : names)
      joined += (joined.empty() ? "" : ", ") + name;
    texts.push_back(joined);
  }
  return texts;
}

} // namespace

std::string html_report(const Profile &profile, const View &view) {
  return page_with(page_data(profile, view));
}

std::string html_confirmation(const Confirmation &c) {
  Object data = page_data(c.profile, {});
  Array findings;
  for (std::size_t i = 0; i < c.judged.size(); ++i)
    findings.push_back(finding_data(c, i));
  data["findings"] = std::move(findings);
  data["summary"] = text(summary_of(c));
  std::vector<std::string> verdicts = site_verdicts(c);
  Array &sites = *data.getArray("sites");
  for (std::size_t i = 0; i < sites.size(); ++i)
    (*sites[i].getAsObject())["verdict"] = verdicts[i];
  return page_with(std::move(data));
}

} // namespace tensor_probe
