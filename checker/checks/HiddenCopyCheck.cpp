// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/HiddenCopyCheck.h"

#include "analysis/LoopChanges.h"
#include "checks/Copies.h"
#include "checks/Judgement.h"
#include "checks/Repetition.h"
#include "checks/Wording.h"
#include "layout/Queries.h"
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
      if (P.Argument == Argument && !P.AskedFor && mayCopy(P) &&
          (isYes(A.Good) || isNo(P.UsableAsIs))) {
        A.Good = P.UsableAsIs;
        A.Index = I;
        A.IsConversion = P.IsConversion;
      }
    }
    Out.push_back(A);
  }
  return Out;
}

/// The axes that keep an operand from being viewed as the result's sizes.
std::string whyCopied(const Judgement &J, const PredictedCopy &P) {
  if (P.IsConversion)
    return P.Why;
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
  Monomial Elements; ///< that are copied
  /// Nothing is known of its strides, and the row-major ones that a tensor
  /// has by default are copied.
  bool OrdinaryIsCopied = false;

  const PredictedCopy &copy() const {
    return J.Witness.Case->Result.Copies[J.Witness.Index];
  }
  /// Of the elements that are copied.
  Traits traits() const {
    Traits Has = J.Witness.Operand->Has;
    if (copy().IsConversion)
      Has.ScalarType = copy().ScalarType;
    return Has;
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
    const std::string Amount =
        amount(S.Elements, S.traits(), S.J.Witness.Case->After);
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

/// The tensors of a list of which it is known that they are copied, one by
/// one; none where that is not known.
Suspects inList(const Suspect &Whole, const Argument &Given,
                const Function &In) {
  const PredictedCopy &P = Whole.copy();
  const std::vector<Alternative> &Tensors =
      Whole.J.Witness.Case->Operands[P.Argument];
  Suspects Out;
  if (Given.Places.size() != P.EachUsable.size() ||
      Tensors.size() != P.EachUsable.size())
    return Out;
  for (size_t I = 0; I < Tensors.size(); ++I) {
    const PlaceId Place = Given.Places[I];
    if (P.EachUsable[I] != P.UsableAsIs)
      continue;
    if (Place == NoId || In.Places[Place].Name.empty())
      return {};
    Suspect S = Whole;
    S.J.Witness.Operand = &Tensors[I];
    S.Entity = In.Places[Place].Name;
    S.Place = Place;
    S.Elements = Tensors[I].TheLayout.numel();
    Out.push_back(std::move(S));
  }
  return Out;
}

bool isMember(const Alternative &Operand, const Context &C) {
  return Operand.Storages.size() == 1 &&
         C.isInitialId(*Operand.Storages.begin()) &&
         C.In.Places[*Operand.Storages.begin()].Kind == PlaceKind::Field;
}

/// About a member as the function finds it, which would be copied if it were
/// row-major, because of another operand's layout.
std::optional<Judgement>
judgeMember(const std::vector<CaseAnswer> &Cases,
            const std::set<DeclarationKey> &Reformatted, const Context &C) {
  for (const CaseAnswer &A : Cases) {
    const auto &Operands = A.Case->Operands;
    if (A.Good != Answer::Unknown || !isMember(*A.Operand, C) ||
        Reformatted.count(keyOf(C.In.Places[*A.Operand->Storages.begin()])) ||
        A.Operand->Path || !A.Case->CopiesRowMajor[A.Index] ||
        std::none_of(Operands.begin(), Operands.end(), [](const auto &Of) {
          return !Of.empty() && Of.front().Path;
        }))
      return std::nullopt;
  }
  if (Cases.empty())
    return std::nullopt;
  Judgement J;
  J.Witness = Cases.front();
  J.Undecided = true;
  return J;
}

void addSuspects(unsigned Argument, const Visit &V, const Apply &A,
                 const std::vector<ApplyCase> &Cases,
                 const std::set<DeclarationKey> &Reformatted, Suspects &Into) {
  const std::vector<CaseAnswer> Answers = answersAbout(Argument, Cases);
  std::optional<Judgement> J = judge(Answers, V.In.In);
  if (!J)
    J = judgeMember(Answers, Reformatted, V.In);
  if (!J)
    return;
  const CaseAnswer &Witness = J->Witness;
  Suspect S{
      *J, nameOfArgument(A, Argument, *Witness.Operand, V.In), NoId, {}, false};
  S.Elements = S.copy().Elements;
  if (A.Arguments[Argument].Places.size() == 1)
    S.Place = A.Arguments[Argument].Places[0];
  S.OrdinaryIsCopied =
      J->Undecided &&
      (!Witness.Operand->Vague || isMember(*Witness.Operand, V.In)) &&
      Witness.Case->CopiesRowMajor[Witness.Index];
  if (S.OrdinaryIsCopied)
    S.J.Sure = Confidence::Likely;
  else if (!isDecidedByLayoutAlone(*A.Op))
    S.J.Sure = std::min(S.J.Sure, Confidence::Likely);
  Suspects OfList = inList(S, A.Arguments[Argument], V.In.In);
  if (OfList.empty())
    OfList = {std::move(S)};
  std::move(OfList.begin(), OfList.end(), std::back_inserter(Into));
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
    const std::optional<int64_t> Its =
        bytesOf(S.Elements, S.traits(), S.J.Witness.Case->After);
    if (!Its || __builtin_add_overflow(Sum, *Its, &Sum))
      return std::nullopt;
  }
  return Sum;
}

/// What becomes of the gradient of an operand that is copied. Empty: nothing,
/// or nothing is known of it.
std::string gradientNote(const Suspect &S, const LeafGradients &Leaves,
                         const Apply &A, const Function &In) {
  if (!S.copy().LaysOutGradient)
    return "";
  const std::string Layout =
      "comes in the layout that " + A.Op->displayName() +
      " reads, and autograd copies it into the tensor's own when it is the "
      "first one since gradients were cleared";
  if (const std::optional<std::string> Leaf =
          Leaves.nameOfWhole(*S.J.Witness.Operand, S.J.Witness.Case->Before))
    return "the gradient of '" + *Leaf + "' " + Layout;
  const bool IsMember =
      S.Place != NoId && In.Places[S.Place].Kind == PlaceKind::Field;
  return IsMember ? "if '" + S.Entity + "' is trained, its gradient " + Layout
                  : "";
}

Finding finding(const Suspects &All, const Visit &V, const Apply &A) {
  Finding Found = findingAt("tensor-hidden-copy", V.At, V.In);
  Found.Sure = All.front().J.Sure;
  Found.Message = message(All, A, V.In);
  for (const Suspect &S : All)
    if (!S.copy().IsConversion)
      addPath(*S.J.Witness.Operand, S.J.Witness, Found.Notes);
  if (!All.front().copy().IsConversion &&
      (All.front().OrdinaryIsCopied || Found.Notes.empty()))
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

void HiddenCopyCheck::onFact(const Visit &V) {
  const auto *A = std::get_if<Assign>(&V.At.What);
  if (!A || A->Target == NoId || A->Source == NoId ||
      V.In.In.Places[A->Target].Kind != PlaceKind::Field)
    return;
  for (const Alternative &Given : V.Before.value(A->Source))
    if (isNo(isContiguous(V.Before.layout(Given), V.Before.TheFacts)))
      Reformatted.insert(keyOf(V.In.In.Places[A->Target]));
}

void HiddenCopyCheck::onApply(const Visit &V, const Apply &A,
                              const std::vector<ApplyCase> &Cases) {
  if (A.Op && isPart(*A.Op))
    if (const Fact *Maker =
            Readers->makerForOne(placeAt(A, 0), V.In.blockOf(V.Number)))
      for (Copy &Each : Pending)
        if (Each.At == Maker)
          Each.PartBy = A.Op->displayName();
  for (size_t I = 0; I < A.Results.size(); ++I)
    for (const ApplyCase &C : Cases)
      if (const PlaceId P = A.Results[I];
          P != NoId && V.In.In.Places[P].Kind == PlaceKind::Field &&
          I < C.Result.Results.size() &&
          isNo(isContiguous(C.Result.Results[I].TheLayout, C.After)))
        Reformatted.insert(keyOf(V.In.In.Places[P]));
  Leaves.see(V, A, Cases);
  Suspects All;
  for (unsigned Argument = 0; Argument < A.Arguments.size(); ++Argument) {
    addSuspects(Argument, V, A, Cases, Reformatted, All);
    if (std::optional<Finding> F = Leaves.copyOfGradient(Argument, V, A, Cases))
      OfGradients.push_back(std::move(*F));
  }
  if (All.empty())
    return;
  const Suspects Surest = surest(All);
  Copy Each;
  Each.Found = finding(Surest, V, A);
  for (const Suspect &S : Surest)
    if (std::string Text = gradientNote(S, Leaves, A, V.In.In); !Text.empty())
      Each.Found.Notes.push_back(noteAt(V.At.From, std::move(Text)));
  Each.At = &V.At;
  Each.Block = V.In.blockOf(V.Number);
  if (isSetUp(Each.Block, V.In, Each.Found.Bytes))
    Each.Found.Sure = Confidence::Possible;
  if (Surest.size() == 1)
    Each.Of = Surest.front().Place;
  Each.Entities = quotedList(entities(Surest));
  Each.AreSeveral = Surest.size() > 1;
  if (Surest.front().copy().IsConversion)
    Each.ConvertedFrom = Surest.front().J.Witness.Operand->Has.ScalarType;
  Each.WantsChannelsLast =
      std::all_of(Surest.begin(), Surest.end(), [](const Suspect &S) {
        return S.J.Witness.Case->WantsChannelsLast[S.J.Witness.Index];
      });
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
  // ATen/native/TensorAdvancedIndexing.cpp, count_nonzero_cpu
  if (Each.ConvertedFrom == BoolType && A.Op->displayName() == "sum")
    return "on the CPU, count_nonzero() counts without a copy";
  if (Each.ConvertedFrom)
    return Each.Entities +
           " in the type that it is summed in, from where it is "
           "made on, is converted by no call";
  if (const std::optional<unsigned> L = C.loops().innermost(Each.Block))
    if (IsNamed && !LoopChanges(C.In, C.loops()).changes(Each.Of, *L))
      return "the loop does not change " + Each.Entities +
             ": in the layout that is read, made once before it, no iteration "
             "copies it";
  if (isConversion(*A.Op) || A.Op->TheSchema.Name == "aten::copy_")
    return "only dense memory is transferred as it lies: expand or reorder "
           "after the transfer, or make " +
           Each.Entities + " dense where it is made";
  if (!Each.PartBy.empty())
    return Each.PartBy + " reads a part of the result: taken of " +
           Each.Entities + " first, it is all that is copied";
  const bool IsKept = Each.Of != NoId && outlivesCalls(C.In.Places[Each.Of]);
  if (IsKept && !isDecidedByLayoutAlone(*A.Op))
    return Each.Entities + " in " +
           (Each.WantsChannelsLast
                ? "channels-last"
                : "the layout that " + A.Op->displayName() + " reads") +
           ", made once before, saves the copy on every call";
  if (Each.WantsChannelsLast)
    return Each.Entities + (Each.AreSeveral ? ", each" : ",") +
           " channels-last from where it is made on, is copied by nothing that "
           "takes that format";
  const auto Others =
      std::count_if(Pending.begin(), Pending.end(), [&](const Copy &O) {
        return O.Of == Each.Of && !(O.Found.Where == Each.Found.Where);
      });
  if (IsNamed && Others > 0)
    return std::to_string(Others + 1) + " calls copy " + Each.Entities +
           ": one contiguous() before them saves the others";
  return "contiguous() before it copies as much; another order of axes where " +
         Each.Entities + (Each.AreSeveral ? " are" : " is") +
         " made saves the copy";
}

void HiddenCopyCheck::end(const Context &C, std::vector<Finding> &Into) {
  for (Copy &Each : Pending) {
    Each.Found.Notes.push_back(noteAt(Each.At->From, remedy(Each, C)));
    Into.push_back(Each.Found);
  }
  std::move(OfGradients.begin(), OfGradients.end(), std::back_inserter(Into));
  OfGradients.clear();
  Pending.clear();
  Leaves.clear();
}

std::unique_ptr<Check> makeHiddenCopyCheck() {
  return std::make_unique<HiddenCopyCheck>();
}

} // namespace tensortidy
