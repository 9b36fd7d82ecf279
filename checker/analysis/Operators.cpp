// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Operators.h"

#include "analysis/Operands.h"
#include "layout/Queries.h"
#include "layout/Results.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace tensortidy {

namespace {

bool throwsForLayout(const Requirement &R) {
  return isNo(R.Met) && !R.ShapeMismatch;
}

/// One combination of alternatives.
class OperatorCase {
public:
  OperatorCase(State &S, const Apply &A, const Fact &X, unsigned Number,
               const Context &C, std::string Name)
      : S(S), A(A), X(X), Number(Number), C(C), Name(std::move(Name)) {}

  /// \returns false when an operand is undefined and there is no case.
  bool evaluateModel() {
    Integers Ints(S, C, Name);
    Given = operandsOf(*A.Op, A.Arguments, S, Ints, C);
    Before = S.TheFacts;
    if (!Given.Undefined)
      Result = evaluate(*A.Op, Given.Actual, Name, S.TheFacts, C.In.Torch);
    return !Given.Undefined;
  }

  /// For all sizes: a generic no is not enough to drop a case.
  bool throws() const {
    return std::any_of(Result.Requirements.begin(), Result.Requirements.end(),
                       [](const Requirement &R) {
                         return throwsForLayout(R) && R.Met == Answer::No;
                       });
  }
  bool neverReturns() const { return Result.NeverReturns; }

  ApplyCase report() const;

  void setResults();

private:
  void setUndefined() {
    for (PlaceId P : A.Results)
      if (P != NoId)
        S.setValue(P, TensorValue());
  }
  Answer usableAs(const PredictedCopy &P, MemoryFormat Format) const;
  bool isAnswered(Answer A) const;
  bool raiseSizesOfParts(Facts &F) const;
  void decideInGeneralPosition(ApplyCase &Case) const;
  void assumeFixed();
  Alternative alternative(const TensorResult &R, size_t I) const;
  TensorValue value(const TensorResult &R, size_t I) const;
  void setOrigins(const TensorResult &R, size_t I, Alternative &Out) const;
  void setRoots(const Alternative *Source, Alternative &Out) const;
  PathPtr pathOf(const TensorResult &R, const Alternative *Source,
                 const Alternative &Out, PlaceId P) const;
  bool isInPlace(const TensorResult &R, size_t I) const;
  void changeInPlace(const TensorResult &R, size_t I, const Alternative &New);

  State &S;
  const Apply &A;
  const Fact &X;
  const unsigned Number;
  const Context &C;
  const std::string Name;
  Operands Given;
  Outcome Result;
  std::optional<Facts> Before;
};

/// Asks the model again, with \p P's operand as a fresh allocation in
/// \p Format is.
Answer OperatorCase::usableAs(const PredictedCopy &P,
                              MemoryFormat Format) const {
  std::vector<ActualArgument> Actual = Given.Actual;
  ActualArgument &Operand = Actual[P.Argument];
  if (Operand.TheKind != ActualArgument::Kind::Tensor)
    return Answer::Unknown;
  Facts F = *Before;
  Layout &L = Operand.Tensors[0];
  L = Format == MemoryFormat::Contiguous
          ? rowMajorLike(normalized(L, F))
          : inFormat(normalized(L, F), Format, F);
  const Outcome Asked = evaluate(*A.Op, Actual, Name, F, C.In.Torch);
  Answer Usable = Answer::Yes;
  for (const PredictedCopy &Q : Asked.Copies)
    if (Q.Argument == P.Argument && Q.IsConversion == P.IsConversion)
      Usable = conjunction(Usable, Q.UsableAsIs);
  return Usable;
}

/// Is one of the questions about copies and requirements answered so?
bool OperatorCase::isAnswered(Answer A) const {
  return std::any_of(
             Result.Copies.begin(), Result.Copies.end(),
             [A](const PredictedCopy &P) { return P.UsableAsIs == A; }) ||
         std::any_of(Result.Requirements.begin(), Result.Requirements.end(),
                     [A](const Requirement &R) { return R.Met == A; });
}

/// A part of an axis (a slice, a chunk), a broadcast size or a count may be 1
/// or 0 where an axis itself, in general position, is not. \returns whether
/// there was one.
bool OperatorCase::raiseSizesOfParts(Facts &F) const {
  bool Raised = false;
  auto Raise = [&](const Axis &A) {
    for (const Monomial::Factor &Factor : F.canonical(A.Size).factors())
      if (F.lowerBound(Factor.Symbol) < 2) {
        F.raiseLowerBound(Factor.Symbol, 2);
        Raised = true;
      }
  };
  for (const ActualArgument &Argument : Given.Actual)
    for (const Layout &L : Argument.Tensors) {
      std::for_each(L.Front.begin(), L.Front.end(), Raise);
      std::for_each(L.Back.begin(), L.Back.end(), Raise);
    }
  return Raised;
}

/// What cannot be told only because a part may be 1 is a generic no, to those
/// who report it; what follows from the call stays as unknown as it is.
void OperatorCase::decideInGeneralPosition(ApplyCase &Case) const {
  Facts F = *Before;
  if (!raiseSizesOfParts(F))
    return;
  Facts After = F;
  const Outcome Asked = evaluate(*A.Op, Given.Actual, Name, After, C.In.Torch);
  bool Decided = false;
  for (PredictedCopy &P : Case.Result.Copies)
    for (const PredictedCopy &Q : Asked.Copies)
      if (P.UsableAsIs == Answer::Unknown && isNo(Q.UsableAsIs) &&
          P.Argument == Q.Argument && P.What == Q.What) {
        P = Q;
        P.UsableAsIs = Answer::NoGeneric;
        Decided = true;
      }
  std::vector<Requirement> &Needs = Case.Result.Requirements;
  for (size_t I = 0;
       I < Needs.size() && Needs.size() == Asked.Requirements.size(); ++I)
    if (Needs[I].Met == Answer::Unknown && isNo(Asked.Requirements[I].Met)) {
      Needs[I] = Asked.Requirements[I];
      Needs[I].Met = Answer::NoGeneric;
      Decided = true;
    }
  if (Decided)
    Case.Before = F;
}

ApplyCase OperatorCase::report() const {
  ApplyCase Case{Given.Chosen, Result, {}, {}, *Before, S.TheFacts};
  if (isAnswered(Answer::Unknown))
    decideInGeneralPosition(Case);
  for (const PredictedCopy &P : Case.Result.Copies) {
    const bool IsUndecided = P.UsableAsIs == Answer::Unknown;
    const Answer RowMajor = IsUndecided || !P.AskedFor
                                ? usableAs(P, MemoryFormat::Contiguous)
                                : Answer::Unknown;
    Case.CopiesRowMajor.push_back(IsUndecided && RowMajor == Answer::No);
    Case.WantsChannelsLast.push_back(
        RowMajor == Answer::No && !P.AskedFor &&
        isYes(usableAs(P, MemoryFormat::ChannelsLast)));
  }
  return Case;
}

/// The operand as contiguous() would have made it, and the view of that.
void OperatorCase::assumeFixed() {
  for (const Requirement &R : Result.Requirements) {
    if (!throwsForLayout(R))
      continue;
    const Alternative *Operand = Given.of(static_cast<int>(R.Argument));
    if (!Operand)
      continue;
    Alternative Fixed = *Operand;
    Fixed.TheLayout = rowMajorLike(S.layout(Fixed));
    Fixed.Tainted |= R.Met == Answer::NoGeneric;
    const FlatMap<TensorValue> Now = S.Places;
    for (const auto &[P, Old] : Now)
      if (Old.size() == 1 && Old[0] == *Operand)
        S.replace(Old, TensorValue(Fixed));
    for (TensorResult &T : Result.Results)
      if (T.Source == static_cast<int>(R.Argument))
        T.TheLayout =
            R.Sizes.empty() ? rowMajorLike(T.TheLayout) : rowMajor(R.Sizes);
  }
}

void OperatorCase::setOrigins(const TensorResult &R, size_t I,
                              Alternative &Out) const {
  const uint32_t Own = C.resultId(Number, I);
  const Alternative *Source = Given.of(R.Source);
  if (Source && isInPlace(R, I)) {
    Out.Storages = Source->Storages;
    Out.Objects = Source->Objects;
    return;
  }
  const bool MayBeSelf = R.TheRelation == Relation::Self ||
                         R.TheRelation == Relation::SelfOrNew ||
                         R.TheRelation == Relation::Unknown;
  const bool MayBeOld = R.TheRelation != Relation::New;
  const bool MayBeNew =
      R.TheRelation != Relation::Self && R.TheRelation != Relation::View;
  if (Source && MayBeOld)
    Out.Storages.insert(Source->Storages);
  if (Source && MayBeSelf)
    Out.Objects.insert(Source->Objects);
  if (MayBeNew || Out.Storages.empty())
    Out.Storages.insert(Own);
  if (R.TheRelation != Relation::Self || Out.Objects.empty())
    Out.Objects.insert(Own);
}

/// A tensor that is freshly row-major owes nothing to anybody's layout.
void OperatorCase::setRoots(const Alternative *Source, Alternative &Out) const {
  const Answer IsContiguous = isContiguous(Out.TheLayout, S.TheFacts);
  const bool Fresh = isYes(IsContiguous) && Result.Modelled;
  // Where nothing can be told of it, nothing is claimed.
  const bool LeavesOut =
      IsContiguous != Answer::Unknown &&
      std::any_of(Result.Results.begin(), Result.Results.end(),
                  [](const TensorResult &R) { return R.LeavesOut; });
  Out.Tainted = LeavesOut || isAnswered(Answer::NoGeneric);
  Out.Vague = !Result.Modelled;
  auto Inherit = [&](const Alternative &From) {
    Out.Tainted |= From.Tainted;
    if (Fresh)
      return;
    Out.Roots.insert(From.Roots);
    Out.Vague |= From.Vague;
  };
  if (Source)
    return Inherit(*Source);
  for (const auto &Argument : Given.Chosen)
    for (const Alternative &From : Argument)
      Inherit(From);
}

/// As in contiguous(at::MemoryFormat::ChannelsLast).
static bool givesFormat(const Apply &A) {
  return std::any_of(A.Arguments.begin(), A.Arguments.end(),
                     [](const Argument &Given) {
                       return Given.TheKind == Argument::Kind::Format &&
                              Given.Format != MemoryFormat::Contiguous &&
                              Given.Format != MemoryFormat::Preserve;
                     });
}

static bool asksFormat(const Apply &A) {
  const std::vector<SchemaArgument> &Known = A.Op->TheSchema.Arguments;
  for (size_t I = 0; I < A.Arguments.size() && I < Known.size(); ++I)
    if (Known[I].Type == SchemaType::MemoryFormat &&
        A.Arguments[I].TheKind == Argument::Kind::Unknown)
      return true;
  return false;
}

PathPtr OperatorCase::pathOf(const TensorResult &R, const Alternative *Source,
                             const Alternative &Out, PlaceId P) const {
  auto Node = std::make_shared<PathNode>();
  const bool Contiguous = isYes(isContiguous(Out.TheLayout, S.TheFacts));
  const bool GivesFormat = givesFormat(A);
  const bool Allocated = !GivesFormat && (R.TheRelation == Relation::New ||
                                          R.TheRelation == Relation::SelfOrNew);
  Node->Step.From = X.From;
  Node->Step.Entity = P == NoId ? std::string() : C.In.Places[P].Name;
  Node->Step.By = A.Call;
  Node->Step.After = Out.TheLayout;
  Node->Step.AsksFormat = asksFormat(A);
  Node->Step.GivesFormat = GivesFormat;
  Node->Step.IsNew = R.TheRelation == Relation::New;
  if (!Result.Modelled)
    Node->Step.TheKind = PathStep::Kind::Unseen;
  else if (Contiguous && Allocated)
    Node->Step.TheKind = PathStep::Kind::Allocated;
  if (Contiguous && Allocated)
    return Node;
  if (Source) {
    Node->Before = Source->Path;
    return Node;
  }
  for (const auto &Argument : Given.Chosen)
    for (const Alternative &From : Argument)
      if (From.Path && !Node->Before)
        Node->Before = From.Path;
  return Node;
}

Alternative OperatorCase::alternative(const TensorResult &R, size_t I) const {
  const PlaceId P = I < A.Results.size() ? A.Results[I] : NoId;
  const Alternative *Source = Given.of(R.Source);
  const Layout New = normalized(R.TheLayout, S.TheFacts);
  const bool IsSelf = R.TheRelation == Relation::Self || isInPlace(R, I);
  if (Source && IsSelf && S.layout(*Source) == New) {
    Alternative Same = *Source;
    Same.Has = R.Has;
    return Same;
  }
  Alternative Out;
  Out.TheLayout = New;
  Out.Has = R.Has;
  setOrigins(R, I, Out);
  setRoots(Source, Out);
  Out.Summary = R.IsElement && !Result.Modelled;
  Out.Path = pathOf(R, Source, Out, P);
  return Out;
}

/// The operand itself and a new tensor are two alternatives where both layouts
/// are known, and so are the elements of a list. Which one it is, a type or an
/// index decides, not a path: one of them alone is no evidence.
TensorValue OperatorCase::value(const TensorResult &R, size_t I) const {
  if (R.Either.empty() || isInPlace(R, I))
    return TensorValue(alternative(R, I));
  std::vector<Alternative> All;
  for (const Layout &L : R.Either) {
    TensorResult One = R;
    One.TheLayout = L;
    if (R.TheRelation == Relation::SelfOrNew) {
      const bool IsSelf = All.empty();
      One.TheRelation = IsSelf ? Relation::Self : Relation::New;
      One.Source = IsSelf ? R.Source : -1;
    }
    Alternative A = alternative(One, I);
    A.Tainted = true;
    if (std::find(All.begin(), All.end(), A) == All.end())
      All.push_back(std::move(A));
  }
  return TensorValue(std::move(All));
}

/// The result is the very object that the call changed: `Tensor(a!) self` given
/// back as `Tensor(a!)`.
bool OperatorCase::isInPlace(const TensorResult &R, size_t I) const {
  const Schema &Form = A.Op->TheSchema;
  const size_t Source = static_cast<size_t>(R.Source);
  return R.Source >= 0 && Source < Form.Arguments.size() &&
         I < Form.Returns.size() && Form.Arguments[Source].Writes &&
         Form.Arguments[Source].Alias == Form.Returns[I].Alias;
}

/// transpose_(), resize_(): every handle of the object sees the new layout.
void OperatorCase::changeInPlace(const TensorResult &R, size_t I,
                                 const Alternative &New) {
  const Alternative *Source = Given.of(R.Source);
  if (!Source || !isInPlace(R, I) ||
      (S.layout(*Source) == New.TheLayout && Source->Has == New.Has))
    return;
  const std::vector<PlaceId> &Handles = A.Arguments[R.Source].Places;
  const bool IsOne = Handles.size() == 1 && Handles.front() != NoId;
  S.updateObject(IsOne ? Handles.front() : NoId, *Source, New, C.In);
}

void OperatorCase::setResults() {
  if (Given.Undefined)
    return setUndefined();
  assumeFixed();
  for (size_t I = 0; I < Result.Results.size(); ++I) {
    const TensorResult &R = Result.Results[I];
    TensorValue New = value(R, I);
    if (New.size() == 1)
      changeInPlace(R, I, New[0]);
    if (I < A.Results.size() && A.Results[I] != NoId)
      S.setValue(A.Results[I], std::move(New));
  }
  for (size_t I = Result.Results.size(); I < A.Results.size(); ++I)
    if (A.Results[I] != NoId)
      S.setValue(A.Results[I], TensorValue(C.unseen(A.Results[I], Number, I)));
}

std::string caseName(const Apply &A, unsigned Number, const Context &C) {
  const PlaceId P = A.Results.empty() ? NoId : A.Results.front();
  const bool Named = P != NoId && !C.In.Places[P].Name.empty();
  return (Named ? C.In.Places[P].Name : A.Op->displayName()) + "@" +
         std::to_string(Number);
}

bool setUnseen(State &S, const Apply &A, unsigned Number, const Context &C) {
  for (size_t I = 0; I < A.Results.size(); ++I)
    if (A.Results[I] != NoId)
      S.setValue(A.Results[I], TensorValue(C.unseen(A.Results[I], Number, I)));
  return true;
}

/// The states of the cases that return, joined into \p S.
bool joinCases(State &S, std::vector<State> Alive, const Context &C,
               const std::string &Name) {
  if (Alive.empty())
    return false;
  S = std::move(Alive.front());
  for (size_t I = 1; I < Alive.size(); ++I)
    S = join(S, Alive[I], C.In, Name + ";" + std::to_string(I));
  return true;
}

} // namespace

bool applyOperator(State &S, const Apply &A, const Fact &X, unsigned Number,
                   const Context &C, Observer *O) {
  if (!A.Op)
    return setUnseen(S, A, Number, C);
  std::optional<State> Start;
  if (O)
    Start = S;
  const std::string Name = caseName(A, Number, C);
  const std::vector<PlaceId> Operands = operandPlaces(A.Arguments);
  const ListValues Lists(S, Operands, C.In);
  std::vector<State> States = splitOn(std::move(S), Operands, Name);
  std::vector<OperatorCase> Cases;
  std::vector<ApplyCase> Reports;
  bool SomeDoNotThrow = false;
  for (size_t I = 0; I < States.size(); ++I) {
    Cases.emplace_back(States[I], A, X, Number, C,
                       I == 0 ? Name : Name + "." + std::to_string(I));
    const bool Evaluated = Cases.back().evaluateModel();
    SomeDoNotThrow |= !Cases.back().throws() && !Cases.back().neverReturns();
    if (O && Evaluated)
      Reports.push_back(Cases.back().report());
  }
  if (O)
    O->onApply({C, X, Number, *Start}, A, Reports);
  Start.reset(); // its values are shared until then
  std::vector<State> Alive;
  for (size_t I = 0; I < Cases.size(); ++I) {
    if (Cases[I].neverReturns() || (Cases[I].throws() && SomeDoNotThrow))
      continue;
    Cases[I].setResults();
    Alive.push_back(std::move(States[I]));
  }
  const bool AreAllAlive = Alive.size() == Cases.size();
  if (!joinCases(S, std::move(Alive), C, Name))
    return false;
  if (!AreAllAlive)
    Lists.restoreIn(S, Name);
  return true;
}

} // namespace tensortidy
