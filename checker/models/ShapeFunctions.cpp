// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the rule language that compute sizes.

#include "layout/Results.h"
#include "layout/Saturating.h"
#include "layout/Transforms.h"
#include "models/Evaluator.h"
#include "models/Shapes.h"

#include <algorithm>
#include <array>

namespace tensortidy {
namespace {

using E = RuleExpr;

RuleValue sizesOf(Evaluator &Ev, const E &Call) {
  RuleValue V;
  V.Known = true;
  V.SizesOf = Ev.tensor(Call.Children[0]);
  return V;
}

RuleValue sizeOf(Evaluator &Ev, const E &Call) {
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  if (!Dim)
    return RuleValue::unknown();
  std::optional<Axis> A =
      axisAt(shapeOf(Ev, Call.Children[0]), *Dim, Ev.facts());
  if (!A)
    return RuleValue::unknown();
  RuleValue V = RuleValue::tensor({});
  V.Int = A->Size;
  return V;
}

RuleValue strideOf(Evaluator &Ev, const E &Call) {
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  if (!Dim)
    return RuleValue::unknown();
  std::optional<Axis> A = axisAt(Ev.tensor(Call.Children[0]), *Dim, Ev.facts());
  if (!A)
    return RuleValue::unknown();
  RuleValue V = RuleValue::tensor({});
  V.Int = A->Stride;
  return V;
}

RuleValue rankOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  RuleValue V = RuleValue::tensor({});
  if (L.hasRank()) {
    V.Int = Monomial(static_cast<int64_t>(L.Front.size()));
    return V;
  }
  SymbolId Rank =
      Ev.symbols().get(Ev.label("rank" + std::to_string(Call.Offset)),
                       L.minRank(), /*Opaque=*/true);
  V.Int = Monomial::symbol(Rank);
  return V;
}

RuleValue itemOf(Evaluator &Ev, const E &Call) {
  std::optional<std::vector<SizeArgument>> List =
      Ev.sizeArguments(Call.Children[0]);
  std::optional<int64_t> At = Ev.constant(Call.Children[1]);
  if (!List || !At || *At < 0 || *At >= static_cast<int64_t>(List->size()))
    return RuleValue::unknown();
  RuleValue V = RuleValue::tensor({});
  V.Int = (*List)[*At].value_or(Monomial(-1));
  return V;
}

RuleValue countOf(Evaluator &Ev, const E &Call) {
  const std::optional<std::vector<SizeArgument>> List =
      Ev.sizeArguments(Call.Children[0]);
  RuleValue V = RuleValue::tensor({});
  V.Int = List ? Monomial(static_cast<int64_t>(List->size()))
               : Ev.anySize("count", 0);
  return V;
}

RuleValue numelOf(Evaluator &Ev, const E &Call) {
  RuleValue V = RuleValue::tensor({});
  V.Int = Ev.tensor(Call.Children[0]).numel();
  return V;
}

RuleValue replaced(Evaluator &Ev, const E &Call) {
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  RuleValue Size = Ev.eval(Call.Children[2]);
  if (!Dim)
    return RuleValue::unknown();
  Monomial To =
      Size.Known ? Size.Int : Ev.anySize("size" + std::to_string(Call.Offset));
  return shape(withSize(shapeOf(Ev, Call.Children[0]), *Dim, To, Ev.facts()));
}

RuleValue without(Evaluator &Ev, const E &Call) {
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  if (!Dim)
    return RuleValue::unknown();
  return shape(dropAxis(shapeOf(Ev, Call.Children[0]), *Dim, Ev.facts()));
}

RuleValue withAxis(Evaluator &Ev, const E &Call) {
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  RuleValue Size = Ev.eval(Call.Children[2]);
  if (!Dim || !Size.Known)
    return RuleValue::unknown();
  return shape(
      withNewAxis(shapeOf(Ev, Call.Children[0]), *Dim, Size.Int, Ev.facts()));
}

/// The sizes after reducing over \p Dims. None when it cannot be represented.
std::optional<Layout> reduce(Evaluator &Ev, Layout L,
                             const std::vector<int64_t> &Dims, bool Keep) {
  std::vector<int64_t> Wrapped;
  for (int64_t D : Dims)
    Wrapped.push_back(
        D < 0 && L.hasRank() ? D + static_cast<int64_t>(L.Front.size()) : D);
  std::sort(Wrapped.begin(), Wrapped.end());
  if (!Wrapped.empty() && (Wrapped.front() < 0) != (Wrapped.back() < 0))
    return std::nullopt;
  // So that no axis that is still to go moves: from the last one if they are
  // counted from the front, from the first one if from the back.
  if (!Wrapped.empty() && Wrapped.front() >= 0)
    std::reverse(Wrapped.begin(), Wrapped.end());
  for (int64_t D : Wrapped) {
    std::optional<Layout> Next = Keep ? withSize(L, D, Monomial(1), Ev.facts())
                                      : dropAxis(L, D, Ev.facts());
    if (!Next)
      return std::nullopt;
    L = rowMajorLike(*Next);
  }
  return L;
}

RuleValue reduced(Evaluator &Ev, const E &Call) {
  Layout L = shapeOf(Ev, Call.Children[0]);
  Answer Keep = Answer::No;
  if (Call.Children.size() > 2)
    Keep = Ev.judge(Call.Children[2]).Holds;
  RuleValue Dims = Ev.eval(Call.Children[1]);
  bool All = Dims.Absent || (Dims.Known && !Dims.SizesOf && Dims.Ints.empty());
  if (All && Keep == Answer::No)
    return shape(rowMajor({}));
  if (Keep == Answer::Unknown || (!All && !Dims.Known) || Dims.SizesOf)
    return RuleValue::unknown();
  std::vector<int64_t> Which;
  for (const Monomial &M : Dims.Ints) {
    std::optional<int64_t> D = Ev.facts().canonical(M).asConstant();
    if (!D)
      return RuleValue::unknown();
    Which.push_back(*D);
  }
  if (All && !L.hasRank())
    return RuleValue::unknown();
  for (size_t I = 0; All && I < L.Front.size(); ++I)
    Which.push_back(static_cast<int64_t>(I));
  return shape(reduce(Ev, L, Which, Keep == Answer::Yes));
}

/// The \p I-th number of a list, or the only one of all axes; none if it is
/// not known.
std::optional<int64_t> constantAt(Evaluator &Ev, const E &List, size_t I) {
  const RuleValue V = Ev.eval(List);
  if (!V.Known || V.Ints.empty() || (V.Ints.size() > 1 && I >= V.Ints.size()))
    return std::nullopt;
  return Ev.facts().canonical(V.Ints[V.Ints.size() > 1 ? I : 0]).asConstant();
}

/// How often a window of a kernel fits along axis \p I (libtorch 1.13,
/// native/ConvUtils.h, conv_output_size); none if that is not known. The call's
/// operands from the fourth on: sizes of the kernel, stride, padding, dilation.
std::optional<Monomial> windowsAlong(Evaluator &Ev, const E &Call, size_t I,
                                     const Monomial &Size) {
  if (Call.Children.size() < 7)
    return std::nullopt;
  std::array<int64_t, 4> Window;
  for (size_t Operand = 0; Operand < Window.size(); ++Operand) {
    std::optional<int64_t> Number =
        constantAt(Ev, Call.Children[3 + Operand], I);
    if (!Number)
      return std::nullopt;
    Window[Operand] = *Number;
  }
  const auto &[Kernel, Stride, Padding, Dilation] = Window;
  const int64_t Lost = (Saturating(Dilation) * (Saturating(Kernel) - 1) -
                        Saturating(Padding) * 2)
                           .value();
  if (Stride == 1 && Lost == 0)
    return Size;
  const std::optional<int64_t> Whole = Ev.facts().canonical(Size).asConstant();
  if (!Whole || Stride < 1 || *Whole <= Lost)
    return std::nullopt;
  return Monomial((Saturating(*Whole) - Lost - 1).value() / Stride + 1);
}

/// Sizes of an image operator: [N, channels, any...] for rank n + 2 and
/// [channels, any...] for rank n + 1.
RuleValue spatialOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  std::optional<int64_t> Count = Ev.constant(Call.Children[1]);
  if (!Count || !L.hasRank())
    return RuleValue::unknown();
  const int64_t Rank = static_cast<int64_t>(L.Front.size());
  const int64_t Batch = (Saturating(Rank) - *Count - 1).value();
  if (Batch != 0 && Batch != 1)
    return RuleValue::unknown();
  std::vector<Monomial> Sizes;
  for (int64_t I = 0; I < Batch; ++I)
    Sizes.push_back(L.Front[I].Size);
  RuleValue Channels;
  if (Call.Children.size() > 2)
    Channels = Ev.eval(Call.Children[2]);
  Sizes.push_back(Channels.Known ? Channels.Int : L.Front[Batch].Size);
  for (int64_t I = 0; I < *Count; ++I) {
    std::optional<Monomial> Extent =
        windowsAlong(Ev, Call, I, L.Front[Batch + 1 + I].Size);
    Sizes.push_back(Extent ? *Extent
                           : Ev.anySize("extent" + std::to_string(I)));
  }
  return shape(rowMajor(Sizes));
}

/// [start of x..., sizes]: the last axes replaced.
RuleValue endingOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  std::optional<std::vector<SizeArgument>> End =
      Ev.sizeArguments(Call.Children[1]);
  if (!L.hasRank() || !End || End->size() > L.Front.size())
    return RuleValue::unknown();
  std::vector<Monomial> Sizes;
  for (const Axis &A : L.Front)
    Sizes.push_back(A.Size);
  for (size_t I = 0; I < End->size(); ++I) {
    const SizeArgument &S = (*End)[End->size() - 1 - I];
    Sizes[Sizes.size() - 1 - I] =
        S ? *S : Ev.anySize("end" + std::to_string(I));
  }
  return shape(rowMajor(Sizes));
}

/// \p Size with so many elements before and after it: a symbol, unless all of
/// them are numbers or nothing is added.
void pad(Evaluator &Ev, Monomial &Size, const SizeArgument &Before,
         const SizeArgument &After) {
  auto Constant = [&](const SizeArgument &S) {
    return S ? Ev.facts().canonical(*S).asConstant() : std::nullopt;
  };
  std::optional<int64_t> N = Ev.facts().canonical(Size).asConstant();
  std::optional<int64_t> A = Constant(Before), B = Constant(After);
  if (A == 0 && B == 0)
    return;
  const int64_t Sum =
      N && A && B ? (Saturating(*N) + *A + *B).value() : int64_t(-1);
  if (Sum >= 0)
    Size = Sum;
  else
    Size = Ev.anySize("padded" + Ev.symbols().print(Size));
}

/// Padding comes in pairs, the last axis first.
RuleValue paddedOf(Evaluator &Ev, const E &Call) {
  Layout L = shapeOf(Ev, Call.Children[0]);
  std::optional<std::vector<SizeArgument>> Pad =
      Ev.sizeArguments(Call.Children[1]);
  if (!L.hasRank() || !Pad || Pad->size() / 2 > L.Front.size())
    return RuleValue::unknown();
  std::vector<Monomial> Sizes;
  for (const Axis &A : L.Front)
    Sizes.push_back(A.Size);
  for (size_t I = 0; I < Pad->size() / 2; ++I)
    pad(Ev, Sizes[Sizes.size() - 1 - I], (*Pad)[2 * I], (*Pad)[2 * I + 1]);
  return shape(rowMajor(Sizes));
}

RuleValue anyShape(Evaluator &, const E &) { return RuleValue::unknown(); }

/// flatten() and unflatten() as the sizes view() would be given.
RuleValue flattenedOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  std::optional<int64_t> Start = Ev.constant(Call.Children[1]);
  std::optional<int64_t> End = Ev.constant(Call.Children[2]);
  if (!Start || !End)
    return RuleValue::unknown();
  RuleValue V = RuleValue::tensor({});
  V.Ints = {Monomial(-1)};
  if (*Start == 0 && *End == -1)
    return V;
  if (!L.hasRank())
    return RuleValue::unknown();
  int64_t Rank = std::max<int64_t>(1, L.Front.size());
  int64_t From = *Start < 0 ? *Start + Rank : *Start;
  int64_t To = *End < 0 ? *End + Rank : *End;
  if (L.Front.empty())
    return V;
  if (From < 0 || To >= Rank || From > To)
    return RuleValue::unknown();
  V.Ints.clear();
  for (int64_t I = 0; I < Rank; ++I) {
    if (I > From && I <= To)
      V.Ints.back() = V.Ints.back() * L.Front[I].Size;
    else
      V.Ints.push_back(L.Front[I].Size);
  }
  return V;
}

RuleValue unflattenedOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  std::optional<int64_t> Dim = Ev.constant(Call.Children[1]);
  RuleValue Sizes = Ev.eval(Call.Children[2]);
  if (!Dim || !L.hasRank() || !Sizes.Known || Sizes.SizesOf)
    return RuleValue::unknown();
  int64_t Rank = static_cast<int64_t>(L.Front.size());
  int64_t At = *Dim < 0 ? *Dim + Rank : *Dim;
  if (At < 0 || At >= Rank)
    return RuleValue::unknown();
  RuleValue V = RuleValue::tensor({});
  for (int64_t I = 0; I < Rank; ++I) {
    if (I == At)
      V.Ints.insert(V.Ints.end(), Sizes.Ints.begin(), Sizes.Ints.end());
    else
      V.Ints.push_back(L.Front[I].Size);
  }
  return V;
}

} // namespace

std::vector<RuleFunction> shapeFunctions() {
  using T = ExprType;
  return {
      {"sizes",
       T::Ints,
       {T::Shape},
       1,
       false,
       sizesOf,
       nullptr,
       "the sizes of x, whatever its rank"},
      {"size",
       T::Int,
       {T::Shape, T::Int},
       2,
       false,
       sizeOf,
       nullptr,
       "the size of one axis; negative dimensions count from the back"},
      {"stride",
       T::Int,
       {T::Tensor, T::Int},
       2,
       false,
       strideOf,
       nullptr,
       "the stride of one axis; negative dimensions count from the back"},
      {"rank",
       T::Int,
       {T::Shape},
       1,
       false,
       rankOf,
       nullptr,
       "the number of axes"},
      {"item",
       T::Int,
       {T::Ints, T::Int},
       2,
       false,
       itemOf,
       nullptr,
       "one number of a list"},
      {"count",
       T::Int,
       {T::Ints},
       1,
       false,
       countOf,
       nullptr,
       "how many numbers a list has"},
      {"numel",
       T::Int,
       {T::Shape},
       1,
       false,
       numelOf,
       nullptr,
       "the number of elements"},
      {"replaced",
       T::Shape,
       {T::Shape, T::Int, T::Int},
       3,
       false,
       replaced,
       nullptr,
       "one axis with another size"},
      {"without",
       T::Shape,
       {T::Shape, T::Int},
       2,
       false,
       without,
       nullptr,
       "one axis less"},
      {"with_axis",
       T::Shape,
       {T::Shape, T::Int, T::Int},
       3,
       false,
       withAxis,
       nullptr,
       "one axis more, at the position given"},
      {"reduced",
       T::Shape,
       {T::Shape, T::Ints, T::Condition},
       2,
       false,
       reduced,
       nullptr,
       "reduced over the dimensions (all without any); kept as 1 if the "
       "condition holds"},
      {"spatial",
       T::Shape,
       {T::Shape, T::Int, T::Int, T::Ints, T::Anything, T::Anything,
        T::Anything},
       2,
       false,
       spatialOf,
       nullptr,
       "an image operator's: batch if any, channels (x's unless given), then "
       "as many extents as the second argument says: unknown unless kernel, "
       "stride, padding and dilation are given and are numbers"},
      {"ending",
       T::Shape,
       {T::Shape, T::Ints},
       2,
       false,
       endingOf,
       nullptr,
       "the last axes replaced by the list"},
      {"padded",
       T::Shape,
       {T::Shape, T::Ints},
       2,
       false,
       paddedOf,
       nullptr,
       "the last axes padded, two integers an axis"},
      {"any_shape",
       T::Shape,
       {},
       0,
       false,
       anyShape,
       nullptr,
       "sizes and a rank nothing is said about"},
      {"flattened",
       T::Ints,
       {T::Tensor, T::Int, T::Int},
       3,
       false,
       flattenedOf,
       nullptr,
       "flatten()'s sizes"},
      {"unflattened",
       T::Ints,
       {T::Tensor, T::Int, T::Ints},
       3,
       false,
       unflattenedOf,
       nullptr,
       "unflatten()'s sizes"},
  };
}

} // namespace tensortidy
