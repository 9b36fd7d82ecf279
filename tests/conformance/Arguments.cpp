// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Calls.h"

#include "layout/Queries.h"
#include "layout/Results.h"
#include "layout/Transforms.h"

#include <stdexcept>

using namespace tensortidy;

namespace conformance {
namespace {

using Kind = ActualArgument::Kind;

ActualArgument unknownArgument() {
  ActualArgument A;
  A.TheKind = Kind::Unknown;
  return A;
}

ActualArgument tensorArgument(Layout L) {
  ActualArgument A;
  A.TheKind = Kind::Tensor;
  A.Tensors = {std::move(L)};
  return A;
}

/// An integer as libtorch and as the model get it.
struct BothInts {
  int64_t Concrete;
  Monomial Symbolic;
};

class ArgumentMaker {
public:
  ArgumentMaker(const Input &X, at::ScalarType Type, Facts &F)
      : X(X), Type(Type), F(F) {}

  BothArguments make(const RuleExpr &E, SchemaType Wanted, bool IsFloat) {
    switch (E.TheKind) {
    case RuleExpr::Kind::Argument:
      return word(E.Text);
    case RuleExpr::Kind::List:
      return Wanted == SchemaType::TensorList || Wanted == SchemaType::Other
                 ? tensors(E)
                 : ints(E);
    case RuleExpr::Kind::Integer:
    case RuleExpr::Kind::Product:
      return number(E, Wanted, IsFloat);
    case RuleExpr::Kind::Call:
      return call(E, Wanted);
    default:
      throw std::runtime_error("no argument: " + E.Text);
    }
  }

private:
  BothArguments number(const RuleExpr &E, SchemaType Wanted, bool IsFloat) {
    BothInts I = integer(E);
    if (Wanted == SchemaType::Scalar)
      return {c10::IValue(at::Scalar(I.Concrete)), unknownArgument()};
    if (IsFloat)
      return {c10::IValue(static_cast<double>(I.Concrete)), unknownArgument()};
    ActualArgument A;
    A.TheKind = Kind::Int;
    A.Ints = {I.Symbolic};
    if (Wanted == SchemaType::IntList)
      return {c10::IValue(std::vector<int64_t>{I.Concrete}), A};
    return {c10::IValue(I.Concrete), A};
  }

  BothInts integer(const RuleExpr &E) {
    if (E.TheKind == RuleExpr::Kind::Integer)
      return {E.Integer, Monomial(E.Integer)};
    if (E.TheKind == RuleExpr::Kind::Product) {
      BothInts Whole{1, Monomial(1)};
      for (const RuleExpr &Child : E.Children) {
        BothInts I = integer(Child);
        Whole.Concrete *= I.Concrete;
        Whole.Symbolic = Whole.Symbolic * I.Symbolic;
      }
      return Whole;
    }
    if (E.TheKind == RuleExpr::Kind::Call && E.Text == "half") {
      BothInts I = integer(E.Children.at(0));
      return {I.Concrete / 2, I.Symbolic / Monomial(2)};
    }
    if (E.TheKind == RuleExpr::Kind::Argument && E.Text.size() == 2 &&
        E.Text[0] == 'n')
      return size(E.Text[1] - '0');
    throw std::runtime_error("no integer: " + E.Text);
  }

  BothInts size(int64_t Dim) {
    std::optional<Axis> A = axisAt(X.Layout, Dim, F);
    if (!A)
      throw std::runtime_error("the input has no such dimension");
    return {X.Tensor.size(Dim), A->Size};
  }

  BothArguments ints(const RuleExpr &E) {
    std::vector<int64_t> Concrete;
    ActualArgument A;
    A.TheKind = Kind::IntList;
    for (const RuleExpr &Child : E.Children) {
      BothInts I = integer(Child);
      Concrete.push_back(I.Concrete);
      A.Ints.push_back(I.Symbolic);
    }
    return {c10::IValue(Concrete), A};
  }

  BothArguments tensors(const RuleExpr &E) {
    c10::List<at::Tensor> Concrete;
    c10::List<c10::optional<at::Tensor>> Optional;
    ActualArgument A;
    A.TheKind = Kind::TensorList;
    bool AnyNone = false;
    for (const RuleExpr &Child : E.Children) {
      BothArguments One = make(Child, SchemaType::Tensor, false);
      if (One.Concrete.isNone()) {
        AnyNone = true;
        Optional.push_back(c10::nullopt);
        continue;
      }
      Concrete.push_back(One.Concrete.toTensor());
      Optional.push_back(One.Concrete.toTensor());
      A.Tensors.push_back(One.Symbolic.Tensors.at(0));
    }
    if (AnyNone)
      return {c10::IValue(Optional), indices(E)};
    return {c10::IValue(Concrete), A};
  }

  /// Tensors of which some are none: what aten::index takes.
  ActualArgument indices(const RuleExpr &E) {
    ActualArgument A;
    A.TheKind = Kind::Indices;
    for (const RuleExpr &Child : E.Children)
      A.Items.push_back(indexItem(make(Child, SchemaType::Tensor, false)));
    return A;
  }

  static IndexItem indexItem(const BothArguments &A) {
    IndexItem Item;
    Item.TheKind =
        A.Concrete.isNone() ? IndexItem::Kind::Slice : IndexItem::Kind::Tensor;
    if (A.Concrete.isTensor()) {
      Item.Index = A.Symbolic.Tensors.at(0);
      Item.IsMask = A.Concrete.toTensor().scalar_type() == at::kBool;
    }
    return Item;
  }

  BothArguments format(at::MemoryFormat Concrete, MemoryFormat Symbolic) {
    ActualArgument A;
    A.TheKind = Kind::Format;
    A.Format = Symbolic;
    return {c10::IValue(static_cast<int64_t>(Concrete)), A};
  }

  BothArguments word(const std::string &Name) {
    if (std::optional<BothArguments> A = tensorWord(Name))
      return *A;
    if (std::optional<BothArguments> A = plainWord(Name))
      return *A;
    if (Name == "none")
      return {c10::IValue(), undefined()};
    if (Name == "absent")
      return {c10::IValue(), ActualArgument()};
    if (Name == "true" || Name == "false")
      return boolean(Name == "true");
    if (Name == "contiguous_format")
      return format(at::MemoryFormat::Contiguous, MemoryFormat::Contiguous);
    if (Name == "channels_last")
      return format(at::MemoryFormat::ChannelsLast, MemoryFormat::ChannelsLast);
    if (Name == "preserve_format")
      return format(at::MemoryFormat::Preserve, MemoryFormat::Preserve);
    if (Name == "strides")
      return strides();
    BothInts I = integer(namedExpr(Name));
    ActualArgument A;
    A.TheKind = Kind::Int;
    A.Ints = {I.Symbolic};
    return {c10::IValue(I.Concrete), A};
  }

  std::optional<BothArguments> tensorWord(const std::string &Name) {
    auto Both = [](const at::Tensor &T, Layout L) {
      return BothArguments{c10::IValue(T), tensorArgument(std::move(L))};
    };
    if (Name == "x")
      return Both(X.Tensor, X.Layout);
    if (Name == "like")
      return Both(X.Tensor.clone(at::MemoryFormat::Contiguous),
                  rowMajorLike(X.Layout));
    if (Name == "cl_like")
      return Both(X.Tensor.clone(at::MemoryFormat::ChannelsLast),
                  inFormat(X.Layout, MemoryFormat::ChannelsLast, F));
    if (Name == "mask")
      return Both(X.Tensor > 0.5, elementwise({X.Layout}, "mask", F));
    if (Name == "square")
      return Both(at::eye(4, at::kFloat), rowMajor({Monomial(4), Monomial(4)}));
    if (Name == "squares")
      return Both(at::eye(4, at::kFloat).expand({3, 4, 4}).contiguous(),
                  rowMajor({Monomial(3), Monomial(4), Monomial(4)}));
    if (Name == "zero")
      return Both(at::scalar_tensor(0, at::kLong), rowMajor({}));
    if (Name == "zero_float")
      return Both(at::scalar_tensor(0, at::kFloat), rowMajor({}));
    if (Name == "zeros_like_x")
      return Both(at::zeros(X.Tensor.sizes(), at::kLong),
                  rowMajorLike(X.Layout));
    return std::nullopt;
  }

  /// Values that mean nothing to the model.
  std::optional<BothArguments> plainWord(const std::string &Name) {
    auto Type = [](at::ScalarType T) {
      return BothArguments{c10::IValue(static_cast<int64_t>(T)),
                           unknownArgument()};
    };
    if (Name == "double")
      return Type(at::kDouble);
    if (Name == "float")
      return Type(at::kFloat);
    if (Name == "int_type")
      return Type(at::kInt);
    if (Name == "half_type")
      return Type(at::kHalf);
    if (Name == "quint8")
      return Type(at::kQUInt8);
    if (Name == "storage")
      return BothArguments{c10::IValue(X.Tensor.storage()), unknownArgument()};
    if (Name == "cpu")
      return BothArguments{c10::IValue(at::Device(at::kCPU)),
                           unknownArgument()};
    if (std::optional<std::string> Text = textNamed(Name)) {
      ActualArgument A;
      A.TheKind = Kind::Text;
      A.Text = *Text;
      return BothArguments{c10::IValue(*Text), A};
    }
    return std::nullopt;
  }

  static RuleExpr namedExpr(const std::string &Name) {
    RuleExpr E;
    E.TheKind = RuleExpr::Kind::Argument;
    E.Text = Name;
    return E;
  }

  static ActualArgument undefined() {
    ActualArgument A;
    A.TheKind = Kind::Undefined;
    return A;
  }

  static BothArguments boolean(bool Value) {
    ActualArgument A;
    A.TheKind = Kind::Bool;
    A.Flag = Value;
    return {c10::IValue(Value), A};
  }

  BothArguments strides() {
    ActualArgument A = unknownArgument();
    if (X.Layout.hasRank()) {
      A.TheKind = Kind::IntList;
      for (const Axis &Axis : X.Layout.Front)
        A.Ints.push_back(Axis.Stride);
    }
    return {c10::IValue(X.Tensor.strides().vec()), A};
  }

  BothArguments call(const RuleExpr &E, SchemaType Wanted) {
    if (E.Text == "half")
      return number(E, Wanted, false);
    if (E.Text == "sizes")
      return sizes(make(E.Children.at(0), SchemaType::Tensor, false));
    if (E.Text == "row" || E.Text == "cl")
      return fresh(E);
    if (E.Text == "longs")
      return longs(E);
    if (E.Text == "cut")
      return cut(E);
    if (E.Text == "grad")
      return withGradient(E);
    if (E.Text == "swapped")
      return swapped(E);
    if (E.Text == "items")
      return items(E);
    if (E.Text == "tenth")
      return {c10::IValue(0.1 * static_cast<double>(
                                    integer(E.Children.at(0)).Concrete)),
              unknownArgument()};
    throw std::runtime_error("no argument: " + E.Text);
  }

  static BothArguments sizes(const BothArguments &T) {
    ActualArgument A;
    A.TheKind = Kind::SizesOf;
    A.Tensors = {T.Symbolic.Tensors.at(0)};
    return {c10::IValue(T.Concrete.toTensor().sizes().vec()), A};
  }

  /// row(a, b): a new row-major tensor; cl(..): a channels-last one.
  BothArguments fresh(const RuleExpr &E) {
    std::vector<int64_t> Concrete;
    std::vector<Monomial> Symbolic;
    for (const RuleExpr &Child : E.Children) {
      BothInts I = integer(Child);
      Concrete.push_back(I.Concrete);
      Symbolic.push_back(I.Symbolic);
    }
    at::Tensor T = at::full(Concrete, 0.5, at::TensorOptions().dtype(Type));
    Layout L = rowMajor(Symbolic);
    if (E.Text == "cl") {
      T = T.contiguous(at::MemoryFormat::ChannelsLast);
      if (!isYes(isContiguous(L, MemoryFormat::ChannelsLast, F)))
        L = inFormat(L, MemoryFormat::ChannelsLast, F);
    }
    return {c10::IValue(T), tensorArgument(L)};
  }

  /// longs(a, b): the index tensor {a, b}.
  BothArguments longs(const RuleExpr &E) {
    std::vector<int64_t> Concrete;
    for (const RuleExpr &Child : E.Children)
      Concrete.push_back(integer(Child).Concrete);
    Monomial Count(static_cast<int64_t>(Concrete.size()));
    return {c10::IValue(at::tensor(Concrete, at::kLong)),
            tensorArgument(rowMajor({Count}))};
  }

  /// cut(t, dim, n): the first n along one dimension.
  BothArguments cut(const RuleExpr &E) {
    BothArguments A = make(E.Children.at(0), SchemaType::Tensor, false);
    int64_t Dim = integer(E.Children.at(1)).Concrete;
    BothInts Length = integer(E.Children.at(2));
    TORCH_CHECK(A.Concrete.toTensor().size(Dim) >= Length.Concrete,
                "this class has fewer");
    std::optional<Layout> L =
        resizeAxis(A.Symbolic.Tensors.at(0), Dim, Length.Symbolic, 1, F);
    if (!L)
      throw std::runtime_error("cannot be cut");
    return {c10::IValue(A.Concrete.toTensor().narrow(Dim, 0, Length.Concrete)),
            tensorArgument(*L)};
  }

  /// grad(t): t, whose gradient is wanted.
  BothArguments withGradient(const RuleExpr &E) {
    BothArguments A = make(E.Children.at(0), SchemaType::Tensor, false);
    at::Tensor T = A.Concrete.toTensor().detach();
    return {c10::IValue(T.requires_grad_()), A.Symbolic};
  }

  /// swapped(t): t.transpose(-1, -2).
  BothArguments swapped(const RuleExpr &E) {
    BothArguments A = make(E.Children.at(0), SchemaType::Tensor, false);
    std::optional<Layout> L = swapAxes(A.Symbolic.Tensors.at(0), -1, -2, F);
    if (!L)
      throw std::runtime_error("cannot be swapped");
    return {c10::IValue(A.Concrete.toTensor().transpose(-1, -2)),
            tensorArgument(*L)};
  }

  /// items(all, from(1), upto(2), by(2), 0, new_axis, dots, mask): subscripts.
  /// Concrete is left to the C++ function, which knows them by their number.
  BothArguments items(const RuleExpr &E) {
    ActualArgument A;
    A.TheKind = Kind::Indices;
    std::vector<std::string> Names;
    for (const RuleExpr &Child : E.Children) {
      IndexItem Item;
      if (Child.TheKind == RuleExpr::Kind::Integer) {
        Item.TheKind = IndexItem::Kind::Integer;
        Names.push_back(std::to_string(Child.Integer));
      } else if (Child.TheKind == RuleExpr::Kind::Call) {
        Item.TheKind = IndexItem::Kind::Slice;
        Monomial Bound = integer(Child.Children.at(0)).Symbolic;
        (Child.Text == "from"   ? Item.Start
         : Child.Text == "upto" ? Item.Stop
                                : Item.Step) = Bound;
        Names.push_back(Child.Text +
                        std::to_string(Child.Children.at(0).Integer));
      } else {
        Item.TheKind = Child.Text == "all"        ? IndexItem::Kind::Slice
                       : Child.Text == "new_axis" ? IndexItem::Kind::NewAxis
                       : Child.Text == "dots"     ? IndexItem::Kind::Ellipsis
                                                  : IndexItem::Kind::Tensor;
        Names.push_back(Child.Text);
      }
      if (Item.TheKind == IndexItem::Kind::Tensor)
        setIndex(Item, Child.Text);
      A.Items.push_back(Item);
    }
    c10::List<std::string> Concrete;
    for (const std::string &Name : Names)
      Concrete.push_back(Name);
    return {c10::IValue(Concrete), A};
  }

  /// The index tensors that CppFunctions.cpp makes for these words.
  void setIndex(IndexItem &Item, const std::string &Word) {
    Item.IsMask = Word == "mask" || Word == "mask0";
    if (Word == "mask")
      Item.Index = elementwise({X.Layout}, "mask", F);
    else if (Word == "mask0")
      Item.Index = rowMajor({size(0).Symbolic});
    else if (Word == "longs")
      Item.Index = rowMajor({Monomial(3)});
    else if (Word == "grid")
      Item.Index = rowMajor({Monomial(2), Monomial(3)});
    else if (Word == "columns")
      Item.Index = *swapAxes(rowMajor({Monomial(3), Monomial(2)}), 0, 1, F);
    else if (Word == "zero")
      Item.Index = rowMajor({});
    else
      throw std::runtime_error("no subscript: " + Word);
  }

  const Input &X;
  at::ScalarType Type;
  Facts &F;
};

} // namespace

std::vector<BothArguments> evaluateArguments(const Call &C, const Input &X,
                                             Facts &F) {
  std::vector<BothArguments> All;
  const std::vector<SchemaArgument> &Schema = C.Op->TheSchema.Arguments;
  ArgumentMaker Maker(X, C.Type, F);
  for (size_t I = 0; I < C.Arguments.size() && I < Schema.size(); ++I)
    All.push_back(Maker.make(C.Arguments[I], Schema[I].Type,
                             Schema[I].Type == SchemaType::Other));
  return All;
}

void addTraits(const Call &C, std::vector<BothArguments> &Arguments) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const c10::IValue &Value = Arguments[I].Concrete;
    Traits &Has = Arguments[I].Symbolic.Has;
    SchemaType Type = C.Op->TheSchema.Arguments[I].Type;
    if (Type == SchemaType::ScalarType && Value.isInt())
      Has.ScalarType = static_cast<int8_t>(Value.toInt());
    if (Value.isDevice())
      Has.OnCpu = Value.toDevice().is_cpu();
    if (!Value.isTensor() || !Value.toTensor().defined())
      continue;
    const at::Tensor &T = Value.toTensor();
    size_t First = 0;
    while (!Arguments[First].Concrete.isTensor() ||
           !T.is_same(Arguments[First].Concrete.toTensor()))
      ++First;
    Arguments[I].Symbolic.Objects = {static_cast<uint32_t>(First)};
    Has.ScalarType = static_cast<int8_t>(T.scalar_type());
    Has.OnCpu = T.is_cpu();
    Has.RequiresGrad = T.requires_grad();
  }
}

} // namespace conformance
