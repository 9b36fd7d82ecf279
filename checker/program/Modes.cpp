// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "program/Modes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tensortidy {

namespace {

using TestsByVariable = std::map<IntId, std::vector<ModeTest>>;

bool mentions(const IntExpr &E, IntId I) {
  return E.Int == I ||
         std::any_of(E.Operands.begin(), E.Operands.end(),
                     [&](const IntExpr &Each) { return mentions(Each, I); });
}

template <typename Visitor> void forEachDefine(Function &F, Visitor Visit) {
  for (Block &B : F.Blocks)
    for (Fact &X : B.Facts)
      if (auto *D = std::get_if<Define>(&X.What))
        Visit(*D);
}

void replaceFlags(Condition &C, const std::set<IntId> &Gone) {
  for (Condition &Operand : C.Operands)
    replaceFlags(Operand, Gone);
  if (C.TheKind != Condition::Kind::Flag || !Gone.count(C.Integers.front().Int))
    return;
  Condition Meaning =
      C.Operands.empty() ? Condition::unknown() : std::move(C.Operands.front());
  C = std::move(Meaning);
}

void dropFlags(Function &F, const std::set<IntId> &Gone) {
  if (Gone.empty())
    return;
  for (Block &B : F.Blocks) {
    for (Edge &E : B.Successors)
      if (E.Assumes)
        replaceFlags(*E.Assumes, Gone);
    for (Fact &X : B.Facts)
      if (auto *A = std::get_if<Assume>(&X.What))
        replaceFlags(A->Holds, Gone);
  }
}

/// A variable that is compared with more constants is a quantity. Each test of
/// a mode is related with each other one.
constexpr size_t MaxTests = 48;

void dropQuantities(Function &F, TestsByVariable &Tests) {
  std::set<IntId> Quantities, Gone;
  forEachDefine(F, [&](const Define &D) {
    if (mentions(D.Value, D.Integer) && Tests.count(D.Integer))
      Quantities.insert(D.Integer);
  });
  for (const auto &[Variable, Each] : Tests)
    if (Each.size() > MaxTests)
      Quantities.insert(Variable);
  for (IntId I : Quantities) {
    for (const ModeTest &T : Tests[I])
      Gone.insert(T.Flag);
    Tests.erase(I);
  }
  dropFlags(F, Gone);
}

/// What is asked of a copy is asked of what it was copied from, too.
void addTestsOfSources(Function &F, TestsByVariable &Tests) {
  std::vector<std::pair<IntId, IntId>> Copies;
  forEachDefine(F, [&](const Define &D) {
    if (D.Value.TheKind == IntExpr::Kind::Variable && Tests.count(D.Integer))
      Copies.emplace_back(D.Integer, D.Value.Int);
  });
  for (const auto &[Copy, Source] : Copies) {
    const std::vector<ModeTest> Asked = Tests[Copy];
    std::vector<ModeTest> &Known = Tests[Source];
    for (ModeTest T : Asked) {
      if (std::any_of(Known.begin(), Known.end(), [&](const ModeTest &O) {
            return O.IsEqual == T.IsEqual && O.Bound == T.Bound;
          }))
        continue;
      T.Variable = Source;
      T.Flag = F.addInteger("");
      T.IsLocal = !Known.empty() && Known.front().IsLocal;
      Known.push_back(T);
    }
  }
}

const ModeTest *sameTest(const TestsByVariable &Tests, IntId Of,
                         const ModeTest &T) {
  auto It = Tests.find(Of);
  if (It == Tests.end())
    return nullptr;
  for (const ModeTest &O : It->second)
    if (O.IsEqual == T.IsEqual && O.Bound == T.Bound)
      return &O;
  return nullptr;
}

Condition flag(IntId I) {
  Condition C;
  C.TheKind = Condition::Kind::Flag;
  C.Integers.push_back(IntExpr::variable(I));
  return C;
}

/// Sets the flags at the definitions; of a copy, by asking its source.
class FlagSetter {
public:
  FlagSetter(Function &F, const TestsByVariable &Tests) : F(F), Tests(Tests) {}

  void run() {
    // Those that are added hold the rest of the ones before them.
    for (size_t B = 0, Count = F.Blocks.size(); B < Count; ++B)
      visit(B);
  }

private:
  void visit(size_t B) {
    std::vector<Fact> Facts = std::move(F.Blocks[B].Facts);
    F.Blocks[B].Facts.clear();
    std::vector<Edge> After = std::move(F.Blocks[B].Successors);
    F.Blocks[B].Successors.clear();
    size_t Current = B;
    for (Fact &X : Facts) {
      std::optional<Define> D;
      if (const auto *Found = std::get_if<Define>(&X.What))
        D = *Found;
      const Origin From = X.From;
      const uint32_t Expansion = X.Expansion;
      F.Blocks[Current].Facts.push_back(std::move(X));
      auto It = D ? Tests.find(D->Integer) : Tests.end();
      if (It == Tests.end())
        continue;
      for (const ModeTest &T : It->second)
        Current = set(T, D->Value, {{}, From, Expansion}, Current);
    }
    F.Blocks[Current].Successors = std::move(After);
  }

  size_t set(const ModeTest &T, const IntExpr &V, Fact At, size_t Current) {
    auto Emit = [&](size_t Block, IntExpr Value) {
      At.What = Define{T.Flag, std::move(Value)};
      F.Blocks[Block].Facts.push_back(At);
    };
    const ModeTest *Source = V.TheKind == IntExpr::Kind::Variable
                                 ? sameTest(Tests, V.Int, T)
                                 : nullptr;
    if (!Source) {
      Emit(Current, V.TheKind == IntExpr::Kind::Literal
                        ? IntExpr::literal(T.holds(V.Value))
                        : IntExpr::opaque(--NextOpaque));
      return Current;
    }
    const size_t First = F.Blocks.size();
    F.Blocks.resize(First + 3);
    for (bool IsSet : {true, false}) {
      const size_t Side = First + (IsSet ? 0 : 1);
      F.Blocks[Current].Successors.push_back(
          {static_cast<unsigned>(Side),
           IsSet ? flag(Source->Flag)
                 : Condition::negated(flag(Source->Flag))});
      Emit(Side, IntExpr::literal(IsSet));
      F.Blocks[Side].Successors.push_back(
          {static_cast<unsigned>(First + 2), std::nullopt});
    }
    return First + 2;
  }

  Function &F;
  const TestsByVariable &Tests;
  int64_t NextOpaque = 0; ///< those of the lowering are positive
};

/// What \p Q is where \p P is \p Value, if that follows.
std::optional<bool> implied(const ModeTest &P, bool Value, const ModeTest &Q) {
  if (P.IsEqual)
    return Value ? std::optional<bool>(Q.holds(P.Bound)) : std::nullopt;
  if (Value) { // below P.Bound
    if (Q.Bound >= P.Bound)
      return !Q.IsEqual;
    return std::nullopt;
  }
  if (Q.IsEqual ? Q.Bound < P.Bound : Q.Bound <= P.Bound)
    return false;
  return std::nullopt;
}

/// The same of a variable that has one of \p Values.
std::optional<bool> implied(const ModeTest &P, bool Value, const ModeTest &Q,
                            const std::set<int64_t> &Values) {
  std::optional<bool> Result;
  for (int64_t V : Values) {
    if (P.holds(V) != Value)
      continue;
    if (Result && *Result != Q.holds(V))
      return std::nullopt;
    Result = Q.holds(V);
  }
  return Result;
}

/// All that \p I is ever given; none if it is given something else, too.
std::set<int64_t> valuesOf(Function &F, IntId I) {
  std::set<int64_t> Values;
  bool AreConstants = true;
  forEachDefine(F, [&](const Define &D) {
    if (D.Integer != I)
      return;
    AreConstants &= D.Value.TheKind == IntExpr::Kind::Literal;
    Values.insert(D.Value.Value);
  });
  return AreConstants ? Values : std::set<int64_t>();
}

void addImplications(Function &F, const std::vector<ModeTest> &Tests) {
  if (Tests.size() < 2)
    return;
  std::set<int64_t> Values;
  if (Tests.front().IsLocal)
    Values = valuesOf(F, Tests.front().Variable);
  for (const ModeTest &P : Tests)
    for (const ModeTest &Q : Tests)
      for (bool Value : {true, false}) {
        if (P.Flag == Q.Flag)
          continue;
        std::optional<bool> Other = Values.empty()
                                        ? implied(P, Value, Q)
                                        : implied(P, Value, Q, Values);
        if (Other)
          F.Implications.push_back({P.Flag, Value, Q.Flag, *Other});
      }
}

} // namespace

void settleModes(Function &F, std::vector<ModeTest> All) {
  TestsByVariable Tests;
  for (ModeTest &T : All)
    Tests[T.Variable].push_back(T);
  dropQuantities(F, Tests);
  addTestsOfSources(F, Tests);
  if (Tests.empty())
    return;
  FlagSetter(F, Tests).run();
  for (const auto &[Variable, Each] : Tests)
    addImplications(F, Each);
}

} // namespace tensortidy
