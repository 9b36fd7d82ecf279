// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the analysis of a file costs, as ratios of one run.
//
//   analysis_cost growth FLAG...   twice as long a function, over the
//                                  headers that the flags name
//   analysis_cost share HEADER FLAG...
//                                  30 functions of 22 lines, against the parse
//   analysis_cost none FLAG... -- FILE...
//                                  files without a tensor, against their
//                                  parse; those that do not compile are left
//                                  out and named
//   analysis_cost linking FLAG...  200 files that call one another: linking
//                                  their summaries against making them
//   analysis_cost N FLAG...        the N-th row of growth alone, for a profiler
//
// Every figure is CPU time, the median over several rounds; a ratio is the
// median of the rounds' ratios. Exit status 1: over budget.

#include "Sources.h"

#include "checks/Checks.h"
#include "checks/LinkedFindings.h"
#include "contracts/Fields.h"
#include "contracts/FileMerger.h"
#include "frontend/Lowering.h"
#include "models/ModelSet.h"
#include "parsing/LeanParsing.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tensortidy {
namespace {

constexpr double GrowthBudget = 2.2;
constexpr double ShareBudget = 0.08;
constexpr double FunctionBudget = 3; ///< ms
/// Of the parse of files in which there is nothing to analyse.
constexpr double NoTensorBudget = 0.01;
constexpr double LinkBudget = 0.02;
constexpr unsigned LinkedFiles = 200;
constexpr unsigned Rounds = 5;
constexpr unsigned ParseRounds = 3;
/// More files than these are measured once each.
constexpr std::ptrdiff_t FewFiles = 20;

double cpuMs() {
  timespec Now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
  return Now.tv_sec * 1e3 + Now.tv_nsec / 1e6;
}

double median(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  return Values[Values.size() / 2];
}

struct Cost {
  double Parse = 0;    ///< ms, of the file
  double Lowering = 0; ///< ms, AST to program
  double Checking = 0; ///< ms, fixpoint and checks
  double analysis() const { return Lowering + Checking; }
};

using AtEnd = std::function<void(clang::ASTContext &)>;

/// Calls \p Do when the file is parsed and its AST is there.
class Consumer : public clang::ASTConsumer {
public:
  explicit Consumer(AtEnd Do) : Do(std::move(Do)) {}
  void HandleTranslationUnit(clang::ASTContext &Context) override {
    Do(Context);
  }

private:
  AtEnd Do;
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(AtEnd Do) : Do(std::move(Do)) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<Consumer>(Do);
  }

private:
  AtEnd Do;
};

[[noreturn]] void fail(const std::string &What) {
  std::fprintf(stderr, "analysis_cost: %s\n", What.c_str());
  std::exit(2);
}

/// What a file must have for its measurement to mean something.
enum class Expect { Findings, NoFindings };

/// Nothing is measured of a file that is not analysed.
void analyse(clang::ASTContext &Context, Expect E, Cost &C) {
  LoweringStats Stats;
  const double Start = cpuMs();
  std::shared_ptr<Program> P = lower(Context, *ModelSet::builtIn(), {}, &Stats);
  const double Lowered = cpuMs();
  CheckResults Results = runChecks(*P);
  C.Checking = cpuMs() - Lowered;
  C.Lowering = Lowered - Start;
  for (auto *GivenUp : {&Stats.Skipped, &Results.GivenUp})
    for (const GivenUpFunction &F : *GivenUp)
      fail("given up: " + F.str());
  if (E == Expect::Findings && Results.Findings.empty())
    fail("nothing was found: the analysis did not reach the end");
  if (E == Expect::NoFindings && !Results.Findings.empty())
    fail("found: " + Results.Findings.front().Message);
}

/// None where the source does not compile.
std::optional<Cost> tryToMeasure(const std::string &Source,
                                 const std::vector<std::string> &Flags,
                                 Expect E, const std::string &File) {
  std::optional<Cost> Measured;
  const double Start = cpuMs();
  clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<Action>([&](clang::ASTContext &Context) {
        if (Context.getDiagnostics().hasErrorOccurred())
          return;
        Measured.emplace();
        Measured->Parse = cpuMs() - Start;
        analyse(Context, E, *Measured);
      }),
      Source, Flags, File);
  return Measured;
}

Cost measure(const std::string &Source, const std::vector<std::string> &Flags) {
  const std::optional<Cost> C =
      tryToMeasure(Source, Flags, Expect::Findings, "cost.cpp");
  if (!C)
    fail("the source does not compile");
  return *C;
}

const char *verdict(bool Over) { return Over ? "  OVER" : ""; }

bool growthOf(const Shape &S, const std::vector<std::string> &Flags) {
  const std::string Once = S.Source(S.Small), Twice = S.Source(2 * S.Small);
  std::vector<double> Ratios;
  std::vector<double> Times[4];
  measure(Once, Flags); // warms up
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    const Cost A = measure(Once, Flags), B = measure(Twice, Flags);
    Ratios.push_back(B.analysis() / A.analysis());
    Times[0].push_back(A.Lowering);
    Times[1].push_back(A.Checking);
    Times[2].push_back(B.Lowering);
    Times[3].push_back(B.Checking);
  }
  const bool Over = median(Ratios) > GrowthBudget;
  std::printf("%-43s %7.1f + %7.1f %7.1f + %7.1f %6.2f %6.1f%s\n", S.Name,
              median(Times[0]), median(Times[1]), median(Times[2]),
              median(Times[3]), median(Ratios), GrowthBudget, verdict(Over));
  std::fflush(stdout);
  return Over;
}

bool growth(const std::vector<std::string> &Flags) {
  std::printf("%-43s %17s %17s %6s %6s\n", "CPU ms: lowering + fixpoint",
              "once", "twice", "ratio", "budget");
  bool IsOver = false;
  for (const Shape &S : shapes())
    IsOver |= growthOf(S, Flags);
  return IsOver;
}

/// \p Kind: how the file is parsed.
bool shareOf(const char *Kind, const std::string &Source,
             const std::vector<std::string> &Flags) {
  std::vector<double> Shares, Parses, Times;
  for (unsigned Round = 0; Round < ParseRounds; ++Round) {
    const Cost C = measure(Source, Flags);
    Shares.push_back(C.analysis() / C.Parse);
    Parses.push_back(C.Parse);
    Times.push_back(C.analysis() / 30);
  }
  const bool Over =
      median(Shares) > ShareBudget || median(Times) > FunctionBudget;
  std::printf("%-36s parse %7.0f ms, analysis %5.2f ms per function (at most "
              "%.0f), %5.2f %% of the parse (at most %.0f)%s\n",
              Kind, median(Parses), median(Times), FunctionBudget,
              100 * median(Shares), 100 * ShareBudget, verdict(Over));
  std::fflush(stdout);
  return Over;
}

bool share(const std::string &Header, const std::vector<std::string> &Flags) {
  const std::string Source = thirtyFunctions(Header);
  const bool IsOver = shareOf("all bodies parsed (plugin)", Source, Flags);
  parseWithoutSystemBodies();
  return shareOf("without system bodies (tensor-tidy)", Source, Flags) ||
         IsOver;
}

/// The middle round of one file; none where it does not compile.
std::optional<Cost> withoutTensors(const std::string &File,
                                   const std::vector<std::string> &Flags,
                                   unsigned Times) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  if (!Text)
    fail("cannot read " + File);
  std::vector<Cost> All;
  for (unsigned Round = 0; Round < Times; ++Round) {
    const std::optional<Cost> C = tryToMeasure((*Text)->getBuffer().str(),
                                               Flags, Expect::NoFindings, File);
    if (!C)
      return std::nullopt;
    All.push_back(*C);
  }
  std::sort(All.begin(), All.end(), [](const Cost &A, const Cost &B) {
    return A.analysis() / A.Parse < B.analysis() / B.Parse;
  });
  return All[All.size() / 2];
}

/// As tensor-tidy parses: with all bodies, the share would be smaller.
bool none(const std::vector<std::string> &Arguments) {
  const auto Dashes = std::find(Arguments.begin(), Arguments.end(), "--");
  const std::vector<std::string> Flags(Arguments.begin(), Dashes);
  if (Dashes == Arguments.end() || Dashes + 1 == Arguments.end())
    fail("name the files after the flags and --");
  parseWithoutSystemBodies();
  const std::ptrdiff_t Given = Arguments.end() - Dashes - 1;
  std::ptrdiff_t Measured = 0;
  Cost Sum;
  for (auto File = Dashes + 1; File != Arguments.end(); ++File) {
    const std::optional<Cost> C =
        withoutTensors(*File, Flags, Given > FewFiles ? 1 : ParseRounds);
    if (!C) {
      std::printf("left out, does not compile: %s\n", File->c_str());
      continue;
    }
    ++Measured;
    Sum.Parse += C->Parse;
    Sum.Lowering += C->Lowering;
    Sum.Checking += C->Checking;
  }
  if (2 * Measured < Given)
    fail("most files do not compile");
  const bool Over = Sum.analysis() > NoTensorBudget * Sum.Parse;
  std::printf("%td files without a tensor: parse %.0f ms, analysis %.1f ms, "
              "%.2f %% of it (at most %.0f), no finding%s\n",
              Measured, Sum.Parse, Sum.analysis(),
              100 * Sum.analysis() / Sum.Parse, 100 * NoTensorBudget,
              verdict(Over));
  return Over;
}

/// The summaries of a program, whose ranges refer to one table.
struct Summaries {
  FileTable Files;
  std::vector<UnitSummary> Units;
};

Summaries summarise(const std::vector<std::string> &Flags) {
  Summaries Made;
  FileMerger All(Made.Files);
  for (unsigned I = 0; I < LinkedFiles; ++I) {
    auto Keep = [&](clang::ASTContext &Context) {
      if (Context.getDiagnostics().hasErrorOccurred())
        fail("the source does not compile");
      CheckResults R = runChecks(*lower(Context, *ModelSet::builtIn(), {}));
      forEachRange(R.Summary,
                   [&](SourceRange &Range) { All.take(Range, R.Files); });
      Made.Units.push_back(std::move(R.Summary));
    };
    clang::tooling::runToolOnCodeWithArgs(std::make_unique<Action>(Keep),
                                          linkedFile(I, LinkedFiles), Flags,
                                          "file" + std::to_string(I) + ".cpp");
  }
  return Made;
}

size_t link(const Summaries &Of) {
  std::vector<const UnitSummary *> Units;
  for (const UnitSummary &U : Of.Units)
    Units.push_back(&U);
  Links Between(Units, Of.Files, Scope::Whole);
  size_t Found = 0;
  for (const UnitSummary &U : Of.Units)
    Found += linkedFindings(U, Between).size();
  return Found;
}

bool linking(const std::vector<std::string> &Flags) {
  double Start = cpuMs();
  const Summaries Of = summarise(Flags);
  const double Making = cpuMs() - Start;
  std::vector<double> Times;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    Start = cpuMs();
    // Of each file one function can be called from Python unchecked.
    if (link(Of) < LinkedFiles)
      fail("the files were not linked");
    Times.push_back(cpuMs() - Start);
  }
  const double Share = median(Times) / Making;
  std::printf("%u summaries: made in %.0f ms, linked in %.1f ms, %.2f %% (at "
              "most %.0f)%s\n",
              LinkedFiles, Making, median(Times), 100 * Share, 100 * LinkBudget,
              verdict(Share > LinkBudget));
  return Share > LinkBudget;
}

} // namespace
} // namespace tensortidy

int main(int Count, char **Arguments) {
  const std::string What = Count > 1 ? Arguments[1] : "";
  std::vector<std::string> Flags(Arguments + std::min(Count, 2),
                                 Arguments + Count);
  if (What == "growth")
    return tensortidy::growth(Flags) ? 1 : 0;
  if (What == "share" && !Flags.empty()) {
    const std::string Header = Flags.front();
    Flags.erase(Flags.begin());
    return tensortidy::share(Header, Flags) ? 1 : 0;
  }
  if (What == "none")
    return tensortidy::none(Flags) ? 1 : 0;
  if (What == "linking")
    return tensortidy::linking(Flags) ? 1 : 0;
  const size_t Row = std::strtoul(What.c_str(), nullptr, 10);
  if (Row > 0 && Row <= tensortidy::shapes().size())
    return tensortidy::growthOf(tensortidy::shapes()[Row - 1], Flags) ? 1 : 0;
  std::fprintf(stderr, "usage: %s growth|linking|share HEADER|none|N FLAG...\n",
               Arguments[0]);
  return 2;
}
