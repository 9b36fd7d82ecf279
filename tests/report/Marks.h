// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks at the ends of lines of a fixture: "code; // MARK".
#ifndef TENSOR_PROBE_TESTS_REPORT_MARKS_H
#define TENSOR_PROBE_TESTS_REPORT_MARKS_H

#include <fstream>
#include <map>
#include <string>

namespace tensor_probe {

/// Line -> mark, for every line with code and then a comment that starts with
/// two capitals.
inline std::map<unsigned, std::string> marks_in(const std::string &path) {
  constexpr const char *capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::map<unsigned, std::string> marks;
  std::ifstream file(path);
  std::string line;
  for (unsigned number = 1; std::getline(file, line); ++number) {
    std::size_t at = line.rfind("// ");
    if (at == std::string::npos || line.find_first_not_of(' ') == at)
      continue;
    std::string mark = line.substr(at + 3);
    if (mark.find_first_not_of(capitals) >= 2)
      marks[number] = mark;
  }
  return marks;
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_TESTS_REPORT_MARKS_H
