// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Join.h"

#include "layout/FlatAxes.h"
#include "layout/JoinPattern.h"
#include "layout/Queries.h"
#include "layout/Results.h"

#include <algorithm>

namespace tensortidy {

namespace {
/// Makes the joined values of one place.
class Joiner {
public:
  Joiner(const std::vector<Layout> &Layouts, const std::string &Name,
         const Facts &F)
      : Layouts(Layouts), Name(Name), F(F), Symbols(F.symbols()) {}

  Layout join() {
    Layout Result = sameShape() ? joinAxes() : joinRanks();
    Result.KnownDense = all(isDense, Answer::Yes);
    if (Result.KnownDense) {
      Result.KnownDense = false;
      Result.KnownDense = isDense(Result, F) != Answer::Yes;
    }
    Answer Contiguous = isContiguous(Result, F);
    for (Answer Common : {Answer::Yes, Answer::No})
      if (Contiguous != Common && askContiguous(Common))
        Result.KnownContiguous = Common == Answer::Yes;
    Result.Offset = commonOffset();
    return Result;
  }

private:
  bool all(Answer (*Ask)(const Layout &, const Facts &), Answer Wanted) const {
    return std::all_of(Layouts.begin(), Layouts.end(),
                       [&](const Layout &L) { return Ask(L, F) == Wanted; });
  }
  bool askContiguous(Answer Wanted) const {
    return all(
        static_cast<Answer (*)(const Layout &, const Facts &)>(isContiguous),
        Wanted);
  }

  std::optional<StorageOffset> commonOffset() const {
    const std::optional<StorageOffset> &First = Layouts[0].Offset;
    const bool Same =
        std::all_of(Layouts.begin(), Layouts.end(),
                    [&](const Layout &L) { return L.Offset == First; });
    return Same ? First : std::nullopt;
  }

  /// Same number of axes, and the same gap where there is one?
  bool sameShape() const {
    const Layout &A = Layouts[0];
    return std::all_of(Layouts.begin(), Layouts.end(), [&](const Layout &B) {
      if (A.Front.size() != B.Front.size() || A.Back.size() != B.Back.size() ||
          A.hasRank() != B.hasRank())
        return false;
      return A.hasRank() || (A.Middle->Group == B.Middle->Group &&
                             A.Middle->SplitFront == B.Middle->SplitFront &&
                             A.Middle->SplitBack == B.Middle->SplitBack);
    });
  }

  /// The value that all share, or this place's phi symbol. What it is at least
  /// belongs to the name: it can only fall, and then it is another symbol.
  template <typename Get>
  Monomial joined(const std::string &What, int64_t Cap, Get Value) {
    Monomial First = F.canonical(Value(Layouts[0]));
    int64_t Bound = Cap;
    bool Same = true;
    for (const Layout &L : Layouts) {
      Same &= F.canonical(Value(L)) == First;
      Bound = std::min(Bound, F.lowerBound(Value(L)));
    }
    return Same ? First : phi(What, Bound, Cap);
  }

  Monomial phi(const std::string &What, int64_t Bound, int64_t Cap) {
    std::string Full = "phi(" + Name + "," + What + ")";
    if (Bound < Cap)
      Full += ">=" + std::to_string(Bound);
    return Monomial::symbol(Symbols.get(Full, Bound, true));
  }

  void joinEnd(Layout &Result, std::vector<Axis> Layout::*End,
               const std::string &Prefix) {
    for (size_t I = 0; I < (Layouts[0].*End).size(); ++I) {
      std::string Place = Prefix + std::to_string(I);
      Axis A;
      A.Size = joined("n" + Place, 2,
                      [&](const Layout &L) { return (L.*End)[I].Size; });
      A.Stride = joined("s" + Place, 1,
                        [&](const Layout &L) { return (L.*End)[I].Stride; });
      (Result.*End).push_back(A);
    }
  }

  Layout joinAxes() {
    Layout Result;
    joinEnd(Result, &Layout::Front, "");
    joinEnd(Result, &Layout::Back, "-");
    if (Layouts[0].hasRank()) {
      keepStridePattern(Layouts, Result, F);
      return Result;
    }
    Result.Middle = commonGap();
    if (askContiguous(Answer::Yes) && !mayHoldUnits(Result, F))
      return rowMajorLike(Result);
    joinGapStrides(Result);
    return Result;
  }

  /// What the alternatives' gaps, of the same axes, share but for strides.
  Gap commonGap() const {
    Gap G = *Layouts[0].Middle;
    for (const Layout &L : Layouts)
      G.MinCount = std::min(G.MinCount, L.Middle->MinCount);
    if (G.Group != NoGroup)
      G.Size = F.canonical(Monomial::symbol(
          groupRest(G.Group, G.SplitFront, G.SplitBack, Symbols)));
    return G;
  }

  void joinGapStrides(Layout &Result) {
    Gap &G = *Result.Middle;
    bool Same =
        std::all_of(Layouts.begin(), Layouts.end(), [&](const Layout &L) {
          return L.Middle->RowMajor == G.RowMajor &&
                 L.Middle->Strides == G.Strides &&
                 F.canonical(L.Middle->Stride) == F.canonical(G.Stride);
        });
    if (Same)
      return;
    bool RowMajor =
        std::all_of(Layouts.begin(), Layouts.end(),
                    [](const Layout &L) { return L.Middle->RowMajor; });
    G.RowMajor = RowMajor;
    if (RowMajor) {
      G.Stride =
          joined("s", 1, [](const Layout &L) { return L.Middle->Stride; });
      return;
    }
    G.Strides = strideGroup("phi(" + Name + ")", Symbols);
    G.Stride = Monomial::symbol(
        groupStride(G.Strides, -static_cast<int>(G.SplitBack) - 1, Symbols));
  }

  Layout joinRanks() {
    unsigned MinRank = Layouts[0].minRank();
    for (const Layout &L : Layouts)
      MinRank = std::min(MinRank, L.minRank());
    // How many axes there are at least belongs to the name as well.
    std::string Full = "phi(" + Name + ")>=" + std::to_string(MinRank);
    bool Units =
        std::any_of(Layouts.begin(), Layouts.end(),
                    [&](const Layout &L) { return mayHoldUnits(L, F); });
    Layout Result = unknownLayoutOfMinRank(Full, MinRank, Symbols, Units);
    // Strides of axes of size 1 are data, and need not be row-major.
    return askContiguous(Answer::Yes) && !Units ? rowMajorLike(Result) : Result;
  }

  const std::vector<Layout> &Layouts;
  const std::string &Name;
  const Facts &F;
  SymbolTable &Symbols;
};
} // namespace

Layout joinLayouts(const std::vector<Layout> &Layouts, const std::string &Name,
                   const Facts &F) {
  bool Same = std::all_of(Layouts.begin(), Layouts.end(),
                          [&](const Layout &L) { return L == Layouts[0]; });
  return Same ? Layouts[0] : Joiner(Layouts, Name, F).join();
}

} // namespace tensortidy
