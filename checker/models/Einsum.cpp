// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// einsum: what it does with its operands follows from the equation (libtorch
// 1.13 and 2.15, aten/src/ATen/native/Linear.cpp, einsum and sumproduct_pair).

#include "models/Einsum.h"

#include "layout/Queries.h"
#include "layout/Results.h"
#include "layout/Transforms.h"

#include <algorithm>
#include <array>

namespace tensortidy {
namespace {

/// Up to so many multiplications for each of the batch, bmm computes in a loop
/// of its own, which takes any strides.
constexpr int64_t SmallProduct = 399;

/// The labels A-Z, then a-z; -1 for what is none.
constexpr int LabelCount = 52;

int labelOf(char C) {
  if (C >= 'A' && C <= 'Z')
    return C - 'A';
  return C >= 'a' && C <= 'z' ? C - 'a' + 26 : -1;
}

/// Labels by operand, and of the result in order. None for an equation with an
/// ellipsis, with one label twice in an operand, or that is none.
struct Equation {
  std::vector<std::vector<int>> Operands;
  std::vector<int> Result;
  std::array<int, LabelCount> Counts = {}; ///< operands that have a label
};

std::optional<std::vector<int>> labelsIn(const std::string &Text) {
  std::vector<int> Labels;
  for (char C : Text) {
    int Label = labelOf(C);
    if (C == ' ')
      continue;
    if (Label < 0 ||
        std::find(Labels.begin(), Labels.end(), Label) != Labels.end())
      return std::nullopt;
    Labels.push_back(Label);
  }
  return Labels;
}

std::optional<Equation> parsed(const std::string &Text) {
  size_t Arrow = Text.find("->");
  std::string Left = Text.substr(0, Arrow);
  Equation E;
  for (size_t From = 0; From <= Left.size();) {
    size_t Comma = std::min(Left.find(',', From), Left.size());
    auto Labels = labelsIn(Left.substr(From, Comma - From));
    if (!Labels)
      return std::nullopt;
    for (int Label : *Labels)
      ++E.Counts[Label];
    E.Operands.push_back(std::move(*Labels));
    From = Comma + 1;
  }
  if (Arrow != std::string::npos) {
    auto Labels = labelsIn(Text.substr(Arrow + 2));
    if (!Labels)
      return std::nullopt;
    E.Result = std::move(*Labels);
    return E;
  }
  for (int Label = 0; Label < LabelCount; ++Label)
    if (E.Counts[Label] == 1)
      E.Result.push_back(Label);
  return E;
}

/// A tensor with one axis for each label, those it does not have of size 1.
struct Operand {
  std::vector<Axis> Axes;
  int Given = -1;        ///< which one it is, as it came; -1: none any more
  bool IsOrdered = true; ///< the strides are known; otherwise it is dense
};

class Contraction {
public:
  Contraction(Evaluator &Ev, const Equation &E, bool MaySwap)
      : Ev(Ev), E(E), MaySwap(MaySwap) {}

  std::optional<Einsum> run(const std::vector<Layout> &Tensors) {
    if (Tensors.size() != E.Operands.size() || !order() || !align(Tensors))
      return std::nullopt;
    while (Rest.size() > 1)
      if (!contractPair())
        return std::nullopt;
    return finished();
  }

private:
  /// The result's labels, then those that are summed over.
  bool order() {
    Order = E.Result;
    for (int Label : Order)
      if (E.Counts[Label] == 0)
        return false;
    for (int Label = 0; Label < LabelCount; ++Label)
      if (E.Counts[Label] > 0 &&
          std::find(Order.begin(), Order.end(), Label) == Order.end())
        Order.push_back(Label);
    Left.assign(Order.size(), 0);
    EachViewed.assign(E.Operands.size(), Answer::Yes);
    return true;
  }

  /// Whether a size is 1 decides what happens.
  bool isDecided(const Axis &A) const {
    return A.Size.isOne() || Ev.facts().lowerBound(A.Size) >= 2;
  }

  bool align(const std::vector<Layout> &Tensors) {
    for (size_t I = 0; I < Tensors.size(); ++I) {
      // The equation says how many axes there are.
      auto Rank = static_cast<unsigned>(E.Operands[I].size());
      std::optional<Layout> L = withRank(Tensors[I], Rank, Ev.facts());
      if (!L || L->rank() != Rank)
        return false;
      Operand O;
      O.Given = static_cast<int>(I);
      O.Axes.assign(Order.size(), {Monomial(1), Monomial(1)});
      for (size_t A = 0; A < L->Front.size(); ++A) {
        if (E.Operands.size() > 1 && !isDecided(L->Front[A]))
          return false;
        size_t At = std::find(Order.begin(), Order.end(), E.Operands[I][A]) -
                    Order.begin();
        O.Axes[At] = L->Front[A];
        Left[At] += !L->Front[A].Size.isOne();
      }
      Rest.push_back(std::move(O));
    }
    return true;
  }

  /// The axes of \p Dims summed over and kept: a new tensor.
  void sum(Operand &O, const std::vector<size_t> &Dims) {
    if (Dims.empty())
      return;
    for (size_t Dim : Dims)
      O.Axes[Dim].Size = Monomial(1);
    O.Axes = rowMajor(sizesOf(O.Axes)).Front;
    O.Given = -1;
  }

  static std::vector<Monomial> sizesOf(const std::vector<Axis> &Axes) {
    std::vector<Monomial> Sizes;
    for (const Axis &A : Axes)
      Sizes.push_back(A.Size);
    return Sizes;
  }

  bool contractPair() {
    Operand A = std::move(Rest[0]), B = std::move(Rest[1]);
    Rest.erase(Rest.begin(), Rest.begin() + 2);
    std::vector<size_t> Both, OnlyA, OnlyB;
    for (size_t Dim = E.Result.size(); Dim < Order.size(); ++Dim) {
      bool InA = !A.Axes[Dim].Size.isOne(), InB = !B.Axes[Dim].Size.isOne();
      if (InA && InB) {
        if (--Left[Dim] == 1) {
          Both.push_back(Dim);
          Left[Dim] = 0;
        }
      } else if (Left[Dim] == 1 && (InA || InB)) {
        (InA ? OnlyA : OnlyB).push_back(Dim);
        Left[Dim] = 0;
      }
    }
    sum(A, OnlyA);
    sum(B, OnlyB);
    std::optional<Operand> Next =
        Both.empty() ? multiplied(A, B) : product(A, B, Both);
    if (Next)
      Rest.insert(Rest.begin(), std::move(*Next));
    return Next.has_value();
  }

  /// TensorIterator asks the strides of axes of size 1, too, which are not
  /// followed here.
  std::optional<Operand> multiplied(const Operand &A, const Operand &B) {
    if (!A.IsOrdered || !B.IsOrdered)
      return std::nullopt;
    for (size_t Dim = 0; Dim < Order.size(); ++Dim)
      if (A.Axes[Dim].Size.isOne() && B.Axes[Dim].Size.isOne())
        return std::nullopt;
    Layout X, Y;
    X.Front = A.Axes;
    Y.Front = B.Axes;
    Layout L = elementwise({X, Y}, "einsum", Ev.facts());
    if (!L.hasRank())
      return std::nullopt;
    Operand O;
    O.Axes = L.Front;
    KnownDense = L.KnownDense;
    return O;
  }

  /// bmm of both, each reshaped to three axes: those of both that stay, its
  /// own, and those that are summed over.
  std::optional<Operand> product(const Operand &A, const Operand &B,
                                 const std::vector<size_t> &Summed) {
    std::vector<size_t> Batch, OwnA, OwnB;
    for (size_t Dim = 0; Dim < Order.size(); ++Dim) {
      if (std::find(Summed.begin(), Summed.end(), Dim) != Summed.end())
        continue;
      bool InA = !A.Axes[Dim].Size.isOne(), InB = !B.Axes[Dim].Size.isOne();
      (InA && InB ? Batch : InA ? OwnA : OwnB).push_back(Dim);
    }
    Operand O;
    O.IsOrdered = !maySwap(OwnA, OwnB);
    const Answer IsSmall =
        isFew(product(A, OwnA) * product(A, Summed) * product(B, OwnB),
              SmallProduct, Ev.facts());
    reshape(A, {Batch, OwnA, Summed}, IsSmall);
    reshape(B, {Batch, Summed, OwnB}, IsSmall);
    std::vector<size_t> InMemory = Batch;
    InMemory.insert(InMemory.end(), OwnA.begin(), OwnA.end());
    InMemory.insert(InMemory.end(), Summed.begin(), Summed.end());
    InMemory.insert(InMemory.end(), OwnB.begin(), OwnB.end());
    O.Axes.resize(Order.size());
    Monomial Stride;
    for (auto It = InMemory.rbegin(); It != InMemory.rend(); ++It) {
      bool IsSummed =
          std::find(Summed.begin(), Summed.end(), *It) != Summed.end();
      Monomial Size = IsSummed                   ? Monomial(1)
                      : A.Axes[*It].Size.isOne() ? B.Axes[*It].Size
                                                 : A.Axes[*It].Size;
      O.Axes[*It] = {Size, Stride};
      Stride = Stride * Size;
    }
    return O;
  }

  /// Would it bring the product into the result's order?
  bool maySwap(const std::vector<size_t> &OwnA,
               const std::vector<size_t> &OwnB) const {
    return MaySwap && !OwnA.empty() && !OwnB.empty() &&
           OwnB.front() < OwnA.front();
  }

  static Monomial product(const Operand &O, const std::vector<size_t> &Dims) {
    Monomial Size;
    for (size_t Dim : Dims)
      Size = Size * O.Axes[Dim].Size;
    return Size;
  }

  void reshape(const Operand &O, const std::vector<std::vector<size_t>> &Groups,
               Answer IsSmall) {
    if (O.Given < 0)
      return;
    Layout L;
    std::vector<SizeArgument> Sizes;
    for (const std::vector<size_t> &Group : Groups) {
      for (size_t Dim : Group)
        L.Front.push_back(O.Axes[Dim]);
      Sizes.push_back(product(O, Group));
    }
    const ViewAnswer A = viewAs(normalized(L, Ev.facts()), Sizes, Ev.facts());
    Answer Used = A.Viewable;
    if (isYes(Used) && !isYes(IsSmall))
      Used = disjunction(IsSmall, fitsBlas(A));
    EachViewed[O.Given] = conjunction(EachViewed[O.Given], Used);
    Viewed = conjunction(Viewed, Used);
  }

  /// Does bmm, which multiplies matrix by matrix, take them as they are? The
  /// strides of axes of size 1 are an accident of how the view was computed.
  Answer fitsBlas(const ViewAnswer &View) const {
    Layout Matrices;
    for (size_t I = 1; I < View.Sizes.size(); ++I) {
      if (View.Sizes[I].isOne())
        return Answer::Unknown;
      Matrices.Front.push_back({View.Sizes[I], View.Strides[I]});
    }
    return isBlasCompatible(Matrices, Ev.facts());
  }

  Einsum finished() {
    Operand &Last = Rest.front();
    Einsum Out;
    bool Sums = Order.size() > E.Result.size();
    Out.IsView = E.Operands.size() == 1 && !Sums;
    Out.Viewed = Viewed;
    Out.EachViewed = EachViewed;
    Last.Axes.resize(E.Result.size());
    if (E.Operands.size() == 1 && Sums)
      Out.Result = rowMajor(sizesOf(Last.Axes));
    else
      Out.Result.Front = Last.Axes;
    if (!Last.IsOrdered)
      Out.Result = Ev.unknownStridesOf(Out.Result, "contracted");
    Out.Result.KnownDense =
        !Last.IsOrdered || (KnownDense && E.Operands.size() == 2);
    return Out;
  }

  Evaluator &Ev;
  const Equation &E;
  const bool MaySwap;
  std::vector<int> Order;
  std::vector<int> Left; ///< operands with more than one element along a label
  std::vector<Operand> Rest;
  Answer Viewed = Answer::Yes;
  std::vector<Answer> EachViewed; ///< of the operands as given
  bool KnownDense = false;
};

} // namespace

std::optional<Einsum> einsumOf(Evaluator &Ev, const RuleExpr &Call) {
  const ActualArgument *Text = Ev.eval(Call.Children[0]).Actual;
  RuleValue List = Ev.eval(Call.Children[1]);
  if (!Text || Text->TheKind != ActualArgument::Kind::Text || !List.Known ||
      !List.ListComplete)
    return std::nullopt;
  bool MaySwap = Call.Children.size() > 2 &&
                 Ev.judge(Call.Children[2]).Holds != Answer::No;
  std::optional<Equation> E = parsed(Text->Text);
  return E ? Contraction(Ev, *E, MaySwap).run(List.List) : std::nullopt;
}

} // namespace tensortidy
