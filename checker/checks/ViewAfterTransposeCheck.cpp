// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/ViewAfterTransposeCheck.h"

#include "checks/Judgement.h"
#include "checks/Wording.h"

#include <algorithm>

namespace tensortidy {

namespace {

/// Is \p R about a view of its argument? Of one as other elements, not as other
/// sizes, only a no counts: most are made of what was read as these before.
bool isAboutView(const Requirement &R, const Outcome &O) {
  auto IsViewOfIt = [&](const TensorResult &T) {
    return T.TheRelation == Relation::View &&
           T.Source == static_cast<int>(R.Argument);
  };
  return R.IsView || (isNo(R.Met) && std::any_of(O.Results.begin(),
                                                 O.Results.end(), IsViewOfIt));
}

/// The requirement on \p Argument that is met least in \p C.
CaseAnswer answerOf(unsigned Argument, const ApplyCase &C) {
  CaseAnswer Out{Answer::Yes, &C, &C.Operands[Argument].front(), 0};
  for (size_t I = 0; I < C.Result.Requirements.size(); ++I) {
    const Requirement &R = C.Result.Requirements[I];
    if (R.Argument != Argument || R.ShapeMismatch || isYes(R.Met) ||
        isNo(Out.Good) || !isAboutView(R, C.Result))
      continue;
    Out.Good = R.Met;
    Out.Index = I;
  }
  return Out;
}

std::vector<CaseAnswer> answersAbout(unsigned Argument,
                                     const std::vector<ApplyCase> &Cases) {
  std::vector<CaseAnswer> Out;
  for (const ApplyCase &C : Cases)
    if (Argument < C.Operands.size() && !C.Operands[Argument].empty())
      Out.push_back(answerOf(Argument, C));
  return Out;
}

bool isRest(const IntExpr &E) {
  return E.TheKind == IntExpr::Kind::Literal && E.Value == -1;
}

/// Is \p Size made of one of the sizes that \p L has?
bool isOneOfItsOwn(const Monomial &Size, const Layout &L, const Facts &F) {
  auto Shares = [&](const Axis &A) {
    const Monomial Own = F.canonical(A.Size);
    return std::any_of(
        Own.factors().begin(), Own.factors().end(),
        [&](const Monomial::Factor &X) { return Size.powerOf(X.Symbol) != 0; });
  };
  return std::any_of(L.Front.begin(), L.Front.end(), Shares) ||
         std::any_of(L.Back.begin(), L.Back.end(), Shares);
}

/// Does the view merge axes, as far as one can tell: is the first size asked
/// for the rest, or one of them the tensor's own? Sizes that come from
/// elsewhere may as well split an axis, or be those that it has.
bool asksToMerge(const Apply &A, const Requirement &R, const Layout &L,
                 const Facts &F) {
  for (const Argument &Arg : A.Arguments) {
    if (Arg.TheKind != Argument::Kind::IntList || Arg.Ints.empty())
      continue;
    if (isRest(Arg.Ints.front()))
      return true;
    for (size_t I = 0; I < R.Sizes.size() && I < Arg.Ints.size(); ++I)
      if (!isRest(Arg.Ints[I]) && isOneOfItsOwn(F.canonical(R.Sizes[I]), L, F))
        return true;
  }
  return false;
}

/// The tensors that callers pass and whose strides decide: a registered or
/// exported function is called with whatever a user has, and what it views
/// without a check throws for an ordinary slice or transpose. Of one axis
/// nothing has to be merged. What callers in other files make contiguous is
/// asked only of what is viewed as it was given: of its transpose it would say
/// the reverse.
IdSet openRoots(const Judgement &J, const Apply &A, const Function &In) {
  const Alternative &Operand = *J.Witness.Operand;
  const Facts &F = J.Witness.Case->Before;
  const Layout L = normalized(Operand.TheLayout, F);
  const Requirement &R = J.Witness.Case->Result.Requirements[J.Witness.Index];
  const bool IsOrdinary =
      J.Undecided && !In.Uncertain && !Operand.Vague && !Operand.Summary &&
      hasUnknownStrides(L, F) && L.rank().value_or(2) >= 2 &&
      asksToMerge(A, R, L, F) && (!Operand.Path || In.TheReach == Reach::Entry);
  return IsOrdinary ? Operand.Roots : IdSet();
}

/// With -1 resolved, or else as spelled: "[B*N, C]", "{-1}".
std::string sizesAskedFor(const Apply &A, const Requirement &R,
                          const Facts &F) {
  const std::string Sizes = print(R.Sizes, F);
  if (!R.Sizes.empty() && isNamed(Sizes))
    return Sizes;
  for (const Argument &Arg : A.Arguments)
    if (Arg.TheKind == Argument::Kind::IntList && !Arg.Text.empty())
      return Arg.Text;
  return "'" + A.Call + "' asks";
}

std::string message(const Judgement &J, const Apply &A, const Context &C) {
  const ApplyCase &Case = *J.Witness.Case;
  const Requirement &R = Case.Result.Requirements[J.Witness.Index];
  const std::string Entity =
      "'" + nameOfArgument(A, R.Argument, *J.Witness.Operand, C) + "'";
  const std::string As = sizesAskedFor(A, R, Case.After);
  const Layout L = normalized(J.Witness.Operand->TheLayout, Case.Before);
  if (J.Undecided)
    return Entity + " may not be viewable as " + As + ": " +
           whyUndecided(J, C.In, false) +
           "; this throws if they do not allow it";
  return Entity + " cannot be viewed as " + As +
         (J.SomePathsOnly ? " on some paths: " : ": ") +
         (R.IsView ? whyNotViewable(L, R.Blocked, Case.Before) : R.Why) +
         "; this throws";
}

/// reshape() takes the same sizes and is a view wherever view() is; what is
/// written into its copy is lost.
std::vector<Edit> toReshape(const Apply &A, const Fact &X,
                            const WrittenPlaces &Written) {
  const bool IsView = A.Op->TheSchema.fullName() == "aten::view";
  if (!IsView || A.Results.empty() || Written.contains(A.Results.front()) ||
      X.From.InMacro || !A.Object.isValid() || !A.Callee.isValid())
    return {};
  return {{A.Callee, "reshape"}};
}

} // namespace

void ViewAfterTransposeCheck::onApply(const Visit &V, const Apply &A,
                                      const std::vector<ApplyCase> &Cases) {
  for (unsigned Argument = 0; Argument < A.Arguments.size(); ++Argument) {
    if (std::optional<Judgement> J =
            judge(answersAbout(Argument, Cases), V.In.In))
      report(V, A, *J);
  }
}

void ViewAfterTransposeCheck::report(const Visit &V, const Apply &A,
                                     const Judgement &J) {
  const Facts &F = J.Witness.Case->After;
  Finding Found = findingAt("tensor-view-after-transpose", V.At, V.In);
  const Requirement &R = J.Witness.Case->Result.Requirements[J.Witness.Index];
  const std::string Entity =
      nameOfArgument(A, R.Argument, *J.Witness.Operand, V.In);
  Found.Sure = J.Sure;
  Found.Message = message(J, A, V.In);
  Found.Notes = pathNotes(*J.Witness.Operand, F);
  addCallNote(V.At, V.In, Found.Notes);
  Found.Notes.push_back(noteAt(
      V.At.From,
      R.IsView ? "reshape() copies where a view is not possible; contiguous() "
                 "copies once for everything that follows"
               : "the copy that contiguous() makes has a last stride of 1 and "
                 "begins at the first element of its memory"));
  if (!Written)
    Written.emplace(V.In.In);
  Found.Edits = toReshape(A, V.At, *Written);
  Found.Operator = A.Op->displayName();
  Found.Arguments = {Entity};
  Found.OpenRoots = openRoots(J, A, V.In.In);
  Pending.push_back(std::move(Found));
}

void ViewAfterTransposeCheck::end(const Context &, std::vector<Finding> &Into) {
  std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
  Pending.clear();
  Written.reset();
}

std::unique_ptr<Check> makeViewAfterTransposeCheck() {
  return std::make_unique<ViewAfterTransposeCheck>();
}

} // namespace tensortidy
