// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/SkipRules.h"

#include "report/SiteModel.h"

#include <algorithm>

namespace tensor_probe {
namespace {

/// Beginnings of the base names of modules. libtorch's own are spelled out:
/// a user's libtorch_myops.so is the user's.
constexpr std::string_view library_modules[] = {
    "libtorch.so",
    "libtorch_cpu",
    "libtorch_cuda",
    "libtorch_hip",
    "libtorch_xpu",
    "libtorch_python",
    "libtorch_global_deps",
    "libc10.so",
    "libc10_cuda",
    "libc10_hip",
    "libc10_xpu",
    "libtensor_probe",
    "libshm.so",
    "libstdc++.so",
    "libc++.so",
    "libc++abi.so",
    "libgcc_s.so",
    "libc.so",
    "libc-2",
    "libm.so",
    "libpthread",
    "libdl.so",
    "ld-linux",
    "libgomp",
    "libomp.so",
    "libomp-",
    "libiomp5",
    "libunwind",
    "libasan.so",
    "libubsan.so",
    "libtsan.so",
    "linux-vdso",
    "[vdso]",
};

/// Parts of paths of headers. Each begins and ends with a separator, so that
/// a user's folder "mytorch" is not taken for libtorch's.
constexpr std::string_view library_sources[] = {
    "/ATen/",        "/c10/",    "/torch/csrc/",           "/include/torch/",
    "/include/c++/", "/c++/v1/", "/include/tensor_probe/", "/include/pybind11/",
};

/// Beginnings of qualified names. Not std::, whose templates may hold inlined
/// code of the user's: std::thread::_State_impl<lambda>::_M_run().
constexpr std::string_view library_functions[] = {
    "at::", "c10::", "torch::", "tensor_probe::", "pybind11::",
};

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

/// Replaces every template argument list by nothing.
std::string without_arguments(std::string_view name) {
  std::string plain;
  unsigned depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    constexpr std::string_view keyword = "operator";
    bool after_operator = plain.size() >= keyword.size() && depth == 0 &&
                          plain.compare(plain.size() - keyword.size(),
                                        keyword.size(), keyword) == 0;
    bool arrow = i > 0 && name[i - 1] == '-' && name[i] == '>';
    if (name[i] == '<' && !after_operator)
      ++depth;
    else if (name[i] == '>' && depth > 0 && !arrow)
      --depth;
    else if (depth == 0)
      plain += name[i];
  }
  return plain;
}

} // namespace

std::string qualified_name(std::string_view demangled) {
  std::string name = without_arguments(demangled);
  constexpr std::string_view anonymous = "(anonymous namespace)";
  for (std::size_t at; (at = name.find(anonymous)) != std::string::npos;)
    name.replace(at, anonymous.size(), "{anonymous}");
  std::size_t call = name.find("operator()");
  std::size_t parameters =
      name.find('(', call == std::string::npos ? 0 : call + 10);
  name.resize(std::min(parameters, name.size()));
  std::size_t conversion = name.find("operator ");
  std::size_t space = name.rfind(' ', conversion); // npos: from the end
  return space == std::string::npos ? name : name.substr(space + 1);
}

bool is_library_module(std::string_view module_path) {
  std::string_view base = base_name(module_path);
  for (std::string_view row : library_modules)
    if (starts_with(base, row))
      return true;
  return false;
}

bool is_python_module(std::string_view module_path) {
  std::string_view base = base_name(module_path);
  return starts_with(base, "python") || starts_with(base, "libpython");
}

bool is_library_source(std::string_view file) {
  for (std::string_view row : library_sources)
    if (file.find(row) != std::string_view::npos)
      return true;
  return false;
}

bool is_library_function(std::string_view demangled) {
  std::string name = qualified_name(demangled);
  for (std::string_view row : library_functions)
    if (starts_with(name, row))
      return true;
  return false;
}

bool is_library_frame(const SourceFrame &frame) {
  if (is_library_module(frame.module))
    return true;
  if (frame.line != 0)
    return is_library_source(frame.file);
  return is_library_function(frame.function);
}

} // namespace tensor_probe
