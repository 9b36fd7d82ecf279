// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/ReportCommand.h"

#include "cli/CheckOptions.h"
#include "cli/ProjectConfig.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tensortidy {

namespace {

/// The project's limits are for whole runs: of a part of one they are asked for
/// by naming their file.
std::optional<ProjectConfig>
projectConfig(const std::string &Given, bool IsPartOfRun, std::string &Error) {
  std::string File = Given;
  if (File.empty() && !IsPartOfRun) {
    SmallString<256> Here;
    if (!sys::fs::current_path(Here))
      File = findProjectConfig(Here);
  }
  return File.empty() ? ProjectConfig() : readProjectConfig(File, Error);
}

/// An option that is given replaces the project's limit.
bool replace(std::optional<tensor_probe::Limit> &Limit,
             const std::string &Value, const char *Option,
             std::optional<tensor_probe::Limit> (*Read)(const std::string &,
                                                        const std::string &),
             std::string &Error) {
  if (Value.empty())
    return true;
  Limit = Read(Value, Option);
  if (!Limit)
    Error = std::string(Option) + "=" + Value +
            ": not a number of bytes (4096, 64KiB, 1.5GB) or of copies";
  return Limit.has_value();
}

} // namespace

int runReportCommand(tensor_probe::ReportOptions Options,
                     const BudgetOptions &Limits) {
  std::string Error;
  std::optional<ProjectConfig> Config =
      projectConfig(Limits.Config, !Options.scope.empty(), Error);
  if (Config) {
    Options.budget = Config->Budget;
    if (replace(Options.budget.copied_bytes, Limits.MaxCopiedBytes,
                "--max-copied-bytes", limitOnBytes, Error) &&
        replace(Options.budget.hidden_copies, Limits.MaxHiddenCopies,
                "--max-hidden-copies", limitOnCopies, Error))
      return tensor_probe::runReport(Options, outs(), errs());
  }
  errs() << "error: " << Error << '\n';
  return ExitUsage;
}

} // namespace tensortidy
