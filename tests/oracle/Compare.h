// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_COMPARE_H
#define TENSORTIDY_TESTS_ORACLE_COMPARE_H

#include "Session.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace oracle {

/// A definite answer that an execution does not agree with.
struct Contradiction {
  unsigned Program = 0, Call = 0, Run = 0;
  std::string Operator;
  std::string What; ///< "result 0 is contiguous: said yes, is no"
};

/// A copy or throw that was not foreseen.
struct Miss {
  unsigned Program = 0, Call = 0, Run = 0;
  std::string Operator;
  std::string What;        ///< "copies operand 0", or what was thrown
  bool IsPossible = false; ///< a finding called possible says so
};

struct Rate {
  unsigned CannotTell = 0, Of = 0;
};

struct Tally {
  unsigned Programs = 0;
  unsigned Runs = 0, NotGeneral = 0; ///< executions; those that ended so
  unsigned Calls = 0;                ///< places executed
  unsigned Unresolved = 0;           ///< of these: no operator for the checker
  unsigned Operands = 0, Strided = 0;
  unsigned Proven = 0; ///< definite answers checked, each place once
  unsigned ProvenFindings = 0, Likely = 0;
  unsigned Again = 0, AgainRefuted = 0; ///< likely: a copy made again
  unsigned OtherThrows = 0; ///< executions that ended for sizes or types
  unsigned Observed = 0;    ///< places that copied or threw
  std::map<std::string, Rate> Rates; ///< per operator, rank known
  std::set<std::string> Operators;   ///< executed
  std::vector<Contradiction> Contradictions;
  std::vector<Miss> Misses;
  std::vector<Miss> Refuted; ///< likely claims that never came true

  void add(const Outcomes &Batch);
  /// The last line is the one that says how many contradictions there are.
  void print(bool PerOperator) const;
};

} // namespace oracle

#endif
