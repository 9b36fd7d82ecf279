// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much a run may copy, and whether it kept to that.
#ifndef TENSOR_PROBE_REPORT_BUDGET_H
#define TENSOR_PROBE_REPORT_BUDGET_H

#include "report/SiteModel.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tensor_probe {

struct Limit {
  std::uint64_t most = 0; ///< still allowed
  std::string stated;     ///< where: "--max-hidden-copies", "a.yaml:3:22"
};

/// Limits for all processes together; none: anything goes.
struct Budget {
  std::optional<Limit> copied_bytes;  ///< written to destinations by copies
  std::optional<Limit> hidden_copies; ///< see is_worth_a_look()
};

/// For each limit that is not kept what was measured, and a line for each of
/// the places that used it up, largest first. A limit of which a profile that
/// lacks copies cannot show that it is kept is not kept. Empty: all are kept.
std::string broken_budget_text(const Profile &profile, const Budget &budget);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_BUDGET_H
