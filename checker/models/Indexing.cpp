// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor::index, one subscript after the other.

#include "layout/Results.h"
#include "layout/Transforms.h"
#include "models/Evaluator.h"

namespace tensortidy {
namespace {

/// What Tensor::index makes of one subscript after the other.
struct Indexing {
  Evaluator &Ev;
  Layout L;
  int64_t Dim = 0; ///< the next axis of L; negative once counted from the back
  bool Known = true, ByTensor = false;

  void step(std::optional<Layout> Next) {
    Known = Known && Next.has_value();
    if (Next)
      L = normalized(*Next, Ev.facts());
  }

  void slice(const IndexItem &Item) {
    std::optional<int64_t> Step = 1;
    if (Item.Step)
      Step = Ev.facts().canonical(*Item.Step).asConstant();
    if (Item.Start || Item.Stop || Step != 1)
      step(sliceAxis(L, Dim, Item.Start, Item.Stop, Step, Ev.facts()));
    ++Dim;
  }

  void item(const IndexItem &Item) {
    switch (Item.TheKind) {
    case IndexItem::Kind::Slice:
      return slice(Item);
    case IndexItem::Kind::NewAxis:
      step(insertUnitAxis(L, Dim, Ev.facts()));
      ++Dim;
      return;
    case IndexItem::Kind::Integer:
      step(dropAxis(L, Dim, Ev.facts()));
      return;
    case IndexItem::Kind::Tensor:
      ByTensor = true;
      return;
    default:
      Known = false;
    }
  }

  void all(const std::vector<IndexItem> &Items) {
    for (size_t I = 0; I < Items.size() && Known && !ByTensor; ++I) {
      if (Items[I].TheKind == IndexItem::Kind::Ellipsis)
        return afterEllipsis({Items.begin() + I + 1, Items.end()});
      item(Items[I]);
    }
  }

  /// From the back, the last subscript first: an axis that goes or comes moves
  /// none of those before it. An ellipsis before an inserted axis would need
  /// the position of its end, so that case is left unknown.
  void afterEllipsis(std::vector<IndexItem> Items) {
    Dim = -1;
    for (size_t I = Items.size(); I > 0 && Known && !ByTensor; --I) {
      const IndexItem &Item = Items[I - 1];
      if (Item.TheKind == IndexItem::Kind::NewAxis) {
        step(insertUnitAxis(L, Dim, Ev.facts()));
        --Dim;
      } else if (Item.TheKind == IndexItem::Kind::Slice) {
        slice(Item);
        Dim -= 2;
      } else {
        item(Item);
      }
    }
  }
};

/// One index tensor among plain slices: TensorIterator allocates the result for
/// the tensor, whose indexed axis has stride 0, and the index (libtorch 1.13,
/// native/TensorAdvancedIndexing.cpp, AdvancedIndex). None where the index may
/// take several axes, as a mask does.
std::optional<Layout> gathered(Evaluator &Ev, const Layout &Source,
                               const std::vector<IndexItem> &Items) {
  std::optional<size_t> At;
  for (size_t I = 0; I < Items.size(); ++I) {
    const IndexItem &Item = Items[I];
    bool IsWhole = Item.TheKind == IndexItem::Kind::Slice && !Item.Start &&
                   !Item.Stop && !Item.Step;
    if (!IsWhole && (Item.TheKind != IndexItem::Kind::Tensor || At))
      return std::nullopt;
    if (!IsWhole)
      At = I;
  }
  if (!At || !Source.hasRank() || *At >= Source.Front.size() ||
      !Items[*At].Index || Items[*At].Index->rank() != 1u)
    return std::nullopt;
  // A mask of one axis takes an unknown number of elements.
  Monomial Count = Items[*At].IsMask == false
                       ? Items[*At].Index->Front.front().Size
                       : Ev.anySize("gathered", 0);
  Layout Restrided = Source, Index;
  Restrided.KnownDense = false;
  Restrided.KnownContiguous.reset();
  Restrided.Front[*At] = {Count, 0};
  for (const Axis &A : Source.Front)
    Index.Front.push_back({A.Size, 0});
  Index.Front[*At] = {Count, 1};
  return elementwise({Restrided, Index}, Ev.op().TheSchema.Name, Ev.facts());
}

} // namespace

/// libtorch 1.13, aten/src/ATen/TensorIndexing.h: integers, slices, None and
/// Ellipsis make a view; tensors gather into a new, dense tensor.
RuleValue indexedOf(Evaluator &Ev, const RuleExpr &Call) {
  RuleValue Source = Ev.eval(Call.Children[0]);
  RuleValue Subscripts = Ev.eval(Call.Children[1]);
  if (!Subscripts.Known || !Subscripts.Actual) {
    Source.Known = false;
    Source.Rel = Relation::ViewOrNew;
    return Source;
  }
  Indexing I{Ev, Ev.tensor(Call.Children[0])};
  const std::vector<IndexItem> &Items = Subscripts.Actual->Items;
  for (const IndexItem &Item : Items)
    I.ByTensor = I.ByTensor || Item.TheKind == IndexItem::Kind::Tensor;
  RuleValue V = Source;
  V.Known = true;
  if (I.ByTensor) {
    V = RuleValue::tensor(Ev.unknownTensor("indexed"));
    V.L.KnownDense = true;
    if (auto L = gathered(Ev, Ev.tensor(Call.Children[0]), Items))
      V.L = *L;
    return V;
  }
  I.all(Items);
  V.Rel = Relation::View;
  V.L = I.Known ? I.L : Ev.unknownTensor("indexed");
  for (const IndexItem &Item : Items)
    if (Item.TheKind == IndexItem::Kind::Unknown)
      V.Rel = Relation::ViewOrNew;
  return V;
}

} // namespace tensortidy
