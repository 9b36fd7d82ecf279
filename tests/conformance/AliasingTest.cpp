// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operators without a rule: what the schema says of storage is all that is
// claimed of them, and must be true. They run in another process, which some of
// them end.

#include "Execute.h"

#include "models/ModelSet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace conformance;
using namespace tensortidy;

namespace {

enum class Verdict { NotCallable = 0, Right = 1, Wrong = 2 };

bool sharesStorage(const at::Tensor &A, const at::Tensor &B) {
  return A.defined() && B.defined() && A.has_storage() && B.has_storage() &&
         A.is_alias_of(B) && A.storage().nbytes() > 0;
}

/// Does \p Real lie where \p Says allows it to?
bool fits(const TensorResult &Says, const at::Tensor &Real,
          const std::vector<at::Tensor> &Before) {
  bool SharesSource = Says.Source >= 0 &&
                      static_cast<size_t>(Says.Source) < Before.size() &&
                      sharesStorage(Real, Before[Says.Source]);
  bool SharesAny =
      std::any_of(Before.begin(), Before.end(),
                  [&](const at::Tensor &B) { return sharesStorage(Real, B); });
  switch (Says.TheRelation) {
  case Relation::Self:
    return SharesSource || Real.numel() == 0;
  case Relation::View:
    return SharesSource || Real.numel() == 0;
  case Relation::New:
    return !SharesAny;
  case Relation::SelfOrNew:
  case Relation::ViewOrNew:
    return SharesSource || !SharesAny;
  case Relation::Unknown:
    return true;
  }
  return false;
}

Verdict runCall(const Call &C) {
  SymbolTable Symbols;
  Facts F(Symbols);
  Values V;
  auto X = makeInput("contiguous", C.Rank, Mode::Exact, C.Type, F, V);
  std::vector<BothArguments> Arguments = evaluateArguments(C, *X, F);
  std::vector<ActualArgument> Actuals;
  std::vector<at::Tensor> Before;
  for (const BothArguments &A : Arguments) {
    Actuals.push_back(A.Symbolic);
    Before.push_back(A.Concrete.isTensor() ? A.Concrete.toTensor()
                                           : at::Tensor());
  }
  Outcome O = evaluate(*C.Op, Actuals, "call", F, torchHere());
  Actual A = execute(C, Arguments);
  if (!A.Exists || A.Threw)
    return Verdict::NotCallable;
  for (size_t I = 0; I < O.Results.size() && I < A.Results.size(); ++I)
    if (A.Results[I].defined() && !fits(O.Results[I], A.Results[I], Before))
      return Verdict::Wrong;
  return Verdict::Right;
}

/// Any of the default calls that works; a wrong one wins.
Verdict runAll(const Operator &Op) {
  Verdict Worst = Verdict::NotCallable;
  for (const Call &C : defaultCalls(Op)) {
    try {
      Worst = std::max(Worst, runCall(C));
    } catch (const std::exception &) {
      continue;
    }
  }
  return Worst;
}

/// The verdicts on operators, filled in by processes that run one after the
/// other: one that ends at an operator, by itself or after three seconds,
/// leaves its verdict at "not callable", and the next goes on behind it.
class Verdicts {
public:
  explicit Verdicts(std::vector<const Operator *> Operators)
      : Operators(std::move(Operators)) {
    void *Memory =
        mmap(nullptr, sizeof(Shared) + this->Operators.size(),
             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Common = Memory == MAP_FAILED ? nullptr : static_cast<Shared *>(Memory);
    while (Common && Common->Next < this->Operators.size())
      if (!runProcess())
        return;
  }
  ~Verdicts() {
    if (Common)
      munmap(Common, sizeof(Shared) + Operators.size());
  }
  Verdicts(const Verdicts &) = delete;
  Verdicts &operator=(const Verdicts &) = delete;

  bool complete() const { return Common && Common->Next == Operators.size(); }
  Verdict of(size_t I) const { return static_cast<Verdict>(table()[I]); }

private:
  struct Shared {
    size_t Next; ///< the operator that is run next
  };
  char *table() const { return reinterpret_cast<char *>(Common + 1); }

  bool runProcess() {
    pid_t Child = fork();
    if (Child == 0)
      runRest();
    return Child > 0 && waitpid(Child, nullptr, 0) == Child;
  }
  [[noreturn]] void runRest() {
    if (!freopen("/dev/null", "w", stderr))
      _exit(1);
    while (Common->Next < Operators.size()) {
      size_t I = Common->Next++;
      alarm(3);
      table()[I] = static_cast<char>(runAll(*Operators[I]));
    }
    _exit(0);
  }

  std::vector<const Operator *> Operators;
  Shared *Common = nullptr;
};

bool isUnruled(const Operator &Op) {
  return !Op.ruleFor(torchHere()) &&
         !(Op.Functional && Op.Functional->ruleFor(torchHere()));
}

TEST(Aliasing, TheSchemaIsTrueOfOperatorsWithoutARule) {
  startObserving();
  auto Models = ModelSet::builtIn();
  std::vector<const Operator *> Unruled;
  for (const Schema &S : schemasHere())
    for (const Operator *Op : Models->findAll(S.fullName()))
      if (sameMeaning(Op->TheSchema, S) && isUnruled(*Op))
        Unruled.push_back(Op);
  Verdicts All(Unruled);
  ASSERT_TRUE(All.complete());
  unsigned Callable = 0;
  for (size_t I = 0; I < Unruled.size(); ++I) {
    Callable += All.of(I) != Verdict::NotCallable;
    EXPECT_NE(All.of(I), Verdict::Wrong) << Unruled[I]->TheSchema.fullName();
  }
  std::cout << "libtorch " << torchHere().str()
            << ": the storage of the results of " << Callable
            << " overloads without a rule is where their schema allows it; "
            << Unruled.size() - Callable
            << " cannot be called with made-up arguments\n";
  EXPECT_GT(Callable, 100u);
}

/// Storage that is not where it was said to be is found.
TEST(Aliasing, WhatIsElsewhereIsFound) {
  TensorResult Says;
  Says.TheRelation = Relation::View;
  Says.Source = 0;
  at::Tensor X = at::ones({2, 3});
  EXPECT_FALSE(fits(Says, X.cosh(), {X}));
  EXPECT_TRUE(fits(Says, X.t(), {X}));
  Says.TheRelation = Relation::New;
  EXPECT_FALSE(fits(Says, X.t(), {X}));
  Says.TheRelation = Relation::ViewOrNew;
  EXPECT_FALSE(fits(Says, X.t(), {at::ones({2}), X}));
}

} // namespace
