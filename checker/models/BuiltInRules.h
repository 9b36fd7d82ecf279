// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_BUILTINRULES_H
#define TENSORTIDY_MODELS_BUILTINRULES_H

#include <string>
#include <vector>

namespace tensortidy {

/// A file of rules/ as it was when the program was built.
struct BuiltInFile {
  const char *Name; ///< "views.yaml", "aten-schemas.txt"
  const char *Text;
};

/// The rules files, in the order of their names; for loading and exporting.
const std::vector<BuiltInFile> &builtInRules();
/// The dispatcher's schemas, one a line after a '#' line that ends with the
/// version of libtorch they come from; oldest first, each file with those only
/// that the ones before it lack.
const std::vector<BuiltInFile> &builtInSchemas();
/// The versions that those lines name: "1.13.0 and 2.15.0".
std::string builtInTorchVersions();

} // namespace tensortidy

#endif
