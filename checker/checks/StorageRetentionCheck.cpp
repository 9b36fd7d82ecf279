// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/Copies.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace tensortidy {

namespace {

/// Memory that a call allocated.
struct Allocation {
  const Fact *By = nullptr; ///< an Apply
  Monomial Elements;
  std::optional<int64_t> Bytes; ///< if they are known
};

/// A value that outlives the function's temporaries, and how much of an
/// allocation it shows.
struct Survivor {
  const Fact *At = nullptr;
  unsigned Block = 0;
  PlaceId In = NoId; ///< what is stored has been given to
  std::string Entity;
  /// How many times more the allocation has, if that is an integer.
  std::optional<Monomial> Ratio;
  std::string All, Shown; ///< elements, printed
  bool IsStored = false;  ///< in a member, or in a list of the caller's
};

/// Finds views of a part of what a function allocated that keep all of it
/// alive: returned, or stored in a member or a container.
class StorageRetentionCheck : public Check {
public:
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    if (!A.Op || Cases.empty() || A.Op->displayName() == "from_blob")
      return;
    noteReplaced(V, A, Cases);
    for (size_t I = 0; I < A.Results.size(); ++I) {
      if (A.Results[I] == NoId)
        continue;
      if (const std::optional<Monomial> Elements = allocated(Cases, I))
        Made[V.In.resultId(V.Number, I)] = {
            &V.At, *Elements,
            bytesOf(*Elements, Cases[0].Result.Results[I].Has, Cases[0].After)};
      if (!isStored(A.Results[I], V.In.In))
        continue;
      overwrite(V, A.Results[I]);
      if (Cases.size() == 1)
        storeResult(V, A, I, Cases[0]);
    }
  }

  void onFact(const Visit &V) override {
    if (const auto *R = std::get_if<Return>(&V.At.What)) {
      for (PlaceId P : R->Values)
        if (P != NoId && !V.In.In.Places[P].IsList)
          survive(V, P, NoId);
    } else if (const auto *A = std::get_if<Assign>(&V.At.What)) {
      store(V, A->Target, A->Source);
    } else if (const auto *C = std::get_if<Choose>(&V.At.What)) {
      // `list.push_back(x)`
      for (PlaceId Source : C->Sources)
        if (Source != C->Target)
          store(V, C->Target, Source);
    } else if (const auto *C = std::get_if<Call>(&V.At.What);
               C && !C->IsExpanded) {
      // It may keep what it gets.
      for (PlaceId P : C->Arguments)
        if (P != NoId)
          for (const Alternative &Each : V.Before.value(P))
            for (uint32_t Id : Each.Storages)
              Given.insert(Id);
    }
  }

  void end(const Context &C, std::vector<Finding> &Into) override {
    for (const auto &[Storage, All] : Survivors)
      judge(Storage, All, C, Into);
    Survivors.clear();
    Made.clear();
    Replaced.clear();
    Given = IdSet();
  }

private:
  static bool isStored(PlaceId P, const Function &F) {
    const Place &Is = F.Places[P];
    if (Is.Kind == PlaceKind::Field)
      return true;
    return std::any_of(F.Parameters.begin(), F.Parameters.end(),
                       [&](const Parameter &Each) {
                         return Each.Tensor == P && Each.IsMutableReference;
                       });
  }
  static std::optional<Monomial> allocated(const std::vector<ApplyCase> &Cases,
                                           size_t I);
  void store(const Visit &V, PlaceId Target, PlaceId Source) {
    if (Target == NoId)
      return;
    const bool Stored = isStored(Target, V.In.In);
    if (Stored)
      overwrite(V, Target);
    if (Source != NoId && !showsTheSame(Source) &&
        (Stored || V.In.In.Places[Target].IsList))
      survive(V, Source, Target);
  }
  /// What \p P was given before, in the same block, it has no more.
  void overwrite(const Visit &V, PlaceId P) {
    if (V.In.In.Places[P].IsList)
      return;
    const unsigned Block = V.In.blockOf(V.Number);
    for (auto &[Storage, All] : Survivors)
      All.erase(std::remove_if(All.begin(), All.end(),
                               [&](const Survivor &S) {
                                 return S.In == P && S.Block == Block;
                               }),
                All.end());
  }
  /// What is copied from where a part was stored is no other part.
  bool showsTheSame(PlaceId Source) const {
    return std::any_of(
        Survivors.begin(), Survivors.end(), [&](const auto &Each) {
          return std::any_of(Each.second.begin(), Each.second.end(),
                             [&](const Survivor &S) { return S.In == Source; });
        });
  }
  void noteReplaced(const Visit &V, const Apply &A,
                    const std::vector<ApplyCase> &Cases);
  void judgeReplaced(const Survivor &S, const Allocation &By, const Fact &Copy,
                     const Context &C, std::vector<Finding> &Into);
  void survive(const Visit &V, PlaceId P, PlaceId Into);
  void storeResult(const Visit &V, const Apply &A, size_t I,
                   const ApplyCase &C);
  void add(const Visit &V, uint32_t Storage, const Monomial &Shown,
           const Facts &F, std::string Entity, PlaceId Into);
  void judge(uint32_t Storage, const std::vector<Survivor> &All,
             const Context &C, std::vector<Finding> &Into);

  std::map<uint32_t, Allocation> Made;                 ///< by storage
  std::map<uint32_t, std::vector<Survivor>> Survivors; ///< the same
  /// By storage: the call that gave a handle of it a contiguous copy instead.
  std::map<uint32_t, const Fact *> Replaced;
  IdSet Given; ///< storages that functions got
};

/// The elements of the result \p I, if it is new in every case.
std::optional<Monomial>
StorageRetentionCheck::allocated(const std::vector<ApplyCase> &Cases,
                                 size_t I) {
  std::optional<Monomial> Out;
  for (const ApplyCase &C : Cases) {
    if (!C.Result.Modelled || I >= C.Result.Results.size() ||
        C.Result.Results[I].TheRelation != Relation::New)
      return std::nullopt;
    const Monomial Elements =
        C.After.canonical(C.Result.Results[I].TheLayout.numel());
    if (!Elements.isValid() || (Out && *Out != Elements))
      return std::nullopt;
    Out = Elements;
  }
  return Out;
}

void StorageRetentionCheck::add(const Visit &V, uint32_t Storage,
                                const Monomial &Shown, const Facts &F,
                                std::string Entity, PlaceId Into) {
  const auto It = Made.find(Storage);
  if (It == Made.end())
    return;
  Survivor S;
  S.At = &V.At;
  S.Block = V.In.blockOf(V.Number);
  S.Entity = std::move(Entity);
  const Monomial All = F.canonical(It->second.Elements);
  const Monomial Part = F.canonical(Shown);
  if (Part.isValid() && !Part.isZero())
    if (const Monomial Ratio = All / Part;
        Ratio.isValid() && Ratio.isIntegral())
      S.Ratio = Ratio;
  S.All = print(All, F);
  S.Shown = print(Part, F);
  S.In = Into;
  S.IsStored = Into != NoId && isStored(Into, V.In.In);
  Survivors[Storage].push_back(std::move(S));
}

void StorageRetentionCheck::survive(const Visit &V, PlaceId P, PlaceId Into) {
  const TensorValue &Value = V.Before.value(P);
  for (const Alternative &A : Value)
    for (uint32_t Storage : A.Storages) {
      // What may have other memory is not known to keep this one.
      const bool IsKnown = Value.size() == 1 && A.Storages.size() == 1 &&
                           !A.Vague && !A.OneOfMany;
      std::string Entity = V.In.In.Places[P].Name;
      if (Entity.empty() && A.Path)
        Entity = A.Path->Step.By;
      add(V, Storage,
          IsKnown ? V.Before.layout(A).numel() : Monomial::invalid(),
          V.Before.TheFacts, std::move(Entity), Into);
    }
}

/// `cache = h.select(0, 0);`, without a temporary.
void StorageRetentionCheck::storeResult(const Visit &V, const Apply &A,
                                        size_t I, const ApplyCase &C) {
  if (I >= C.Result.Results.size())
    return;
  const TensorResult &R = C.Result.Results[I];
  if (R.TheRelation == Relation::New)
    return add(V, V.In.resultId(V.Number, I), R.TheLayout.numel(), C.After,
               A.Call, A.Results[I]);
  if (R.Source < 0 || static_cast<size_t>(R.Source) >= C.Operands.size() ||
      C.Operands[R.Source].size() != 1)
    return;
  const Alternative &Source = C.Operands[R.Source][0];
  const bool IsKnown = Source.Storages.size() == 1 && !Source.Vague &&
                       !Source.OneOfMany && R.TheRelation == Relation::View;
  for (uint32_t Storage : Source.Storages)
    add(V, Storage, IsKnown ? R.TheLayout.numel() : Monomial::invalid(),
        C.After, A.Call, A.Results[I]);
}

/// `x = x.contiguous()` of what is strided.
void StorageRetentionCheck::noteReplaced(const Visit &V, const Apply &A,
                                         const std::vector<ApplyCase> &Cases) {
  const PlaceId P = placeAt(A, 0);
  const bool IsCopied =
      std::all_of(Cases.begin(), Cases.end(), [](const ApplyCase &C) {
        return C.Result.Results.size() == 1 &&
               C.Result.Results[0].TheRelation == Relation::New;
      });
  if (A.Op->TheSchema.Name != "aten::contiguous" || P == NoId || !IsCopied ||
      A.Results.size() != 1 || A.Results[0] != P)
    return;
  if (const std::optional<uint32_t> Old = onlyStorage(V.Before.value(P)))
    Replaced[*Old] = &V.At;
}

/// All of it is kept, beside its copy.
void StorageRetentionCheck::judgeReplaced(const Survivor &S,
                                          const Allocation &By,
                                          const Fact &Copy, const Context &C,
                                          std::vector<Finding> &Into) {
  Finding F = findingAt("tensor-storage-retention", *S.At, C);
  F.Message =
      "'" + S.Entity + "' keeps the memory alive that contiguous copies";
  F.Bytes = By.Bytes;
  F.Notes.push_back(noteAt(Copy.From, "it is copied here"));
  addCallNote(*S.At, C, F.Notes);
  F.Notes.push_back(noteAt(S.At->From, "stored after the copy, it would be "
                                       "that, and the old memory be freed"));
  F.Operator = "contiguous";
  F.Arguments = {S.Entity};
  Into.push_back(std::move(F));
}

/// Less than a page, whatever the type of its elements is?
bool isSmall(const Allocation &Made, const Context &C) {
  constexpr int64_t Page = 4096, WidestElement = 16;
  if (Made.Bytes)
    return *Made.Bytes < Page;
  const std::optional<int64_t> Elements =
      Facts(C.Symbols).canonical(Made.Elements).asConstant();
  return Elements && *Elements < Page / WidestElement;
}

void StorageRetentionCheck::judge(uint32_t Storage,
                                  const std::vector<Survivor> &All,
                                  const Context &C,
                                  std::vector<Finding> &Into) {
  // Two views may show all of it together.
  if (All.size() != 1)
    return;
  const Survivor &S = All.front();
  const auto Copy = Replaced.find(Storage);
  if (Copy != Replaced.end() && S.IsStored && S.Ratio && S.Ratio->isOne())
    judgeReplaced(S, Made.at(Storage), *Copy->second, C, Into);
  if (!S.Ratio || S.Ratio->isOne() || !S.At ||
      (!std::get_if<Return>(&S.At->What) && !S.IsStored))
    return;
  const Allocation &By = Made.at(Storage);
  const auto &Maker = std::get<Apply>(By.By->What);
  constexpr int64_t Least = 4;
  const std::optional<int64_t> Times = S.Ratio->asConstant();
  if (Times && *Times < Least)
    return;
  if (const std::optional<unsigned> L = C.loops().innermost(S.Block)) {
    // Each iteration may keep another part of it.
    for (unsigned B = 0; B < C.In.Blocks.size(); ++B)
      if (!C.loops()[*L].contains(B) && !C.In.Blocks[B].Facts.empty() &&
          By.By >= C.In.Blocks[B].Facts.data() &&
          By.By < C.In.Blocks[B].Facts.data() + C.In.Blocks[B].Facts.size())
        return;
  }
  const std::string Name = Maker.Op ? Maker.Op->displayName() : Maker.Call;
  const bool IsSmall = isSmall(By, C);
  Finding F = findingAt("tensor-storage-retention", *S.At, C);
  F.Sure = (S.IsStored || Times) && !Given.contains(Storage) && !IsSmall
               ? Confidence::Likely
               : Confidence::Possible;
  F.Bytes = By.Bytes;
  F.Message = "'" + S.Entity + "' keeps all that " + Name + " made alive";
  if (isNamed(S.All) && isNamed(S.Shown))
    F.Message += ": " + S.All + " elements, of which it shows " + S.Shown;
  else if (const std::string Ratio = print(*S.Ratio, Facts(C.Symbols));
           isNamed(Ratio))
    F.Message += ": " + Ratio + " times what it shows";
  F.Notes.push_back(noteAt(By.By->From, "it is made here"));
  addCallNote(*S.At, C, F.Notes);
  F.Notes.push_back(
      noteAt(S.At->From, "clone() of the part lets the rest be freed"));
  F.Operator = Name;
  F.Arguments = {S.Entity};
  Into.push_back(std::move(F));
}

} // namespace

std::unique_ptr<Check> makeStorageRetentionCheck() {
  return std::make_unique<StorageRetentionCheck>();
}

} // namespace tensortidy
