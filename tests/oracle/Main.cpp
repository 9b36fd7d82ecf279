// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// tensor-tidy-oracle: random tensor programs, analysed and executed; what is
// proven must be so, and what happens should be foreseen. See docs/accuracy.md.

#include "Compare.h"
#include "Generator.h"
#include "Shrink.h"

#include "models/ModelSet.h"

#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>
#include <c10/util/Logging.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <sstream>

using namespace tensortidy;

namespace oracle {

namespace {

struct Options {
  unsigned Programs = 1000, Batch = 100, Runs = 6, First = 0;
  uint64_t Seed = 1;
  bool SmallSizes = false, PerOperator = false, PrintOnly = false,
       Misses = false;
  double RestShare = 0.2;
  unsigned Open = 0, Shrink = 5;
  std::string Torch, Rules, Work;
};

[[noreturn]] void usage(const std::string &Why) {
  std::cerr
      << "error: " << Why << "\n"
      << "usage: tensor-tidy-oracle --programs N --seed S [--first I]\n"
         "  [--torch DIR] [--rules FILE] [--small-sizes] [--open PERCENT]\n"
         "  [--operators] [--misses] [--print] [--shrink N] [--batch N] "
         "[--runs N] [--work "
         "DIR]\n";
  std::exit(2);
}

Options parse(int Count, char **Given) {
  Options O;
  for (int I = 1; I < Count; ++I) {
    const std::string Name = Given[I];
    auto Value = [&] {
      if (++I >= Count)
        usage(Name + " needs a value");
      return std::string(Given[I]);
    };
    auto Number = [&] {
      const std::string Text = Value();
      if (Text.empty() ||
          Text.find_first_not_of("0123456789") != std::string::npos ||
          Text.size() > 9)
        usage(Name + " needs a number, not '" + Text + "'");
      return static_cast<unsigned>(std::stoul(Text));
    };
    if (Name == "--programs")
      O.Programs = Number();
    else if (Name == "--seed")
      O.Seed = Number();
    else if (Name == "--first")
      O.First = Number();
    else if (Name == "--batch")
      O.Batch = std::max(1u, Number());
    else if (Name == "--runs")
      O.Runs = std::max(1u, Number());
    else if (Name == "--torch")
      O.Torch = Value();
    else if (Name == "--rules")
      O.Rules = Value();
    else if (Name == "--work")
      O.Work = Value();
    else if (Name == "--shrink")
      O.Shrink = Number();
    else if (Name == "--open")
      O.Open = Number();
    else if (Name == "--small-sizes")
      O.SmallSizes = true;
    else if (Name == "--operators")
      O.PerOperator = true;
    else if (Name == "--misses")
      O.Misses = true;
    else if (Name == "--print")
      O.PrintOnly = true;
    else
      usage("unknown option '" + Name + "'");
  }
  return O;
}

std::vector<std::string> words(const std::string &Text) {
  std::istringstream Stream(Text);
  return {std::istream_iterator<std::string>(Stream), {}};
}

/// The one that this program is linked with, or the one in \p Folder.
Torch torchIn(const std::string &Folder) {
  if (Folder.empty())
    return {TENSOR_ORACLE_INCLUDE, words(TENSOR_ORACLE_FLAGS),
            TENSOR_ORACLE_LINK};
  const std::string Lib = Folder + "/lib", Include = Folder + "/include";
  return {Include,
          {"-std=c++20", "-I" + Include,
           "-I" + Include + "/torch/csrc/api/include"},
          "-L" + Lib + " -ltorch_cpu -lc10 -Wl,-rpath," + Lib +
              " -Wl,--allow-shlib-undefined"};
}

class Oracle {
public:
  Oracle(const Options &O, std::shared_ptr<const ModelSet> Models,
         const Supplies &From, const Torch &Where)
      : O(O), From(From), Work(Where, O.Work, O.Runs, std::move(Models)) {}

  int run() {
    const std::string Error = Work.prepare();
    if (!Error.empty())
      return fail(Error);
    for (unsigned Done = 0; Done < O.Programs; Done += O.Batch) {
      std::vector<ProgramTree> Programs;
      for (unsigned I = Done; I < std::min(O.Programs, Done + O.Batch); ++I)
        Programs.push_back(generate(From, O.Seed, O.First + I));
      std::optional<Outcomes> Batch = Work.execute(std::move(Programs));
      if (!Batch)
        return fail(Work.error());
      report(*Batch);
    }
    Total.print(O.PerOperator);
    return Total.Contradictions.empty() ? 0 : 1;
  }

private:
  static int fail(const std::string &Why) {
    std::cerr << "error: " << Why << "\n";
    return 2;
  }

  void report(const Outcomes &Batch) {
    const size_t Contradictions = Total.Contradictions.size();
    const size_t Misses = Total.Misses.size(), Refuted = Total.Refuted.size();
    Total.add(Batch);
    for (size_t I = Contradictions; I < Total.Contradictions.size(); ++I)
      show(Total.Contradictions[I]);
    if (O.Misses) {
      tell("missed", Total.Misses, Misses);
      tell("refuted", Total.Refuted, Refuted);
    }
    std::cout.flush();
  }

  static void tell(const char *What, const std::vector<Miss> &All,
                   size_t First) {
    for (size_t I = First; I < All.size(); ++I)
      std::cout << What << ": program " << All[I].Program << " call "
                << All[I].Call << " " << All[I].Operator << ": " << All[I].What
                << (All[I].IsPossible ? " (possible)" : "") << "\n";
  }

  /// The contradiction; the first of a program with as little of the program
  /// as shows it.
  void show(const Contradiction &C) {
    std::cout << "contradicted: program " << C.Program << " call " << C.Call
              << " run " << C.Run << " " << C.Operator << ": " << C.What
              << "\n";
    if (!Shown.insert(C.Program).second || Shown.size() > O.Shrink)
      return;
    PlainText Text;
    const ProgramTree T = shrunk(generate(From, O.Seed, C.Program), C, Work);
    printPlain(T, Text);
    for (const auto &[Range, Call] : Text.Calls)
      if (Call.second == C.Call) {
        Text.Text.insert(Range.second, " /* here */");
        break;
      }
    std::cout << Text.Text;
  }

  const Options &O;
  const Supplies &From;
  Session Work;
  Tally Total;
  std::set<unsigned> Shown;
};

int printPrograms(const Options &O, const Supplies &From) {
  for (unsigned I = 0; I < O.Programs; ++I) {
    PlainText Text;
    printPlain(generate(From, O.Seed, O.First + I), Text);
    std::cout << Text.Text;
  }
  return 0;
}

int main(int Count, char **Given) {
  Options O = parse(Count, Given);
  c10::SetStackTraceFetcher([] { return std::string(); });
  at::set_num_threads(1);
  c10::NoGradGuard NoGrad;
  const bool IsOwnFolder = O.Work.empty();
  if (IsOwnFolder) {
    std::string Name =
        (std::filesystem::temp_directory_path() / "tensor-oracle-XXXXXX")
            .string();
    if (!mkdtemp(Name.data()))
      usage("no temporary folder");
    O.Work = Name;
  }
  std::filesystem::create_directories(O.Work);
  const Torch Where = torchIn(O.Torch);
  std::string Error;
  // Programs do not depend on the rules that are tested.
  Supplies From{readTemplates(TENSOR_ORACLE_SOURCE "/calls.txt",
                              TENSOR_ORACLE_SOURCE "/../conformance/calls.txt",
                              *ModelSet::builtIn(), O.RestShare, Error),
                DeclaredNames(Where.Include), O.SmallSizes, O.Open / 100.0};
  if (!Error.empty())
    usage(Error);
  std::shared_ptr<const ModelSet> Models = ModelSet::builtIn();
  if (!O.Rules.empty()) {
    ModelError Bad;
    Models = ModelSet::load({O.Rules}, Bad);
    if (!Models)
      usage(Bad.str());
  }
  const int Status = O.PrintOnly ? printPrograms(O, From)
                                 : Oracle(O, Models, From, Where).run();
  if (IsOwnFolder)
    std::filesystem::remove_all(O.Work);
  return Status;
}

} // namespace

} // namespace oracle

int main(int Count, char **Given) { return oracle::main(Count, Given); }
