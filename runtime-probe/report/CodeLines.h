// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For which lines the loaded modules have code, by their debug information.
// Only a line that has code can be known not to have been reached.
#ifndef TENSOR_PROBE_REPORT_CODE_LINES_H
#define TENSOR_PROBE_REPORT_CODE_LINES_H

#include "report/Reader.h"
#include "report/SiteModel.h"

namespace tensor_probe {

/// Lines with code of all files whose base name is in `base_names`, over the
/// usable modules of all probe files, those of libraries left out.
CodeLines code_lines_of(const std::vector<ProbeRecord> &files,
                        const std::set<std::string> &base_names);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_CODE_LINES_H
