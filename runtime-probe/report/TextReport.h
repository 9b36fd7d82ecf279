// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report for people.
#ifndef TENSOR_PROBE_REPORT_TEXT_REPORT_H
#define TENSOR_PROBE_REPORT_TEXT_REPORT_H

#include "report/Groups.h"
#include "report/SiteModel.h"

#include <string>

namespace tensor_probe {

/// Sums, a table of sites or groups, or a tree of calls, and what the run says
/// about itself. The sites must have been ranked. A cell without a value is
/// "-", and a line below its row says why.
std::string text_report(const Profile &profile, const View &view);

/// The sites alone, one a line, for messages of failed tests.
std::string list_report(const Profile &profile, unsigned top);

/// What stands below the table or tree of it: kernels given what they do not
/// take, tests and the like, calls that make tensors. Mostly empty.
std::string text_of_parts(const Profile &profile, unsigned top);

/// The last part of it: losses, the probe's cost, processes, warnings.
std::string text_of_run(const Profile &profile);

/// Why the run shows no copy at all; for a profile without sites.
std::string why_no_sites(const Profile &profile);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_TEXT_REPORT_H
