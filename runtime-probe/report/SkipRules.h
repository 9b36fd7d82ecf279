// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which frames are the library's and not the user's. The first frame that no
// row of the tables matches is the site of a copy.
#ifndef TENSOR_PROBE_REPORT_SKIP_RULES_H
#define TENSOR_PROBE_REPORT_SKIP_RULES_H

#include <string>
#include <string_view>

namespace tensor_probe {

struct SourceFrame;

/// Is the module libtorch, the probe, the C or C++ runtime or the loader?
bool is_library_module(std::string_view module_path);

/// Is the module a Python interpreter, or the library that holds one?
bool is_python_module(std::string_view module_path);

/// Is the file one of the headers of libtorch, c10, pybind11, the probe or the
/// C++ standard library? (Their functions are inlined into the user's.)
bool is_library_source(std::string_view file);

/// The name of a function without template arguments, return type and
/// parameters: "f" for "at::Tensor f<int>(at::Tensor const&)".
std::string qualified_name(std::string_view demangled);

/// Is the function libtorch's, where a frame has a name but no line?
bool is_library_function(std::string_view demangled);

/// All of the above, for a whole frame.
bool is_library_frame(const SourceFrame &frame);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SKIP_RULES_H
