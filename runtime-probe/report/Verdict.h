// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run says about a prediction. That nothing was recorded refutes
// nothing unless it is known that something would have been.
#ifndef TENSOR_PROBE_REPORT_VERDICT_H
#define TENSOR_PROBE_REPORT_VERDICT_H

#include "report/Join.h"

namespace tensor_probe {

enum class Verdict {
  confirmed,    ///< it copied
  partly,       ///< it copied, in fewer cases than it was reached
  refuted_here, ///< reached, never copied, nothing lost
  not_reached,  ///< known not to have been reached
  unknown       ///< see the reason
};

/// "confirmed", "partly", "refuted here", "not reached", "unknown".
const char *name_of(Verdict);

/// The verdict on one prediction.
struct Judged {
  Verdict verdict = Verdict::unknown;
  Cost cost;                 ///< of all its sites
  Cost backward;             ///< of copies in its backward pass
  std::uint64_t reached = 0; ///< calls seen by the reach tier
  bool reach_known = false;  ///< false: `reached` means nothing
  std::string reason;        ///< for every verdict but confirmed
};

/// One verdict for each prediction, in order. `joined` must be the result of
/// join() on the same arguments.
std::vector<Judged> judge(const std::vector<Prediction> &predictions,
                          const JoinResult &joined, const Profile &profile,
                          const CodeLines &code_lines);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_VERDICT_H
