// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_DEFAULTJOBS_H
#define TENSORTIDY_CLI_DEFAULTJOBS_H

#include <cstdint>
#include <optional>
#include <string>

namespace tensortidy {

/// How many files to analyse at once: one per core, at least one, and no more
/// than the memory allows at 0.75 GiB for each. \p KiB is none where it is not
/// known, which limits nothing.
unsigned jobsFor(unsigned Cores, std::optional<uint64_t> KiB);

/// The memory that this process may still take, in KiB: what the machine has
/// available and what is left in the control groups (version 2) that hold it,
/// whichever is less. None where the system does not say.
/// \p Root is put before the absolute paths of /proc and /sys, for tests.
std::optional<uint64_t> availableKiB(const std::string &Root = "");

/// jobsFor() this machine.
unsigned defaultJobs();

} // namespace tensortidy

#endif
