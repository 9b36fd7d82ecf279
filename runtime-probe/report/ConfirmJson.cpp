// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/ConfirmReport.h"
#include "report/JsonReport.h"

#include <optional>

namespace tensor_probe {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

/// The verdict on one prediction: properties.probe in SARIF.
Object json_verdict(const Confirmation &c, std::size_t i) {
  const Judged &judged = c.judged[i];
  Object object = json_cost(judged.cost, c.profile.wall_ns());
  object["verdict"] = name_of(judged.verdict);
  bool no_speed = judged.cost.ns == 0 || is_enqueue_only(c, c.joined.joined[i]);
  object["gb_per_s"] =
      no_speed ? Value(nullptr) : Value(judged.cost.gb_per_s());
  object["reached"] =
      judged.reach_known ? Value(judged.reached) : Value(nullptr);
  if (judged.backward.count != 0)
    object["backward"] = Object{{"copies", judged.backward.count},
                                {"bytes", judged.backward.bytes},
                                {"ns", judged.backward.ns}};
  if (std::string provenance = provenance_text(c, i); !provenance.empty())
    object["made_strided"] = llvm::json::fixUTF8(provenance);
  if (!judged.reason.empty())
    object["reason"] = llvm::json::fixUTF8(judged.reason);
  return object;
}

Array json_sites(const Confirmation &c, const std::vector<std::size_t> &sites,
                 bool all) {
  Array array;
  for (std::size_t site : sites)
    if (is_listed(c.profile.sites[site], all))
      array.push_back(json_site(c.profile, c.profile.sites[site]));
  return array;
}

Object json_prediction(const Prediction &p) {
  Object object{
      {"rule", p.rule},
      {"message", p.message},
      {"confidence", p.confidence},
      {"operator", p.op},
      {"file", llvm::json::fixUTF8(p.relative.empty() ? p.path : p.relative)},
      {"line", p.line},
      {"column", p.column}};
  return object;
}

/// See sarif_confirmation(); nothing where the run says nothing.
std::optional<double> rank_of(const Confirmation &c, const Judged &judged) {
  if (judged.verdict == Verdict::unknown)
    return std::nullopt;
  std::uint64_t all = 0;
  for (const SourceSite &site : c.profile.sites)
    all += site.cost.ns;
  return all == 0 ? 0.0 : 100.0 * double(judged.cost.ns) / double(all);
}

Object &result_of(Value &document, const Prediction &p) {
  Array &runs = *document.getAsObject()->getArray("runs");
  Array &results = *runs[p.run].getAsObject()->getArray("results");
  return *results[p.result].getAsObject();
}

void set_probe(Object &result, Object probe) {
  if (!result.getObject("properties"))
    result["properties"] = Object();
  (*result.getObject("properties"))["probe"] = std::move(probe);
}

Object no_verdict() {
  return Object{{"verdict", nullptr}, {"reason", why_no_verdict}};
}

} // namespace

Value json_confirmation(const Confirmation &c) {
  Object report = json_run(c.profile);
  Array predictions;
  for (std::size_t i = 0; i < c.judged.size(); ++i) {
    Object prediction = json_prediction(c.findings.predictions[i]);
    prediction["probe"] = json_verdict(c, i);
    prediction["sites"] = json_sites(c, c.joined.joined[i].sites, true);
    prediction["backward_sites"] =
        json_sites(c, c.joined.joined[i].backward, true);
    predictions.push_back(std::move(prediction));
  }
  report["predictions"] = std::move(predictions);
  report["unpredicted"] = json_sites(c, c.joined.unpredicted, c.all);
  report["line_not_known"] = json_sites(c, c.joined.unplaced, c.all);
  Array without_verdict;
  for (const Prediction &finding : c.findings.other_findings) {
    Object object = json_prediction(finding);
    object["probe"] = no_verdict();
    without_verdict.push_back(std::move(object));
  }
  report["without_verdict"] = std::move(without_verdict);
  report["foreign_results"] = c.findings.foreign;
  report["summary"] = summary_of(c);
  return report;
}

Value sarif_confirmation(const Confirmation &c) {
  Value document = c.findings.document;
  for (std::size_t i = 0; i < c.judged.size(); ++i) {
    Object &result = result_of(document, c.findings.predictions[i]);
    set_probe(result, json_verdict(c, i));
    if (auto rank = rank_of(c, c.judged[i]))
      result["rank"] = *rank;
  }
  for (const Prediction &finding : c.findings.other_findings)
    set_probe(result_of(document, finding), no_verdict());
  return document;
}

} // namespace tensor_probe
