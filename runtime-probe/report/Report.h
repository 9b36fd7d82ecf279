// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `tensor-tidy report` and `tensor-tidy confirm` as functions. Both return
// the exit status: 0, or 1 after one line on `err` that names the file, what
// is wrong and what to do; nothing is written to `out` then.
#ifndef TENSOR_PROBE_REPORT_REPORT_H
#define TENSOR_PROBE_REPORT_REPORT_H

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace tensor_probe {

/// tensor-tidy report PROBE... [--format=text|json|list] [--output=F] [--top N]
///                    [--scope=NAME|NUMBER]
struct ReportOptions {
  std::vector<std::string> probes; ///< files, or directories of *.probe files
  std::string format = "text";     ///< "text", "json" or "list"
  std::string scope;  ///< only copies of this part of the run; empty: all
  std::string output; ///< a file; empty: `out`
  unsigned top = 0;   ///< at most so many places; 0: all
};

/// tensor-tidy confirm FINDINGS.sarif PROBE... [--format=text|sarif|json]
///                     [--output=F] [--all]
struct ConfirmOptions {
  std::string findings;            ///< SARIF 2.1.0
  std::vector<std::string> probes; ///< files, or directories of *.probe files
  std::string format = "text";     ///< "text", "sarif" or "json"
  std::string output;              ///< a file; empty: `out`
  bool all = false; ///< also list unpredicted copies that were asked for
};

int runReport(const ReportOptions &options, llvm::raw_ostream &out,
              llvm::raw_ostream &err);
int runConfirm(const ConfirmOptions &options, llvm::raw_ostream &out,
               llvm::raw_ostream &err);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_REPORT_H
