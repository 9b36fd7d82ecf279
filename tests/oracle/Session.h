// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_SESSION_H
#define TENSORTIDY_TESTS_ORACLE_SESSION_H

#include "Claims.h"
#include "Runner.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace oracle {

/// The libtorch that programs are compiled against.
struct Torch {
  std::string Include;
  std::vector<std::string> Flags;
  std::string Link;
};

/// What was said of programs, and what they did.
struct Outcomes {
  std::vector<ProgramTree> Programs;
  Claims Said;
  std::vector<Event> Seen;
};

/// Analyses and executes batches of programs.
class Session {
public:
  Session(const Torch &With, std::string Work, unsigned Runs,
          std::shared_ptr<const tensortidy::ModelSet> Models);

  /// \returns an error, or nothing.
  std::string prepare() { return Run.prepare(); }
  /// Programs that the compiler does not take, and those that a signal ends,
  /// are left out; with \p Quietly without a word. None on an error, which
  /// error() tells.
  std::optional<Outcomes> execute(std::vector<ProgramTree> Programs,
                                  bool Quietly = false);
  const std::string &error() const { return Error; }

private:
  const Torch With;
  std::shared_ptr<const tensortidy::ModelSet> Models;
  Runner Run;
  std::string Error;
};

} // namespace oracle

#endif
