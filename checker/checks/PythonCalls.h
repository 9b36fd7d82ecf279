// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_PYTHONCALLS_H
#define TENSORTIDY_CHECKS_PYTHONCALLS_H

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tensortidy {

/// One call in a Python file.
struct PythonCall {
  std::string Where; ///< "ops/scale.py:12"
  /// Per positional argument: is it contiguous there? Those from a `*args` on
  /// are left out: Rest says whether all of them are.
  std::vector<bool> Arguments;
  bool Rest = false;
  std::set<std::string> Keywords; ///< arguments by name that are contiguous
};

/// Calls by the last part of their name, of the Python files that were given.
struct PythonCalls {
  std::map<std::string, std::vector<PythonCall>> ByName;

  /// Where the argument at \p Position, or called \p Name, is contiguous in
  /// every call of \p Functions. None where it is not, or where there is no
  /// call.
  std::optional<std::string> guarded(const std::vector<std::string> &Functions,
                                     size_t Position,
                                     const std::string &Name) const;
};

} // namespace tensortidy

#endif
