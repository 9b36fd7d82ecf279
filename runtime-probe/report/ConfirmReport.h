// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The verdicts on all findings, in the formats of `confirm`; the page is in
// HtmlReport.h.
#ifndef TENSOR_PROBE_REPORT_CONFIRM_REPORT_H
#define TENSOR_PROBE_REPORT_CONFIRM_REPORT_H

#include "report/SarifReader.h"
#include "report/Verdict.h"

#include <string>

namespace tensor_probe {

/// All that is to be said; joined and judged belong to findings and profile.
struct Confirmation {
  const SarifInput &findings;
  const Profile &profile;
  const JoinResult &joined;
  const std::vector<Judged> &judged;
  bool all = false; ///< list unpredicted copies of every class
};

/// One line for each prediction, the copies nobody predicted, a summary.
std::string text_confirmation(const Confirmation &confirmation);

/// The line of one prediction in it, without its end.
std::string text_verdict(const Confirmation &confirmation, std::size_t index);

/// Where a finding is, as people read it.
std::string finding_place(const Prediction &finding);

/// The same as one object.
llvm::json::Value json_confirmation(const Confirmation &confirmation);

/// The findings' own document. Each result of ours gets properties.probe; those
/// with a verdict get a rank (SARIF 2.1.0 s. 3.27.25): the percentage of all
/// time spent in recorded copies, 0 when nothing was copied.
llvm::json::Value sarif_confirmation(const Confirmation &confirmation);

/// Why findings that predict no copy have no verdict.
extern const char *const why_no_verdict;

/// "3 predicted: 1 confirmed, ...; 2 unpredicted".
std::string summary_of(const Confirmation &confirmation);

/// What made the operand strided at the first of the prediction's sites where
/// that is known: see report/Provenance.h.
std::string provenance_text(const Confirmation &c, std::size_t i);

/// Did one of these copies only take a place in a device's queue, so that its
/// time says nothing about its speed?
bool is_enqueue_only(const Confirmation &confirmation, const Joined &joined);

/// Is a copy that nobody predicted listed? See is_worth_a_look().
bool is_listed(const SourceSite &site, bool all);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_CONFIRM_REPORT_H
