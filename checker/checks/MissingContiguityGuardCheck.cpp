// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/MissingContiguityGuardCheck.h"

#include "checks/GuardEdits.h"
#include "checks/NameWords.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace tensortidy {

namespace {

/// One parameter that a finding lists, with the first use of its pointer.
struct OpenParameter {
  uint32_t Root = 0;
  const PointerUse *Use = nullptr;
  Confidence Sure = Confidence::Possible;
  std::vector<Note> Through;
  /// The function of another file that walks it; null: none is known.
  const PointerFunction *Reader = nullptr;
};

std::string whereItGoes(const PointerUse &Use) {
  const std::string To = Use.Callee.empty() ? "" : " to '" + Use.Callee + "'";
  const std::string Without = Use.Given.any()
                                  ? " here with some of its strides only"
                                  : " here without its strides";
  switch (Use.Where) {
  case Sink::Launch:
    return "is passed" + (To.empty() ? " to a kernel" : To) + Without;
  case Sink::Memcpy:
    return "is copied" +
           (Use.Callee.empty() ? "" : " by '" + Use.Callee + "'") +
           " here as one block";
  case Sink::Call:
    return "is passed" + (To.empty() ? " on" : To) + Without;
  default:
    break;
  }
  return "is indexed" + Without;
}

/// Does the function read, or hand on, every stride that matters?
bool knowsStrides(const FunctionSummary &R, const PointerUse &U,
                  uint32_t Root) {
  StridesKnown Known = stridesKnown(R, U, Root);
  Known.add(U.Given);
  return covers(Known, U.Layout.Needs);
}

/// What a function of another file does with the pointer; none where that is
/// not known.
std::optional<PointerEffect> effectElsewhere(const PointerUse &U,
                                             const Links &Between) {
  const PointerFunction *Reader = Between.readerOf(U);
  if (!Reader)
    return std::nullopt;
  return Reader->Effects[U.CalleeParameter];
}

/// Does what gets the pointer look at more than one element?
bool maybeWalked(const PointerUse &U, const Links &Between) {
  const std::optional<PointerEffect> Effect = effectElsewhere(U, Between);
  return !Effect || *Effect >= PointerEffect::Elements;
}

/// What it is given no sizes with need not be walked at all.
bool isWalked(const PointerUse &U, const Links &Between) {
  return U.Where != Sink::Call || U.IsSized ||
         effectElsewhere(U, Between) == PointerEffect::Elements;
}

/// The parameters of one function whose layout is open, first use first.
std::vector<OpenParameter> openParameters(const FunctionSummary &R,
                                          Links &Between) {
  std::map<uint32_t, OpenParameter> ByRoot;
  std::vector<uint32_t> Order;
  for (const PointerUse &U : R.Uses) {
    if (U.Layout.Is != Contiguity::Open || !maybeWalked(U, Between))
      continue;
    for (uint32_t Root : U.Layout.Roots) {
      if (knowsStrides(R, U, Root))
        continue;
      const ContractOf C = Between.of(R, Root, stridesKnown(R, U, Root));
      if (C.Is == Contract::Established)
        continue;
      const bool Decided = C.Is == Contract::Broken && !C.IsGuardedInPython &&
                           !U.Layout.Weak && isWalked(U, Between);
      OpenParameter P{Root, &U,
                      Decided ? Confidence::Likely : Confidence::Possible,
                      C.Through, Between.readerOf(U)};
      auto [It, New] = ByRoot.emplace(Root, P);
      if (New)
        Order.push_back(Root);
      else if (It->second.Sure < P.Sure)
        It->second = P;
    }
  }
  std::vector<OpenParameter> Out;
  for (uint32_t Root : Order)
    Out.push_back(ByRoot[Root]);
  return Out;
}

Finding findingFor(const FunctionSummary &R, const PointerUse &U) {
  Finding F;
  F.Check = MissingContiguityGuard;
  F.Where = U.Taken.Range;
  F.Point = U.Taken.Point;
  F.Statement = U.Taken.Statement;
  F.Function = R.Name;
  return F;
}

std::string remedy(const FunctionSummary &In,
                   const std::vector<std::string> &Names, bool HasMethods) {
  if (!HasMethods)
    return "check in '" + shortName(In.Name) + "' that " + quotedList(Names) +
           (Names.size() == 1 ? " is" : " are") +
           " contiguous, or pass the strides on";
  return "check is_contiguous() of " + quotedList(Names) + " in '" +
         shortName(In.Name) + "', read contiguous() of " +
         (Names.size() == 1 ? "it" : "them") + ", or pass the strides on";
}

Note readerNote(const PointerFunction &Reader) {
  return {Reader.NameRange, Reader.NameRange.Begin,
          "'" + shortName(Reader.Name) + "' walks its elements"};
}

Finding openFinding(const FunctionSummary &R,
                    const std::vector<OpenParameter> &Open) {
  const bool One = Open.size() == 1;
  Finding F = findingFor(R, *Open.front().Use);
  F.Sure = Open.front().Sure;
  bool HasMethods = true;
  for (const OpenParameter &P : Open) {
    HasMethods &= !R.Roots.at(P.Root).IsForeign;
    const std::string &Name = R.Roots.at(P.Root).Name;
    F.Arguments.push_back(Name);
    const Origin &Taken = P.Use->Taken;
    if (P.Use->Spelled.isValid())
      F.Notes.push_back({P.Use->Spelled, P.Use->Spelled.Begin,
                         "the macro takes the pointer of '" + Name + "' here"});
    else if (&P != &Open.front() && Taken.Range.Line != P.Use->Used.Range.Line)
      F.Notes.push_back(
          noteAt(Taken, "the pointer of '" + Name + "' is taken here"));
    F.Notes.push_back(
        noteAt(P.Use->Used, "'" + Name + "' " + whereItGoes(*P.Use)));
    if (P.Reader)
      F.Notes.push_back(readerNote(*P.Reader));
    F.Notes.insert(F.Notes.end(), P.Through.begin(), P.Through.end());
  }
  F.Message = quotedList(F.Arguments) + (One ? " is" : " are") +
              " accessed through " + (One ? "a raw pointer" : "raw pointers") +
              " as if contiguous, but nothing in '" + shortName(R.Name) +
              "' establishes it";
  F.Notes.push_back(
      noteAt(Open.front().Use->Taken, remedy(R, F.Arguments, HasMethods)));
  if (F.Sure >= Confidence::Likely) {
    std::vector<uint32_t> Roots;
    for (const OpenParameter &P : Open)
      Roots.push_back(P.Root);
    F.Edits = guardEdits(R, Roots);
  }
  return F;
}

/// A pointer whose tensor is known not to be contiguous.
Finding wrongFinding(const FunctionSummary &R, const PointerUse &U) {
  Finding F = findingFor(R, U);
  // Never proven: the indices may follow the strides that the function knows.
  F.Sure = U.Layout.Tainted ? Confidence::Possible : Confidence::Likely;
  F.Arguments = {U.Name};
  F.Message = "'" + U.Name +
              "' is accessed through a raw pointer as if contiguous, but " +
              (isNamed(U.Strides) ? "its strides are " + U.Strides
                                  : std::string("it is not"));
  F.Notes = U.Path;
  F.Notes.push_back(noteAt(U.Used, "'" + U.Name + "' " + whereItGoes(U)));
  F.Notes.push_back(noteAt(U.Taken,
                           "contiguous() gives a row-major copy to take the "
                           "pointer of; it must outlive the pointer"));
  return F;
}

/// Is the tensor not contiguous just because callers pass one that is?
bool strays(const FunctionSummary &R, const PointerUse &U, Links &Between) {
  const auto &Roots = U.Layout.Roots;
  return U.Layout.Is == Contiguity::Open && U.Layout.Strays && !U.Given.any() &&
         std::all_of(Roots.begin(), Roots.end(), [&](uint32_t Root) {
           return !R.StridesRead.count(Root) &&
                  Between.of(R, Root).Is == Contract::Established;
         });
}

/// The pointer of a contiguous copy with the strides of what it was copied
/// from.
Finding mismatchedFinding(const FunctionSummary &R, const PointerUse &U) {
  Finding F = findingFor(R, U);
  F.Sure = Confidence::Likely;
  F.Arguments = {U.StridesOf};
  F.Message = "the strides of '" + U.StridesOf +
              "' go with the pointer of its contiguous copy";
  F.Notes.push_back(noteAt(U.Used, "where '" + U.StridesOf +
                                       "' is not contiguous, the copy has "
                                       "other strides than it"));
  return F;
}

/// What the call \p C passes to parameters that are contiguous by an assertion
/// which only debug builds keep.
std::optional<Finding> documentedFinding(const FunctionSummary &R,
                                         const CallRecord &C, Links &Between) {
  const FunctionSummary *Callee = Between.calleeOf(C);
  if (!Callee || C.Arguments.size() != Callee->Parameters)
    return std::nullopt;
  Finding F;
  F.Check = MissingContiguityGuard;
  for (const auto &[Id, Root] : Callee->Roots) {
    if (!Root.IsDocumented || Root.Parameter < 0)
      continue;
    const auto I = static_cast<size_t>(Root.Parameter);
    const ContractOf Given = Between.of(R, C, I);
    if (Given.Is != Contract::Broken)
      continue;
    if (!C.Arguments[I].Weak && !Given.IsGuardedInPython)
      F.Sure = Confidence::Likely;
    F.Arguments.push_back(C.Names[I].empty() ? Root.Name : C.Names[I]);
    // The last one is this call.
    F.Notes.insert(F.Notes.end(), Given.Through.begin(),
                   Given.Through.end() - 1);
  }
  if (F.Arguments.empty())
    return std::nullopt;
  F.Where = C.From.Range;
  F.Point = C.From.Point;
  F.Statement = C.From.Statement;
  F.Function = R.Name;
  const bool One = F.Arguments.size() == 1;
  F.Message = quotedList(F.Arguments) + (One ? " is" : " are") +
              " passed to '" + shortName(Callee->Name) + "', which takes " +
              (One ? "it" : "them") + " to be contiguous, but nothing in '" +
              shortName(R.Name) + "' establishes it";
  F.Notes.push_back({Callee->NameRange, Callee->NameRange.Begin,
                     "its assertion is left out of this build"});
  return F;
}

/// `scale_backward_cuda`, `launchScale`: it hands raw pointers to a kernel.
bool saysLauncher(const std::string &Name) {
  constexpr std::string_view All[] = {"cuda", "gpu", "hip", "kernel", "launch"};
  const std::vector<std::string> Words = wordsOf(shortName(Name));
  return std::any_of(Words.begin(), Words.end(), [&](const std::string &Each) {
    return std::find(std::begin(All), std::end(All), Each) != std::end(All);
  });
}

/// A gradient of which the function asks nothing that tells its layout.
bool isUntouched(const FunctionSummary &R, const ContiguityOf &Of) {
  return !Of.Weak && !Of.IsTolerated && !Of.HasOneDimension && !Of.IsMixed &&
         std::none_of(Of.Roots.begin(), Of.Roots.end(), [&](uint32_t Root) {
           return R.StridesRead.count(Root) != 0;
         });
}

/// Gradients that backward() hands on as they are to launchers of its own,
/// which are in none of the files. Of what a header declares others know what
/// it takes.
std::optional<Finding> handedOnFinding(const FunctionSummary &R,
                                       const Links &Between) {
  std::optional<Finding> F;
  for (const CallRecord &C : R.Calls) {
    if (C.Gradients.empty() || C.CalleeKey.empty() || !saysLauncher(C.Callee) ||
        Between.calleeOf(C))
      continue;
    for (int64_t I : C.Gradients) {
      const ContiguityOf &Of = C.Arguments[static_cast<size_t>(I)];
      if (!isUntouched(R, Of))
        continue;
      const std::string &Name = R.Roots.at(*Of.Roots.begin()).Name;
      const std::string Callee = "'" + shortName(C.Callee) + "'";
      if (!F) {
        F.emplace();
        F->Check = MissingContiguityGuard;
        F->Sure = Between.isWhole() ? Confidence::Likely : Confidence::Possible;
        F->Where = C.From.Range;
        F->Point = C.From.Point;
        F->Statement = C.From.Statement;
        F->Function = R.Name;
        F->Arguments = {Name};
        F->Message = "the gradient '" + Name + "' is handed to " + Callee +
                     ", which is not in sight, but nothing in '" +
                     shortName(R.Name) + "' establishes its layout";
      } else {
        F->Notes.push_back(noteAt(C.From, "and here to " + Callee));
      }
      break;
    }
  }
  if (!F)
    return F;
  F->Notes.push_back({F->Where, F->Point,
                      "autograd gives what arises, of sum() an expanded one: "
                      "hand on contiguous() of it, or analyse the file of the "
                      "callee too"});
  return F;
}

} // namespace

std::vector<Finding> findMissingGuards(const UnitSummary &Unit,
                                       Links &Between) {
  std::vector<Finding> Found;
  for (const FunctionSummary &R : Unit.Functions) {
    for (const PointerUse &U : R.Uses)
      if ((U.Layout.Is == Contiguity::Wrong || strays(R, U, Between)) &&
          !U.Path.empty() && maybeWalked(U, Between))
        Found.push_back(wrongFinding(R, U));
      else if (!U.StridesOf.empty() && maybeWalked(U, Between))
        Found.push_back(mismatchedFinding(R, U));
    for (const CallRecord &C : R.Calls)
      if (std::optional<Finding> F = documentedFinding(R, C, Between))
        Found.push_back(*std::move(F));
    if (std::optional<Finding> F = handedOnFinding(R, Between))
      Found.push_back(*std::move(F));
    const std::vector<OpenParameter> Open = openParameters(R, Between);
    for (Confidence Sure : {Confidence::Likely, Confidence::Possible}) {
      std::vector<OpenParameter> Group;
      std::copy_if(Open.begin(), Open.end(), std::back_inserter(Group),
                   [&](const OpenParameter &P) { return P.Sure == Sure; });
      if (!Group.empty())
        Found.push_back(openFinding(R, Group));
    }
  }
  return Found;
}

} // namespace tensortidy
