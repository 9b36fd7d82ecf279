// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PLUGIN_ANALYSISLISTENER_H
#define TENSORTIDY_PLUGIN_ANALYSISLISTENER_H

#include "checks/Checks.h"
#include "program/Function.h"

#include <functional>
#include <string>
#include <vector>

namespace tensortidy {

/// Hosts that want more than clang-tidy's diagnostics (confidence, operator,
/// predicted copies, counts) register one function; the module calls it once
/// per translation unit, before the findings are replayed through diag().
/// \p TensorFunctions counts the functions that touch tensors, analysed or
/// not.
using AnalysisListener = std::function<void(
    const Program &P, const CheckResults &Results, unsigned TensorFunctions)>;

/// While a listener is set, a warning with this message is given wherever
/// linking the program may find something, so that clang-tidy says whether it
/// would be suppressed there.
inline constexpr const char *CandidateMessage =
    "linking may object to what is done here";

/// Not thread-safe: set it before the first translation unit is analysed.
void setAnalysisListener(AnalysisListener Listener);
bool hasAnalysisListener();

/// Whether the contracts of a source's project are read (they are, unless a
/// host that links the whole program says no). Not thread-safe either.
void setReadsContracts(bool Reads);
bool readsContracts();

/// LoweringOptions::PublicHeaders of the files that are analysed from now on.
/// Not thread-safe either.
void setPublicHeaders(std::vector<std::string> Paths);

} // namespace tensortidy

#endif
