// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Completeness.h"

#include "report/Units.h"

#include <algorithm>

namespace tensor_probe {

bool has_torch(const ProcessFacts &process) {
  return !process.torch_version.empty() || !process.notes.empty();
}

std::string why_tier_off(const Profile &profile, std::string ProcessFacts::*why,
                         const char *tier) {
  for (const ProcessFacts &process : profile.processes)
    if (has_torch(process) && !(process.*why).empty())
      return std::string(tier) + " was off in process " +
             std::to_string(process.pid) + ": " + process.*why;
  return {};
}

std::string why_copies_missing(const Profile &profile) {
  if (std::none_of(profile.processes.begin(), profile.processes.end(),
                   has_torch))
    return "no recorded process loaded libtorch";
  std::string off =
      why_tier_off(profile, &ProcessFacts::why_no_copies, "the copy tier");
  if (!off.empty() || profile.losses() == 0)
    return off;
  return count_text(profile.losses(), "event was", "events were") + " lost";
}

} // namespace tensor_probe
