// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Wording.h"

#include "layout/Queries.h"

#include <algorithm>

namespace tensortidy {

std::string quotedList(const std::vector<std::string> &Names) {
  std::string Out;
  for (size_t I = 0; I < Names.size(); ++I) {
    if (I > 0)
      Out += I + 1 == Names.size() ? " and " : ", ";
    Out += "'" + Names[I] + "'";
  }
  return Out;
}

std::string amount(const Monomial &Elements, const Traits &Has,
                   const Facts &F) {
  const std::optional<int> Size =
      Has.ScalarType ? elementSize(*Has.ScalarType) : std::nullopt;
  const std::string Printed =
      print(Size ? Elements * Monomial(*Size) : Elements, F);
  if (!isNamed(Printed) || Printed.empty())
    return "";
  return Printed + (Size ? " bytes" : " elements");
}

std::optional<int64_t> bytesOf(const Monomial &Elements, const Traits &Has,
                               const Facts &F) {
  const std::optional<int> Size =
      Has.ScalarType ? elementSize(*Has.ScalarType) : std::nullopt;
  const Monomial Known = F.canonical(Elements);
  return Size && Known.isValid() ? (Known * Monomial(*Size)).asConstant()
                                 : std::nullopt;
}

std::string shortName(const std::string &Name) {
  const size_t Scope = Name.rfind("::");
  return Scope == std::string::npos ? Name : Name.substr(Scope + 2);
}

std::string nameOfArgument(const Apply &A, unsigned Index,
                           const Alternative &Value, const Context &C) {
  constexpr size_t Longest = 48;
  if (Index < A.Arguments.size()) {
    const Argument &Arg = A.Arguments[Index];
    if (!Arg.Text.empty() && Arg.Text.size() <= Longest)
      return Arg.Text;
    if (Arg.Places.size() == 1 && Arg.Places[0] != NoId &&
        !C.In.Places[Arg.Places[0]].Name.empty())
      return C.In.Places[Arg.Places[0]].Name;
  }
  if (Value.Path)
    return Value.Path->Step.By;
  const bool Known = A.Op && Index < A.Op->TheSchema.Arguments.size();
  return Known ? A.Op->TheSchema.Arguments[Index].Name : "the operand";
}

std::string nameOfOperand(const Visit &V, const Apply &A, unsigned I,
                          const ApplyCase &C) {
  return I < C.Operands.size() && !C.Operands[I].empty()
             ? nameOfArgument(A, I, C.Operands[I][0], V.In)
             : "";
}

namespace {

std::string pair(size_t A, size_t B) {
  return "dimensions " + std::to_string(A) + " and " + std::to_string(B);
}

/// Are the axes \p I and I + 1 in memory the other way round, as transpose()
/// leaves them: [N@D, H@N*D] is [H@N*D, N@D] with its axes exchanged.
bool isExchanged(const std::vector<Axis> &Axes, size_t I, const Facts &F) {
  return I + 1 < Axes.size() &&
         F.compare(Axes[I + 1].Stride, Axes[I].Size * Axes[I].Stride) ==
             Order::Equal;
}

/// Is some axis in memory where the one outside of \p Inner should be?
bool isElsewhere(const std::vector<Axis> &Axes, const Axis &Inner,
                 const Facts &F) {
  const Monomial Next = Inner.Size * Inner.Stride;
  return std::any_of(Axes.begin(), Axes.end(), [&](const Axis &A) {
    return F.compare(A.Stride, Next) == Order::Equal;
  });
}

} // namespace

std::string whyBlocked(const Layout &L, std::pair<unsigned, unsigned> Blocked,
                       const Facts &F) {
  const std::string Both = pair(Blocked.first, Blocked.second);
  // With an unknown rank, only the axes in front of the gap can be told.
  const std::vector<Axis> &Axes = L.Front;
  for (unsigned I : {Blocked.first, Blocked.second})
    if (I < Axes.size() && F.canonical(Axes[I].Stride).isZero())
      return "dimension " + std::to_string(I) +
             " is expanded (its stride is 0), so " + Both + " cannot be merged";
  const size_t Outer = Blocked.first;
  for (size_t I : {Outer, Outer - 1, Outer + 1})
    if (I < Axes.size() && isExchanged(Axes, I, F))
      return pair(I, I + 1) + " were exchanged and cannot be merged";
  if (std::max(Blocked.first, Blocked.second) >= Axes.size())
    return Both + " cannot be merged";
  const Axis &Inner = Axes[Blocked.second];
  const Order Now = F.compare(Axes[Outer].Stride, Inner.Size * Inner.Stride);
  if (isElsewhere(Axes, Inner, F) || Now == Order::Less)
    return Both + " are not neighbours in memory and cannot be merged";
  return Both + (Now == Order::Greater
                     ? " have a gap between them in memory and cannot be merged"
                     : " cannot be merged");
}

std::string
whyNotViewable(const Layout &L,
               const std::optional<std::pair<unsigned, unsigned>> &Blocked,
               const Facts &F) {
  if (Blocked)
    return whyBlocked(L, *Blocked, F);
  return "its strides are " + strides(L, F);
}

Note noteAt(const Origin &Where, std::string Message) {
  return {Where.Range, Where.Point, std::move(Message)};
}

namespace {

std::string describe(const PathStep &S, const Facts &F) {
  const bool Named = !S.Entity.empty();
  const std::string By = S.By.empty() ? "" : ", by " + S.By;
  switch (S.TheKind) {
  case PathStep::Kind::Allocated:
    return (Named ? "'" + S.Entity + "' is" : std::string("it is")) +
           " row-major here" + By;
  case PathStep::Kind::Unseen:
    return "nothing is known of " +
           (Named ? "'" + S.Entity + "'" : std::string("the layout")) +
           " from here" + (S.By.empty() ? "" : ": " + S.By);
  case PathStep::Kind::Laid:
    break;
  }
  const std::string Strides = strides(S.After, F);
  if (!isNamed(Strides))
    return (Named ? "'" + S.Entity + "' gets its strides here"
                  : std::string("the strides are changed here")) +
           By;
  return (Named ? "'" + S.Entity + "' gets strides "
                : std::string("the strides become ")) +
         Strides + " here" + By;
}

} // namespace

std::vector<Note> pathNotes(const Alternative &A, const Facts &F) {
  constexpr size_t Most = 6;
  const std::vector<const PathStep *> All = steps(A.Path);
  size_t First = All.size();
  while (First > 0) {
    --First;
    if (!All[First]->GivesFormat &&
        isYes(isContiguous(normalized(All[First]->After, F), F))) {
      if (All[First]->TheKind != PathStep::Kind::Allocated)
        ++First;
      break;
    }
  }
  First = std::max(First, All.size() - std::min(All.size(), Most));
  std::vector<Note> Out;
  for (size_t I = First; I < All.size(); ++I)
    if (All[I]->From.Range.isValid())
      Out.push_back(noteAt(All[I]->From, describe(*All[I], F)));
  return Out;
}

void addCallNote(const Fact &X, const Context &C, std::vector<Note> &Into) {
  if (X.Expansion == 0)
    return;
  const Expansion &E = C.In.Expansions[X.Expansion - 1];
  const size_t Scope = E.Callee.rfind("::");
  const std::string Callee =
      Scope == std::string::npos ? E.Callee : E.Callee.substr(Scope + 2);
  Into.push_back(noteAt(E.Call, "in the call of '" + Callee + "' from '" +
                                    shortName(C.In.Name) + "' here"));
}

void addLoopNote(unsigned L, unsigned Block, const Context &C, Finding &Into) {
  const SourceRange &Where = C.loops()[L].Written->Where;
  Into.Notes.push_back({Where, Where.Begin, "the loop is here"});
  Into.LoopDepth = C.loops().depth(Block);
}

Finding findingAt(const char *Check, const Fact &X, const Context &C) {
  Finding F;
  F.Check = Check;
  F.Where = X.From.Range;
  F.Point = X.From.Point;
  F.Statement = X.From.Statement;
  F.Function = C.In.nameAt(X);
  return F;
}

} // namespace tensortidy
