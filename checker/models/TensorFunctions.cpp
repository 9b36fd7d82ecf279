// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of the rule language that give layouts.

#include "layout/Results.h"
#include "layout/Transforms.h"
#include "models/Einsum.h"

#include <algorithm>

namespace tensortidy {
namespace {

using E = RuleExpr;

RuleValue rowMajorOf(Evaluator &Ev, const E &Call) {
  return RuleValue::tensor(rowMajorLike(Ev.tensor(Call.Children[0])));
}

RuleValue columnMajorOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  if (!L.hasRank() || L.Front.size() < 2) {
    Layout R = Ev.unknownStridesOf(L, "column_major");
    R.KnownDense = true;
    return RuleValue::tensor(R);
  }
  std::vector<Monomial> Sizes;
  for (const Axis &A : L.Front)
    Sizes.push_back(A.Size);
  return RuleValue::tensor(columnMajor(Sizes));
}

RuleValue somewhereOf(Evaluator &Ev, const E &Call) {
  RuleValue V = RuleValue::tensor(Ev.tensor(Call.Children[0]));
  V.Rel = Relation::Unknown;
  V.Source = -1;
  return V;
}

RuleValue keepOf(Evaluator &Ev, const E &Call) {
  return RuleValue::tensor(keepPermutation(Ev.tensor(Call.Children[0]),
                                           Ev.op().TheSchema.Name, Ev.facts()));
}

/// The format of an optional argument; none when it was given but is unknown.
std::optional<MemoryFormat> formatOr(Evaluator &Ev, const E &Call,
                                     unsigned Child, MemoryFormat Default) {
  if (Call.Children.size() <= Child)
    return Default;
  RuleValue V = Ev.eval(Call.Children[Child]);
  if (V.Absent)
    return Default;
  return V.Known ? std::optional<MemoryFormat>(V.Format) : std::nullopt;
}

/// \p L laid out afresh in \p Format; Preserve keeps its permutation.
Layout formatted(Evaluator &Ev, const Layout &L,
                 std::optional<MemoryFormat> Format) {
  if (!Format) {
    Layout R = Ev.unknownStridesOf(L, "format");
    R.KnownDense = true;
    return R;
  }
  if (*Format == MemoryFormat::Contiguous)
    return rowMajorLike(L);
  if (*Format == MemoryFormat::Preserve)
    return keepPermutation(L, Ev.op().TheSchema.Name, Ev.facts());
  return inFormat(L, *Format, Ev.facts());
}

RuleValue likeOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  return RuleValue::tensor(
      formatted(Ev, L, formatOr(Ev, Call, 1, MemoryFormat::Preserve)));
}

RuleValue inFormatOf(Evaluator &Ev, const E &Call) {
  Layout L = Ev.tensor(Call.Children[0]);
  std::optional<MemoryFormat> Format =
      formatOr(Ev, Call, 1, MemoryFormat::Contiguous);
  if (Format == MemoryFormat::Preserve)
    Format = MemoryFormat::Contiguous;
  return RuleValue::tensor(formatted(Ev, L, Format));
}

/// Every tensor of the children, in order; undefined ones are skipped. Empty
/// when a list is not fully known.
std::vector<Layout> operandsOf(Evaluator &Ev, const E &Call, size_t From,
                               size_t To, bool &Complete) {
  std::vector<Layout> Operands;
  for (size_t I = From; I < To; ++I) {
    const E &Child = Call.Children[I];
    RuleValue V = Ev.eval(Child);
    if (V.Absent)
      continue;
    if (Child.Type != ExprType::Tensors) {
      Operands.push_back(Ev.tensor(Child));
      continue;
    }
    Complete = Complete && V.Known && V.ListComplete;
    Operands.insert(Operands.end(), V.List.begin(), V.List.end());
  }
  return Operands;
}

RuleValue elementwiseOf(Evaluator &Ev, const E &Call) {
  bool Complete = true;
  std::vector<Layout> Operands =
      operandsOf(Ev, Call, 0, Call.Children.size(), Complete);
  if (!Complete || Operands.empty())
    return RuleValue::unknown();
  return RuleValue::tensor(
      elementwise(Operands, Ev.op().TheSchema.Name, Ev.facts()));
}

std::optional<std::vector<Monomial>> knownSizes(const Layout &L) {
  if (!L.hasRank())
    return std::nullopt;
  std::vector<Monomial> Sizes;
  for (const Axis &A : L.Front)
    Sizes.push_back(A.Size);
  return Sizes;
}

/// Results that are channels-last or row-major after their operands' formats.
template <typename Make>
RuleValue byFormat(Evaluator &Ev, const E &Call, Make MakeLayout) {
  bool Complete = true;
  std::vector<Layout> Operands =
      operandsOf(Ev, Call, 0, Call.Children.size() - 1, Complete);
  Layout Shape = Ev.tensor(Call.Children.back());
  std::optional<std::vector<Monomial>> Sizes = knownSizes(Shape);
  if (Sizes && Complete && !Operands.empty())
    return RuleValue::tensor(MakeLayout(Operands, *Sizes));
  Layout R = Ev.unknownStridesOf(Shape, "format");
  R.KnownDense = true;
  return RuleValue::tensor(R);
}

RuleValue formatOfOne(Evaluator &Ev, const E &Call) {
  return byFormat(Ev, Call,
                  [&](const std::vector<Layout> &Operands,
                      const std::vector<Monomial> &Sizes) {
                    return formatOf(Operands.front(), Sizes,
                                    Ev.op().TheSchema.Name, Ev.facts());
                  });
}

RuleValue formatOfAnyOf(Evaluator &Ev, const E &Call) {
  return byFormat(Ev, Call,
                  [&](const std::vector<Layout> &Operands,
                      const std::vector<Monomial> &Sizes) {
                    return formatOfAny(Operands, Sizes, Ev.op().TheSchema.Name,
                                       Ev.facts());
                  });
}

RuleValue formatOfAllOf(Evaluator &Ev, const E &Call) {
  return byFormat(Ev, Call,
                  [&](const std::vector<Layout> &Operands,
                      const std::vector<Monomial> &Sizes) {
                    return formatOfAll(Operands, Sizes, Ev.op().TheSchema.Name,
                                       Ev.facts());
                  });
}

/// The given sizes and strides; none when one list is not known.
std::optional<Layout> withStrides(Evaluator &Ev, const E &Sizes,
                                  const E &Strides) {
  std::optional<std::vector<SizeArgument>> Size = Ev.sizeArguments(Sizes);
  std::optional<std::vector<SizeArgument>> Stride = Ev.sizeArguments(Strides);
  if (!Size || !Stride || Size->size() != Stride->size())
    return std::nullopt;
  Layout L;
  for (size_t I = 0; I < Size->size(); ++I) {
    if (!(*Size)[I] || !(*Stride)[I])
      return std::nullopt;
    L.Front.push_back({*(*Size)[I], *(*Stride)[I]});
  }
  return L;
}

RuleValue stridedOf(Evaluator &Ev, const E &Call) {
  if (std::optional<Layout> L =
          withStrides(Ev, Call.Children[0], Call.Children[1]))
    return RuleValue::tensor(*L);
  Layout Shape = Ev.tensor(Call.Children[0]);
  return RuleValue::tensor(Ev.unknownStridesOf(Shape, "strided"));
}

RuleValue unknownOf(Evaluator &Ev, const E &Call) {
  Layout Shape = Ev.tensor(Call.Children[0]);
  return RuleValue::tensor(Ev.unknownStridesOf(Shape, "unknown"));
}

RuleValue denseOf(Evaluator &Ev, const E &Call) {
  Layout R = Ev.unknownStridesOf(Ev.tensor(Call.Children[0]), "dense");
  R.KnownDense = true;
  return RuleValue::tensor(R);
}

RuleValue chooseOf(Evaluator &Ev, const E &Call) {
  Answer A = Ev.judge(Call.Children[0]).Holds;
  if (A == Answer::Yes || A == Answer::No)
    return Ev.eval(Call.Children[A == Answer::Yes ? 1 : 2]);
  RuleValue V = Ev.evalOnTrial(Call.Children[1]);
  RuleValue W = Ev.evalOnTrial(Call.Children[2]);
  if (!V.Known || !W.Known)
    return RuleValue::unknown();
  V.L = Ev.either(V.L, W.L, "choose");
  if (V.Rel != W.Rel || V.Source != W.Source) {
    V.Source = std::max(V.Source, W.Source);
    V.Rel = Relation::Unknown;
  }
  return V;
}

/// Where nothing tells, the second.
RuleValue rarely(Evaluator &Ev, const E &Call) {
  const Answer A = Ev.judge(Call.Children[0]).Holds;
  if (A == Answer::Yes)
    return Ev.eval(Call.Children[1]);
  if (A != Answer::No)
    Ev.leaveOut();
  return Ev.eval(Call.Children[2]);
}

RuleValue ofRank(Evaluator &Ev, const E &Call) {
  RuleValue V = Ev.eval(Call.Children[0]);
  std::optional<int64_t> Rank = Ev.constant(Call.Children[1]);
  if (!V.Known || !Rank)
    return RuleValue::unknown();
  std::optional<Layout> L = withRank(V.L, *Rank, Ev.facts());
  if (!L)
    return RuleValue::unknown();
  V.L = *L;
  V.Actual = nullptr;
  return V;
}

RuleValue mappedOf(Evaluator &Ev, const E &Call) {
  RuleValue V = Ev.eval(Call.Children[0]);
  if (std::optional<Layout> L =
          Ev.apply(Call.Children[1], Ev.tensor(Call.Children[0]))) {
    V.L = *L;
    V.Rel = V.Source < 0 ? V.Rel : Relation::View;
    return V;
  }
  return RuleValue::unknown();
}

/// A list of tensors, the axes of each mapped.
RuleValue eachOf(Evaluator &Ev, const E &Call) {
  RuleValue V = Ev.eval(Call.Children[0]);
  V.Actual = nullptr;
  for (Layout &L : V.List) {
    std::optional<Layout> Mapped = Ev.apply(Call.Children[1], L);
    if (!Mapped)
      return RuleValue::unknown();
    L = normalized(*Mapped, Ev.facts());
  }
  return V;
}

RuleValue oneOf(Evaluator &Ev, const E &Call) {
  RuleValue V = Ev.eval(Call.Children[0]);
  if (!V.Known || !V.ListComplete || V.List.empty())
    return RuleValue::unknown();
  V.Actual = nullptr;
  V.Rel = Relation::Unknown;
  V.Source = -1;
  V.L = V.List.front();
  for (const Layout &L : V.List)
    V.L = Ev.either(V.L, L, "one");
  return V;
}

/// The tensors of meshgrid(): each is expanded along the axes of the others
/// (libtorch 1.13, native/TensorShape.cpp, meshgrid). Axes that may be 1 keep
/// strides that are not followed here.
RuleValue gridsOf(Evaluator &Ev, const E &Call) {
  RuleValue V = Ev.eval(Call.Children[0]);
  if (!V.Known || !V.ListComplete || V.List.empty())
    return RuleValue::unknown();
  std::vector<Axis> Own;
  for (const Layout &L : V.List) {
    if (L.rank() != 1u || Ev.facts().lowerBound(L.Front[0].Size) < 2)
      return RuleValue::unknown();
    Own.push_back(L.Front[0]);
  }
  bool Swaps = false;
  if (Call.Children.size() > 1) {
    const ActualArgument *Indexing = Ev.eval(Call.Children[1]).Actual;
    if (!Indexing || Indexing->TheKind != ActualArgument::Kind::Text)
      return RuleValue::unknown();
    Swaps = Indexing->Text == "xy" && Own.size() > 1;
  }
  V.Actual = nullptr;
  for (size_t I = 0; I < Own.size(); ++I) {
    Layout &L = V.List[I];
    L = Layout();
    for (size_t J = 0; J < Own.size(); ++J)
      L.Front.push_back({Own[J].Size, I == J ? Own[J].Stride : Monomial(0)});
    if (Swaps)
      std::swap(L.Front[0], L.Front[1]);
  }
  return V;
}

RuleValue contracted(Evaluator &Ev, const E &Call) {
  std::optional<Einsum> Done = einsumOf(Ev, Call);
  RuleValue V =
      RuleValue::tensor(Done ? Done->Result : Ev.unknownTensor("contracted"));
  V.Rel = !Done ? Relation::Unknown : Done->IsView ? Relation::View : V.Rel;
  if (Call.Children[1].TheKind == E::Kind::Argument && Done && Done->IsView)
    V.Source = static_cast<int>(Call.Children[1].ArgumentIndex);
  return V;
}

} // namespace

/// The sizes and strides that an axis map or a result is given.
std::optional<Layout> restrided(Evaluator &Ev, const RuleExpr &Call) {
  return stridedOf(Ev, Call).L;
}

std::vector<RuleFunction> tensorFunctions() {
  using T = ExprType;
  return {
      {"row_major",
       T::Tensor,
       {T::Shape},
       1,
       false,
       rowMajorOf,
       nullptr,
       "freshly allocated with these sizes, row-major"},
      {"column_major",
       T::Tensor,
       {T::Shape},
       1,
       false,
       columnMajorOf,
       nullptr,
       "the last two axes exchanged in memory"},
      {"keep",
       T::Tensor,
       {T::Tensor},
       1,
       false,
       keepOf,
       nullptr,
       "the order of x's axes in memory, made dense"},
      {"like",
       T::Tensor,
       {T::Tensor, T::Format},
       1,
       false,
       likeOf,
       nullptr,
       "in the format given; without one, or with preserve_format, keep(x)"},
      {"in_format",
       T::Tensor,
       {T::Shape, T::Format},
       1,
       false,
       inFormatOf,
       nullptr,
       "in the format given; without one row-major"},
      {"elementwise",
       T::Tensor,
       {T::Tensors},
       1,
       true,
       elementwiseOf,
       nullptr,
       "TensorIterator's result for these operands"},
      {"format_of",
       T::Tensor,
       {T::Tensor, T::Shape},
       2,
       false,
       formatOfOne,
       nullptr,
       "channels-last if x suggests it, else row-major"},
      {"format_any",
       T::Tensor,
       {T::Tensors, T::Shape},
       2,
       false,
       formatOfAnyOf,
       nullptr,
       "channels-last if any operand suggests it"},
      {"format_all",
       T::Tensor,
       {T::Tensors, T::Shape},
       2,
       false,
       formatOfAllOf,
       nullptr,
       "channels-last if all operands suggest it"},
      {"strided",
       T::Tensor,
       {T::Shape, T::Ints},
       2,
       false,
       stridedOf,
       nullptr,
       "these sizes and strides"},
      {"unknown",
       T::Tensor,
       {T::Shape},
       1,
       false,
       unknownOf,
       nullptr,
       "these sizes, strides not known"},
      {"some_dense",
       T::Tensor,
       {T::Shape},
       1,
       false,
       denseOf,
       nullptr,
       "these sizes, dense in an order that is not known"},
      {"choose",
       T::Tensor,
       {T::Condition, T::Tensor, T::Tensor},
       3,
       false,
       chooseOf,
       nullptr,
       "the second if the condition holds, else the third"},
      {"rarely",
       T::Tensor,
       {T::Condition, T::Tensor, T::Tensor},
       3,
       false,
       rarely,
       nullptr,
       "the second if the condition holds, which it hardly ever does, else the "
       "third"},
      {"somewhere",
       T::Tensor,
       {T::Tensor},
       1,
       false,
       somewhereOf,
       nullptr,
       "laid out like x; its memory may be an argument's"},
      {"of_rank",
       T::Tensor,
       {T::Tensor, T::Int},
       2,
       false,
       ofRank,
       nullptr,
       "x, which has this many axes"},
      {"mapped",
       T::Tensor,
       {T::Tensor, T::Axes},
       2,
       false,
       mappedOf,
       nullptr,
       "x with its axes mapped"},
      {"each",
       T::Tensors,
       {T::Tensors, T::Axes},
       2,
       false,
       eachOf,
       nullptr,
       "the tensors of a list, the axes of each mapped"},
      {"one_of",
       T::Tensor,
       {T::Tensors},
       1,
       false,
       oneOf,
       nullptr,
       "laid out like one of these; its memory may be an argument's"},
      {"grids",
       T::Tensors,
       {T::Tensors, T::Anything},
       1,
       false,
       gridsOf,
       nullptr,
       "what meshgrid() makes of vectors"},
      {"contracted",
       T::Tensor,
       {T::Anything, T::Tensors, T::Condition},
       2,
       false,
       contracted,
       nullptr,
       "what einsum makes of the tensors after the equation"},
      {"indexed",
       T::Tensor,
       {T::Tensor, T::Anything},
       2,
       false,
       indexedOf,
       nullptr,
       "x with the subscripts of Tensor::index"},
  };
}

} // namespace tensortidy
