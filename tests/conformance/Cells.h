// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_CONFORMANCE_CELLS_H
#define TENSORTIDY_TESTS_CONFORMANCE_CELLS_H

#include "Compare.h"

#include <map>
#include <set>
#include <string>

namespace conformance {

/// "aten::view", or "at::Tensor::index" for all overloads of a C++ function.
std::string cellName(const tensortidy::Operator &Op);

/// The names in operators-of-the-model.txt.
const std::set<std::string> &operatorsOfTheModel();

/// How many cells were compared and how many of them were decided.
struct CellCount {
  unsigned Compared = 0, Decided = 0;
  double share() const;
};

/// The cells of one mode. A cell is an operator with an input class, over all
/// of its calls. It is compared if one of them was answered or asked in vain,
/// and decided if no question of any of its calls was asked in vain: one
/// "cannot tell" makes the whole cell undecided.
class Cells {
public:
  void add(const Call &C, const std::string &Class, const Tally &T);
  CellCount count() const;
  CellCount countOfTheModel() const;
  bool has(const std::string &Name) const;

private:
  struct Cell {
    unsigned Decided = 0, CannotTell = 0;
  };
  /// By operator, then by class.
  std::map<std::string, std::map<std::string, Cell>> All;
};

} // namespace conformance

#endif
