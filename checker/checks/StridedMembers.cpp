// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/StridedMembers.h"

#include "analysis/FunctionAnalysis.h"
#include "checks/Copies.h"
#include "checks/Repetition.h"
#include "checks/Wording.h"
#include "layout/Queries.h"

#include <algorithm>
#include <optional>

namespace tensortidy {

namespace {

bool isMember(const Place &P) {
  return P.Kind == PlaceKind::Field && !P.IsList && !P.IsFrozen &&
         P.Declaration.isValid();
}

} // namespace

struct StridedMembers::Copy {
  Key Of;
  Origin At;
  std::string By, Where; ///< the operator and the function
  bool IsRepeated = false;
};

/// Notes what copies the members that an analysis was told of.
class StridedMembers::Copies : public Observer {
public:
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    for (unsigned I = 0; A.Op && I < A.Arguments.size(); ++I) {
      const Argument &Of = A.Arguments[I];
      if (Cases.empty() || Of.TheKind != Argument::Kind::Tensor ||
          Of.Places.size() != 1 || !copiesOf(I, Cases).Always)
        continue;
      for (uint32_t Id : storagesOf(V.Before.value(Of.Places[0])))
        if (V.In.isInitialId(Id) && isMember(V.In.In.Places[Id]))
          Found[{V.Number, I}] = {
              keyOf(V.In.In.Places[Id]), V.At.From, A.Op->displayName(),
              shortName(V.In.In.nameAt(V.At)),
              isRunRepeatedly(V.At, V.In.blockOf(V.Number), V.In)};
    }
  }

  /// By the fact and the argument.
  std::map<std::pair<unsigned, unsigned>, Copy> Found;
};

void StridedMembers::onApply(const Visit &V, const Apply &A,
                             const std::vector<ApplyCase> &Cases) {
  for (size_t I = 0; I < A.Results.size(); ++I) {
    if (A.Results[I] == NoId || !isMember(V.In.In.Places[A.Results[I]]) ||
        Cases.empty())
      continue;
    const std::vector<TensorResult> &Made = Cases[0].Result.Results;
    const bool IsOne = Cases.size() == 1 && I < Made.size();
    store(V, A.Results[I], IsOne ? &Made[I].TheLayout : nullptr, Cases[0].After,
          {});
  }
}

void StridedMembers::onFact(const Visit &V) {
  const auto *A = std::get_if<Assign>(&V.At.What);
  if (!A || A->Target == NoId || A->Source == NoId ||
      !isMember(V.In.In.Places[A->Target]))
    return;
  const TensorValue &Value = V.Before.value(A->Source);
  if (Value.size() != 1 || Value[0].Tainted)
    return store(V, A->Target, nullptr, V.Before.TheFacts, {});
  const Layout L = V.Before.layout(Value[0]);
  store(V, A->Target, &L, V.Before.TheFacts,
        pathNotes(Value[0], V.Before.TheFacts));
}

/// \p L: what \p P is given there; null where that is not one layout.
void StridedMembers::store(const Visit &V, PlaceId P, const Layout *L,
                           const Facts &F, std::vector<Note> Path) {
  const Key Of = keyOf(V.In.In.Places[P]);
  const Layout Known = L ? normalized(*L, F) : Layout();
  std::optional<DenseLayout> How;
  if (L && isNo(isContiguous(Known, F)))
    How = denseLayout(Known);
  if (!How) {
    Others.insert(Of);
    return;
  }
  Stored S{*How, findingAt("tensor-copy-in-loop", V.At, V.In),
           strides(Known, F)};
  S.At.Notes = std::move(Path);
  S.At.Arguments = {V.In.In.Places[P].Name};
  const auto [It, IsNew] = All.emplace(Of, std::move(S));
  if (!IsNew && !(It->second.How == *How))
    Others.insert(Of);
}

/// What copies the members as they are stored, and not row-major ones.
std::vector<StridedMembers::Copy>
StridedMembers::copies(const Function &F) const {
  MemberLayouts Strided, RowMajor;
  for (PlaceId P = 0; P < F.Places.size(); ++P) {
    const auto It =
        isMember(F.Places[P]) ? All.find(keyOf(F.Places[P])) : All.end();
    if (It == All.end() || Others.count(It->first))
      continue;
    Strided[P] = It->second.How;
    RowMajor[P] = It->second.How.rowMajor();
  }
  if (Strided.empty() || F.IsSetUp || F.Uncertain)
    return {};
  auto Observe = [&](const MemberLayouts &Members) {
    Copies Into;
    FunctionAnalysis Analysis(F, {}, Members);
    if (Analysis.run())
      Analysis.replay(Into);
    return Into.Found;
  };
  const auto AsStored = Observe(Strided), Otherwise = Observe(RowMajor);
  std::vector<Copy> Out;
  for (const auto &[Which, Each] : AsStored)
    if (!Otherwise.count(Which))
      Out.push_back(Each);
  return Out;
}

Finding StridedMembers::finding(const Stored &S,
                                const std::vector<Copy> &Its) const {
  constexpr size_t MostNotes = 4;
  Finding F = S.At;
  const bool IsRepeated = std::any_of(
      Its.begin(), Its.end(), [](const Copy &Each) { return Each.IsRepeated; });
  F.Sure = IsRepeated ? Confidence::Likely : Confidence::Possible;
  F.Message = "'" + F.Arguments[0] + "' is stored with strides " + S.Strides +
              ", and copied for that each time that it is used";
  for (size_t I = 0; I < std::min(Its.size(), MostNotes); ++I)
    F.Notes.push_back(noteAt(Its[I].At, Its[I].By + " copies it here, in '" +
                                            Its[I].Where + "'"));
  F.Notes.push_back({F.Where, F.Point, "contiguous() here copies it once"});
  return F;
}

void StridedMembers::judge(const Program &P, std::vector<Finding> &Into) const {
  if (All.empty())
    return;
  std::map<Key, std::vector<Copy>> Found;
  for (const Function &F : P.Functions)
    for (Copy &Each : copies(F))
      Found[Each.Of].push_back(std::move(Each));
  for (const auto &[Of, Its] : Found)
    Into.push_back(finding(All.at(Of), Its));
}

} // namespace tensortidy
