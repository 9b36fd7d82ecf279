// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ties what a run recorded to what the checker predicted. Plain values only.
#ifndef TENSOR_PROBE_REPORT_JOIN_H
#define TENSOR_PROBE_REPORT_JOIN_H

#include "report/PathMatch.h"
#include "report/SiteModel.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tensor_probe {

/// A finding that says: this line copies.
struct Prediction {
  std::string rule; ///< "tensor-hidden-copy"
  std::string message;
  std::string confidence; ///< "proven", "likely", "possible" or empty
  std::string op;         ///< "reshape"; empty: the finding does not say
  std::string function;   ///< "ns::f", where it stands; empty: not said
  std::string path;       ///< absolute where the findings allow it
  std::string relative;   ///< below the source root; empty: path is absolute
  unsigned line = 0, column = 0, end_line = 0, end_column = 0; ///< 0: unknown
  unsigned first_line = 0, last_line = 0; ///< the enclosing statement
  std::size_t run = 0, result = 0;        ///< position in the SARIF document
};

/// The recorded sites that belong to one prediction.
struct Joined {
  PathMatch file;
  std::vector<std::size_t> sites; ///< indices into Profile::sites
  /// Likewise: copies in the backward pass of what the finding is about. They
  /// are not what it predicts.
  std::vector<std::size_t> backward;
  std::vector<std::size_t> reached; ///< indices into Profile::reached
  /// Set when these sites might as well be another prediction's: where it is.
  std::string shared_with;
};

struct JoinResult {
  std::vector<Joined> joined;           ///< one for each prediction
  std::vector<std::size_t> unpredicted; ///< sites without a prediction
  std::vector<std::size_t> unplaced;    ///< sites whose line is not known
};

/// True when a site's line is not known, or only that of a caller.
bool is_unplaced(const SourceFrame &place, const std::string &tail_call);

/// A site belongs to the prediction of the same file whose statement holds
/// its line and whose operator agrees where both are known; among several, to
/// the one whose operator agrees best, then whose range fits the column best.
/// Several findings on one call all get its sites. Copies that convert dtype
/// or keep the layout count for a prediction only where its operator agrees,
/// and never for tensor-hidden-copy, which speaks of layouts. Copies in a
/// backward pass whose forward call belongs to a prediction are noted with it.
JoinResult join(const std::vector<Prediction> &predictions,
                const Profile &profile, const CodeLines &code_lines);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_JOIN_H
