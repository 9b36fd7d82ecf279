// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/LoopChanges.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace tensortidy {

namespace {

/// Operators that give something else at each call, by what their names begin
/// with; further ones take a generator.
constexpr std::string_view RandomNames[] = {
    "aten::rand",    "aten::normal",    "aten::multinomial",
    "aten::poisson", "aten::bernoulli", "aten::binomial"};

bool isRandom(const Operator &Op) {
  const std::string &Name = Op.TheSchema.Name;
  return Op.TheSchema.indexOf("generator") ||
         Name.find("dropout") != std::string::npos ||
         Name.find("rrelu") != std::string::npos ||
         std::any_of(std::begin(RandomNames), std::end(RandomNames),
                     [&](std::string_view Begin) {
                       return Name.compare(0, Begin.size(), Begin) == 0;
                     });
}

bool writes(const Operator &Op) {
  return std::any_of(Op.TheSchema.Arguments.begin(),
                     Op.TheSchema.Arguments.end(),
                     [](const SchemaArgument &A) { return A.Writes; });
}

} // namespace

LoopChanges::LoopChanges(const Function &F, const LoopNest &Nest)
    : F(F), Nest(Nest), OfPlaces(F.Places.size()),
      OfIntegers(F.Integers.size()) {
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const Fact &X : F.Blocks[B].Facts) {
      Uses Defined;
      collectDefinitions(X, F, Defined);
      for (PlaceId P : Defined.Places)
        OfPlaces[P].push_back({B, &X});
      for (IntId I : Defined.Integers)
        OfIntegers[I].push_back({B, &X});
      // What is added to a list is one of its definitions.
      if (const auto *A = std::get_if<Assign>(&X.What);
          A && A->Target != NoId && F.Places[A->Target].IsList)
        OfPlaces[A->Target].push_back({B, &X});
    }
}

/// A value that is made anew in each iteration, and nowhere else, changes with
/// what it is made of.
bool LoopChanges::changes(PlaceId P, unsigned L) {
  if (P == NoId)
    return false;
  Known &Now = Places.try_emplace({P, L}, Known::Open).first->second;
  if (Now == Known::Open) {
    Now = Known::Yes; // where it is made of itself
    const bool Changes = isRedefined(P, L);
    Places[{P, L}] = Changes ? Known::Yes : Known::No;
    return Changes;
  }
  return Now == Known::Yes;
}

bool LoopChanges::isRedefined(PlaceId P, unsigned L) {
  const std::vector<Definition> &All = OfPlaces[P];
  const bool IsIn =
      std::any_of(All.begin(), All.end(), [&](const Definition &D) {
        return Nest[L].contains(D.Block);
      });
  if (!IsIn)
    return false;
  const PlaceKind Kind = F.Places[P].Kind;
  return All.size() != 1 || F.Places[P].IsList ||
         (Kind != PlaceKind::Temporary && Kind != PlaceKind::Local) ||
         changesIn(All.front(), L);
}

bool LoopChanges::changesIn(const Definition &D, unsigned L) {
  if (const auto *A = std::get_if<Apply>(&D.By->What))
    return changes(*A, L);
  if (const auto *A = std::get_if<Assign>(&D.By->What))
    return A->Source != NoId &&
           (F.Places[A->Source].IsList || changes(A->Source, L));
  if (const auto *I = std::get_if<Define>(&D.By->What))
    return changes(I->Value, L);
  return true;
}

bool LoopChanges::changes(const IntExpr &E, unsigned L) {
  if (E.TheKind == IntExpr::Kind::Opaque)
    return true;
  if (E.TheKind == IntExpr::Kind::Variable && E.Int != NoId) {
    Known &Now = Integers.try_emplace({E.Int, L}, Known::Open).first->second;
    if (Now == Known::Open) {
      Now = Known::Yes;
      const std::vector<Definition> &All = OfIntegers[E.Int];
      const bool IsIn =
          std::any_of(All.begin(), All.end(), [&](const Definition &D) {
            return Nest[L].contains(D.Block);
          });
      const bool Changes =
          IsIn && (All.size() != 1 || changesIn(All.front(), L));
      Integers[{E.Int, L}] = Changes ? Known::Yes : Known::No;
      return Changes;
    }
    return Now == Known::Yes;
  }
  return changes(E.Tensor, L) ||
         std::any_of(E.Operands.begin(), E.Operands.end(),
                     [&](const IntExpr &O) { return changes(O, L); });
}

bool LoopChanges::changes(const Argument &A, unsigned L) {
  const bool IsElement = A.TheKind == Argument::Kind::Tensor;
  for (PlaceId P : A.Places)
    if (changes(P, L) || (IsElement && P != NoId && F.Places[P].IsList))
      return true;
  for (const IntExpr &E : A.Ints)
    if (changes(E, L))
      return true;
  for (const IndexOperand &I : A.Items) {
    if (I.TheKind == IndexOperand::Kind::Unknown || changes(I.Tensor, L))
      return true;
    for (const auto *Bound : {&I.Start, &I.Stop, &I.Step})
      if (*Bound && changes(**Bound, L))
        return true;
  }
  return false;
}

bool LoopChanges::changes(const Apply &A, unsigned L) {
  return !A.Op || !A.RestIsConstant || isRandom(*A.Op) || writes(*A.Op) ||
         std::any_of(A.Arguments.begin(), A.Arguments.end(),
                     [&](const Argument &Each) { return changes(Each, L); });
}

bool LoopChanges::definesAmong(PlaceId P, unsigned Block, size_t First,
                               size_t End) const {
  const std::vector<Fact> &Facts = F.Blocks[Block].Facts;
  return std::any_of(
      OfPlaces[P].begin(), OfPlaces[P].end(), [&](const Definition &D) {
        return D.Block == Block && D.By >= Facts.data() + First &&
               D.By < Facts.data() + End;
      });
}

/// Is there a way through \p L from a block of \p Work to the fact \p UpTo of
/// \p Target on which nothing defines \p P?
bool LoopChanges::reaches(PlaceId P, unsigned L, std::vector<unsigned> Work,
                          unsigned Target, size_t UpTo) const {
  std::vector<bool> Seen(F.Blocks.size());
  while (!Work.empty()) {
    const unsigned B = Work.back();
    Work.pop_back();
    if (Seen[B] || !Nest[L].contains(B))
      continue;
    Seen[B] = true;
    if (B == Target && !definesAmong(P, B, 0, UpTo))
      return true;
    if (!definesAmong(P, B, 0, F.Blocks[B].Facts.size()))
      for (const Edge &E : F.Blocks[B].Successors)
        Work.push_back(E.To);
  }
  return false;
}

bool LoopChanges::isCarriedTo(PlaceId P, unsigned L, unsigned Block,
                              size_t Index) const {
  return reaches(P, L, {Nest[L].Written->Head}, Block, Index);
}

bool LoopChanges::isCarriedFrom(PlaceId P, unsigned L, unsigned Block,
                                size_t Index) const {
  const std::vector<Fact> &Facts = F.Blocks[Block].Facts;
  if (definesAmong(P, Block, Index + 1, Facts.size()))
    return false;
  std::vector<unsigned> Next;
  for (const Edge &E : F.Blocks[Block].Successors)
    Next.push_back(E.To);
  return reaches(P, L, std::move(Next), Nest[L].Written->Head, 0);
}

} // namespace tensortidy
