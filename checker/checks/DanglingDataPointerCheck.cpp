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

/// Has the full expression that \p Taken is a part of ended where \p Use is? A
/// lambda that is called in a statement stands in it.
bool endsBefore(const Origin &Taken, const SourceRange &Use) {
  return Taken.Statement.isValid() && !Use.isWithin(Taken.Statement) &&
         !Taken.Range.isWithin(Use);
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
    for (const TakenPointer &T : *Taken)
      judge(V, T, *U);
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
    Named.clear();
    Of.reset();
  }

private:
  /// The memory of a pointer's tensor, where something frees it.
  struct Death {
    const Fact *By = nullptr; ///< that allocated it; null: nothing frees it
    bool Always = true, IsVariable = false;
  };

  Death deathOf(const TakenPointer &T, const SourceRange &Use) const {
    Death D;
    for (const Alternative &A : T.Value) {
      std::optional<Temporaries::Dying> Its;
      if (!A.Vague)
        Its = Of->dying(A, Use);
      D.Always &= Its && Its->IsAll;
      if (Its && !D.By) {
        D.By = Its->By;
        D.IsVariable = Its->IsVariable;
      }
    }
    return D;
  }

  /// Has the statement ended that the temporary which \p By made is a part of?
  /// What a caller made for a function that is followed in place lives until
  /// the call ends.
  static bool hasEnded(const Visit &V, const TakenPointer &T, const Fact &By,
                       const SourceRange &Use) {
    const Fact *In = nullptr;
    if (By.Expansion == V.At.Expansion)
      In = &By;
    else if (V.At.Expansion == 0 && T.From->Expansion == 0)
      In = T.From;
    return In && endsBefore(In->From, Use);
  }

  /// What is left in an object is used when the function has ended.
  static SourceRange placeOf(const Visit &V, const UsePointer &U) {
    SourceRange Use = U.IsLeft ? V.In.In.Body : V.At.From.Range;
    if (U.IsLeft)
      Use.Begin = Use.End;
    return Use.isValid() ? Use : V.At.From.Range;
  }

  void judge(const Visit &V, const TakenPointer &T, const UsePointer &U) {
    const SourceRange Use = placeOf(V, U);
    const bool IsOnSideStream = U.IsOnSideStream;
    // Most pointers are used in the statement that takes them.
    if (!IsOnSideStream && T.From->Expansion == V.At.Expansion &&
        !endsBefore(T.From->From, Use))
      return;
    // Places in a function that is followed in place say nothing of when its
    // callers' variables end.
    const Death D = deathOf(T, V.At.Expansion == 0 ? Use : SourceRange());
    if (!D.By)
      return;
    if (D.IsVariable || hasEnded(V, T, *D.By, Use))
      report(V, T, D, false);
    else if (IsOnSideStream)
      report(V, T, D, true);
  }

  /// A variable for the temporary, before the statement.
  std::vector<Edit> naming(const Fact &From) {
    const auto &T = std::get<TakePointer>(From.What);
    if (T.NameInFixIt.empty() || From.From.InMacro ||
        !Named.insert(T.NameInFixIt).second)
      return {};
    SourceRange Before = From.From.Statement;
    Before.End = Before.Begin;
    return {{Before, T.FixItBefore}, {T.Object, T.NameInFixIt}};
  }

  void report(const Visit &V, const TakenPointer &T, const Death &D,
              bool IsLater) {
    const Origin &At = T.From->From;
    if (!Said.insert({At.Range.File, At.Point}).second)
      return;
    const auto &Maker = std::get<Apply>(D.By->What);
    Finding F = findingAt("tensor-dangling-data-pointer", *T.From, V.In);
    F.Sure = Confidence::Likely;
    const std::string Made = "the tensor that " + Maker.Call + " makes" +
                             (D.Always ? "" : " for some layouts");
    if (IsLater)
      F.Message = "another stream may still read " + Made +
                  " when it is freed, at the end of the statement";
    else
      F.Message = "the pointer outlives " + Made +
                  ": it is freed at the end of the " +
                  (D.IsVariable ? "block" : "statement");
    F.Notes.push_back(noteAt(D.By->From, "the tensor is made here"));
    F.Notes.push_back(noteAt(V.At.From, "the pointer is used here"));
    F.Notes.push_back(noteAt(
        At, IsLater        ? "give the tensor a name, and record_stream() it"
            : D.IsVariable ? "keep the tensor as long as its pointer"
                           : "give the tensor a name, and take the pointer of "
                             "that"));
    F.Operator = Maker.Op ? Maker.Op->displayName() : "";
    if (!IsLater && !D.IsVariable)
      F.Edits = naming(*T.From);
    (IsLater ? OnSideStreams : Pending).push_back(std::move(F));
  }

  std::optional<Temporaries> Of;
  std::set<std::pair<uint32_t, uint32_t>> Said; ///< data_ptr() calls
  std::set<std::string> Named;                  ///< by fix-its
  std::vector<Finding> Pending, OnSideStreams;
  bool Waits = false; ///< for the device, or one of its streams
};

} // namespace

std::unique_ptr<Check> makeDanglingDataPointerCheck() {
  return std::make_unique<DanglingDataPointerCheck>();
}

} // namespace tensortidy
