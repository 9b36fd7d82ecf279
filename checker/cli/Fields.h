// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_FIELDS_H
#define TENSORTIDY_CLI_FIELDS_H

#include "cli/FileResult.h"
#include "contracts/Fields.h"

namespace tensortidy {

/// \name The members of what goes from a worker to its parent
/// @{
template <typename Archive> void fields(Archive &A, SourceError &E) {
  A("path", E.Path);
  A("line", E.Line);
  A("column", E.Column);
  A("message", E.Message);
}

template <typename Archive> void fields(Archive &A, FileResult &R) {
  A("file", R.File);
  A("files", R.Files);
  A("findings", R.Findings);
  A("errors", R.Errors);
  A("commandChanges", R.CommandChanges);
  A("tensorFunctions", R.TensorFunctions);
  A("analysed", R.Analysed);
  A("givenUp", R.GivenUp);
  A("fromCache", R.IsFromCache);
  A("linked", R.IsLinked);
  A("summaries", R.Summaries);
  A("suppressed", R.Suppressed);
}
/// @}

} // namespace tensortidy

#endif
