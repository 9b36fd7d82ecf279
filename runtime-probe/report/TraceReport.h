// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A timeline of copies for Perfetto and Chrome's viewer: the JSON of Chrome's
// Trace Event Format
// (docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU).
#ifndef TENSOR_PROBE_REPORT_TRACE_REPORT_H
#define TENSOR_PROBE_REPORT_TRACE_REPORT_H

#include "report/SiteModel.h"

#include "llvm/Support/Error.h"

#include <string>

namespace tensor_probe {

/// One complete event for each traced copy, in the row of its thread; in
/// otherData how many copies have none. An error where no process was traced.
llvm::Expected<std::string> trace_report(const Profile &profile);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_TRACE_REPORT_H
