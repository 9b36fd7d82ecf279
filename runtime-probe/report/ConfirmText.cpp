// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Names.h"
#include "report/ConfirmReport.h"
#include "report/Operators.h"
#include "report/Provenance.h"
#include "report/TextReport.h"
#include "report/Units.h"

#include <algorithm>

namespace tensor_probe {
namespace {

/// "12.6 MB, 3.10 ms, 8.10 GB/s, 4.2 % of the run".
std::string cost_text(const Cost &cost, bool enqueue_only,
                      std::uint64_t wall_ns) {
  std::string text = bytes_text(cost.bytes) + ", " +
                     time_text(double(cost.ns)) +
                     (enqueue_only ? " to enqueue" : "");
  if (!enqueue_only && cost.ns != 0)
    text += ", " + number_text(cost.gb_per_s()) + " GB/s";
  return text + ", " + share_text(cost.ns, wall_ns) + " of the run";
}

std::string site_line(const Confirmation &c, std::size_t index,
                      const char *verdict) {
  const SourceSite &site = c.profile.sites[index];
  std::string text =
      place_text(site.place) + ": " + verdict + ": " + operator_text(site) +
      " copied " + count_text(site.cost.count, "time", "times") + ", " +
      cost_text(site.cost, site.enqueue_only, c.profile.wall_ns()) + " (" +
      kind_text(site.kind, site.origin) + ")";
  if (site.place.line == 0)
    text += ": " + site.place.why_no_line;
  if (!site.tail_call.empty())
    text += ": below this line: " + site.tail_call;
  if (const std::string backward = backward_text(site); !backward.empty())
    text += "\n    " + backward;
  text += "\n    first: " + shape_text(site.source) + " -> " +
          shape_text(site.destination) + "\n";
  // One line of C++ called from two of Python is two sites.
  if (!site.python.file.empty() && site.python.file != site.place.file)
    text += "    called from " + place_text(site.python) + "\n";
  const std::string provenance = provenance_text(site);
  return provenance.empty() ? text : text + "    " + provenance + "\n";
}

std::string unpredicted_text(const Confirmation &c) {
  std::string text;
  for (std::size_t site : c.joined.unpredicted)
    if (is_listed(c.profile.sites[site], c.all))
      text += site_line(c, site, "unpredicted");
  if (!text.empty())
    text = "\ncopies nobody predicted:\n" + text;
  std::string unplaced;
  for (std::size_t site : c.joined.unplaced)
    if (is_listed(c.profile.sites[site], c.all))
      unplaced += site_line(c, site, "line not known");
  return unplaced.empty()
             ? text
             : text + "\ncopies whose line is not known:\n" + unplaced;
}

/// One line for the copies that are not listed.
std::string asked_for_text(const Confirmation &c) {
  std::map<std::pair<CopyClass, CopyOrigin>, Cost> by_kind;
  for (const auto *sites : {&c.joined.unpredicted, &c.joined.unplaced})
    for (std::size_t index : *sites)
      if (!is_listed(c.profile.sites[index], c.all)) {
        const SourceSite &site = c.profile.sites[index];
        by_kind[{site.kind, site.origin}].add(site.cost);
      }
  std::string text;
  for (const auto &[kind, cost] : by_kind)
    text += (text.empty() ? "" : "; ") + kind_text(kind.first, kind.second) +
            ": " + count_text(cost.count, "copy", "copies") + ", " +
            bytes_text(cost.bytes) + ", " + time_text(double(cost.ns));
  return text.empty()
             ? text
             : "\nwork the program asked for (--all lists it): " + text + "\n";
}

std::string without_verdict_text(const SarifInput &findings) {
  if (findings.other_findings.empty())
    return {};
  std::string text =
      std::string("\nfindings without a verdict, each because ") +
      why_no_verdict + ":\n";
  for (const Prediction &finding : findings.other_findings)
    text += finding_place(finding) + ": [" + finding.rule + "]\n";
  return text;
}

std::string foreign_text(const SarifInput &findings) {
  return findings.foreign == 0
             ? std::string()
             : count_text(findings.foreign, "result", "results") +
                   " of other tools ignored\n";
}

} // namespace

const char *const why_no_verdict =
    "it predicts no copy, and copies are all that the probe records";

std::string finding_place(const Prediction &p) {
  std::string text = p.relative.empty() ? short_path(p.path) : p.relative;
  if (text.empty())
    text = "(no file)";
  if (p.line != 0)
    text += ":" + std::to_string(p.line);
  if (p.line != 0 && p.column != 0)
    text += ":" + std::to_string(p.column);
  return text;
}

std::string text_verdict(const Confirmation &c, std::size_t i) {
  const Prediction &p = c.findings.predictions[i];
  const Judged &judged = c.judged[i];
  std::string op =
      p.op.empty() ? "the call" : std::string(shown_operator(p.op));
  std::string cost = cost_text(
      judged.cost, is_enqueue_only(c, c.joined.joined[i]), c.profile.wall_ns());
  std::string text = finding_place(p) + ": " + name_of(judged.verdict) + ": ";
  switch (judged.verdict) {
  case Verdict::confirmed:
    text += op + " copied " + count_text(judged.cost.count, "time", "times") +
            (judged.reach_known
                 ? " in " + count_text(judged.reached, "call", "calls")
                 : std::string()) +
            ", " + cost;
    break;
  case Verdict::partly:
    text += op + " copied " + count_text(judged.cost.count, "time", "times") +
            " in " + count_text(judged.reached, "call", "calls") + ", " + cost;
    break;
  case Verdict::refuted_here:
  case Verdict::not_reached:
  case Verdict::unknown:
    text += op + ": " + judged.reason;
    if (judged.cost.count != 0)
      text += " (" + cost + ")";
    break;
  }
  if (judged.cost.repeats != 0)
    text += "; " + repeats_text(judged.cost);
  if (judged.backward.count != 0)
    text += "; its backward pass copied " +
            count_text(judged.backward.count, "time", "times") + ", " +
            bytes_text(judged.backward.bytes) + ", " +
            time_text(double(judged.backward.ns));
  if (std::string provenance = provenance_text(c, i); !provenance.empty())
    text += "; " + provenance;
  return text + " [" + p.rule + "]";
}

std::string provenance_text(const Confirmation &c, std::size_t i) {
  for (std::size_t site : c.joined.joined[i].sites) {
    std::string text = provenance_text(c.profile.sites[site]);
    if (!text.empty())
      return text;
  }
  return {};
}

bool is_enqueue_only(const Confirmation &c, const Joined &joined) {
  return std::any_of(
      joined.sites.begin(), joined.sites.end(),
      [&](std::size_t site) { return c.profile.sites[site].enqueue_only; });
}

bool is_listed(const SourceSite &site, bool all) {
  return all || is_worth_a_look(site.kind, site.origin);
}

std::string summary_of(const Confirmation &c) {
  std::map<Verdict, unsigned> counts;
  for (const Judged &judged : c.judged)
    ++counts[judged.verdict];
  std::string text = std::to_string(c.judged.size()) + " predicted: ";
  for (Verdict verdict :
       {Verdict::confirmed, Verdict::partly, Verdict::refuted_here,
        Verdict::not_reached, Verdict::unknown})
    text += (verdict == Verdict::confirmed ? "" : ", ") +
            std::to_string(counts[verdict]) + " " + name_of(verdict);
  auto listed = [&](const std::vector<std::size_t> &sites) {
    return std::count_if(sites.begin(), sites.end(), [&](std::size_t site) {
      return is_listed(c.profile.sites[site], c.all);
    });
  };
  text += "; " + std::to_string(listed(c.joined.unpredicted)) + " unpredicted";
  if (auto unplaced = listed(c.joined.unplaced))
    text += ", " + std::to_string(unplaced) + " whose line is not known";
  return text;
}

std::string text_confirmation(const Confirmation &c) {
  std::string text;
  for (std::size_t i = 0; i < c.judged.size(); ++i)
    text += text_verdict(c, i) + "\n";
  text += without_verdict_text(c.findings) + unpredicted_text(c) +
          asked_for_text(c);
  return text + "\n" + text_of_run(c.profile) + foreign_text(c.findings) +
         summary_of(c) + "\n";
}

} // namespace tensor_probe
