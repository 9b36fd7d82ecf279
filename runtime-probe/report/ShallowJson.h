// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON of files that others wrote. LLVM's parser recurses without a limit, so
// that a file of brackets would overflow the stack.
#ifndef TENSOR_PROBE_REPORT_SHALLOW_JSON_H
#define TENSOR_PROBE_REPORT_SHALLOW_JSON_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace tensor_probe {

/// As llvm::json::parse, its errors included; a document whose arrays and
/// objects are nested more than 512 deep is an error at the bracket that is
/// one too many.
llvm::Expected<llvm::json::Value> parse_shallow_json(llvm::StringRef text);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SHALLOW_JSON_H
