// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a run that the program named: tests, or what stands between
// tensor_probe_begin() and tensor_probe_end().
#ifndef TENSOR_PROBE_REPORT_SCOPES_H
#define TENSOR_PROBE_REPORT_SCOPES_H

#include "report/Reader.h"

namespace tensor_probe {

/// Leaves in the files only what was copied in scopes of this name, or in the
/// scope of this number in its file. An error if there is none, which names
/// some that there are.
llvm::Error keep_scope(std::vector<ProbeRecord> &files,
                       const std::string &name_or_number);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SCOPES_H
