// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a profile hold all copies of its run? Where it does not, a copy that it
// lacks may have been made all the same.
#ifndef TENSOR_PROBE_REPORT_COMPLETENESS_H
#define TENSOR_PROBE_REPORT_COMPLETENESS_H

#include "report/SiteModel.h"

#include <string>

namespace tensor_probe {

/// May the process have run operators? One that has something to explain may
/// have had libtorch as well.
bool has_torch(const ProcessFacts &process);

/// Why a tier was off in a process that may have run operators; empty: it was
/// on in all. `why` is ProcessFacts::why_no_copies or why_no_reach.
std::string why_tier_off(const Profile &profile, std::string ProcessFacts::*why,
                         const char *tier);

/// Why copies may be missing; empty: all are there.
std::string why_copies_missing(const Profile &profile);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_COMPLETENESS_H
