// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of lines of source, as it was when the program ran.
#ifndef TENSOR_PROBE_REPORT_SOURCE_LINES_H
#define TENSOR_PROBE_REPORT_SOURCE_LINES_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tensor_probe {

/// A line without the blanks at both ends, or why there is none.
struct SourceLine {
  std::string text;
  std::string why_none;
};

class SourceLines {
public:
  /// `run_unix_ns`: when the run started. A file that was changed later may
  /// have other lines now, and is not used.
  explicit SourceLines(std::uint64_t run_unix_ns) : run_unix_ns(run_unix_ns) {}

  /// `line` counts from 1.
  SourceLine at(const std::string &file, unsigned line);

private:
  struct File {
    std::vector<std::string> lines;
    std::string why_none;
  };

  File read(const std::string &path) const;

  std::uint64_t run_unix_ns;
  std::map<std::string, File> files;
};

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_SOURCE_LINES_H
