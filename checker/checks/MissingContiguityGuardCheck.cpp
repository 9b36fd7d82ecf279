// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/MissingContiguityGuardCheck.h"

#include "checks/Callers.h"
#include "checks/GuardEdits.h"
#include "checks/Wording.h"

#include <algorithm>
#include <map>
#include <string>

namespace tensortidy {

namespace {

constexpr const char *CheckName = "tensor-missing-contiguity-guard";

/// One parameter that a finding lists, with the first use of its pointer.
struct OpenParameter {
  PlaceId Root = NoId;
  const PointerUse *Use = nullptr;
  Confidence Sure = Confidence::Possible;
  std::vector<Note> Through;
};

std::string whereItGoes(const PointerUse &Use) {
  const auto &U = std::get<UsePointer>(Use.Used->What);
  const std::string To = U.Callee.empty() ? "" : " to '" + U.Callee + "'";
  const std::string Without = Use.Given.any()
                                  ? " here with some of its strides only"
                                  : " here without its strides";
  switch (U.Where) {
  case Sink::Launch:
    return "is passed" + (To.empty() ? " to a kernel" : To) + Without;
  case Sink::Memcpy:
    return "is copied" + (U.Callee.empty() ? "" : " by '" + U.Callee + "'") +
           " here as one block";
  case Sink::Call:
    return "is passed" + (To.empty() ? " on" : To) + Without;
  default:
    break;
  }
  return "is indexed" + Without;
}

/// Does the function read, or hand on, every stride that matters?
bool knowsStrides(const PointerRecord &R, const PointerUse &U, uint32_t Root) {
  StridesKnown Known = U.Given;
  const auto Read = R.StridesRead.find(Root);
  if (Read != R.StridesRead.end())
    Known.add(Read->second);
  return covers(Known, U.Needs);
}

/// The parameters of one function whose layout is open, first use first.
std::vector<OpenParameter> openParameters(const PointerRecord &R,
                                          Callers &Who) {
  std::map<PlaceId, OpenParameter> ByRoot;
  std::vector<PlaceId> Order;
  for (const PointerUse &U : R.Uses) {
    if (U.Layout.Is != Contiguity::Open)
      continue;
    for (uint32_t Root : U.Layout.Roots) {
      if (knowsStrides(R, U, Root))
        continue;
      const ContractOf C = Who.of(R, Root);
      if (C.Is == Contract::Established)
        continue;
      const auto &To = std::get<UsePointer>(U.Used->What);
      // What it is given no sizes with need not walk it at all.
      const bool Walks = To.Where != Sink::Call || To.IsSized;
      const bool Decided = C.Is == Contract::Broken && !U.Layout.Weak && Walks;
      OpenParameter P{Root, &U,
                      Decided ? Confidence::Likely : Confidence::Possible,
                      C.Through};
      auto [It, New] = ByRoot.emplace(Root, P);
      if (New)
        Order.push_back(Root);
      else if (It->second.Sure < P.Sure)
        It->second = P;
    }
  }
  std::vector<OpenParameter> Out;
  for (PlaceId Root : Order)
    Out.push_back(ByRoot[Root]);
  return Out;
}

Finding findingFor(const PointerRecord &R, const PointerUse &U) {
  Finding F;
  F.Check = CheckName;
  F.Where = U.Taken->From.Range;
  F.Point = U.Taken->From.Point;
  F.Statement = U.Taken->From.Statement;
  F.Function = R.In->Name;
  return F;
}

std::string remedy(const Function &In, const std::vector<std::string> &Names) {
  return "check is_contiguous() of " + quotedList(Names) + " in '" +
         shortName(In) + "', read contiguous() of " +
         (Names.size() == 1 ? "it" : "them") + ", or pass the strides on";
}

Finding openFinding(const PointerRecord &R,
                    const std::vector<OpenParameter> &Open) {
  const bool One = Open.size() == 1;
  Finding F = findingFor(R, *Open.front().Use);
  F.Sure = Open.front().Sure;
  for (const OpenParameter &P : Open) {
    const std::string &Name = R.In->Places[P.Root].Name;
    F.Arguments.push_back(Name);
    F.Notes.push_back(
        noteAt(P.Use->Used->From, "'" + Name + "' " + whereItGoes(*P.Use)));
    F.Notes.insert(F.Notes.end(), P.Through.begin(), P.Through.end());
  }
  F.Message = quotedList(F.Arguments) + (One ? " is" : " are") +
              " read through " + (One ? "a raw pointer" : "raw pointers") +
              " as if contiguous, but nothing in '" + shortName(*R.In) +
              "' establishes it";
  F.Notes.push_back(
      noteAt(Open.front().Use->Taken->From, remedy(*R.In, F.Arguments)));
  if (F.Sure >= Confidence::Likely) {
    std::vector<PlaceId> Roots;
    for (const OpenParameter &P : Open)
      Roots.push_back(P.Root);
    F.Edits = guardEdits(R, Roots);
  }
  return F;
}

/// A pointer whose tensor is known not to be contiguous.
Finding wrongFinding(const PointerRecord &R, const PointerUse &U) {
  Finding F = findingFor(R, U);
  // Never proven: the indices may follow the strides that the function knows.
  F.Sure = U.Layout.Tainted ? Confidence::Possible : Confidence::Likely;
  F.Arguments = {U.Name};
  F.Message = "'" + U.Name +
              "' is read through a raw pointer as if contiguous, but " +
              (isNamed(U.Strides) ? "its strides are " + U.Strides
                                  : std::string("it is not"));
  F.Notes = U.Path;
  F.Notes.push_back(noteAt(U.Used->From, "'" + U.Name + "' " + whereItGoes(U)));
  F.Notes.push_back(noteAt(U.Taken->From,
                           "contiguous() gives a row-major copy to take the "
                           "pointer of; it must outlive the pointer"));
  return F;
}

} // namespace

void MissingContiguityGuardCheck::begin(const Context &C) {
  Current.emplace(C.In);
}

void MissingContiguityGuardCheck::end(const Context &, std::vector<Finding> &) {
  Records.push_back(Current->take());
  Current.reset();
}

void MissingContiguityGuardCheck::finish(std::vector<Finding> &Into) {
  Callers Who(Records);
  for (const PointerRecord &R : Records) {
    for (const PointerUse &U : R.Uses)
      if (U.Layout.Is == Contiguity::Wrong && !U.Path.empty())
        Into.push_back(wrongFinding(R, U));
    const std::vector<OpenParameter> Open = openParameters(R, Who);
    for (Confidence Sure : {Confidence::Likely, Confidence::Possible}) {
      std::vector<OpenParameter> Group;
      std::copy_if(Open.begin(), Open.end(), std::back_inserter(Group),
                   [&](const OpenParameter &P) { return P.Sure == Sure; });
      if (!Group.empty())
        Into.push_back(openFinding(R, Group));
    }
  }
  Records.clear();
}

std::unique_ptr<Check> makeMissingContiguityGuardCheck() {
  return std::make_unique<MissingContiguityGuardCheck>();
}

} // namespace tensortidy
