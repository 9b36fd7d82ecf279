// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report for programs: the same content as the text, sites unshortened.
// Times in ns, sizes in bytes; null where there is no value, with the reason
// in a member "why_no_...". docs/report.md lists the members.
#ifndef TENSOR_PROBE_REPORT_JSON_REPORT_H
#define TENSOR_PROBE_REPORT_JSON_REPORT_H

#include "report/Groups.h"
#include "report/SiteModel.h"

#include "llvm/Support/JSON.h"

namespace tensor_probe {

/// The sites must have been ranked.
llvm::json::Value json_report(const Profile &profile, const View &view);

/// One site, as in "sites".
llvm::json::Object json_site(const Profile &profile, const SourceSite &site);

/// Its place, operator, class and origin.
llvm::json::Object json_where(const SourceSite &site);

/// "processes", "losses", "warnings", ... as members of an object.
llvm::json::Object json_run(const Profile &profile);

/// Sums, as in "totals".
llvm::json::Object json_cost(const Cost &cost, std::uint64_t wall_ns);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_JSON_REPORT_H
