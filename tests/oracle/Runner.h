// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_TESTS_ORACLE_RUNNER_H
#define TENSORTIDY_TESTS_ORACLE_RUNNER_H

#include "ProgramTree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace oracle {

struct SeenTensor {
  bool IsPlain = false;
  std::vector<int64_t> Sizes, Strides;
  unsigned Storage = 0;
  bool IsContiguous = false;
};

/// One execution of a call.
struct Event {
  unsigned Program = 0, Run = 0, Helper = 0, Call = 0;
  bool Threw = false;
  bool ThrewForLayout = false; ///< contiguous operands would not throw
  unsigned Copied = 0;         ///< a bit per operand that its layout had copied
  unsigned Whole = 0;          ///< a bit per operand copied for any reason
  std::vector<SeenTensor> Operands, Results;
  std::string Message;
};

/// How programs are compiled and linked.
struct Tools {
  std::string Compiler;           ///< a clang++
  std::string Source;             ///< the folder of recorder.h
  std::string Work;               ///< the folder for what is made on the way
  std::vector<std::string> Flags; ///< that find libtorch's headers
  std::string Link;               ///< that link it
};

/// Compiles programs together with a recorder, and runs them, in processes of
/// their own, while the caller does something else.
class Runner {
public:
  Runner(Tools With, unsigned Runs) : With(std::move(With)), Runs(Runs) {}

  /// Compiles what all programs share. \returns an error, or nothing.
  std::string prepare();
  /// Starts on these programs; one batch at a time. \p Name of its files.
  void start(const std::vector<ProgramTree> &Programs, const std::string &Name);
  /// Waits for them. None on an error, which \p Error tells.
  std::optional<std::vector<Event>> finish(std::string &Error);
  /// The precompiled header for the checker's parse.
  std::string plainHeader() const { return With.Work + "/program.pch"; }

private:
  std::string path(const std::string &Name) const {
    return With.Work + "/" + Name;
  }
  std::string compile() const;

  const Tools With;
  const unsigned Runs;
  std::string Base;
  int Process = -1;
};

} // namespace oracle

#endif
