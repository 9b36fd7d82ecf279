// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads findings from SARIF 2.1.0 (OASIS standard): those of `tensor-tidy
// check`, and files of other tools, whose results are counted and left alone.
#ifndef TENSOR_PROBE_REPORT_SARIF_READER_H
#define TENSOR_PROBE_REPORT_SARIF_READER_H

#include "report/Join.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace tensor_probe {

struct SarifInput {
  llvm::json::Value document = nullptr; ///< as read
  std::vector<Prediction> predictions;  ///< in the document's order
  /// tensor-* results that predict no copy, and so have no verdict.
  std::vector<Prediction> other_findings;
  unsigned foreign = 0; ///< results with other rules
};

/// Parses a document; `path` is for messages. A result predicts a copy when
/// its rule is tensor-hidden-copy or its properties.copies is true.
llvm::Expected<SarifInput> parse_sarif(llvm::StringRef text,
                                       llvm::StringRef path);

/// Reads and parses a file.
llvm::Expected<SarifInput> read_sarif(llvm::StringRef path);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SARIF_READER_H
