// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds frames that tail calls removed from a stack. DWARF says which function
// a call instruction calls (DW_TAG_call_site, DWARF 5 s. 3.4); when another
// function's frame lies below it, the callee's own frame is gone.
#ifndef TENSOR_PROBE_REPORT_TAIL_CALLS_H
#define TENSOR_PROBE_REPORT_TAIL_CALLS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tensor_probe {

struct ModuleRecord;

/// A call whose callee's frame is missing.
struct LostFrames {
  std::string callee; ///< the function that the instruction calls, demangled
  /// Addresses just after the tail calls that lead from the callee to the
  /// function found below it, outermost first; empty unless exactly one chain
  /// of tail calls does.
  std::vector<std::uint64_t> restored;
};

class TailCalls {
public:
  TailCalls();
  ~TailCalls();

  /// What is missing between the call that returns to `return_offset` and the
  /// function `below`, whose frame is the next one inside (demangled name);
  /// nothing when the call is to `below`, or when debug information does not
  /// say what it calls. The module must be usable.
  std::optional<LostFrames> find(const ModuleRecord &module,
                                 std::uint64_t return_offset,
                                 llvm::StringRef below);

private:
  class ModuleCalls;
  std::map<std::string, std::unique_ptr<ModuleCalls>> modules;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_TAIL_CALLS_H
