// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/Check.h"
#include "checks/Wording.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace tensortidy {

namespace {

/// Does it ask where a pointer points?
bool asksAddress(const IntExpr &E) {
  return E.Pointer != NoId ||
         std::any_of(E.Operands.begin(), E.Operands.end(), asksAddress);
}

bool asksAddress(const Condition &C) {
  return std::any_of(C.Integers.begin(), C.Integers.end(),
                     [](const IntExpr &E) { return asksAddress(E); }) ||
         std::any_of(C.Operands.begin(), C.Operands.end(),
                     [](const Condition &O) { return asksAddress(O); });
}

/// What a function decides, before it reads anything.
struct Decisions {
  bool AskAddress = false;
  bool AreAny = false;
};

Decisions decisionsOf(const Function &F) {
  Decisions D;
  for (const Block &B : F.Blocks) {
    for (const Edge &E : B.Successors)
      if (E.Assumes) {
        D.AreAny = true;
        D.AskAddress |= asksAddress(*E.Assumes);
      }
    for (const Fact &X : B.Facts)
      if (const auto *A = std::get_if<Assume>(&X.What))
        D.AskAddress |= asksAddress(A->Holds);
  }
  return D;
}

/// Where the first element lies.
enum class Place {
  Aligned,
  Elsewhere, ///< not aligned: its distance from the beginning is a number
  Unknown    ///< a part of what was given, or what was given itself
};

/// libtorch aligns storages to 64 bytes and more (libtorch 1.13,
/// c10/core/alignment.h, gAlignment; c10/cuda/CUDACachingAllocator.cpp,
/// kMinBlockSize).
Place placeOf(const Layout &L, const Facts &F, unsigned ElementBytes,
              unsigned Alignment) {
  constexpr unsigned StorageAlignment = 64;
  if (!L.Offset || L.Offset->FromOrigin || Alignment > StorageAlignment)
    return Place::Unknown;
  const Monomial Bytes =
      F.canonical(L.Offset->Elements * Monomial(ElementBytes));
  if (!Bytes.isIntegral())
    return Place::Unknown;
  if (Bytes.numerator() % Alignment == 0)
    return Place::Aligned;
  return Bytes.asConstant() ? Place::Elsewhere : Place::Unknown;
}

/// Memory of somebody else's, who may have aligned it or not.
bool isOfOthers(const Alternative &A) {
  for (const PathNode *N = A.Path.get(); N; N = N->Before.get())
    if (N->Step.By.find("from_blob") != std::string::npos)
      return true;
  return false;
}

/// Finds pointers through which several elements are read or written at once,
/// as a `float4`, though they need not be aligned for that.
class MisalignedAccessCheck : public Check {
public:
  void begin(const Context &C) override { Asks = decisionsOf(C.In); }

  void onFact(const Visit &V) override {
    const auto *U = std::get_if<UsePointer>(&V.At.What);
    const PointerValue *Taken =
        U && U->Pointer != NoId ? V.Before.Pointers.find(U->Pointer) : nullptr;
    if (Taken && !Asks.AskAddress)
      for (const TakenPointer &T : *Taken)
        judge(V, *U, T, T.OnSomePathsOnly || Taken->size() > 1);
  }

  void end(const Context &, std::vector<Finding> &Into) override {
    std::move(Pending.begin(), Pending.end(), std::back_inserter(Into));
    Pending.clear();
    Said.clear();
  }

private:
  void judge(const Visit &V, const UsePointer &U, const TakenPointer &T,
             bool OnSomePathsOnly) {
    const auto &Taken = std::get<TakePointer>(T.From->What);
    if (Taken.ElementBytes == 0 || U.Alignment <= Taken.ElementBytes)
      return;
    const Alternative *Worst = nullptr;
    bool IsSure = !OnSomePathsOnly && !Asks.AreAny, IsKnown = false;
    for (const Alternative &A : T.Value) {
      const Place Is = placeOf(V.Before.layout(A), V.Before.TheFacts,
                               Taken.ElementBytes, U.Alignment);
      if (isOfOthers(A))
        return;
      IsSure &= Is == Place::Elsewhere && !A.Tainted && !A.Vague;
      // Of what is neither a parameter's nor a part made here nobody can say.
      const Layout L = V.Before.layout(A);
      const bool IsPart = L.Offset && !L.Offset->FromOrigin;
      const bool MayBe =
          Is == Place::Unknown && !A.Vague && (!A.Roots.empty() || IsPart);
      if (Is != Place::Elsewhere && !MayBe)
        continue;
      if (!Worst || (Is == Place::Elsewhere && !IsKnown))
        Worst = &A;
      IsKnown |= Is == Place::Elsewhere;
    }
    const Origin &At = T.From->From;
    if (!Worst || !Said.insert({At.Range.File, At.Point}).second)
      return;
    report(V, U, T, *Worst,
           IsSure    ? Confidence::Proven
           : IsKnown ? Confidence::Likely
                     : Confidence::Possible);
  }

  void report(const Visit &V, const UsePointer &U, const TakenPointer &T,
              const Alternative &A, Confidence Sure) {
    const auto &Taken = std::get<TakePointer>(T.From->What);
    const std::string &Given = V.In.In.Places[Taken.Tensor].Name;
    const std::string Name = Given.empty() ? "the tensor" : "'" + Given + "'";
    const Layout L = V.Before.layout(A);
    const std::string Bytes = std::to_string(U.Alignment);
    Finding F = findingAt("tensor-misaligned-access", *T.From, V.In);
    F.Sure = Sure;
    F.Message = "the pointer of " + Name + " is accessed in units aligned to " +
                Bytes + " bytes, but ";
    if (Sure == Confidence::Possible)
      F.Message += "nothing in '" + shortName(V.In.In.nameAt(V.At)) +
                   "' establishes where it begins";
    else
      F.Message += "its first element is element " +
                   print(L.Offset->Elements, V.Before.TheFacts) +
                   " of its storage, of " + std::to_string(Taken.ElementBytes) +
                   " bytes each";
    F.Notes = pathNotes(A, V.Before.TheFacts);
    F.Notes.push_back(noteAt(V.At.From, U.Callee.empty()
                                            ? std::string("it is accessed here")
                                            : "'" + shortName(U.Callee) +
                                                  "' accesses it so"));
    F.Notes.push_back(noteAt(
        T.From->From, "check that its address is a multiple of " + Bytes +
                          ", or access it element by element; clone() gives "
                          "an aligned copy"));
    F.Arguments = {Given};
    Pending.push_back(std::move(F));
  }

  Decisions Asks;
  std::set<std::pair<uint32_t, uint32_t>> Said; ///< data_ptr() calls
  std::vector<Finding> Pending;
};

} // namespace

std::unique_ptr<Check> makeMisalignedAccessCheck() {
  return std::make_unique<MisalignedAccessCheck>();
}

} // namespace tensortidy
