// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_CHECKOPTIONS_H
#define TENSORTIDY_CLI_CHECKOPTIONS_H

#include "checks/Finding.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// What `tensor-tidy check` was asked to do; docs/cli.md describes each.
struct CheckOptions {
  std::vector<std::string> Files; ///< none: all of the compile database
  std::string BuildPath;          ///< -p
  std::string Checks;             ///< --checks, clang-tidy's globs
  std::string Format = "text";    ///< text or sarif
  std::string Output;             ///< --output; empty for standard output
  std::vector<std::string> Rules; ///< --rules, user rules files
  std::vector<std::string> ExtraArgs, ExtraArgsBefore;
  std::string HeaderFilter = ".*";
  Confidence MinConfidence = Confidence::Likely;
  /// None: --fail-on=never.
  std::optional<Confidence> FailOn = Confidence::Likely;
  unsigned Jobs = 0; ///< 0: defaultJobs()
  unsigned TimeoutSeconds = 600;
  bool Quiet = false;
  /// --whole-program: a function that none of the given files calls is an
  /// entry, as where all files of a compile database are given.
  bool WholeProgram = false;
  /// --write-contracts: where to write what linking found out, empty: nowhere.
  std::string WriteContracts;
  /// --auto: Files are folders, and how they are compiled is guessed.
  bool Auto = false;
  /// --python-guards: Python files and folders that call what is registered.
  std::vector<std::string> PythonGuards;
  /// --public-headers: headers, or folders of them, that others include.
  std::vector<std::string> PublicHeaders;
  /// --cuda-device-pass: parse CUDA for the device, too.
  bool CudaDevicePass = false;
  bool Verbose = false; ///< --verbose: what was changed in compile commands
  /// --keep-system-bodies: parse system headers completely.
  bool KeepSystemBodies = false;
  /// --cache-dir, where results are kept for later runs; empty: nowhere.
  std::string CacheFolder;
  bool DumpFacts = false;   ///< --dump=facts
  bool DumpLayouts = false; ///< --dump=layouts
};

/// Exit statuses of `tensor-tidy check`.
enum ExitStatus {
  ExitClean = 0,
  ExitUsage = 1,    ///< usage or internal error
  ExitFindings = 2, ///< findings at or above --fail-on
  ExitUnparsed = 3  ///< a file was not parsed completely; beats ExitFindings
};

} // namespace tensortidy

#endif
