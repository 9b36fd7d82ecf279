// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns recorded return addresses into functions and lines of source, with
// inlined calls, from the modules on this machine. A module that is missing
// or has another build id is never used: its frames keep module and offset.
#ifndef TENSOR_PROBE_REPORT_SYMBOLIZER_H
#define TENSOR_PROBE_REPORT_SYMBOLIZER_H

#include "report/SiteModel.h"

#include "llvm/DebugInfo/Symbolize/Symbolize.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tensor_probe {

struct ModuleRecord;

/// Why the file on disk cannot serve for a recorded module; empty: it can.
std::string why_module_unusable(const ModuleRecord &module);

class Symbolizer {
public:
  Symbolizer();

  /// The frames of one recorded return address, innermost first: every call
  /// that was inlined there, then the function itself. Never empty. The
  /// address looked up is one less: that of the call.
  const std::vector<SourceFrame> &frames(const ModuleRecord &module,
                                         std::uint64_t return_offset);

  /// Why lines of a module are not known, for the modules asked so far.
  std::vector<std::string> warnings() const;

private:
  using Key = std::pair<std::string, std::uint64_t>;

  const std::string &why_unusable(const ModuleRecord &module);
  std::vector<SourceFrame> look_up(const ModuleRecord &module,
                                   std::uint64_t return_offset);

  llvm::symbolize::LLVMSymbolizer llvm_symbolizer;
  std::map<Key, std::vector<SourceFrame>> cache; ///< path + build id, offset
  std::map<std::string, std::string> unusable;   ///< path + build id -> why
  std::map<std::string, std::string> reported;   ///< path -> warning
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SYMBOLIZER_H
