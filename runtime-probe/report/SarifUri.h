// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SARIF's URIs as paths.
#ifndef TENSOR_PROBE_REPORT_SARIF_URI_H
#define TENSOR_PROBE_REPORT_SARIF_URI_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace tensor_probe {

/// "a%20b.cpp" -> "a b.cpp"; a malformed escape is kept as it is.
std::string percent_decoded(llvm::StringRef text);

/// The path of a file URI or of a relative reference: "file:///a/b.cpp" and
/// "file://host/a/b.cpp" -> "/a/b.cpp". Empty for other schemes.
std::string path_of_uri(llvm::StringRef uri);

/// The directory that a uriBaseId stands for in a run, by its
/// originalUriBaseIds (SARIF 2.1.0 s. 3.14.14: one may build on another);
/// empty when the run does not say.
std::string base_directory(const llvm::json::Object &run,
                           llvm::StringRef base_id);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SARIF_URI_H
