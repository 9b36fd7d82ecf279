// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/WrittenCopies.h"

#include <algorithm>
#include <set>
#include <variant>

namespace tensortidy {

namespace {

/// Gives its first argument, or a view of it, and changes nothing.
bool onlyViews(const Apply &A) {
  if (!A.Op || A.Op->TheSchema.Returns.empty())
    return false;
  const SchemaReturn &Gives = A.Op->TheSchema.Returns[0];
  return !Gives.Alias.empty() && !Gives.Writes;
}

/// Places of one function and what is made of what is in them.
class Readers {
public:
  explicit Readers(const Function &F) : F(F) {
    for (const Block &B : F.Blocks)
      for (const Fact &X : B.Facts)
        std::visit(*this, X.What);
  }

  /// Can anything but raw pointers tell what is in the memory of \p P?
  bool mayBeRead(PlaceId P) const {
    std::set<PlaceId> Seen = {P};
    std::vector<PlaceId> Open = {P};
    while (!Open.empty()) {
      const PlaceId Now = Open.back();
      Open.pop_back();
      if (Read.count(Now) || isSeenOutside(Now))
        return true;
      const auto [Begin, End] = Made.equal_range(Now);
      for (auto It = Begin; It != End; ++It)
        if (Seen.insert(It->second).second)
          Open.push_back(It->second);
    }
    return false;
  }

  void operator()(const Assign &A) { flow(A.Source, A.Target); }
  void operator()(const Choose &A) {
    for (PlaceId Source : A.Sources)
      flow(Source, A.Target);
  }
  void operator()(const Call &C) {
    if (!C.IsExpanded)
      read(C.Arguments);
  }
  void operator()(const Return &R) { read(R.Values); }
  void operator()(const TakePointer &T) {
    if (T.Pointer == NoId) // an accessor, which may read
      Read.insert(T.Tensor);
  }
  void operator()(const Apply &A) {
    for (const Argument &Each : A.Arguments)
      if (onlyViews(A))
        for (PlaceId P : Each.Places)
          for (PlaceId Result : A.Results)
            flow(P, Result);
      else
        read(Each.Places);
  }
  template <typename Other> void operator()(const Other &) {}

private:
  void read(const std::vector<PlaceId> &Places) {
    Read.insert(Places.begin(), Places.end());
  }
  void flow(PlaceId From, PlaceId To) {
    if (From != NoId && To != NoId)
      Made.emplace(From, To);
  }
  /// A member, a list, or a variable of the caller's.
  bool isSeenOutside(PlaceId P) const {
    const Place &Is = F.Places[P];
    const bool IsReference = std::any_of(
        F.Parameters.begin(), F.Parameters.end(), [&](const Parameter &Each) {
          return Each.Tensor == P && Each.IsMutableReference;
        });
    return IsReference || Is.IsList || Is.Kind == PlaceKind::Field ||
           Is.Kind == PlaceKind::Captured;
  }

  const Function &F;
  std::multimap<PlaceId, PlaceId> Made;
  std::set<PlaceId> Read;
};

/// Copies whose layout alone makes them.
bool copiesByLayout(const Operator &Op) {
  const std::string Name = Op.displayName();
  return Name == "contiguous" || Name == "reshape" || Name == "flatten";
}

} // namespace

void WrittenCopies::onApply(const Visit &V, const Apply &A,
                            const std::vector<ApplyCase> &Cases) {
  if (!A.Op || !copiesByLayout(*A.Op) || A.Results.size() != 1 ||
      A.Results[0] == NoId)
    return;
  Memory &Made = Copies[V.In.resultId(V.Number, 0)];
  Made.MadeBy = &V.At;
  for (const ApplyCase &C : Cases)
    if (!C.Operands.empty())
      for (const Alternative &Operand : C.Operands[0])
        if (!Operand.Vague && !Operand.Tainted && !Operand.Path)
          Made.Roots.insert(Operand.Roots);
}

void WrittenCopies::onFact(const Visit &V) {
  const auto *U = std::get_if<UsePointer>(&V.At.What);
  const PointerValue *Taken =
      U && U->Pointer != NoId ? V.Before.Pointers.find(U->Pointer) : nullptr;
  if (Taken)
    for (const TakenPointer &T : *Taken)
      use(V, *U, T);
}

/// The memory may be the caller's own, so what is written is meant for it.
static bool mayBeCallers(const Alternative &A, const Context &C) {
  return std::any_of(A.Storages.begin(), A.Storages.end(),
                     [&](uint32_t Id) { return C.isInitialId(Id); });
}

void WrittenCopies::use(const Visit &V, const UsePointer &U,
                        const TakenPointer &T) {
  for (const Alternative &A : T.Value)
    for (uint32_t Storage : A.Storages) {
      const auto It = Copies.find(Storage);
      if (It == Copies.end())
        continue;
      Memory &Of = It->second;
      if (!U.IsWritten)
        Of.IsRead = true;
      else if (!Of.Write && mayBeCallers(A, V.In))
        Of.Write = &V.At;
    }
}

std::vector<WrittenCopies::Lost> WrittenCopies::lost(const Function &F) const {
  std::vector<Lost> Out;
  std::optional<Readers> By;
  for (const auto &[Storage, Each] : Copies) {
    if (!Each.Write || Each.IsRead || Each.Roots.empty())
      continue;
    if (!By)
      By.emplace(F);
    const auto &Maker = std::get<Apply>(Each.MadeBy->What);
    if (!By->mayBeRead(Maker.Results[0]))
      Out.push_back({Each.MadeBy, Each.Write, Each.Roots});
  }
  return Out;
}

} // namespace tensortidy
