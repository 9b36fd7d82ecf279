// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every rule against the libtorch that is installed.

#include "Cells.h"

#include "models/Rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>

using namespace conformance;
using namespace tensortidy;

namespace {

class Conformance : public testing::Test {
protected:
  static void SetUpTestSuite() { startObserving(); }
};

/// Those of the operators that TENSOR_TIDY_OPERATORS lists
/// ("aten::conv1d,..."), for who works on their rules.
std::vector<Call> only(std::vector<Call> Calls) {
  const char *Names = std::getenv("TENSOR_TIDY_OPERATORS");
  if (!Names)
    return Calls;
  const std::string Listed = "," + std::string(Names) + ",";
  Calls.erase(std::remove_if(Calls.begin(), Calls.end(),
                             [&](const Call &C) {
                               return Listed.find("," +
                                                  C.Op->TheSchema.fullName() +
                                                  ",") == std::string::npos;
                             }),
              Calls.end());
  return Calls;
}

/// The calls of calls.txt and, for operators it does not name, default ones.
std::vector<Call> allCalls(const ModelSet &Models, std::string &Missing) {
  std::string Error;
  std::vector<Call> Calls =
      readCalls(TENSOR_TIDY_CONFORMANCE_CALLS, Models, Error);
  if (!Error.empty()) {
    Missing = Error;
    return {};
  }
  std::map<const Operator *, bool> Seen;
  for (const Call &C : Calls)
    Seen[C.Op] = true;
  for (const Operator *Op : Models.ruled()) {
    if (Seen[Op] || !Op->ruleFor(torchHere()) || !exists(*Op))
      continue;
    bool Works = false;
    for (Call &C : defaultCalls(*Op))
      if (works(C)) {
        Works = true;
        Calls.push_back(std::move(C));
      }
    if (!Works)
      Missing +=
          "  " + signatureOf(*Op) + " / " + Op->TheSchema.fullName() + "\n";
  }
  return only(std::move(Calls));
}

Tally compareAll(const std::vector<Call> &Calls, Mode M,
                 Cells *Table = nullptr) {
  Tally All;
  for (const Call &C : Calls)
    for (const std::string &Class : inputClasses()) {
      Tally T = compare(C, Class, M);
      if (Table)
        Table->add(C, Class, T);
      All.add(T);
    }
  return All;
}

void print(const char *Which, const CellCount &N) {
  std::cout << "  cells of " << Which << ": " << N.Compared << " compared, "
            << N.Decided << " decided (" << std::fixed << std::setprecision(1)
            << 100 * N.share() << " %)\n";
}

void print(Mode M, const std::vector<Call> &Calls, const Tally &T,
           const Cells &Table) {
  std::cout << "libtorch " << torchHere().str() << ", mode " << toString(M)
            << ": " << Calls.size() << " calls, " << T.Runs
            << " runs; answers: " << T.Right << " decided and right, "
            << T.CannotTell << " cannot tell, " << T.Coincided
            << " generic no that coincided, " << T.Contradictions.size()
            << " contradicted; results not generic: " << T.NotGeneric << "\n";
  print("all operators", Table.count());
  print("the model's operators", Table.countOfTheModel());
  if (std::getenv("TENSOR_TIDY_LIST_UNDECIDED"))
    for (const std::string &Line : T.Undecided)
      std::cout << "  cannot tell: " << Line << "\n";
}

TEST_F(Conformance, EveryRuledOperatorIsCalled) {
  std::string Missing;
  allCalls(*ModelSet::builtIn(), Missing);
  EXPECT_EQ(Missing, "") << "ruled operators without a call that works; add "
                            "one to tests/conformance/calls.txt";
}

/// The share of the model's cells that has to be decided.
constexpr double LeastDecided = 0.95;

TEST_F(Conformance, NothingIsContradicted) {
  std::string Missing;
  std::vector<Call> Calls = allCalls(*ModelSet::builtIn(), Missing);
  for (Mode M : AllModes) {
    Cells Table;
    Tally T = compareAll(Calls, M, &Table);
    print(M, Calls, T, Table);
    for (const std::string &Line : T.Contradictions)
      ADD_FAILURE() << Line;
    EXPECT_GT(T.Right, T.Runs) << "hardly anything is decided";
    if (M == Mode::Exact)
      EXPECT_GE(Table.countOfTheModel().share(), LeastDecided);
  }
}

/// Overloads of this libtorch that take a tensor and give one.
struct Overloads {
  unsigned Ruled = 0;   ///< with a rule of their own
  unsigned OfPlain = 0; ///< in place or out=, of an operator with a rule
  unsigned Unruled = 0; ///< what they do to layouts is not known
  unsigned Unknown = 0; ///< the embedded schemas do not have them
};

bool takesAndGives(const Schema &S) {
  auto IsTensor = [](const auto &A) {
    return A.Type == SchemaType::Tensor || A.Type == SchemaType::TensorList;
  };
  return std::any_of(S.Arguments.begin(), S.Arguments.end(), IsTensor) &&
         std::any_of(S.Returns.begin(), S.Returns.end(), IsTensor);
}

Overloads countOverloads(const ModelSet &Models) {
  Overloads N;
  for (const Schema &S : schemasHere()) {
    if (!takesAndGives(S))
      continue;
    const Operator *Op = nullptr;
    for (const Operator *Candidate : Models.findAll(S.fullName()))
      if (sameMeaning(Candidate->TheSchema, S))
        Op = Candidate;
    bool Plain = Op && Op->Functional && Op->Functional->ruleFor(torchHere());
    ++(!Op                        ? N.Unknown
       : Op->ruleFor(torchHere()) ? N.Ruled
       : Plain                    ? N.OfPlain
                                  : N.Unruled);
  }
  return N;
}

TEST_F(Conformance, EveryOverloadHasAKnownSchema) {
  Overloads N = countOverloads(*ModelSet::builtIn());
  std::cout << "libtorch " << torchHere().str() << ": of "
            << N.Ruled + N.OfPlain + N.Unruled + N.Unknown
            << " overloads that take and give tensors, " << N.Ruled
            << " have a rule, " << N.OfPlain
            << " write what an operator with a rule computes, " << N.Unruled
            << " have none: of these the schema's aliasing is all that is "
               "known\n";
  EXPECT_EQ(N.Unknown, 0u);
  EXPECT_GT(N.Ruled, 400u);
}

/// The rules with one of them replaced.
std::shared_ptr<const ModelSet> falsified(const std::string &Rule) {
  std::string Name = testing::TempDir() + "falsified.yaml";
  std::ofstream(Name) << "version: 1\ntorch: \">=1.13\"\nsource: false on "
                         "purpose\nrules:\n"
                      << Rule;
  ModelError Error;
  auto Models = ModelSet::load({Name}, Error);
  std::remove(Name.c_str());
  EXPECT_TRUE(Models) << Error.str();
  return Models;
}

struct Falsified {
  const char *Operator;
  const char *Rule;
};

void PrintTo(const Falsified &F, std::ostream *Stream) {
  *Stream << F.Operator;
}

class FalsifiedRule : public testing::TestWithParam<Falsified> {
protected:
  static void SetUpTestSuite() { startObserving(); }
};

TEST_P(FalsifiedRule, IsContradictedInEveryMode) {
  auto Models = falsified(GetParam().Rule);
  ASSERT_TRUE(Models);
  std::string Error;
  std::vector<Call> Calls =
      readCalls(TENSOR_TIDY_CONFORMANCE_CALLS, *Models, Error);
  ASSERT_EQ(Error, "");
  std::vector<Call> Mine;
  for (const Call &C : Calls)
    if (C.Op->TheSchema.fullName() == GetParam().Operator)
      Mine.push_back(C);
  ASSERT_FALSE(Mine.empty());
  for (Mode M : AllModes)
    EXPECT_FALSE(compareAll(Mine, M).Contradictions.empty()) << toString(M);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, FalsifiedRule,
    testing::Values(
        Falsified{"aten::transpose.int", "  - op: aten::transpose.int\n"
                                         "    override: true\n"
                                         "    new: row_major(self)\n"},
        Falsified{"aten::clone", "  - op: aten::clone\n"
                                 "    override: true\n"
                                 "    new: row_major(self)\n"},
        Falsified{"aten::linear",
                  "  - op: aten::linear\n"
                  "    override: true\n"
                  "    new: row_major(matmul(input, aten::t(weight)))\n"
                  "    reads:\n"
                  "      - {arg: input, usable_if: true}\n"}));

} // namespace
