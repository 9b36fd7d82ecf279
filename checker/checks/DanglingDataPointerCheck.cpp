// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/Destinations.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace tensortidy {

namespace {

/// A lambda that is called in a statement stands in it.
bool isWithin(const SourceRange &Inner, const SourceRange &Outer) {
  return Inner.File == Outer.File && Inner.Begin >= Outer.Begin &&
         Inner.End <= Outer.End;
}

/// Has the full expression that \p Taken is a part of ended where \p Use is?
bool endsBefore(const Origin &Taken, const SourceRange &Use) {
  return Taken.Statement.isValid() && !isWithin(Use, Taken.Statement) &&
         !isWithin(Taken.Range, Use);
}

bool waits(const Fact &X) {
  const auto *R = std::get_if<RuntimeCall>(&X.What);
  return R && R->Rule && R->Rule->Act == RuntimeAct::Wait;
}

/// Finds raw pointers of temporaries that are used when the statement that
/// made the temporary has ended, and its memory with it.
class DanglingDataPointerCheck : public Check {
public:
  void begin(const Context &C) override { Of.emplace(C.In); }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &) override {
    Of->onApply(V, A);
  }

  void onFact(const Visit &V) override {
    const auto *U = std::get_if<UsePointer>(&V.At.What);
    const PointerValue *Taken =
        U && U->Pointer != NoId ? V.Before.Pointers.find(U->Pointer) : nullptr;
    Waits |= waits(V.At);
    if (!Taken)
      return;
    for (const TakenPointer &T : *Taken) {
      if (T.From->Expansion != V.At.Expansion)
        continue;
      if (endsBefore(T.From->From, V.At.From.Range))
        judge(V, T, Pending);
      else if (U->IsOnSideStream)
        judge(V, T, OnSideStreams);
    }
  }

  void end(const Context &, std::vector<Finding> &Into) override {
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    if (!Waits)
      std::move(OnSideStreams.begin(), OnSideStreams.end(),
                std::back_inserter(Into));
    Pending.clear();
    OnSideStreams.clear();
    Waits = false;
    Said.clear();
    Of.reset();
  }

private:
  void judge(const Visit &V, const TakenPointer &T,
             std::vector<Finding> &Into) {
    const Fact *By = nullptr;
    bool Always = true;
    for (const Alternative &A : T.Value) {
      std::optional<Temporaries::Dying> Its;
      if (!A.Vague)
        Its = Of->dying(A);
      Always &= Its && Its->IsAll;
      if (Its && !By)
        By = Its->By;
    }
    const Origin &At = T.From->From;
    if (!By || !Said.insert({At.Range.File, At.Point}).second)
      return;
    const auto &Maker = std::get<Apply>(By->What);
    Finding F = findingAt("tensor-dangling-data-pointer", *T.From, V.In);
    F.Sure = Confidence::Likely;
    const std::string Made = "the tensor that " + Maker.Call + " makes" +
                             (Always ? "" : " for some layouts");
    const bool IsLater = &Into == &OnSideStreams;
    F.Message = IsLater ? "another stream may still read " + Made +
                              " when it is freed, at the end of the statement"
                        : "the pointer outlives " + Made +
                              ": it is freed at the end of the statement";
    F.Notes.push_back(noteAt(By->From, "the tensor is made here"));
    F.Notes.push_back(noteAt(V.At.From, "the pointer is used here"));
    F.Notes.push_back(noteAt(
        At, IsLater ? "give the tensor a name, and record_stream() it"
                    : "give the tensor a name, and take the pointer of that"));
    F.Operator = Maker.Op ? Maker.Op->displayName() : "";
    Into.push_back(std::move(F));
  }

  std::optional<Temporaries> Of;
  std::set<std::pair<uint32_t, uint32_t>> Said; ///< data_ptr() calls
  std::vector<Finding> Pending, OnSideStreams;
  bool Waits = false; ///< for the device, or one of its streams
};

} // namespace

std::unique_ptr<Check> makeDanglingDataPointerCheck() {
  return std::make_unique<DanglingDataPointerCheck>();
}

} // namespace tensortidy
