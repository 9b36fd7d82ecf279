// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_REPORTEDFINDING_H
#define TENSORTIDY_CLI_REPORTEDFINDING_H

#include "cli/CheckOptions.h"
#include "cli/FileResult.h"
#include "cli/SourceText.h"

#include <string>
#include <vector>

namespace tensortidy {

/// A finding of a whole run, with what outputs need of its file.
struct ReportedFinding {
  const Finding *F;
  const FileTable *Files;
  /// Stable over line moves and rewordings: check, file's base name, enclosing
  /// function, text of the statement without white space, count among equals.
  std::string Fingerprint;

  const std::string &path(const SourceRange &R) const {
    return Files->path(R.File);
  }
};

/// The findings of all results that are at least \p Minimum sure, each once
/// though several files include its header, in the order of files, then path
/// and offset. Points into \p Results.
std::vector<ReportedFinding>
collectFindings(const std::vector<FileResult> &Results, Confidence Minimum,
                SourceText &Sources);

} // namespace tensortidy

#endif
