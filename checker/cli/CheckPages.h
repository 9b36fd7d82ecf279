// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_CHECKPAGES_H
#define TENSORTIDY_CLI_CHECKPAGES_H

#include <string>
#include <vector>

namespace tensortidy {

/// A page of docs/checks/ as it was when the program was built.
struct CheckPage {
  const char *Check; ///< "tensor-hidden-copy"
  const char *Text;
};
const std::vector<CheckPage> &checkPages();

/// The page of \p Check, "tensor-hidden-copy" or "hidden-copy"; null where
/// there is none.
const char *pageOf(const std::string &Check);

} // namespace tensortidy

#endif
