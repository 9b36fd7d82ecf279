// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/HiddenCopyCheck.h"

#include "analysis/LoopChanges.h"
#include "checks/Copies.h"
#include "checks/Judgement.h"
#include "checks/Repetition.h"
#include "checks/Wording.h"
#include "layout/View.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace tensortidy {

namespace {

/// The answers of all cases about one argument. A case that says nothing of it
/// does not copy it.
std::vector<CaseAnswer> answersAbout(unsigned Argument,
                                     const std::vector<ApplyCase> &Cases) {
  std::vector<CaseAnswer> Out;
  for (const ApplyCase &C : Cases) {
    if (Argument >= C.Operands.size() || C.Operands[Argument].empty())
      continue;
    CaseAnswer A{Answer::Yes, &C, &C.Operands[Argument].front(), 0};
    for (size_t I = 0; I < C.Result.Copies.size(); ++I) {
      const PredictedCopy &P = C.Result.Copies[I];
      if (P.Argument == Argument && !P.AskedFor && !isYes(P.UsableAsIs) &&
          (isYes(A.Good) || isNo(P.UsableAsIs))) {
        A.Good = P.UsableAsIs;
        A.Index = I;
      }
    }
    Out.push_back(A);
  }
  return Out;
}

/// The axes that keep an operand from being viewed as the result's sizes.
std::string whyCopied(const Judgement &J, const PredictedCopy &P) {
  const Facts &F = J.Witness.Case->Before;
  const Layout L = normalized(J.Witness.Operand->TheLayout, F);
  const std::vector<TensorResult> &Results = J.Witness.Case->Result.Results;
  if (Results.size() == 1 && Results[0].TheRelation != Relation::Self &&
      Results[0].TheLayout.hasRank()) {
    std::vector<SizeArgument> Sizes;
    for (const Axis &A : Results[0].TheLayout.Front)
      Sizes.push_back(A.Size);
    const ViewAnswer V = viewAs(L, Sizes, F);
    if (!V.ShapeMismatch && V.Blocked)
      return whyBlocked(L, *V.Blocked, F);
  }
  return P.Why.empty() ? "its strides are " + strides(L, F) : P.Why;
}

/// One operand that is, or may be, copied.
struct Suspect {
  Judgement J;
  std::string Entity;
  PlaceId Place = NoId;
  /// Nothing is known of its strides, and the row-major ones that a tensor
  /// has by default are copied.
  bool OrdinaryIsCopied = false;

  const PredictedCopy &copy() const {
    return J.Witness.Case->Result.Copies[J.Witness.Index];
  }
  auto rank() const {
    return std::make_tuple(J.Sure, !J.Undecided, OrdinaryIsCopied);
  }
};

using Suspects = std::vector<Suspect>;

std::vector<std::string> entities(const Suspects &All) {
  std::vector<std::string> Out;
  for (const Suspect &S : All)
    Out.push_back(S.Entity);
  return Out;
}

/// "(about 4*B*N*C bytes)", of each operand.
std::string extent(const Suspects &All) {
  std::string Out;
  for (const Suspect &S : All) {
    const std::string Amount = amount(
        S.copy().Elements, S.J.Witness.Operand->Has, S.J.Witness.Case->After);
    if (Amount.empty())
      return "";
    Out += (Out.empty() ? " (about " : " and ") + Amount;
  }
  return Out + ")";
}

/// The reason of each operand, said once where it is the same.
std::string reasons(const Suspects &All) {
  std::string Out = whyCopied(All[0].J, All[0].copy());
  for (size_t I = 1; I < All.size(); ++I) {
    const std::string Why = whyCopied(All[I].J, All[I].copy());
    if (Why != whyCopied(All[0].J, All[0].copy()))
      Out += "; of '" + All[I].Entity + "', " + Why;
  }
  return Out;
}

std::string message(const Suspects &All, const Apply &A, const Context &C) {
  const Suspect &First = All.front();
  const bool MayBe = First.J.Undecided && !First.OrdinaryIsCopied;
  std::string Out = A.Op->displayName() + (MayBe ? " may copy " : " copies ") +
                    quotedList(entities(All));
  if (All.size() == 1 && First.J.SomePathsOnly && !First.J.Undecided)
    Out += " on some paths";
  Out += extent(All);
  if (First.OrdinaryIsCopied)
    return Out + " on every call if it is row-major, as tensors are by default";
  if (First.J.Undecided)
    return Out + ": " + whyUndecided(First.J, C.In, All.size() > 1);
  return Out + ": " + reasons(All);
}

std::optional<Suspect> suspect(unsigned Argument, const Visit &V,
                               const Apply &A,
                               const std::vector<ApplyCase> &Cases) {
  std::optional<Judgement> J = judge(answersAbout(Argument, Cases), V.In.In);
  if (!J)
    return std::nullopt;
  const CaseAnswer &Witness = J->Witness;
  Suspect S{*J, nameOfArgument(A, Argument, *Witness.Operand, V.In), NoId,
            false};
  if (A.Arguments[Argument].Places.size() == 1)
    S.Place = A.Arguments[Argument].Places[0];
  S.OrdinaryIsCopied = J->Undecided && !Witness.Operand->Vague &&
                       Witness.Case->CopiesRowMajor[Witness.Index];
  if (S.OrdinaryIsCopied)
    S.J.Sure = Confidence::Likely;
  else if (!isDecidedByLayoutAlone(*A.Op))
    S.J.Sure = std::min(S.J.Sure, Confidence::Likely);
  return S;
}

/// The surest operands of one call: they make one finding.
Suspects surest(const Suspects &All) {
  const auto Best = std::max_element(
      All.begin(), All.end(),
      [](const Suspect &A, const Suspect &B) { return A.rank() < B.rank(); });
  Suspects Out;
  std::copy_if(All.begin(), All.end(), std::back_inserter(Out),
               [&](const Suspect &S) { return S.rank() == Best->rank(); });
  return Out;
}

/// Steps that several operands share are noted once.
void addPath(const Alternative &Operand, const CaseAnswer &Witness,
             std::vector<Note> &Into) {
  for (Note &N : pathNotes(Operand, Witness.Case->After))
    if (std::none_of(Into.begin(), Into.end(), [&](const Note &Old) {
          return Old.Where == N.Where && Old.Message == N.Message;
        }))
      Into.push_back(std::move(N));
}

/// Where an ordinary layout is the wrong one, the other operands are why.
void addOtherPaths(const Suspect &S, std::vector<Note> &Into) {
  const CaseAnswer &Witness = S.J.Witness;
  for (const std::vector<Alternative> &Operand : Witness.Case->Operands)
    if (!Operand.empty() && &Operand.front() != Witness.Operand)
      addPath(Operand.front(), Witness, Into);
}

/// Of all operands together, if they are known numbers.
std::optional<int64_t> bytesOf(const Suspects &All) {
  int64_t Sum = 0;
  for (const Suspect &S : All) {
    const CaseAnswer &Witness = S.J.Witness;
    const std::optional<int64_t> Its =
        bytesOf(S.copy().Elements, Witness.Operand->Has, Witness.Case->After);
    if (!Its || __builtin_add_overflow(Sum, *Its, &Sum))
      return std::nullopt;
  }
  return Sum;
}

Finding finding(const Suspects &All, const Visit &V, const Apply &A) {
  Finding Found = findingAt("tensor-hidden-copy", V.At, V.In);
  Found.Sure = All.front().J.Sure;
  Found.Message = message(All, A, V.In);
  for (const Suspect &S : All)
    addPath(*S.J.Witness.Operand, S.J.Witness, Found.Notes);
  if (All.front().OrdinaryIsCopied || Found.Notes.empty())
    addOtherPaths(All.front(), Found.Notes);
  addCallNote(V.At, V.In, Found.Notes);
  // "the whole self, on every call" is what the message and the remedy say.
  const std::string &What = All.front().copy().What;
  if (What.rfind("the whole ", 0) != 0 && !What.empty())
    Found.Notes.push_back(noteAt(V.At.From, "copied here: " + What));
  Found.Operator = A.Op->displayName();
  Found.Arguments = entities(All);
  Found.PredictsCopy = true;
  Found.Bytes = bytesOf(All);
  return Found;
}

} // namespace

void HiddenCopyCheck::onApply(const Visit &V, const Apply &A,
                              const std::vector<ApplyCase> &Cases) {
  Suspects All;
  for (unsigned Argument = 0; Argument < A.Arguments.size(); ++Argument)
    if (std::optional<Suspect> S = suspect(Argument, V, A, Cases))
      All.push_back(std::move(*S));
  if (All.empty())
    return;
  const Suspects Surest = surest(All);
  Copy Each;
  Each.Found = finding(Surest, V, A);
  Each.At = &V.At;
  Each.Block = V.In.blockOf(V.Number);
  if (isSetUp(Each.Block, V.In, Each.Found.Bytes))
    Each.Found.Sure = Confidence::Possible;
  if (Surest.size() == 1)
    Each.Of = Surest.front().Place;
  Each.Entities = quotedList(entities(Surest));
  Pending.push_back(std::move(Each));
}

/// Weights and other tensors that a call finds and leaves as they are.
static bool outlivesCalls(const Place &P) {
  return P.Kind == PlaceKind::Parameter || P.Kind == PlaceKind::Field;
}

/// The cheapest way to save the copy: before a loop that does not change the
/// operand, once for all that copy it, or where it is made.
std::string HiddenCopyCheck::remedy(const Copy &Each, const Context &C) const {
  const auto &A = std::get<Apply>(Each.At->What);
  const bool IsNamed = Each.Of != NoId && !C.In.Places[Each.Of].Name.empty();
  if (const std::optional<unsigned> L = C.loops().innermost(Each.Block))
    if (IsNamed && !LoopChanges(C.In, C.loops()).changes(Each.Of, *L))
      return "the loop does not change " + Each.Entities +
             ": in the layout that is read, made once before it, no iteration "
             "copies it";
  if (isConversion(*A.Op) || A.Op->TheSchema.Name == "aten::copy_")
    return "only dense memory is transferred as it lies: expand or reorder "
           "after the transfer, or make " +
           Each.Entities + " dense where it is made";
  const bool IsKept = Each.Of != NoId && outlivesCalls(C.In.Places[Each.Of]);
  if (IsKept && !isDecidedByLayoutAlone(*A.Op))
    return Each.Entities + " in the layout that " + A.Op->displayName() +
           " reads, made once before, saves the copy on every call";
  const auto Others =
      std::count_if(Pending.begin(), Pending.end(), [&](const Copy &O) {
        return O.Of == Each.Of && !(O.Found.Where == Each.Found.Where);
      });
  if (IsNamed && Others > 0)
    return std::to_string(Others + 1) + " calls copy " + Each.Entities +
           ": one contiguous() before them saves the others";
  return "contiguous() before it copies as much; another order of axes where " +
         Each.Entities + " is made saves the copy";
}

void HiddenCopyCheck::end(const Context &C, std::vector<Finding> &Into) {
  for (Copy &Each : Pending) {
    Each.Found.Notes.push_back(noteAt(Each.At->From, remedy(Each, C)));
    Into.push_back(Each.Found);
  }
  Pending.clear();
}

std::unique_ptr<Check> makeHiddenCopyCheck() {
  return std::make_unique<HiddenCopyCheck>();
}

} // namespace tensortidy
