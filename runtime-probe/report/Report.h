// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tensor-tidy report` and `tensor-tidy confirm` as functions. Both return
// the exit status: 0, or 1 after one line on `err` that names the file, what
// is wrong and what to do; nothing is written to `out` then. A report whose
// budget is not kept is written, and the status is 2 after lines on `err` that
// say which places used it up.
#ifndef TENSOR_PROBE_REPORT_REPORT_H
#define TENSOR_PROBE_REPORT_REPORT_H

#include "report/Budget.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace tensor_probe {

/// tensor-tidy report PROBE... [--format=text|json|list|html|trace]
/// [--output=F]
///                    [--top N] [--by=...] [--sort=...] [--against=PROBE...]
///                    [--scope=NAME|NUMBER] [--layout=NUMBER]
struct ReportOptions {
  std::vector<std::string> probes; ///< files, or directories of *.probe files
  std::string format = "text";     ///< "text", "json", "list", "html", "trace"
  std::string output;              ///< a file; empty: `out`
  std::string by = "place"; ///< "place", "line", "function", "operator", "tree"
  /// "time", "bytes", "count", "repeats" or "peak"
  std::string sort = "time";
  std::string scope; ///< only copies of this part of each run; empty: all
  /// The number of a layout in the one file given: only how a tensor came to
  /// have it, in one line. Empty: the report.
  std::string layout;
  unsigned top = 0;                 ///< at most so many rows; 0: all
  std::vector<std::string> against; ///< another run to compare with; or none
  Budget budget;                    ///< limits on the run
};

/// tensor-tidy confirm FINDINGS.sarif PROBE... [--format=text|sarif|json|html]
///                     [--output=F] [--all]
struct ConfirmOptions {
  std::string findings;            ///< SARIF 2.1.0
  std::vector<std::string> probes; ///< files, or directories of *.probe files
  std::string format = "text";     ///< "text", "sarif", "json" or "html"
  std::string output;              ///< a file; empty: `out`
  bool all = false; ///< also list unpredicted copies that were asked for
};

int runReport(const ReportOptions &options, llvm::raw_ostream &out,
              llvm::raw_ostream &err);
int runConfirm(const ConfirmOptions &options, llvm::raw_ostream &out,
               llvm::raw_ostream &err);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_REPORT_H
