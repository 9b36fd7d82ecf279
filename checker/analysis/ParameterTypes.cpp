// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/ParameterTypes.h"

#include "analysis/Uses.h"

#include <algorithm>
#include <variant>

namespace tensortidy {

/// `TORCH_CHECK(false, ..)` lets nobody pass.
static bool isNeverTaken(const Edge &E) {
  if (!E.Assumes)
    return false;
  const Condition *C = &*E.Assumes;
  bool Wanted = false;
  while (C->TheKind == Condition::Kind::Not && C->Operands.size() == 1) {
    C = &C->Operands.front();
    Wanted = !Wanted;
  }
  return C->TheKind == Condition::Kind::Constant && C->Value == Wanted;
}

bool isOnEveryPath(const Function &F,
                   const std::function<bool(const Fact &)> &Is) {
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<unsigned> Left = {F.Entry};
  while (!Left.empty()) {
    const unsigned Number = Left.back();
    Left.pop_back();
    const Block &B = F.Blocks[Number];
    if (Seen[Number] || std::any_of(B.Facts.begin(), B.Facts.end(), Is))
      continue;
    Seen[Number] = true;
    const bool Returns =
        B.Successors.empty() &&
        (!B.IsStopped ||
         std::any_of(B.Facts.begin(), B.Facts.end(), [](const Fact &X) {
           return std::holds_alternative<Return>(X.What);
         }));
    if (Returns)
      return false;
    for (const Edge &E : B.Successors)
      if (!isNeverTaken(E))
        Left.push_back(E.To);
  }
  return true;
}

namespace {

/// Which parameter a place has the type of; NoId for none.
class TypeOwners {
public:
  explicit TypeOwners(const Function &F)
      : Owner(F.Places.size(), NoId), Makers(F.Places.size()) {
    for (const Block &B : F.Blocks)
      for (const Fact &X : B.Facts) {
        Uses Defined;
        collectDefinitions(X, F, Defined);
        for (PlaceId P : Defined.Places)
          ++Makers[P];
      }
    for (const Parameter &P : F.Parameters)
      if (P.Tensor != NoId && Makers[P.Tensor] == 0 &&
          !F.Places[P.Tensor].IsList)
        Owner[P.Tensor] = P.Tensor;
    for (const Block &B : F.Blocks)
      for (const Fact &X : B.Facts)
        follow(X);
  }
  PlaceId of(PlaceId P) const { return P == NoId ? NoId : Owner[P]; }

private:
  /// A handle of the same tensor, or a contiguous copy of it.
  void follow(const Fact &X) {
    if (const auto *A = std::get_if<Assign>(&X.What)) {
      take(A->Target, A->Source);
    } else if (const auto *A = std::get_if<Apply>(&X.What)) {
      const std::string Name = A->Op ? A->Op->displayName() : "";
      if ((Name == "contiguous" || Name == "expect_contiguous") &&
          A->Results.size() == 1 && !A->Arguments.empty() &&
          A->Arguments[0].Places.size() == 1)
        take(A->Results[0], A->Arguments[0].Places[0]);
    }
  }
  void take(PlaceId Target, PlaceId Source) {
    if (Target != NoId && Source != NoId && Makers[Target] == 1)
      Owner[Target] = Owner[Source];
  }

  std::vector<PlaceId> Owner;
  std::vector<unsigned> Makers; ///< how many facts define the place
};

} // namespace

std::vector<std::optional<int8_t>> parameterTypes(const Function &F) {
  std::vector<std::optional<int8_t>> Types(F.Places.size());
  auto TypedTake = [](const Fact &X) {
    const auto *T = std::get_if<TakePointer>(&X.What);
    return T && T->ElementType ? T : nullptr;
  };
  const bool TakesAny =
      std::any_of(F.Blocks.begin(), F.Blocks.end(), [&](const Block &B) {
        return std::any_of(B.Facts.begin(), B.Facts.end(), TypedTake);
      });
  if (!TakesAny)
    return Types;
  const TypeOwners Owners(F);
  std::vector<bool> IsMixed(F.Places.size());
  for (const Block &B : F.Blocks)
    for (const Fact &X : B.Facts)
      if (const TakePointer *T = TypedTake(X))
        if (const PlaceId P = Owners.of(T->Tensor); P != NoId) {
          IsMixed[P] = IsMixed[P] || (Types[P] && Types[P] != T->ElementType);
          Types[P] = T->ElementType;
        }
  for (PlaceId P = 0; P < Types.size(); ++P)
    if (Types[P] && (IsMixed[P] || !isOnEveryPath(F, [&](const Fact &X) {
                       const TakePointer *T = TypedTake(X);
                       return T && Owners.of(T->Tensor) == P;
                     })))
      Types[P].reset();
  return Types;
}

} // namespace tensortidy
