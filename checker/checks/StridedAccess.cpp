// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/StridedAccess.h"

#include "checks/MissingContiguityGuardCheck.h"
#include "checks/Wording.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace tensortidy {

namespace {

/// A parameter, and the first access that its strides may misalign.
struct StridedParameter {
  std::string Name;
  const PointerUse *Use = nullptr;
  WideAccess Access;
  SourceRange Reader; ///< its name, if it is in another file
  Confidence Sure = Confidence::Possible;
  std::vector<Note> Through;
};

/// Has nobody established the stride of \p Dimension?
bool isOpen(const std::vector<StrideNeed> &Needs,
            std::optional<int64_t> Dimension) {
  return std::any_of(Needs.begin(), Needs.end(), [&](const StrideNeed &N) {
    return !Dimension || N.Front == Dimension || N.Back == Dimension ||
           N.Least > 0;
  });
}

bool isMisalignedBy(const PointerUse &U, const WideAccess &W) {
  return W.Pointer == ArgumentPath{U.CalleeParameter, U.Field} &&
         std::any_of(U.Strided.begin(), U.Strided.end(), [&](const auto &S) {
           return isOpen(U.Layout.Needs, S.Dimension) &&
                  std::find(W.Steps.begin(), W.Steps.end(), S.Where) !=
                      W.Steps.end();
         });
}

std::optional<StridedParameter> stridedParameter(const PointerUse &U,
                                                 const Links &Between) {
  auto Search = [&](const std::vector<WideAccess> &All,
                    SourceRange Reader) -> std::optional<StridedParameter> {
    for (const WideAccess &W : All)
      if (isMisalignedBy(U, W)) {
        StridedParameter P;
        P.Use = &U;
        P.Access = W;
        P.Reader = Reader;
        return P;
      }
    return std::nullopt;
  };
  if (U.Layout.Is != Contiguity::Open || !U.Layout.IsAsGiven ||
      U.Strided.empty())
    return std::nullopt;
  if (auto Found = Search(U.Wide, {}))
    return Found;
  const PointerFunction *Reader = Between.wideReaderOf(U);
  return Reader ? Search(Reader->Wide, Reader->NameRange) : std::nullopt;
}

/// Where a guard belongs: beside the check of the strides that there is.
const Origin &guardPlaceOf(const PointerUse &U) {
  return U.StrideCheck.Range.isValid() ? U.StrideCheck : U.Taken;
}

Note remedy(const Origin &At, const std::string &Name,
            const std::string &Bytes) {
  return noteAt(At, "check the remainder of each stride that is not 1: '" +
                        Name + ".stride(0) % (" + Bytes + " / " + Name +
                        ".element_size())'");
}

/// One finding for parameters of one confidence that are accessed in units of
/// one size.
Finding findingFor(const FunctionSummary &R,
                   const std::vector<const StridedParameter *> &All) {
  const StridedParameter &First = *All.front();
  const std::string Bytes = std::to_string(First.Access.Alignment);
  const Origin &At = guardPlaceOf(*First.Use);
  const bool One = All.size() == 1;
  Finding F;
  F.Check = MissingContiguityGuard;
  F.Sure = First.Sure;
  F.Where = At.Range;
  F.Point = At.Point;
  F.Statement = At.Statement;
  F.Function = R.Name;
  for (const StridedParameter *P : All) {
    F.Arguments.push_back(P->Name);
    const Origin &Place = guardPlaceOf(*P->Use);
    if (P != &First && Place.Point != P->Use->Taken.Point)
      F.Notes.push_back(
          noteAt(Place, "the strides of '" + P->Name + "' are checked here"));
    if (Place.Point != P->Use->Taken.Point || P != &First)
      F.Notes.push_back(noteAt(P->Use->Taken, "the pointer of '" + P->Name +
                                                  "' is taken here"));
    F.Notes.push_back(noteAt(P->Use->Used, "'" + P->Name +
                                               "' is passed on here with "
                                               "strides"));
    if (P->Reader.isValid())
      F.Notes.push_back({P->Reader, P->Reader.Begin,
                         "which reaches '" + shortName(P->Access.By) + "'"});
    F.Notes.insert(F.Notes.end(), P->Through.begin(), P->Through.end());
  }
  F.Message = quotedList(F.Arguments) + (One ? " is" : " are") +
              " accessed in units of " + Bytes + " bytes at distances of " +
              (One ? "its" : "their") + " strides, but nothing in '" +
              shortName(R.Name) +
              "' establishes that they are multiples of that";
  F.Notes.push_back(remedy(At, First.Name, Bytes));
  return F;
}

} // namespace

std::vector<Finding> findStridedAccesses(const FunctionSummary &R,
                                         Links &Between) {
  std::map<uint32_t, StridedParameter> ByRoot;
  for (const PointerUse &U : R.Uses) {
    std::optional<StridedParameter> P = stridedParameter(U, Between);
    if (!P)
      continue;
    for (uint32_t Root : U.Layout.Roots) {
      const ContractOf C = Between.of(R, Root);
      if (C.Is == Contract::Established)
        continue;
      P->Name = R.Roots.at(Root).Name;
      P->Sure =
          C.Is == Contract::Broken && !C.IsGuardedInPython && !U.Layout.Weak
              ? Confidence::Likely
              : Confidence::Possible;
      P->Through = C.Through;
      const auto It = ByRoot.emplace(Root, *P).first;
      if (It->second.Sure < P->Sure)
        It->second = *P;
    }
  }
  using Kind = std::pair<Confidence, unsigned>;
  std::map<Kind, std::vector<const StridedParameter *>> ByKind;
  for (const auto &[Root, P] : ByRoot)
    ByKind[{P.Sure, P.Access.Alignment}].push_back(&P);
  std::vector<Finding> Found;
  for (const auto &[Of, All] : ByKind)
    Found.push_back(findingFor(R, All));
  return Found;
}

} // namespace tensortidy
