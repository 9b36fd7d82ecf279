// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "analysis/Integers.h"
#include "checks/Check.h"
#include "checks/Destinations.h"
#include "checks/PointerUses.h"
#include "checks/Wording.h"
#include "layout/Queries.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace tensortidy {

namespace {

/// From the first element to the last one, both counted. [4@2, 3@1] spans
/// 3*2 + 2*1 + 1 = 9.
std::optional<int64_t> constantSpan(const Layout &L, const Facts &F) {
  if (!L.hasRank())
    return std::nullopt;
  int64_t Span = 1;
  for (const Axis &A : L.Front) {
    const std::optional<int64_t> Size = F.canonical(A.Size).asConstant();
    const std::optional<int64_t> Stride = F.canonical(A.Stride).asConstant();
    if (Size == 0)
      return 0;
    if (!Size || !Stride || *Size < 0 || *Stride < 0)
      return std::nullopt;
    Span += (*Size - 1) * *Stride;
  }
  return Span;
}

/// What it spans; none where only a part of its memory is its own.
std::optional<Monomial> span(const Layout &L, const Facts &F) {
  if (const std::optional<int64_t> N = constantSpan(L, F))
    return Monomial(*N);
  if (isYes(isDense(L, F)))
    return F.canonical(L.numel());
  return std::nullopt;
}

/// What it spans at least: elements that do not overlap take a place each.
std::optional<Monomial> leastSpan(const Layout &L, const Facts &F) {
  if (const std::optional<Monomial> Exact = span(L, F))
    return Exact;
  if (isNo(mayOverlap(L, F)))
    return F.canonical(L.numel());
  return std::nullopt;
}

std::optional<int64_t> literal(const Apply &A, const char *Name) {
  const std::optional<unsigned> I = A.Op->TheSchema.indexOf(Name);
  if (!I || *I >= A.Arguments.size())
    return std::nullopt;
  const Argument &Arg = A.Arguments[*I];
  return Arg.Ints.size() == 1 && Arg.Ints[0].TheKind == IntExpr::Kind::Literal
             ? std::optional<int64_t>(Arg.Ints[0].Value)
             : std::nullopt;
}

bool isGiven(const Apply &A, const char *Name) {
  const std::optional<unsigned> I = A.Op->TheSchema.indexOf(Name);
  return I && *I < A.Arguments.size() &&
         A.Arguments[*I].TheKind != Argument::Kind::Absent;
}

/// The allocation that \p A still views, if it was made in sight.
const PathStep *allocationOf(const Alternative &A) {
  for (const PathNode *N = A.Path.get(); N; N = N->Before.get()) {
    if (N->Step.TheKind == PathStep::Kind::Unseen)
      return nullptr;
    if (N->Step.IsNew)
      return A.Storages.size() == 1 && A.Roots.empty() ? &N->Step : nullptr;
  }
  return nullptr;
}

/// How much there is and how much is asked for.
struct Room {
  Monomial Available, Needed;
  bool IsStorage = false; ///< all the memory there is
};

std::string elements(const Monomial &N, const Facts &F) {
  const std::string Printed = print(N, F);
  return !isNamed(Printed)
             ? std::string()
             : Printed + (Printed == "1" ? " element" : " elements");
}

/// Finds as_strided() and from_blob() that reach beyond what they view.
class AsStridedBoundsCheck : public Check {
public:
  void begin(const Context &C) override { Where.emplace(C.In); }

  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override {
    if (!A.Op || Cases.empty())
      return;
    const std::string &Name = A.Op->TheSchema.Name;
    if (Name == "aten::as_strided" || Name == "aten::as_strided_")
      strided(V, A, Cases);
    else if (A.Op->displayName() == "from_blob")
      blob(V, A, Cases.front());
  }

  void end(const Context &, std::vector<Finding> &Into) override {
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Where.reset();
  }

private:
  /// Beyond it in every case.
  void strided(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) {
    std::optional<Room> Worst;
    bool Tainted = false;
    for (const ApplyCase &C : Cases) {
      if (C.Operands.empty() || C.Operands[0].size() != 1)
        return;
      const std::optional<Room> R = roomOf(C);
      if (!R || C.After.compare(R->Available, R->Needed) != Order::Less)
        return otherwiseWrong(V, A, C);
      Tainted |= C.Operands[0][0].Tainted || C.Operands[0][0].Vague;
      if (!Worst)
        Worst = R;
    }
    reportBeyond(V, A, Cases.front(), *Worst, Tainted);
  }

  void otherwiseWrong(const Visit &V, const Apply &A, const ApplyCase &C) {
    if (!startsElsewhere(V, A, C))
      assumesRowMajor(V, A, C);
  }

  std::optional<Room> roomOf(const ApplyCase &C) const {
    if (C.Result.Results.empty())
      return std::nullopt;
    const Facts &F = C.After;
    const Layout Result = normalized(C.Result.Results[0].TheLayout, F);
    std::optional<Monomial> Needed = leastSpan(Result, F);
    const Alternative &Self = C.Operands[0][0];
    const PathStep *Made = allocationOf(Self);
    const std::optional<Monomial> Available =
        span(normalized(Made ? Made->After : Self.TheLayout, F), F);
    if (!Needed || !Available)
      return std::nullopt;
    const std::optional<int64_t> N = Needed->asConstant();
    const std::optional<int64_t> From = knownStart(Result);
    if (N && Made && From)
      Needed = Monomial(*N + *From);
    return Room{*Available, *Needed, Made != nullptr};
  }

  void reportBeyond(const Visit &V, const Apply &A, const ApplyCase &C,
                    const Room &R, bool Tainted) {
    const std::string Self = nameOfArgument(A, 0, C.Operands[0][0], V.In);
    const std::string Asked = elements(R.Needed, C.After);
    const std::string Has = elements(R.Available, C.After);
    Finding F = findingAt("tensor-as-strided-bounds", V.At, V.In);
    F.Sure = Tainted ? Confidence::Possible : Confidence::Likely;
    F.Message =
        "as_strided reaches beyond '" + Self + "'" +
        (Asked.empty() || Has.empty()
             ? ""
             : ": it spans " + Asked + " of " + print(R.Available, C.After)) +
        (R.IsStorage ? "; this throws"
                     : "; this throws, or gives elements of another "
                       "tensor");
    finish(V, std::move(F), Self, C.Operands[0][0], C.Before);
  }

  static std::optional<int64_t> knownStart(const Layout &L) {
    return L.Offset && !L.Offset->FromOrigin ? L.Offset->Elements.asConstant()
                                             : std::nullopt;
  }

  /// `x[1].as_strided(sizes, strides, 0)` begins where x does.
  bool startsElsewhere(const Visit &V, const Apply &A, const ApplyCase &C) {
    const std::optional<int64_t> Given = literal(A, "storage_offset");
    const Facts &F = C.Before;
    const Layout Self = normalized(C.Operands[0][0].TheLayout, F);
    if (!Given || !Self.Offset || Self.Offset->Elements.isZero() ||
        F.compare(Self.Offset->Elements, *Given) == Order::Equal)
      return false;
    const std::string Name = nameOfArgument(A, 0, C.Operands[0][0], V.In);
    Finding Found = findingAt("tensor-as-strided-bounds", V.At, V.In);
    Found.Sure = Confidence::Likely;
    Found.Message = "the offset that as_strided is given counts from the "
                    "beginning of the storage, not of '" +
                    Name + "'";
    Found.Notes.push_back(noteAt(
        V.At.From, "without an offset it begins where '" + Name + "' does"));
    Found.Operator = A.Op->displayName();
    Found.Arguments = {Name};
    Pending.push_back(std::move(Found));
    return true;
  }

  /// Strides that follow from its sizes, of a tensor of which nobody knows
  /// that its own do.
  bool assumesRowMajor(const Visit &V, const Apply &A, const ApplyCase &C) {
    if (C.Result.Results.empty() || A.Arguments[0].Places.size() != 1 ||
        A.Arguments[0].Places[0] == NoId)
      return false;
    const TensorValue Value = V.Before.value(A.Arguments[0].Places[0]);
    const ContiguityOf Is = contiguityOf(Value, V.Before);
    const bool IsOpen = Is.Is == Contiguity::Open && !Is.IsMixed;
    if ((!IsOpen && Is.Is != Contiguity::Wrong) || Is.Tainted ||
        !followsFromSizes(C))
      return false;
    const std::string Name = nameOfArgument(A, 0, C.Operands[0][0], V.In);
    Finding F = findingAt("tensor-as-strided-bounds", V.At, V.In);
    const bool IsEntry = V.In.In.TheReach == Reach::Entry && !Is.Weak;
    F.Sure = IsOpen && !IsEntry ? Confidence::Possible : Confidence::Likely;
    F.Message = "as_strided takes '" + Name + "' to be row-major, " +
                (IsOpen ? "but nothing in '" + shortName(V.In.In.Name) +
                              "' establishes it"
                        : std::string("which it is not"));
    F.Notes.push_back(noteAt(
        V.At.From, "make the strides of stride(), or call contiguous() first"));
    finish(V, std::move(F), Name, C.Operands[0][0], C.Before);
    return true;
  }

  /// Are the strides made of its sizes and of constants, and at least one of
  /// its sizes?
  static bool followsFromSizes(const ApplyCase &C) {
    const Facts &F = C.After;
    const Layout Self = normalized(C.Operands[0][0].TheLayout, F);
    const Layout Result = normalized(C.Result.Results[0].TheLayout, F);
    auto IsSize = [&](const Monomial::Factor &Factor) {
      auto Has = [&](const Axis &A) {
        return F.canonical(A.Size).powerOf(Factor.Symbol) != 0;
      };
      return std::any_of(Self.Front.begin(), Self.Front.end(), Has) ||
             std::any_of(Self.Back.begin(), Self.Back.end(), Has) ||
             (Self.Middle && Self.Middle->Size.powerOf(Factor.Symbol) != 0);
    };
    bool Some = false;
    for (const Axis &A : Result.Front)
      for (const Monomial::Factor &Factor : F.canonical(A.Stride).factors()) {
        if (!IsSize(Factor))
          return false;
        Some = true;
      }
    return Some && Result.hasRank();
  }

  void blob(const Visit &V, const Apply &A, const ApplyCase &C) {
    const std::optional<unsigned> Data = A.Op->TheSchema.indexOf("data");
    if (!Data || *Data >= A.Arguments.size() || C.Result.Results.empty() ||
        A.Arguments[*Data].TheKind != Argument::Kind::Memory)
      return;
    const Facts &F = C.After;
    const std::optional<Monomial> Needed =
        leastSpan(normalized(C.Result.Results[0].TheLayout, F), F);
    if (!Needed)
      return;
    const Argument &From = A.Arguments[*Data];
    if (From.Pointer != NoId)
      return blobOfTensor(V, A, C, From, *Needed);
    if (From.Ints.size() != 2)
      return;
    State Now = V.Before;
    Integers Ints(Now, V.In, "from_blob");
    Monomial Available = Ints.value(From.Ints[0]);
    const int64_t Bytes = From.Ints[1].Value;
    constexpr int64_t DefaultElement = 4; // float
    if (!isGiven(A, "options"))
      Available = Available * Monomial(Bytes) / Monomial(DefaultElement);
    if (isBeyond(A, Now.TheFacts, Available, *Needed))
      reportBlob(V, A, From.Text, Available, *Needed, Now.TheFacts);
  }

  /// Elements of another type may be smaller: so many of them that the bytes
  /// are used up exactly are meant so.
  static bool isBeyond(const Apply &A, const Facts &F,
                       const Monomial &Available, const Monomial &Needed) {
    if (F.compare(Available, Needed) != Order::Less)
      return false;
    const std::optional<int64_t> Times =
        (F.canonical(Needed) / F.canonical(Available)).asConstant();
    return !isGiven(A, "options") || !Times ||
           (*Times != 2 && *Times != 4 && *Times != 8);
  }

  void blobOfTensor(const Visit &V, const Apply &A, const ApplyCase &C,
                    const Argument &From, const Monomial &Needed) {
    const PointerValue *Taken = V.Before.Pointers.find(From.Pointer);
    if (!Taken || Taken->size() != 1 || Taken->front().OnSomePathsOnly ||
        Taken->front().Value.size() != 1)
      return;
    const Alternative &Of = Taken->front().Value[0];
    const std::optional<Monomial> Available =
        span(normalized(Of.TheLayout, C.After), C.After);
    if (Available && !Of.Vague && isBeyond(A, C.After, *Available, Needed))
      reportBlob(V, A, From.Text, *Available, Needed, C.After);
  }

  void reportBlob(const Visit &V, const Apply &A, const std::string &Memory,
                  const Monomial &Available, const Monomial &Needed,
                  const Facts &Known) {
    Finding F = findingAt("tensor-as-strided-bounds", V.At, V.In);
    F.Sure = Confidence::Likely;
    const std::string Asked = elements(Needed, Known);
    const std::string Has = elements(Available, Known);
    F.Message = "from_blob reaches beyond the memory at '" + Memory + "'" +
                (Asked.empty() || Has.empty() ? ""
                                              : ": it spans " + Asked + " of " +
                                                    print(Available, Known));
    F.Notes.push_back(noteAt(
        V.At.From, "nothing checks this: reads and writes go wherever they "
                   "lead"));
    addCallNote(V.At, V.In, F.Notes);
    F.Operator = A.Op->displayName();
    F.Arguments = {Memory};
    Pending.push_back(std::move(F));
  }

  void finish(const Visit &V, Finding F, const std::string &Name,
              const Alternative &Operand, const Facts &Known) {
    std::vector<Note> Path = pathNotes(Operand, Known);
    addCallNote(V.At, V.In, Path);
    F.Notes.insert(F.Notes.begin(), Path.begin(), Path.end());
    F.Operator = "as_strided";
    F.Arguments = {Name};
    Pending.push_back(std::move(F));
  }

  std::optional<Destinations> Where;
  std::vector<Finding> Pending;
};

} // namespace

std::unique_ptr<Check> makeAsStridedBoundsCheck() {
  return std::make_unique<AsStridedBoundsCheck>();
}

} // namespace tensortidy
