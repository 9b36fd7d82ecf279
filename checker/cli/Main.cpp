// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Checks.h"
#include "cli/Commands.h"
#include "cli/ReportCommand.h"
#include "cli/ResultCache.h"
#include "cli/Version.h"
#include "plugin/TensorModule.h"
#include "report/Report.h"

#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tensortidy;

namespace {

cl::OptionCategory Category("tensor-tidy");
cl::SubCommand Check("check", "Analyse C++ and CUDA sources");
cl::SubCommand Report("report", "Show what the probe measured, by line");
cl::SubCommand Confirm("confirm",
                       "Join findings (SARIF) with what the probe measured");
cl::SubCommand Explain("explain", "Print the page of a check");
cl::SubCommand Rules("rules", "validate FILE... | list");

cl::list<std::string> Files(cl::Positional, cl::desc("[<source>...]"),
                            cl::sub(Check), cl::cat(Category));
cl::opt<std::string>
    BuildPath("p", cl::desc("Build directory with compile_commands.json"),
              cl::value_desc("path"), cl::sub(Check), cl::cat(Category));
cl::opt<std::string>
    Checks("checks", cl::desc("Globs of checks, as clang-tidy's --checks"),
           cl::value_desc("globs"), cl::sub(Check), cl::cat(Category));
cl::opt<std::string> HeaderFilter(
    "header-filter", cl::init(".*"),
    cl::desc("Regular expression of headers to report in (default: all user "
             "headers)"),
    cl::sub(Check), cl::cat(Category));
cl::list<std::string> RuleFiles("rules", cl::desc("A rules file to add"),
                                cl::value_desc("file"), cl::sub(Check),
                                cl::cat(Category));
cl::list<std::string> ExtraArgs("extra-arg",
                                cl::desc("Compiler flag to append"),
                                cl::sub(Check), cl::cat(Category));
cl::list<std::string> ExtraArgsBefore("extra-arg-before",
                                      cl::desc("Compiler flag to prepend"),
                                      cl::sub(Check), cl::cat(Category));
cl::opt<std::string>
    Format("format", cl::init("text"),
           cl::desc("check: text or sarif; report: text, json, "
                    "list, html or trace; confirm: text, "
                    "json, sarif or html"),
           cl::value_desc("format"), cl::sub(Check), cl::sub(Report),
           cl::sub(Confirm), cl::cat(Category));
cl::opt<std::string> Output("output", cl::desc("Write to a file"),
                            cl::value_desc("file"), cl::sub(Check),
                            cl::sub(Report), cl::sub(Confirm),
                            cl::cat(Category));
cl::opt<Confidence> MinConfidence(
    "min-confidence", cl::init(Confidence::Likely),
    cl::desc("Least confidence that is shown"),
    cl::values(clEnumValN(Confidence::Proven, "proven", ""),
               clEnumValN(Confidence::Likely, "likely", "(default)"),
               clEnumValN(Confidence::Possible, "possible", "")),
    cl::sub(Check), cl::cat(Category));

enum class FailOnValue { Proven, Likely, Possible, Never };
cl::opt<FailOnValue>
    FailOn("fail-on", cl::init(FailOnValue::Likely),
           cl::desc("Least confidence that makes the exit status 2"),
           cl::values(clEnumValN(FailOnValue::Proven, "proven", ""),
                      clEnumValN(FailOnValue::Likely, "likely", "(default)"),
                      clEnumValN(FailOnValue::Possible, "possible", ""),
                      clEnumValN(FailOnValue::Never, "never", "")),
           cl::sub(Check), cl::cat(Category));
cl::opt<unsigned> Jobs("j", cl::init(0), cl::Prefix,
                       cl::desc("Files at once (default: by cores and memory)"),
                       cl::value_desc("N"), cl::sub(Check), cl::cat(Category));
cl::opt<unsigned> Timeout("timeout", cl::init(600),
                          cl::desc("Seconds per file, 0 for no limit"),
                          cl::sub(Check), cl::cat(Category));
cl::opt<bool> Quiet("quiet", cl::desc("No summary"), cl::sub(Check),
                    cl::cat(Category));
cl::opt<bool> WholeProgram(
    "whole-program",
    cl::desc("The given files are the program: what none of them calls is "
             "called from outside (default where all files of the compile "
             "database are given)"),
    cl::cat(Category), cl::sub(Check));
cl::opt<bool>
    Auto("auto",
         cl::desc("The arguments are folders without a compile database: "
                  "guess how their sources are compiled, and say what was "
                  "assumed"),
         cl::cat(Category), cl::sub(Check));
cl::list<std::string> PythonGuards(
    "python-guards", cl::CommaSeparated,
    cl::desc("Python files or folders: findings about arguments that they "
             "make contiguous, or check, where they call an entry are "
             "possible only"),
    cl::value_desc("path"), cl::cat(Category), cl::sub(Check));
cl::list<std::string> PublicHeaders(
    "public-headers", cl::CommaSeparated,
    cl::desc("Headers, or folders of them, that others include: what they "
             "declare is called from outside, with any tensor"),
    cl::value_desc("path"), cl::cat(Category), cl::sub(Check));
cl::opt<std::string> WriteContracts(
    "write-contracts",
    cl::desc("Write what is found out of functions' callers in other files to "
             "FILE (FOLDER/.tensor-tidy/contracts.json), for the plugin, "
             "clangd and runs over single files below FOLDER"),
    cl::value_desc("file"), cl::cat(Category), cl::sub(Check));
cl::opt<bool> CudaDevicePass(
    "cuda-device-pass",
    cl::desc("Parse CUDA for the device as well, for what stands under "
             "__CUDA_ARCH__"),
    cl::sub(Check), cl::cat(Category));
cl::opt<bool> Verbose("verbose",
                      cl::desc("Say what was changed in compile commands"),
                      cl::sub(Check), cl::cat(Category));
cl::opt<std::string> CacheDir(
    "cache-dir",
    cl::desc("Where results are kept, so that files that have not changed are "
             "not analysed again (default: tensor-tidy in the user's cache)"),
    cl::value_desc("folder"), cl::sub(Check), cl::cat(Category));
cl::opt<bool> NoCache("no-cache", cl::desc("Analyse all files, keep nothing"),
                      cl::sub(Check), cl::cat(Category));
cl::opt<bool> KeepSystemBodies("keep-system-bodies", cl::Hidden,
                               cl::desc("Parse system headers completely"),
                               cl::sub(Check), cl::cat(Category));
cl::opt<bool> ListChecks("list-checks", cl::desc("List the checks"),
                         cl::sub(Check), cl::cat(Category));
enum class Dumped { Facts, Layouts };
cl::bits<Dumped>
    Dump("dump", cl::desc("Print what the analysis sees, for debugging"),
         cl::values(clEnumValN(Dumped::Facts, "facts",
                               "What each function was lowered to"),
                    clEnumValN(Dumped::Layouts, "layouts",
                               "What is known of tensors before each "
                               "statement")),
         cl::CommaSeparated, cl::sub(Check), cl::cat(Category));

cl::list<std::string> ReportInputs(cl::Positional, cl::OneOrMore,
                                   cl::desc("<probe file or directory>..."),
                                   cl::sub(Report), cl::cat(Category));
cl::list<std::string> ConfirmInputs(cl::Positional, cl::OneOrMore,
                                    cl::desc("<findings.sarif> <probe file or "
                                             "directory>..."),
                                    cl::sub(Confirm), cl::cat(Category));
cl::opt<unsigned> Top("top", cl::init(0), cl::desc("Only the N costliest rows"),
                      cl::value_desc("N"), cl::sub(Report), cl::cat(Category));
cl::opt<std::string>
    By("by", cl::init("place"),
       cl::desc("What a row is: place (default), line, function, operator or "
                "tree"),
       cl::value_desc("what"), cl::sub(Report), cl::cat(Category));
cl::opt<std::string>
    Sort("sort", cl::init("time"),
         cl::desc("What comes first by: time (default), bytes, "
                  "count, repeats, peak (memory held) or churn (memory given "
                  "back before the next)"),
         cl::value_desc("measure"), cl::sub(Report), cl::cat(Category));
cl::list<std::string>
    Against("against",
            cl::desc("Probe file or directory of an earlier run: show what is "
                     "new, gone, grown"),
            cl::value_desc("probe"), cl::sub(Report), cl::cat(Category));
cl::opt<std::string>
    MaxCopiedBytes("max-copied-bytes",
                   cl::desc("Status 2 when the run copied more"),
                   cl::value_desc("bytes"), cl::sub(Report), cl::cat(Category));
cl::opt<std::string>
    MaxHiddenCopies("max-hidden-copies",
                    cl::desc("Status 2 when the run made more hidden copies"),
                    cl::value_desc("N"), cl::sub(Report), cl::cat(Category));
cl::opt<std::string>
    Config("config",
           cl::desc("The project's limits (default: the nearest "
                    ".tensor-tidy.yaml in the working directory or above)"),
           cl::value_desc("file"), cl::sub(Report), cl::cat(Category));
cl::opt<std::string>
    Scope("scope",
          cl::desc("Only copies of the part of the run that the program gave "
                   "this name, a test, or that has this number in its file"),
          cl::value_desc("name"), cl::sub(Report), cl::cat(Category));
cl::opt<std::string>
    Layout("layout",
           cl::desc("Only what made a tensor strided: the layout that has this "
                    "number in the file"),
           cl::value_desc("N"), cl::sub(Report), cl::cat(Category));
cl::opt<bool> All("all",
                  cl::desc("List copies that the program asked for, too"),
                  cl::sub(Confirm), cl::cat(Category));

cl::list<std::string> RulesArguments(cl::Positional, cl::OneOrMore,
                                     cl::desc("validate <file>... | list"),
                                     cl::sub(Rules), cl::cat(Category));

cl::opt<std::string> ExplainedCheck(cl::Positional, cl::Required,
                                    cl::desc("<check>"), cl::sub(Explain),
                                    cl::cat(Category));

std::optional<Confidence> failOn() {
  switch (FailOn) {
  case FailOnValue::Proven:
    return Confidence::Proven;
  case FailOnValue::Likely:
    return Confidence::Likely;
  case FailOnValue::Possible:
    return Confidence::Possible;
  case FailOnValue::Never:
    break;
  }
  return std::nullopt;
}

int usageError(const Twine &Message) {
  errs() << "tensor-tidy: error: " << Message << '\n';
  return ExitUsage;
}

int check(std::unique_ptr<clang::tooling::CompilationDatabase> Fixed) {
  if (ListChecks) {
    for (const CheckInfo &C : allChecks())
      outs() << C.Name << "\t" << C.Summary << '\n';
    return ExitClean;
  }
  if (Format != "text" && Format != "sarif")
    return usageError("--format=" + Format + ": must be text or sarif");
  CheckOptions O;
  O.Files = Files;
  O.BuildPath = BuildPath;
  O.Checks = Checks;
  O.Format = Format;
  O.Output = Output;
  O.Rules = RuleFiles;
  O.ExtraArgs = ExtraArgs;
  O.ExtraArgsBefore = ExtraArgsBefore;
  O.HeaderFilter = HeaderFilter;
  O.MinConfidence = MinConfidence;
  O.FailOn = failOn();
  O.Jobs = Jobs;
  O.TimeoutSeconds = Timeout;
  O.Quiet = Quiet;
  O.WholeProgram = WholeProgram;
  O.WriteContracts = WriteContracts;
  O.Auto = Auto;
  O.PythonGuards = PythonGuards;
  O.PublicHeaders = PublicHeaders;
  O.CudaDevicePass = CudaDevicePass;
  O.Verbose = Verbose;
  if (NoCache && !CacheDir.empty())
    return usageError("--cache-dir and --no-cache exclude each other");
  if (!NoCache)
    O.CacheFolder =
        CacheDir.empty() ? ResultCache::defaultFolder() : CacheDir.getValue();
  O.KeepSystemBodies = KeepSystemBodies;
  O.DumpFacts = Dump.isSet(Dumped::Facts);
  O.DumpLayouts = Dump.isSet(Dumped::Layouts);
  return runCheck(O, std::move(Fixed));
}

int report() {
  tensor_probe::ReportOptions O;
  O.probes = ReportInputs;
  O.format = Format;
  O.output = Output;
  O.top = Top;
  O.by = By;
  O.sort = Sort;
  O.against = Against;
  O.scope = Scope;
  O.layout = Layout;
  return runReportCommand(O, {Config, MaxCopiedBytes, MaxHiddenCopies});
}

int confirm() {
  if (ConfirmInputs.size() < 2)
    return usageError("confirm takes FINDINGS.sarif and at least one probe "
                      "file or directory");
  tensor_probe::ConfirmOptions O;
  O.findings = ConfirmInputs.front();
  O.probes.assign(ConfirmInputs.begin() + 1, ConfirmInputs.end());
  O.format = Format;
  O.output = Output;
  O.all = All;
  return tensor_probe::runConfirm(O, outs(), errs());
}

} // namespace

int main(int Argc, const char **Argv) {
  (void)TensorTidyModuleAnchor;
  sys::PrintStackTraceOnErrorSignal(Argv[0]);
  cl::HideUnrelatedOptions(Category);
  for (cl::SubCommand *S : {&Check, &Report, &Confirm, &Explain, &Rules})
    cl::HideUnrelatedOptions(Category, *S);
  cl::SetVersionPrinter(
      [](raw_ostream &OS) { OS << "tensor-tidy " TENSORTIDY_VERSION "\n"; });
  // Takes the flags after -- out of Argv.
  std::string Error;
  std::unique_ptr<clang::tooling::CompilationDatabase> Fixed =
      clang::tooling::FixedCompilationDatabase::loadFromCommandLine(Argc, Argv,
                                                                    Error);
  if (!cl::ParseCommandLineOptions(
          Argc, Argv, "Finds hidden copies and layout bugs in tensor code\n",
          &errs()))
    return ExitUsage;
  if (Check)
    return check(std::move(Fixed));
  if (Report)
    return report();
  if (Confirm)
    return confirm();
  if (Explain)
    return runExplain(ExplainedCheck);
  if (Rules)
    return runRules(RulesArguments);
  return usageError(
      "say what to do: check, report, confirm, explain or rules; see "
      "tensor-tidy --help");
}
