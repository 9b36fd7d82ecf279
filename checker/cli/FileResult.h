// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_FILERESULT_H
#define TENSORTIDY_CLI_FILERESULT_H

#include "checks/Finding.h"
#include "checks/FunctionSummary.h"
#include "program/Source.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// A compiler's diagnostic that kept a file from being parsed completely.
struct SourceError {
  std::string Path; ///< empty when it has no place
  unsigned Line = 0, Column = 0;
  std::string Message;
};

/// What analysing one source file gave. Ranges of the findings refer to Files,
/// whose paths are absolute.
struct FileResult {
  std::string File;
  FileTable Files;
  std::vector<Finding> Findings;
  /// Errors of the compiler, or of the run itself (crash, time limit, no
  /// compile command). When there are any, the file does not read as clean.
  std::vector<SourceError> Errors;
  /// What was changed in the file's compile commands, a line each.
  std::vector<std::string> CommandChanges;
  unsigned TensorFunctions = 0;     ///< functions that touch a tensor
  unsigned Analysed = 0;            ///< of these, analysed to a fixpoint
  std::vector<std::string> GivenUp; ///< names and reasons of the others
  bool IsFromCache = false;         ///< an earlier run has analysed it
  /// Its findings were made with the contracts of its project.
  bool IsLinked = false;
  /// For linking, one for each compile command of the file.
  std::vector<UnitSummary> Summaries;
  /// Where linking is to report nothing (NOLINT, globs, header filters): ranges
  /// begin and end where a finding would point.
  std::vector<SourceRange> Suppressed;
};

/// One line of JSON, for the pipe between a worker and the parent process.
std::string serialize(FileResult R);
/// None when \p Text is not what serialize() writes.
std::optional<FileResult> deserialize(llvm::StringRef Text);

} // namespace tensortidy

#endif
