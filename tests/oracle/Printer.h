// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_PRINTER_H
#define TENSORTIDY_TESTS_ORACLE_PRINTER_H

#include "ProgramTree.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace oracle {

/// The text that is checked, and where its calls stand in it.
struct PlainText {
  std::string Text;
  /// (begin, end) in bytes -> (program, call).
  std::map<std::pair<uint32_t, uint32_t>, std::pair<unsigned, unsigned>> Calls;
};

/// Adds the program as a reader would write it: results that are used once
/// have no name.
void printPlain(const ProgramTree &T, PlainText &Into);

/// The same program with every call recorded.
std::string printRecorded(const ProgramTree &T);

} // namespace oracle

#endif
