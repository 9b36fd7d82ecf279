// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report as one HTML page that needs nothing else: no network, no file.
#ifndef TENSOR_PROBE_REPORT_HTML_REPORT_H
#define TENSOR_PROBE_REPORT_HTML_REPORT_H

#include "report/ConfirmReport.h"
#include "report/Groups.h"

#include <string>

namespace tensor_probe {

/// Totals, plots of the share of time, and a table to sort and filter whose
/// rows open: lines of source, calls, pictures of the layouts. The sites must
/// have been ranked.
std::string html_report(const Profile &profile, const View &view);

/// The same with the verdicts on findings, and for each place the verdicts on
/// those that it belongs to.
std::string html_confirmation(const Confirmation &confirmation);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_HTML_REPORT_H
