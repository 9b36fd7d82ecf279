// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of processes in a text report.
#ifndef TENSOR_PROBE_REPORT_TEXT_PROCESSES_H
#define TENSOR_PROBE_REPORT_TEXT_PROCESSES_H

#include "report/SiteModel.h"

#include <string>

namespace tensor_probe {

/// One line each, but only one for many short-lived workers.
std::string processes_text(const Profile &profile);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_TEXT_PROCESSES_H
