// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/Judgement.h"
#include "checks/SharedMemory.h"
#include "checks/Wording.h"
#include "layout/Queries.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace tensortidy {

namespace {

bool isOneOf(const std::string &Name, const std::vector<const char *> &Names) {
  return std::any_of(Names.begin(), Names.end(),
                     [&](const char *N) { return Name == N; });
}

bool isOneObject(const ApplyCase &C, unsigned One, size_t Other) {
  return C.Operands[One].size() == 1 && C.Operands[Other].size() == 1 &&
         C.Operands[One].front().Objects.size() == 1 &&
         C.Operands[One].front().Objects == C.Operands[Other].front().Objects;
}

/// What they leave in an element does not depend on how often they write it,
/// as long as no other tensor says what (executed on libtorch 1.13 and 2.15).
bool mayWriteTwice(const Schema &S, const ApplyCase &C, unsigned Written) {
  static const std::vector<const char *> OneValue = {
      "aten::zero_", "aten::fill_", "aten::zeros", "aten::ones", "aten::full"};
  static const std::vector<const char *> Idempotent = {
      "aten::abs_",      "aten::bernoulli_",   "aten::ceil_",
      "aten::clamp_",    "aten::clamp_max_",   "aten::clamp_min_",
      "aten::clip_",     "aten::exponential_", "aten::floor_",
      "aten::hardtanh_", "aten::nan_to_num_",  "aten::normal_",
      "aten::random_",   "aten::relu6_",       "aten::relu_",
      "aten::round_",    "aten::sign_",        "aten::threshold_",
      "aten::trunc_",    "aten::uniform_"};
  for (size_t I = 0; I < C.Operands.size(); ++I)
    if (I != Written && !C.Operands[I].empty())
      return isOneOf(S.Name, OneValue) ||
             (S.Name == "aten::copy_" && isOneObject(C, Written, I));
  return isOneOf(S.Name, OneValue) || isOneOf(S.Name, Idempotent);
}

/// How an operator takes an input that is, or lies in, the tensor that it
/// writes (executed on libtorch 1.13 and 2.15).
enum class Reading {
  Elementwise, ///< the very same elements are fine, others are not
  Scattered,   ///< reads elements after it has written others: wrong
  Checked,     ///< throws, for the very same elements too
  First        ///< reads everything, or the one element, before it writes
};

Reading readingOf(const std::string &Name) {
  static const std::vector<const char *> Scattered = {
      "aten::addbmm",     "aten::addbmm_", "aten::addmm",
      "aten::addmm_",     "aten::addmv",   "aten::addmv_",
      "aten::avg_pool2d", "aten::baddbmm", "aten::baddbmm_",
      "aten::bmm",        "aten::linear",  "aten::masked_scatter_",
      "aten::matmul",     "aten::mm",      "aten::mv"};
  static const std::vector<const char *> Checked = {
      "aten::cat",         "aten::gather",     "aten::index_add_",
      "aten::index_copy_", "aten::index_put_", "aten::index_select",
      "aten::put_",        "aten::scatter_",   "aten::scatter_add_",
      "aten::stack",       "aten::take"};
  static const std::vector<const char *> First = {
      "aten::fill_", "aten::masked_fill_", "aten::softmax", "aten::log_softmax",
      "aten::set_"};
  return isOneOf(Name, Scattered) ? Reading::Scattered
         : isOneOf(Name, Checked) ? Reading::Checked
         : isOneOf(Name, First)   ? Reading::First
                                  : Reading::Elementwise;
}

/// The requirement that says that \p Written must not overlap itself, which
/// fails; null where the operator does not ask.
const Requirement *failedRequirement(const ApplyCase &C, unsigned Written) {
  for (const Requirement &R : C.Result.Requirements)
    if (R.Argument == Written && !R.IsView && !R.ShapeMismatch && isNo(R.Met))
      return &R;
  return nullptr;
}

/// Overlapping windows: one step along an axis is fewer steps along another
/// than that has. How many windows there are is rarely known, and rarely one.
bool hasOverlappingWindows(const Layout &L, const Facts &F) {
  std::vector<Axis> Axes = L.Front;
  Axes.insert(Axes.end(), L.Back.begin(), L.Back.end());
  for (const Axis &Inner : Axes)
    for (const Axis &Outer : Axes) {
      if (&Inner == &Outer || F.lowerBound(Inner.Size) < 2 ||
          F.lowerBound(Outer.Size) != 1 || F.canonical(Outer.Size).isOne())
        continue;
      const Monomial Steps =
          F.canonical(Outer.Stride) / F.canonical(Inner.Stride);
      if (Steps.isValid() && Steps.isIntegral() && F.lowerBound(Steps) >= 1 &&
          F.compare(Steps, Inner.Size) == Order::Less)
        return true;
    }
  return false;
}

/// Has every element memory of its own?
Answer isInjective(const Layout &L, const Facts &F) {
  const Answer Overlaps = mayOverlap(L, F);
  return Overlaps == Answer::Unknown && hasOverlappingWindows(L, F)
             ? Answer::NoGeneric
             : negation(Overlaps);
}

/// "add_", "add_out".
std::string nameOf(const Operator &Op, unsigned Written) {
  return Op.displayName() +
         (Op.TheSchema.Arguments[Written].KeywordOnly ? "_out" : "");
}

std::string whyOverlapping(const Layout &L, const Facts &F) {
  if (L.hasRank())
    for (size_t I = 0; I < L.Front.size(); ++I)
      if (F.canonical(L.Front[I].Stride).isZero() &&
          F.lowerBound(L.Front[I].Size) >= 2)
        return "dimension " + std::to_string(I) +
               " is expanded (its stride is 0)";
  const std::string Its = strides(L, F);
  return isNamed(Its) ? "its strides are " + Its : "its strides make it so";
}

/// Finds operators that write a tensor of which several elements are one in
/// memory, or that read what they write in another order.
class OverlappingWriteCheck : public Check {
public:
  void begin(const Context &C) override { Shared.emplace(C.In); }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    if (!A.Op || Cases.empty())
      return;
    for (unsigned Written : Cases.front().Result.Writes)
      if (!onItself(V, A, Cases, Written))
        onInputs(V, A, Cases, Written);
  }

  void end(const Context &, std::vector<Finding> &Into) override {
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Shared.reset();
  }

private:
  bool onItself(const Visit &V, const Apply &A,
                const std::vector<ApplyCase> &Cases, unsigned Written) {
    std::vector<CaseAnswer> Answers;
    bool Throws = true;
    for (const ApplyCase &C : Cases) {
      if (Written >= C.Operands.size() || C.Operands[Written].size() != 1 ||
          !C.Result.Modelled)
        return false;
      const Alternative &Operand = C.Operands[Written].front();
      const Requirement *Failed = failedRequirement(C, Written);
      Answer Is = Answer::Yes;
      if (Failed)
        Is = Failed->Met;
      else if (!mayWriteTwice(A.Op->TheSchema, C, Written))
        Is = isInjective(normalized(Operand.TheLayout, C.Before), C.Before);
      Throws &= !isNo(Is) || Failed;
      Answers.push_back({Is, &C, &Operand, 0});
    }
    const std::optional<Judgement> J = judge(Answers, V.In.In);
    if (!J || J->Undecided)
      return false;
    report(V, A, *J, Written, Throws);
    return true;
  }

  void report(const Visit &V, const Apply &A, const Judgement &J,
              unsigned Written, bool Throws) {
    const Facts &F = J.Witness.Case->Before;
    const Alternative &Operand = *J.Witness.Operand;
    const std::string Name = nameOfArgument(A, Written, Operand, V.In);
    const std::string Op = nameOf(*A.Op, Written);
    Finding Found = findingAt("tensor-overlapping-write", V.At, V.In);
    // Where it does not throw, the values may happen to be equal.
    Found.Sure = Throws ? J.Sure : std::min(J.Sure, Confidence::Likely);
    Found.Message =
        "several elements of '" + Name + "' are one in memory" +
        (J.SomePathsOnly ? " on some paths: " : ": ") +
        whyOverlapping(normalized(Operand.TheLayout, F), F) +
        (Throws ? "; " + Op + " throws"
                : "; what " + Op + " writes to them depends on its order");
    Found.Notes = pathNotes(Operand, F);
    addCallNote(V.At, V.In, Found.Notes);
    Found.Notes.push_back(
        noteAt(V.At.From, "clone() gives every element its own memory"));
    Found.Operator = Op;
    Found.Arguments = {Name};
    Pending.push_back(std::move(Found));
  }

  /// In every case, some input reads what is written.
  void onInputs(const Visit &V, const Apply &A,
                const std::vector<ApplyCase> &Cases, unsigned Written) {
    const Reading How = readingOf(A.Op->TheSchema.Name);
    if (How == Reading::First || Written >= A.Arguments.size() ||
        A.Arguments[Written].Places.size() != 1)
      return;
    for (unsigned I = 0; I < A.Arguments.size(); ++I) {
      const Argument &Input = A.Arguments[I];
      const bool IsTensor = Input.TheKind == Argument::Kind::Tensor ||
                            Input.TheKind == Argument::Kind::TensorList;
      if (I == Written || !IsTensor || Input.IsListPlace)
        continue;
      for (PlaceId P : Input.Places)
        if (P != NoId && readsWritten(V, A, Cases, Written, P, How))
          return reportInput(V, A, Cases.front(), Written, I, How);
    }
  }

  bool readsWritten(const Visit &V, const Apply &A,
                    const std::vector<ApplyCase> &Cases, unsigned Written,
                    PlaceId Input, Reading How) const {
    const PlaceId Target = A.Arguments[Written].Places.front();
    if (Target == NoId || !Cases.front().Result.Modelled)
      return false;
    switch (Shared->between(V, Target, Input)) {
    case Sharing::None:
      return false;
    case Sharing::Same:
      return How != Reading::Elementwise;
    case Sharing::Other:
      return true;
    }
    return false;
  }

  void reportInput(const Visit &V, const Apply &A, const ApplyCase &C,
                   unsigned Written, unsigned Input, Reading How) {
    const Alternative &Target = C.Operands[Written].front();
    const Alternative &Source = C.Operands[Input].front();
    const std::string Name = nameOfArgument(A, Written, Target, V.In);
    const std::string Read = nameOfArgument(A, Input, Source, V.In);
    const std::string Op = nameOf(*A.Op, Written);
    Finding Found = findingAt("tensor-overlapping-write", V.At, V.In);
    Found.Sure = Target.Tainted || Source.Tainted ? Confidence::Possible
                                                  : Confidence::Likely;
    Found.Message = Op + " writes '" + Name + "' while it reads '" + Read +
                    (Name == Read ? "'" : "' from the same memory") +
                    (How == Reading::Checked ? ": this throws"
                     : How == Reading::Scattered
                         ? ": elements are overwritten before they are read"
                         : ": this throws, or elements are overwritten before "
                           "they are read");
    addCallNote(V.At, V.In, Found.Notes);
    Found.Notes.push_back(
        noteAt(V.At.From, "read a clone(), or write into another tensor"));
    Found.Operator = Op;
    Found.Arguments = {Name, Read};
    Pending.push_back(std::move(Found));
  }

  std::optional<SharedMemory> Shared;
  std::vector<Finding> Pending;
};

} // namespace

std::unique_ptr<Check> makeOverlappingWriteCheck() {
  return std::make_unique<OverlappingWriteCheck>();
}

} // namespace tensortidy
