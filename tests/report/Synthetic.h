// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites, findings and processes made up for tests.
#ifndef TENSOR_PROBE_TESTS_REPORT_SYNTHETIC_H
#define TENSOR_PROBE_TESTS_REPORT_SYNTHETIC_H

#include "report/Join.h"

namespace tensor_probe {

inline SourceSite site(const std::string &file, unsigned line, unsigned column,
                       const std::string &op, std::uint64_t count = 1) {
  SourceSite made;
  made.place.file = file;
  made.place.line = line;
  made.place.column = column;
  made.place.function = "f()";
  if (line == 0)
    made.place.why_no_line = "no line information";
  made.op = op;
  made.kind = CopyClass::layout_copy;
  made.cost.count = count;
  made.cost.bytes = 1000000 * count;
  made.cost.traffic = 2000000 * count;
  made.cost.ns = 100000 * count;
  made.paths = {{{made.place}, made.cost}};
  made.source = {"Float", "cpu", {3, 2}, {1, 3}, false};
  made.destination = {"Float", "cpu", {3, 2}, {2, 1}, false};
  return made;
}

inline ReachSite reach(const std::string &file, unsigned line,
                       const std::string &op, std::uint64_t count) {
  ReachSite made;
  made.place.file = file;
  made.place.line = line;
  made.op = op;
  made.reached = count;
  return made;
}

inline Prediction prediction(const std::string &relative, unsigned line,
                             unsigned column, const std::string &op,
                             unsigned first_line = 0, unsigned last_line = 0) {
  Prediction made;
  made.rule = "tensor-hidden-copy";
  made.relative = relative;
  made.line = made.end_line = line;
  made.column = column;
  made.op = op;
  made.first_line = first_line ? first_line : line;
  made.last_line = last_line ? last_line : line;
  return made;
}

/// A process whose tiers are all active and that counts calls of reshape.
inline ProcessFacts process_with_reach() {
  ProcessFacts made;
  made.file = "/out/p.probe";
  made.program = "p";
  made.host = "h";
  made.pid = 7;
  made.torch_version = "1.13.1";
  made.ended = true;
  made.wall_ns = 100000000;
  made.reach_ops = {"aten::reshape", "aten::contiguous"};
  return made;
}

} // namespace tensor_probe

#endif // TENSOR_PROBE_TESTS_REPORT_SYNTHETIC_H
