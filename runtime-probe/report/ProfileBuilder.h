// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Probe files -> Profile: facts of each process, rows symbolised and added up
// by place, operator and class, over all processes.
#ifndef TENSOR_PROBE_REPORT_PROFILE_BUILDER_H
#define TENSOR_PROBE_REPORT_PROFILE_BUILDER_H

#include "report/Reader.h"
#include "report/SiteModel.h"

namespace tensor_probe {

/// What one file says about its process.
ProcessFacts process_facts(const ProbeRecord &file);

/// Sites sorted by time, longest first, then by bytes and place.
Profile build_profile(const std::vector<ProbeRecord> &files);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_PROFILE_BUILDER_H
