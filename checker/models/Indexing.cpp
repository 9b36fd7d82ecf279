// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor::index, one subscript after the other.

#include "layout/Results.h"
#include "layout/Transforms.h"
#include "models/Evaluator.h"

#include <algorithm>

namespace tensortidy {
namespace {

/// For Tensor::index a tensor without axes that holds an integer is one, and
/// that only views; aten::index gathers whatever it gets.
bool onlyGathers(const Operator &Op) { return Op.FromDispatcher; }

/// How many axes a subscript takes; none when that is not known.
std::optional<size_t> axesTaken(const IndexItem &Item) {
  switch (Item.TheKind) {
  case IndexItem::Kind::NewAxis:
    return 0;
  case IndexItem::Kind::Slice:
  case IndexItem::Kind::Integer:
    return 1;
  case IndexItem::Kind::Tensor:
    if (!Item.Index || !Item.Index->hasRank())
      return std::nullopt;
    // A mask takes as many as it has. One axis is taken either way.
    if (Item.IsMask == false || Item.Index->rank() == 1u)
      return 1;
    return Item.IsMask ? Item.Index->rank() : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// What Tensor::index makes of one subscript after the other. Tensors are kept
/// for later, with the axes they take.
struct Indexing {
  Evaluator &Ev;
  Layout L;
  int64_t Dim = 0; ///< the next axis of L; negative once counted from the back
  bool Known = true;
  struct Taken {
    const IndexItem *Item;
    size_t First, Count; ///< axes of L
  };
  std::vector<Taken> ByTensors = {};

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

  void tensor(const IndexItem &Item) {
    std::optional<size_t> Count = axesTaken(Item);
    Known = Known && Count && L.hasRank() && Dim >= 0 &&
            static_cast<size_t>(Dim) + *Count <= L.Front.size();
    if (!Known)
      return;
    if (Item.Index->rank() == 0u && !onlyGathers(Ev.op())) {
      Known = Item.IsMask == false;
      return step(dropAxis(L, Dim, Ev.facts()));
    }
    ByTensors.push_back({&Item, static_cast<size_t>(Dim), *Count});
    Dim += static_cast<int64_t>(*Count);
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
      step(dropAxis(L, Dim, Ev.facts(), Item.Start));
      return;
    case IndexItem::Kind::Tensor:
      return tensor(Item);
    default:
      Known = false;
    }
  }

  void all(const std::vector<IndexItem> &Items) {
    for (size_t I = 0; I < Items.size() && Known; ++I) {
      if (Items[I].TheKind != IndexItem::Kind::Ellipsis) {
        item(Items[I]);
        continue;
      }
      std::vector<IndexItem> Rest(Items.begin() + I + 1, Items.end());
      if (!L.hasRank())
        return afterEllipsis(std::move(Rest));
      skip(Rest);
    }
  }

  /// An ellipsis: the axes that none of the others takes.
  void skip(const std::vector<IndexItem> &Rest) {
    size_t Last = L.Front.size();
    for (const IndexItem &Item : Rest) {
      std::optional<size_t> Count = axesTaken(Item);
      Known = Known && Count && *Count <= Last;
      if (!Known)
        return;
      Last -= *Count;
    }
    Known = static_cast<int64_t>(Last) >= Dim;
    Dim = static_cast<int64_t>(Last);
  }

  /// From the back, the last subscript first: an axis that goes or comes moves
  /// none of those before it. An ellipsis before an inserted axis would need
  /// the position of its end, so that case is left unknown.
  void afterEllipsis(std::vector<IndexItem> Items) {
    Dim = -1;
    for (size_t I = Items.size(); I > 0 && Known; --I) {
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

/// TensorIterator allocates the result for the tensor, the indexed axes of
/// which have stride 0 and the indices' sizes, and the indices (libtorch 1.13,
/// native/TensorAdvancedIndexing.cpp, AdvancedIndex).
class Gathering {
public:
  Gathering(Evaluator &Ev, const Indexing &I) : Ev(Ev), I(I) {}

  std::optional<Layout> run() {
    if (!expandIndices())
      return std::nullopt;
    std::vector<Axis> Before, After;
    bool Adjacent = true;
    size_t Next = I.ByTensors.front().First;
    for (const Indexing::Taken &T : I.ByTensors) {
      Adjacent = Adjacent && T.First == Next;
      Next = T.First + T.Count;
    }
    for (size_t A = 0; A < I.L.Front.size(); ++A)
      if (!isIndexed(A))
        (Adjacent && A < I.ByTensors.front().First ? Before : After)
            .push_back(I.L.Front[A]);
    return allocated(Before, After);
  }

private:
  bool isIndexed(size_t A) const {
    for (const Indexing::Taken &T : I.ByTensors)
      if (A >= T.First && A < T.First + T.Count)
        return true;
    return false;
  }

  /// The positions that a mask is turned into: one list, for each axis.
  Layout positions(const Indexing::Taken &T, size_t Number) {
    if (T.Item->IsMask == false)
      return *T.Item->Index;
    return rowMajor({Ev.anySize("gathered" + std::to_string(Number), 0)});
  }

  /// Brings the indices to one shape. Those of several axes are copied on
  /// some devices when their strides differ.
  bool expandIndices() {
    bool AllFlat = true, AllContiguous = true;
    for (const Indexing::Taken &T : I.ByTensors) {
      Indices.push_back(positions(T, Indices.size()));
      AllFlat = AllFlat && Indices.back().rank() == 1u;
      AllContiguous =
          AllContiguous && isYes(isContiguous(Indices.back(), Ev.facts()));
    }
    if (!AllFlat && !AllContiguous && Indices.size() > 1)
      return false;
    bool Known = true;
    Shape = broadcastSizes(Indices, Ev.facts(), Known);
    std::vector<SizeArgument> Wanted(Shape.begin(), Shape.end());
    for (Layout &Index : Indices) {
      std::optional<Layout> Expanded = expandAxes(Index, Wanted, Ev.facts());
      if (!Known || !Expanded || !Expanded->hasRank())
        return false;
      Index = *Expanded;
      // Which strides a view gives to inner axes of size 1 is not worked out.
      if (Index.Front.size() > 1 &&
          std::any_of(
              Index.Front.begin(), Index.Front.end(),
              [&](const Axis &A) { return Ev.facts().lowerBound(A.Size) < 2; }))
        return false;
    }
    return true;
  }

  Layout allocated(const std::vector<Axis> &Before,
                   const std::vector<Axis> &After) {
    Layout Source;
    auto Append = [](Layout &To, const std::vector<Axis> &Axes) {
      To.Front.insert(To.Front.end(), Axes.begin(), Axes.end());
    };
    Append(Source, Before);
    for (const Monomial &Size : Shape)
      Source.Front.push_back({Size, 0});
    Append(Source, After);
    std::vector<Layout> Operands = {Source};
    // A view gives every index the axes of the others. Their strides count
    // where the result's axes have size 1, too.
    for (const Layout &Index : Indices) {
      Axis Outer = {1, 1}, Inner = {1, 1};
      if (!Index.Front.empty()) {
        Outer.Stride = Index.Front.front().Size * Index.Front.front().Stride;
        Inner.Stride = Index.Front.back().Stride;
      }
      Operands.emplace_back();
      Append(Operands.back(), std::vector<Axis>(Before.size(), Outer));
      Append(Operands.back(), Index.Front);
      Append(Operands.back(), std::vector<Axis>(After.size(), Inner));
    }
    return elementwise(Operands, Ev.op().TheSchema.Name, Ev.facts());
  }

  Evaluator &Ev;
  const Indexing &I;
  std::vector<Layout> Indices;
  std::vector<Monomial> Shape;
};

/// The subscripts of Tensor::index, or the indices of aten::index.
std::optional<std::vector<IndexItem>> subscripts(const ActualArgument *A) {
  if (A && A->TheKind == ActualArgument::Kind::Indices)
    return A->Items;
  if (!A || A->TheKind != ActualArgument::Kind::TensorList ||
      !A->ListLengthKnown)
    return std::nullopt;
  std::vector<IndexItem> Items;
  for (const Layout &L : A->Tensors) {
    Items.emplace_back();
    Items.back().TheKind = IndexItem::Kind::Tensor;
    Items.back().Index = L;
    if (A->Has.ScalarType)
      Items.back().IsMask = isMaskType(*A->Has.ScalarType);
  }
  return Items;
}

} // namespace

/// libtorch 1.13, aten/src/ATen/TensorIndexing.h: integers, slices, None and
/// Ellipsis make a view; tensors gather into a new, dense tensor.
RuleValue indexedOf(Evaluator &Ev, const RuleExpr &Call) {
  RuleValue Source = Ev.eval(Call.Children[0]);
  std::optional<std::vector<IndexItem>> Items =
      subscripts(Ev.eval(Call.Children[1]).Actual);
  if (!Items) {
    Source.Known = false;
    Source.Rel = Relation::ViewOrNew;
    return Source;
  }
  // A tensor of unknown rank is taken to have axes: x.index({rows}) gathers.
  bool Gathers = onlyGathers(Ev.op()), HasAxes = Gathers, MayGather = Gathers;
  for (IndexItem &Item : *Items) {
    if (Item.Index)
      Item.Index = normalized(*Item.Index, Ev.facts());
    bool IsTensor = Item.TheKind == IndexItem::Kind::Tensor;
    bool IsOfAxes = IsTensor && Item.Index && Item.Index->minRank() > 0;
    Gathers =
        Gathers || (IsTensor && !(Item.Index && Item.Index->rank() == 0u));
    HasAxes = HasAxes || IsOfAxes;
    MayGather =
        MayGather || IsTensor || Item.TheKind == IndexItem::Kind::Unknown;
  }
  Indexing I{Ev, Ev.tensor(Call.Children[0])};
  I.all(*Items);
  if (Gathers) {
    RuleValue V = RuleValue::tensor(Ev.unknownTensor("indexed"));
    V.L.KnownDense = HasAxes;
    std::optional<Layout> L;
    if (I.Known && !I.ByTensors.empty())
      L = Gathering(Ev, I).run();
    if (L)
      V.L = *L;
    return V;
  }
  RuleValue V = Source;
  V.Known = true;
  V.Rel = !MayGather || I.Known ? Relation::View : Relation::ViewOrNew;
  V.L = I.Known ? I.L : Ev.unknownTensor("indexed");
  return V;
}

} // namespace tensortidy
