// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Naming.h"
#include "layout/Peel.h"
#include "layout/Saturating.h"
#include "layout/Transforms.h"

#include <algorithm>

namespace tensortidy {

/// \p L with the axis at \p P cut to \p Size and stepped.
static Layout resized(Layout L, AxisPlace P, const Monomial &Size, int64_t Step,
                      const Facts &F) {
  Axis &A = axisIn(L, P);
  bool Outermost = P.Index == 0 && Step == 1 && (!P.InBack || !L.Middle);
  if (F.compare(A.Size, Size) == Order::Equal && Step == 1)
    return normalized(L, F);
  A = {F.canonical(Size), A.Stride * Monomial(Step)};
  bool Keeps = Outermost && L.KnownContiguous == true;
  L.KnownDense = false;
  L.KnownContiguous = Keeps ? std::optional(true) : std::nullopt;
  L.Offset.reset();
  return normalized(L, F);
}

std::optional<Layout> resizeAxis(const Layout &Source, int64_t Dim,
                                 const Monomial &Size, int64_t Step, Facts &F,
                                 std::optional<Monomial> Start) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P || F.compare(Size, axisIn(L, *P).Size) == Order::Greater)
    return std::nullopt;
  Layout Result = resized(std::move(L), *P, Size, Step, F);
  if (Start && !Result.Offset)
    Result.Offset = offsetAt(Source, Dim, *Start, F);
  return Result;
}

/// Index \p I of an axis of \p Count elements as slices take it: from the end
/// if negative, the nearest one if outside.
static int64_t withinAxis(int64_t I, int64_t Count) {
  const int64_t At = I < 0 ? (Saturating(I) + Count).value() : I;
  return std::max<int64_t>(std::min(At, Count), 0);
}

/// \p N is not negative, \p By positive.
static int64_t ceilQuotient(int64_t N, int64_t By) {
  return N / By + (N % By > 0);
}

namespace {
/// Works out how many elements a slice takes from an axis.
class SliceLength {
public:
  SliceLength(const Monomial &Whole, Facts &F)
      : Whole(F.canonical(Whole)), F(F), Symbols(F.symbols()) {}

  Monomial length(const std::optional<Monomial> &Start,
                  const std::optional<Monomial> &End, int64_t Step) {
    Monomial Taken = between(Start ? F.canonical(*Start) : Monomial(0), End);
    return stepped(Taken, Step);
  }

private:
  /// A length below the whole, unless \p Less is false.
  Monomial derived(const std::string &Operation,
                   const std::vector<Monomial> &Operands, int64_t Bound,
                   const std::string &Display, bool Less) {
    Bound = std::max<int64_t>(Bound, 1);
    Monomial Size = derivedSize(Operation, Operands, Bound, Display, Symbols);
    if (Less)
      F.addLess(*Size.asSymbol(), Whole);
    return Size;
  }

  Monomial between(const Monomial &Start, std::optional<Monomial> End) {
    std::optional<int64_t> From = Start.asConstant();
    bool ToEnd = !End || F.compare(*End, Whole) == Order::Equal ||
                 F.compare(*End, Whole) == Order::Greater;
    if (ToEnd)
      return From ? tail(*From) : part("from", {Whole, Start}, Start, End);
    Monomial To = F.canonical(*End);
    std::optional<int64_t> Until = To.asConstant();
    if (From && Until)
      return literal(*From, *Until);
    if (From == 0)
      return Until ? literal(0, *Until) : head(To);
    return part("range", {Whole, Start, To}, Start, To);
  }

  /// From a literal start to the end.
  Monomial tail(int64_t From) {
    if (From == 0)
      return Whole;
    if (std::optional<int64_t> N = Whole.asConstant())
      return From < 0 ? std::min(negated(From), *N)
                      : std::max<int64_t>((Saturating(*N) - From).value(), 0);
    int64_t Least = F.lowerBound(Whole);
    if (From < 0) { // the last -From
      const int64_t Count = negated(From);
      return Count <= Least ? Monomial(Count) : head(Monomial(Count));
    }
    return derived("minus", {Whole, From}, (Saturating(Least) - From).value(),
                   Symbols.print(Whole) + "-" + std::to_string(From), true);
  }

  Monomial literal(int64_t From, int64_t Until) {
    if (std::optional<int64_t> N = Whole.asConstant())
      return std::max<int64_t>(withinAxis(Until, *N) - withinAxis(From, *N), 0);
    if ((From < 0) == (Until < 0)) {
      int64_t Count = std::max<int64_t>((Saturating(Until) - From).value(), 0);
      int64_t Reach = From < 0 ? negated(From) : Until;
      if (Reach <= F.lowerBound(Whole))
        return Count;
      if (From == 0)
        return head(Until);
    }
    bool DropsEnd = Until < 0 && From >= 0;
    const int64_t Lost = (Saturating(From) - Until).value();
    const int64_t Least = (Saturating(F.lowerBound(Whole)) - Lost).value();
    std::string Display = Symbols.print(Whole);
    if (!DropsEnd)
      return part("range", {Whole, From, Until}, From, Monomial(Until));
    return derived("minus", {Whole, Lost}, Least,
                   Display + "-" + std::to_string(Lost), true);
  }

  /// The first \p Count, or all if there are fewer.
  Monomial head(const Monomial &Count) {
    if (F.compare(Count, Whole) == Order::Less)
      return Count;
    int64_t Bound = std::min(F.lowerBound(Count), F.lowerBound(Whole));
    return derived("least", {Whole, Count}, Bound,
                   "min(" + Symbols.print(Count) + "," + Symbols.print(Whole) +
                       ")",
                   false);
  }

  Monomial part(const std::string &Operation,
                const std::vector<Monomial> &Operands, const Monomial &Start,
                const std::optional<Monomial> &End) {
    std::string Display = Symbols.print(Whole) + "[" + Symbols.print(Start) +
                          ":" + (End ? Symbols.print(*End) : "") + "]";
    return derived(Operation, Operands, 1, Display, false);
  }

  Monomial stepped(const Monomial &Taken, int64_t Step) {
    if (Step == 1)
      return Taken;
    if (std::optional<int64_t> N = Taken.asConstant())
      return ceilQuotient(*N, Step);
    Monomial Quotient = Taken / Monomial(Step);
    if (Quotient.isIntegral())
      return Quotient;
    int64_t Least = F.lowerBound(Taken);
    Monomial Size = derived("ceil", {Taken, Step}, ceilQuotient(Least, Step),
                            "ceil(" + Symbols.print(Taken) + "/" +
                                std::to_string(Step) + ")",
                            Taken == Whole && Least >= 2);
    if (Taken != Whole && Least >= 2)
      F.addLess(*Size.asSymbol(), Taken);
    return Size;
  }

  Monomial Whole;
  Facts &F;
  SymbolTable &Symbols;
};
} // namespace

/// Where a slice begins: a start outside of the axis is brought to its end.
/// Invalid where that is not known.
static Monomial firstTaken(const std::optional<Monomial> &Start,
                           const Monomial &Whole, const Facts &F) {
  const Monomial From = Start ? F.canonical(*Start) : Monomial(0);
  const std::optional<int64_t> At = From.asConstant();
  if (const std::optional<int64_t> N = F.canonical(Whole).asConstant(); N && At)
    return withinAxis(*At, *N);
  if (From.isZero())
    return From;
  const Order O = F.compare(From, Whole);
  const bool IsInside = O == Order::Less || O == Order::Equal ||
                        (At && *At <= F.lowerBound(Whole));
  return IsInside && !(At && *At < 0) ? From : Monomial::invalid();
}

std::optional<Layout> sliceAxis(const Layout &Source, int64_t Dim,
                                std::optional<Monomial> Start,
                                std::optional<Monomial> End,
                                std::optional<int64_t> Step, Facts &F) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P || Step.value_or(1) < 1) // libtorch throws for steps below 1
    return std::nullopt;
  const Monomial Whole = axisIn(L, *P).Size;
  const std::optional<StorageOffset> Offset =
      offsetAt(L, Dim, firstTaken(Start, Whole, F), F);
  Monomial Size = SliceLength(Whole, F).length(Start, End, Step.value_or(1));
  Layout Result = resized(std::move(L), *P, Size, Step.value_or(1), F);
  Result.Offset = Offset;
  return Result;
}

std::optional<Layout> partOfAxis(const Layout &Source, int64_t Dim,
                                 const std::string &Name, Facts &F,
                                 std::optional<int64_t> Parts) {
  Layout L = foldedForSplitting(Source, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P || Parts.value_or(1) < 1)
    return std::nullopt;
  Monomial Whole = axisIn(L, *P).Size;
  Monomial Quotient = Whole / Monomial(Parts.value_or(1));
  if (Parts && Quotient.isIntegral())
    return resized(std::move(L), *P, Quotient, 1, F);
  SymbolId Id = F.symbols().get(Name, 1, true);
  if (Parts.value_or(1) > 1 && F.lowerBound(Whole) >= 2)
    F.addLess(Id, Whole);
  return resized(std::move(L), *P, Monomial::symbol(Id), 1, F);
}

} // namespace tensortidy
