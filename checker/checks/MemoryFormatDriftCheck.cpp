// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/Wording.h"
#include "layout/Queries.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tensortidy {

namespace {

constexpr const char *Name = "tensor-memory-format-drift";

/// The channels-last format that \p L has and that is not row-major, too.
std::optional<MemoryFormat> channelsLastOf(const Layout &L, const Facts &F) {
  for (MemoryFormat Format :
       {MemoryFormat::ChannelsLast, MemoryFormat::ChannelsLast3d})
    if (isYes(isContiguous(L, Format, F)) && isContiguous(L, F) == Answer::No)
      return Format;
  return std::nullopt;
}

/// The tensors that must be row-major for \p C to be \p Value, whatever else
/// it says: all parts of a conjunction, none of a disjunction.
void mustBeRowMajor(const Condition &C, bool Value,
                    std::vector<PlaceId> &Into) {
  switch (C.TheKind) {
  case Condition::Kind::Not:
    return mustBeRowMajor(C.Operands[0], !Value, Into);
  case Condition::Kind::And:
  case Condition::Kind::Or:
    if (Value == (C.TheKind == Condition::Kind::And))
      for (const Condition &Each : C.Operands)
        mustBeRowMajor(Each, Value, Into);
    return;
  case Condition::Kind::Contiguous:
    if (Value && C.Format == MemoryFormat::Contiguous && C.Tensor != NoId)
      Into.push_back(C.Tensor);
    return;
  default:
    return;
  }
}

/// Does control end in \p B other than by returning?
bool throws(const Block &B) {
  return B.IsStopped && B.Successors.empty() &&
         std::none_of(B.Facts.begin(), B.Facts.end(), [](const Fact &X) {
           return std::holds_alternative<Return>(X.What);
         });
}

/// The expanded call in which the condition at the end of \p B stands.
uint32_t expansionOf(const Block &B, const Function &F) {
  const SourceRange &At = B.Decision.Range;
  const bool IsOwn = F.Body.File == At.File && F.Body.Begin <= At.Begin &&
                     At.Begin < F.Body.End;
  if (IsOwn || B.Facts.empty())
    return 0;
  const Fact &Last = B.Facts.back();
  for (uint32_t I = 0; I < F.Expansions.size(); ++I)
    if (std::holds_alternative<Call>(Last.What) &&
        F.Expansions[I].Call.Range == Last.From.Range)
      return I + 1;
  return Last.Expansion;
}

/// Finds tensors in a channels-last format that meet code which wants them
/// row-major: a check that throws, or a copy that is copied back.
class MemoryFormatDriftCheck : public Check {
public:
  void onFact(const Visit &V) override {
    if (const auto *A = std::get_if<Assume>(&V.At.What))
      judge(V.In, A->Holds, V.Before, V.At);
  }

  void onLeave(const Context &C, const Block &B, const State &S) override {
    if (!B.Decision.Range.isValid() || B.Successors.size() != 2)
      return;
    for (unsigned Pass : {0u, 1u}) {
      const Edge &Taken = B.Successors[Pass], &Other = B.Successors[1 - Pass];
      if (!Taken.Assumes || !throws(C.In.Blocks[Other.To]))
        continue;
      Fact At;
      At.From = B.Decision;
      At.Expansion = expansionOf(B, C.In);
      judge(C, *Taken.Assumes, S, At);
    }
  }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    if (!A.Op)
      return;
    for (const ApplyCase &C : Cases) {
      findReturns(V, A, C);
      for (size_t I = 0; I < C.Result.Results.size(); ++I)
        noteLoss(V, C, C.Result.Results[I], V.In.resultId(V.Number, I));
    }
  }

  void end(const Context &, std::vector<Finding> &Into) override {
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Lost.clear();
    Said.clear();
  }

private:
  /// The operator that made a tensor row-major that was channels-last.
  struct Loss {
    const Fact *By = nullptr;
    std::string Of;
  };

  void judge(const Context &C, const Condition &Holds, const State &S,
             const Fact &At) {
    std::vector<PlaceId> Asked;
    mustBeRowMajor(Holds, /*Value=*/true, Asked);
    for (PlaceId P : Asked) {
      const TensorValue Value = S.value(P);
      const Alternative *Witness = nullptr;
      bool All = true;
      for (const Alternative &A : Value) {
        const bool Is =
            !A.Vague && channelsLastOf(S.layout(A), S.TheFacts).has_value();
        All &= Is && !A.Tainted;
        if (Is && A.Path && !Witness)
          Witness = &A;
      }
      if (Witness)
        reportCheck(C, P, *Witness, All, S, At);
    }
  }

  void reportCheck(const Context &C, PlaceId P, const Alternative &A, bool All,
                   const State &S, const Fact &At) {
    const std::string &Variable = C.In.Places[P].Name;
    const std::string Tensor = Variable.empty() ? A.Path->Step.By : Variable;
    Finding F = findingAt(Name, At, C);
    F.Sure = All && !C.In.Uncertain ? Confidence::Proven : Confidence::Likely;
    F.Message = "'" + Tensor + "' is channels-last here" +
                (All ? "" : " on some paths") +
                ", and what is checked is that it is row-major: this throws";
    F.Notes = pathNotes(A, S.TheFacts);
    addCallNote(At, C, F.Notes);
    F.Notes.push_back(noteAt(
        At.From, "is_contiguous(at::MemoryFormat::ChannelsLast) accepts it; "
                 "contiguous() before the check copies it"));
    F.Arguments = {Tensor};
    Pending.push_back(std::move(F));
  }

  const Loss *lossOf(const Alternative &A) const {
    if (A.Storages.size() != 1)
      return nullptr;
    const auto It = Lost.find(*A.Storages.begin());
    return It == Lost.end() ? nullptr : &It->second;
  }

  /// Is the result of this case row-major where an operand was not, or had not
  /// been before?
  void noteLoss(const Visit &V, const ApplyCase &C, const TensorResult &R,
                uint32_t Id) {
    if (R.TheRelation != Relation::New || R.IsElement ||
        !isYes(isContiguous(normalized(R.TheLayout, C.After), C.After)))
      return;
    for (unsigned I = 0; I < C.Operands.size(); ++I) {
      if (C.Operands[I].size() != 1)
        continue;
      const Alternative &Operand = C.Operands[I].front();
      const Layout L = normalized(Operand.TheLayout, C.Before);
      if (!isYes(sameSizes(L, normalized(R.TheLayout, C.After), C.After)))
        continue;
      if (channelsLastOf(L, C.Before) && !Operand.Vague)
        Lost[Id] = {&V.At, nameOfArgument(std::get<Apply>(V.At.What), I,
                                          Operand, V.In)};
      else if (const Loss *Before = lossOf(Operand))
        Lost[Id] = Loss(*Before);
    }
  }

  /// Does \p A make channels-last again what had been so before?
  void findReturns(const Visit &V, const Apply &A, const ApplyCase &C) {
    const std::vector<TensorResult> &Results = C.Result.Results;
    const bool Makes =
        !Results.empty() &&
        channelsLastOf(normalized(Results[0].TheLayout, C.After), C.After);
    for (const PredictedCopy &P : C.Result.Copies) {
      if (!Makes || P.UsableAsIs != Answer::No ||
          P.Argument >= C.Operands.size() || C.Operands[P.Argument].size() != 1)
        continue;
      const Loss *L = lossOf(C.Operands[P.Argument].front());
      if (L && Said.insert(L->By).second)
        reportLoss(V, A, *L, C.Operands[P.Argument].front());
    }
  }

  void reportLoss(const Visit &V, const Apply &A, const Loss &L,
                  const Alternative &Again) {
    const auto &By = std::get<Apply>(L.By->What);
    const std::string Op = By.Op->displayName();
    const std::string Back = A.Op->displayName();
    Finding F = findingAt(Name, *L.By, V.In);
    F.Sure = Again.Tainted ? Confidence::Possible : Confidence::Likely;
    F.Message = Op + " makes '" + L.Of +
                "' row-major, which was channels-last, "
                "and " +
                Back + " copies it to be channels-last again";
    F.Notes.push_back(noteAt(V.At.From, "it is copied back here, by " + Back));
    F.Notes.push_back(noteAt(
        L.By->From, Op == "contiguous"
                        ? "contiguous(at::MemoryFormat::ChannelsLast) would "
                          "copy nothing"
                        : "what " + Op + " gives is always row-major"));
    F.Operator = Op;
    F.Arguments = {L.Of};
    Pending.push_back(std::move(F));
  }

  std::map<uint32_t, Loss> Lost; ///< by storage
  std::set<const Fact *> Said;
  std::vector<Finding> Pending;
};

} // namespace

std::unique_ptr<Check> makeMemoryFormatDriftCheck() {
  return std::make_unique<MemoryFormatDriftCheck>();
}

} // namespace tensortidy
