// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_OUTPUT_H
#define TENSORTIDY_CLI_OUTPUT_H

#include "cli/ReportedFinding.h"

#include "llvm/Support/raw_ostream.h"

namespace tensortidy {

/// clang-tidy's text format, so that whatever reads clang-tidy's output reads
/// ours: "path:line:column: warning: message [check]", the source line and a
/// caret, then the notes.
void writeText(const std::vector<ReportedFinding> &Findings,
               const std::vector<FileResult> &Results, SourceText &Sources,
               llvm::raw_ostream &Out);

/// SARIF 2.1.0: one run with all rules, results with related locations, fixes,
/// fingerprints and properties {confidence, copies, operator, function,
/// statement, arguments}, and parse errors as notifications of the invocation.
/// Columns count Unicode code points. Paths below the current directory are
/// relative to %SRCROOT%.
void writeSarif(const std::vector<ReportedFinding> &Findings,
                const std::vector<FileResult> &Results, SourceText &Sources,
                llvm::raw_ostream &Out);

} // namespace tensortidy

#endif
