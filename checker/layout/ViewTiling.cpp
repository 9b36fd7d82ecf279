// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/ViewTiling.h"

#include "layout/FlatAxes.h"
#include "layout/Naming.h"

namespace tensortidy {

namespace {
class Tiler {
public:
  Tiler(const Layout &L, const Facts &F, ViewAnswer &Result)
      : Axes(flatAxesAboveOne(L, F)), F(F), Result(Result), Source(L),
        Dims(Result.Sizes.size()), Outer(Axes.size()) {
    Result.Strides.assign(Dims, Monomial::invalid());
    if (!L.Front.empty() || !L.Back.empty()) {
      const Axis &Last = L.Back.empty() ? L.Front.back() : L.Back.back();
      if (Last.Size.isOne() && (!L.Back.empty() || !L.Middle))
        takeUnits(Last.Stride);
    }
  }

  void run() {
    while (Outer > 0)
      if (!tileGroup())
        return;
    finish();
  }

private:
  /// View dimensions of size 1 that follow a group belong to it.
  void takeUnits(const Monomial &Stride) {
    while (Dims > 0 && Result.Sizes[Dims - 1].isOne())
      Result.Strides[--Dims] = Stride;
  }

  bool tileGroup() {
    Base = Axes[Outer - 1].Stride;
    Total = 1;
    InnermostFirm = Axes[Outer - 1].AtLeastTwo;
    GroupFirm = true;
    GroupAboveOne = false;
    absorb();
    while (!takeDims()) {
      if (Outer == 0)
        return fail(Answer::No);
      Answer Merges = mergesWithNext();
      if (isNo(Merges))
        return fail(Merges);
      if (Met == Answer::Unknown)
        return undecided();
      mergeUncertain();
    }
    return true;
  }

  /// Adds the next axis to the group, and those that certainly merge with it.
  void absorb() {
    do {
      const FlatAxis &A = Axes[--Outer];
      Total = F.canonical(Total * A.Size);
      HoldsUnordered |= A.Unordered;
      GroupFirm &= A.AtLeastTwo;
      GroupAboveOne |= A.AtLeastTwo;
    } while (Outer > 0 && mergesWithNext() == Answer::Yes);
  }

  Answer mergesWithNext() const {
    const FlatAxis &Next = Axes[Outer - 1];
    Answer Merges = isEqual(F.compare(Next.Stride, Total * Base));
    return isNo(Merges) && !Next.AtLeastTwo ? Answer::Unknown : Merges;
  }

  void mergeUncertain() {
    Uncertain = true;
    Generic |= Met == Answer::NoGeneric;
    // An axis that is 1 merges whatever its stride.
    Loose |=
        Generic || HoldsUnordered || !GroupFirm || !Axes[Outer - 1].AtLeastTwo;
    if (!Loose)
      Result.Learned.emplace_back(Axes[Outer - 1].Stride, Total * Base);
    absorb();
  }

  /// For a size of 1 beside one that may be 1: which group it belongs to, and
  /// so its stride, is not known.
  Monomial unknownExtent() const {
    return F.symbols().stride("extent(" + keyOf(Source) + "," +
                              keyOf(Result.Sizes) + "," + std::to_string(Dims) +
                              ")");
  }

  /// Takes the view dimensions whose product is the group's. Without success
  /// Met tells how the partial products compared.
  bool takeDims() {
    Met = Answer::No;
    Monomial Product;
    size_t First = Dims;
    while (First > 0) {
      Product = F.canonical(Product * Result.Sizes[--First]);
      Order O = F.compare(Product, Total);
      if (O == Order::Equal) {
        giveStrides(First);
        return true;
      }
      Met = disjunction(Met, isEqual(O));
      if (O == Order::Greater)
        break;
    }
    return false;
  }

  void giveStrides(size_t First) {
    const size_t End = Dims;
    Monomial Taken;
    while (Dims > First) {
      --Dims;
      bool Sure = !Result.Sizes[Dims].isOne() ||
                  (Dims + 1 == End ? InnermostFirm : F.lowerBound(Taken) >= 2);
      Result.Strides[Dims] = Sure ? F.canonical(Taken * Base) : unknownExtent();
      Taken = Taken * Result.Sizes[Dims];
    }
    takeUnits(GroupAboveOne ? F.canonical(Taken * Base) : unknownExtent());
    Uncertain |= HoldsUnordered;
  }

  bool fail(Answer Edge) {
    Answer Grade = disjunction(Edge, Met);
    if (Grade == Answer::No && Generic)
      Grade = Answer::NoGeneric;
    Result.Viewable = Grade;
    Result.Strides.clear();
    Result.Learned.clear();
    if (isNo(Grade) && Outer > 0)
      Result.Blocked.emplace(Axes[Outer - 1].Position, Axes[Outer].Position);
    return false;
  }

  bool undecided() {
    Result.Viewable = Answer::Unknown;
    Result.Strides.clear();
    Result.Learned.clear();
    return false;
  }

  void finish() {
    Result.Viewable = Uncertain ? Answer::Unknown : Answer::Yes;
    // What is left is 1 altogether: its strides are never multiplied.
    while (Dims > 0) {
      --Dims;
      Result.Strides[Dims] = Axes.empty() ? Base : Total * Base;
    }
    if (HoldsUnordered || Loose)
      Result.Strides.clear();
  }

  const std::vector<FlatAxis> Axes;
  const Facts &F;
  ViewAnswer &Result;
  const Layout &Source;
  size_t Dims;  ///< view dimensions that have no stride yet
  size_t Outer; ///< axes that belong to no group yet
  Monomial Base, Total;
  Answer Met = Answer::No;
  bool InnermostFirm = true;  ///< the group's innermost axis is 2 or more
  bool GroupFirm = true;      ///< every axis of the group is 2 or more
  bool GroupAboveOne = false; ///< some axis of it is
  bool HoldsUnordered = false;
  bool Uncertain = false; ///< an edge was taken to be none
  bool Generic = false;   ///< so were products that may be equal by chance
  bool Loose = false;     ///< merging teaches nothing about strides
};
} // namespace

void tileView(const Layout &L, const Facts &F, ViewAnswer &Result) {
  Tiler(L, F, Result).run();
}

} // namespace tensortidy
