// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is the file of a finding the file that debug information names? The two may
// come from different machines, checkouts or spellings.
#ifndef TENSOR_PROBE_REPORT_PATH_MATCH_H
#define TENSOR_PROBE_REPORT_PATH_MATCH_H

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tensor_probe {

/// The answer for one file of the findings.
struct PathMatch {
  std::string file;                ///< empty: none, or more than one
  std::vector<std::string> rivals; ///< set when several match equally well
};

/// The files that a run's debug information names.
class RecordedFiles {
public:
  /// Adds a file. Spellings of one existing file (through links or "..")
  /// count as one.
  void add(const std::string &file);

  /// The recorded file that a finding's path means: the same real path; else
  /// the only one that ends in all components of `relative`, the path under
  /// the findings' source root; else, for an absolute `path` from another
  /// machine, the only one that shares the most trailing components, at least
  /// two. Returns the spelling under which it was added first.
  PathMatch find(const std::string &path, const std::string &relative) const;

  /// The spelling under which a file was added first; the argument itself
  /// when it never was.
  std::string canonical(const std::string &file) const;

private:
  std::map<std::string, std::string> first_by_real; ///< real path -> spelling
  std::map<std::string, std::string> real_by_name;  ///< spelling -> real path
};

/// How many trailing components two paths share.
unsigned shared_suffix(std::string_view one, std::string_view other);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_PATH_MATCH_H
