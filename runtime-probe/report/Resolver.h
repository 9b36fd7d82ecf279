// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the user's place in a recorded stack, and the operator called there.
#ifndef TENSOR_PROBE_REPORT_RESOLVER_H
#define TENSOR_PROBE_REPORT_RESOLVER_H

#include "report/Reader.h"
#include "report/SiteModel.h"
#include "report/Symbolizer.h"
#include "report/TailCalls.h"

namespace tensor_probe {

/// One stack in source terms.
struct ResolvedStack {
  SourceFrame place; ///< the first frame that is not the library's
  std::string op;    ///< the operator entry nearest to the place; or empty
  std::vector<SourceFrame> user; ///< the place and the user's frames above it
  /// Between libtorch and the place lies autograd's engine: the place is where
  /// a backward pass was run, or there is none.
  bool below_engine = false;
  SourceFrame python; ///< the user's innermost Python frame; no file: none
  /// Set when a frame between the operator and the place was lost to a tail
  /// call and could not be restored: the place is then a caller's.
  std::string tail_call;
};

class Resolver {
public:
  /// `file` must outlive the next call only. Without frames of the user's,
  /// place.why_no_line says why.
  ResolvedStack resolve(const ProbeRecord &file, std::uint32_t stack);

  std::vector<std::string> warnings() const { return symbolizer.warnings(); }

private:
  void mend_tail_call(const ProbeRecord &file, const Frame &site,
                      const Frame *callee, ResolvedStack &resolved);

  Symbolizer symbolizer;
  TailCalls tail_calls;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_RESOLVER_H
