// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_BENCH_ANALYSIS_SOURCES_H
#define TENSORTIDY_BENCH_ANALYSIS_SOURCES_H

#include <string>
#include <vector>

namespace tensortidy {

/// A family of C++ sources: how the cost grows with Count is measured.
struct Shape {
  const char *Name;
  unsigned Small; ///< is compared with twice as many
  std::string (*Source)(unsigned Count);
};

/// One function of Count tensor operations, in several shapes; and Count
/// lambdas of AT_DISPATCH. Each source includes torch/extension.h first.
const std::vector<Shape> &shapes();

/// 30 functions of 22 lines, as extensions have them, after the header.
std::string thirtyFunctions(const std::string &Header);

/// The N-th of \p Count files of one program. Each has a launcher that takes
/// raw pointers, and functions that hand what they get to the launchers of the
/// files after it; one of them is registered.
std::string linkedFile(unsigned N, unsigned Count);

} // namespace tensortidy

#endif
