// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Writer.h"

#include "../conformance/Calls.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

using namespace tensortidy;

namespace oracle {

namespace {

Actual given(c10::IValue Value, std::string Text) {
  return {true, std::move(Value), std::move(Text)};
}

Actual typeNamed(at::ScalarType T, const char *Text) {
  return given(c10::IValue(static_cast<int64_t>(T)), Text);
}

Actual formatNamed(at::MemoryFormat F, const char *Text) {
  return given(c10::IValue(static_cast<int64_t>(F)),
               std::string("at::MemoryFormat::") + Text);
}

std::string joined(const std::vector<std::string> &Parts) {
  std::string Out;
  for (const std::string &P : Parts)
    Out += (Out.empty() ? "" : ", ") + P;
  return Out;
}

std::string listText(const std::vector<int64_t> &All) {
  std::vector<std::string> Texts;
  for (int64_t I : All)
    Texts.push_back(std::to_string(I));
  return "{" + joined(Texts) + "}";
}

} // namespace

std::vector<Actual> ArgumentMaker::make() {
  std::vector<Actual> All;
  const std::vector<SchemaArgument> &Schema = T.Op->TheSchema.Arguments;
  for (size_t I = 0; I < T.Arguments.size() && I < Schema.size(); ++I)
    All.push_back(make(T.Arguments[I], Schema[I].Type));
  return All;
}

Actual ArgumentMaker::tensor(const std::string &Name) {
  const size_t At = Operands.size();
  Operands.push_back(Name);
  return given(c10::IValue(value(Name)), "$" + std::to_string(At));
}

/// A size of x, as a number or asked of x.
ArgumentMaker::Number ArgumentMaker::sizeOf(int64_t D) {
  const auto At = std::find(Operands.begin(), Operands.end(), X);
  const bool Known = W.scope().find(X)->AreSizesKnown;
  if (At == Operands.end() || W.random().chance(Known ? 0.5 : 0.03))
    return {x().size(D), std::to_string(x().size(D))};
  if (W.random().chance(0.3))
    D -= x().dim();
  return {x().size(D), "$" + std::to_string(At - Operands.begin()) + ".size(" +
                           std::to_string(D) + ")"};
}

int64_t ArgumentMaker::dim() {
  if (!Dim) {
    if (x().dim() == 0)
      throw std::runtime_error("no dimension");
    Dim = W.random().below(x().dim());
  }
  return *Dim;
}

ArgumentMaker::Number ArgumentMaker::numberNamed(const std::string &Name) {
  auto Plain = [](int64_t I) { return Number{I, std::to_string(I)}; };
  auto OfDim = [&](int64_t D) {
    return Plain(W.random().chance(0.35) ? D - x().dim() : D);
  };
  if (Name.size() == 2 && Name[0] == 'n' && std::isdigit(Name[1])) {
    if (Name[1] - '0' >= x().dim())
      throw std::runtime_error("no such dimension");
    return sizeOf(Name[1] - '0');
  }
  if (Name == "dim")
    return OfDim(dim());
  if (Name == "last")
    return OfDim(x().dim() - 1);
  if (Name == "nlast")
    return sizeOf(x().dim() - 1);
  if (Name == "ndim")
    return sizeOf(dim());
  if (Name == "other") {
    if (x().dim() < 2)
      throw std::runtime_error("one dimension");
    if (!Other)
      Other = (dim() + W.random().between(1, x().dim() - 1)) % x().dim();
    return OfDim(*Other);
  }
  if (Name == "axis")
    return Plain(W.random().between(-1, x().dim()));
  if (Name == "item")
    return Plain(W.random().below(x().size(dim())));
  // How much of an axis a literal is depends on the caller.
  if (Name == "part" && !W.scope().find(X)->AreSizesKnown &&
      W.random().chance(0.9))
    throw std::runtime_error("a size that the program does not know");
  if (Name == "part")
    return Plain(W.random().between(std::min<int64_t>(2, x().size(dim())),
                                    x().size(dim())));
  if (Name == "any")
    return Plain(W.random().between(2, 6));
  throw std::runtime_error("no integer: " + Name);
}

ArgumentMaker::Number ArgumentMaker::number(const RuleExpr &E) {
  if (E.TheKind == RuleExpr::Kind::Integer)
    return {E.Integer, std::to_string(E.Integer)};
  if (E.TheKind == RuleExpr::Kind::Product) {
    Number Whole{1, ""};
    for (const RuleExpr &Child : E.Children) {
      Number N = number(Child);
      Whole.Value *= N.Value;
      Whole.Text += (Whole.Text.empty() ? "" : " * ") + N.Text;
    }
    return Whole;
  }
  if (E.TheKind == RuleExpr::Kind::Call && E.Text == "half") {
    Number N = number(E.Children.at(0));
    return {N.Value / 2, N.Text + " / 2"};
  }
  if (E.TheKind == RuleExpr::Kind::Argument)
    return numberNamed(E.Text);
  throw std::runtime_error("no integer: " + E.Text);
}

Actual ArgumentMaker::list(std::vector<Number> All, SchemaType) {
  std::vector<int64_t> Values;
  std::vector<std::string> Texts;
  for (Number &N : All) {
    Values.push_back(N.Value);
    Texts.push_back(std::move(N.Text));
  }
  return given(c10::IValue(Values), "{" + joined(Texts) + "}");
}

/// Sizes that x may be viewed as.
std::vector<ArgumentMaker::Number> ArgumentMaker::shape() {
  const int64_t Rank = x().dim();
  const Number Open{-1, "-1"};
  std::vector<Number> Sizes;
  for (int64_t D = 0; D < Rank; ++D)
    Sizes.push_back(sizeOf(D));
  Random &R = W.random();
  const int64_t K = R.below(Rank);
  switch (R.weighted({3, 4, 3, 1, 2, 2, 1})) {
  case 0:
    return {Open};
  case 1: // two merged
    if (Rank < 2)
      return {Open};
    {
      const size_t At = static_cast<size_t>(R.below(Rank - 1));
      Sizes[At] = {Sizes[At].Value * Sizes[At + 1].Value,
                   Sizes[At].Text + " * " + Sizes[At + 1].Text};
      Sizes.erase(Sizes.begin() + static_cast<int64_t>(At) + 1);
      if (R.chance(0.3))
        Sizes[At] = Open;
      return Sizes;
    }
  case 2: // one split
    if (Rank == 0 || Sizes[K].Value % 2 != 0 ||
        (!W.scope().find(X)->AreSizesKnown && R.chance(0.9)))
      return Sizes;
    Sizes.insert(Sizes.begin() + K + 1, {2, "2"});
    Sizes[K] = {Sizes[K].Value / 2, Sizes[K].Text + " / 2"};
    if (R.chance(0.3))
      Sizes[K] = Open;
    return Sizes;
  case 3:
    return Sizes;
  case 4:
    return Rank ? std::vector<Number>{Open, Sizes.back()}
                : std::vector<Number>{Open};
  case 5:
    return Rank ? std::vector<Number>{Sizes.front(), Open}
                : std::vector<Number>{Open};
  default:
    Sizes.insert(Sizes.begin() + K, {1, "1"});
    return Sizes;
  }
}

std::optional<std::vector<ArgumentMaker::Number>>
ArgumentMaker::numbersNamed(const std::string &Name) {
  const int64_t Rank = x().dim();
  std::vector<Number> Out;
  if (Name == "shape")
    return shape();
  if (Name == "perm") {
    std::vector<int64_t> Order(static_cast<size_t>(Rank));
    std::iota(Order.begin(), Order.end(), 0);
    W.random().shuffle(Order);
    for (int64_t D : Order)
      Out.push_back({D, std::to_string(D)});
    return Out;
  }
  if (Name == "grown") { // for expand()
    for (int64_t D = 0; D < Rank; ++D)
      Out.push_back(x().size(D) == 1        ? Number{3, "3"}
                    : W.random().chance(.5) ? Number{-1, "-1"}
                                            : sizeOf(D));
    if (Rank < 4 && W.random().chance(0.6))
      Out.insert(Out.begin(), {2, "2"});
    return Out;
  }
  if (Name == "times") { // for repeat()
    for (int64_t D = 0; D < Rank; ++D) {
      const int64_t N = W.random().chance(0.3) ? 2 : 1;
      Out.push_back({N, std::to_string(N)});
    }
    return Out;
  }
  return std::nullopt;
}

std::optional<std::string> ArgumentMaker::tensorNamed(const std::string &Name) {
  const at::Tensor Value = x();
  const std::vector<int64_t> Sizes = Value.sizes().vec();
  if (Name == "x")
    return X;
  if (Name == "y" || Name == "like") {
    std::string Found;
    if (W.random().chance(0.7))
      Found = W.pick([&](const Variable &V) {
        return V.Value.sizes() == Value.sizes() &&
               V.Value.scalar_type() == T.Type;
      });
    return Found.empty() ? W.fresh(Sizes, T.Type) : Found;
  }
  if (Name == "broadcast") {
    std::vector<int64_t> Fewer(Sizes.begin() + W.random().below(Value.dim()),
                               Sizes.end());
    for (int64_t &Size : Fewer)
      if (W.random().chance(0.25))
        Size = 1;
    return W.fresh(Fewer, T.Type);
  }
  if (Name == "cl_like")
    return W.direct("aten::contiguous",
                    "$0.contiguous(at::MemoryFormat::ChannelsLast)",
                    {W.fresh(Sizes, T.Type)},
                    at::rand(Sizes).contiguous(at::MemoryFormat::ChannelsLast));
  if (Name == "mask")
    return W.direct("aten::gt", "$0.gt(0.5)", {X}, Value.gt(0.5));
  if (Name == "square" || Name == "squares") {
    std::string Eye =
        W.direct("aten::eye", "at::eye(4, at::kFloat)", {}, at::eye(4));
    if (Name == "square")
      return Eye;
    const std::string Three = W.direct("aten::expand", "$0.expand({3, 4, 4})",
                                       {Eye}, at::eye(4).expand({3, 4, 4}));
    return W.direct("aten::contiguous", "$0.contiguous()", {Three},
                    at::eye(4).expand({3, 4, 4}).contiguous());
  }
  if (Name == "zero")
    return W.direct("aten::scalar_tensor", "at::scalar_tensor(0, at::kLong)",
                    {}, at::scalar_tensor(0, at::kLong));
  if (Name == "zero_float")
    return W.direct("aten::scalar_tensor", "at::scalar_tensor(0, at::kFloat)",
                    {}, at::scalar_tensor(0, at::kFloat));
  if (Name == "zeros_like_x")
    return W.direct("aten::zeros",
                    "at::zeros(" + listText(Sizes) + ", at::kLong)", {},
                    at::zeros(Sizes, at::kLong));
  return std::nullopt;
}

/// Words that mean nothing to layouts, or a format.
std::optional<Actual> ArgumentMaker::plain(const std::string &Name) {
  if (Name == "none")
    return given(c10::IValue(), "{}");
  if (Name == "absent")
    return Actual();
  if (Name == "true" || Name == "false")
    return given(c10::IValue(Name == "true"), Name);
  if (Name == "contiguous_format")
    return formatNamed(at::MemoryFormat::Contiguous, "Contiguous");
  if (Name == "channels_last")
    return formatNamed(at::MemoryFormat::ChannelsLast, "ChannelsLast");
  if (Name == "preserve_format")
    return formatNamed(at::MemoryFormat::Preserve, "Preserve");
  if (Name == "double")
    return typeNamed(at::kDouble, "at::kDouble");
  if (Name == "float")
    return typeNamed(at::kFloat, "at::kFloat");
  if (Name == "cpu")
    return given(c10::IValue(at::Device(at::kCPU)), "at::kCPU");
  if (Name == "strides")
    return given(c10::IValue(x().strides().vec()),
                 listText(x().strides().vec()));
  if (std::optional<std::string> Text = conformance::textNamed(Name))
    return given(c10::IValue(*Text), "\"" + *Text + "\"");
  return std::nullopt;
}

Actual ArgumentMaker::word(const std::string &Name, SchemaType Wanted) {
  if (std::optional<std::string> Tensor = tensorNamed(Name))
    return tensor(*Tensor);
  if (std::optional<std::vector<Number>> Numbers = numbersNamed(Name))
    return list(*Numbers, Wanted);
  if (std::optional<Actual> A = plain(Name))
    return *A;
  Number N = numberNamed(Name);
  return given(c10::IValue(N.Value), N.Text);
}

Actual ArgumentMaker::make(const RuleExpr &E, SchemaType Wanted) {
  switch (E.TheKind) {
  case RuleExpr::Kind::Argument:
    return word(E.Text, Wanted);
  case RuleExpr::Kind::Integer:
  case RuleExpr::Kind::Product: {
    Number N = number(E);
    if (Wanted == SchemaType::Scalar)
      return given(c10::IValue(at::Scalar(N.Value)), N.Text);
    if (Wanted == SchemaType::IntList)
      return given(c10::IValue(std::vector<int64_t>{N.Value}),
                   "{" + N.Text + "}");
    return given(c10::IValue(N.Value), N.Text);
  }
  case RuleExpr::Kind::Call:
    return call(E, Wanted);
  case RuleExpr::Kind::List:
    break;
  default:
    throw std::runtime_error("no argument: " + E.Text);
  }
  if (Wanted != SchemaType::TensorList && Wanted != SchemaType::Other) {
    std::vector<Number> All;
    for (const RuleExpr &Child : E.Children)
      All.push_back(number(Child));
    return list(std::move(All), Wanted);
  }
  std::vector<at::Tensor> Values;
  std::vector<std::string> Texts;
  for (const RuleExpr &Child : E.Children) {
    Actual A = make(Child, SchemaType::Tensor);
    if (!A.Value.isTensor())
      throw std::runtime_error("a list with holes");
    Values.push_back(A.Value.toTensor());
    Texts.push_back(A.Text);
  }
  return given(c10::IValue(Values), "{" + joined(Texts) + "}");
}

Actual ArgumentMaker::call(const RuleExpr &E, SchemaType Wanted) {
  if (E.Text == "half" || E.Text == "tenth") {
    Number N = number(E.Text == "half" ? E : E.Children.at(0));
    if (E.Text == "half")
      return given(c10::IValue(N.Value), N.Text);
    return given(c10::IValue(0.1 * static_cast<double>(N.Value)),
                 "0." + N.Text);
  }
  if (E.Text == "sizes") {
    Actual A = make(E.Children.at(0), SchemaType::Tensor);
    return given(c10::IValue(A.Value.toTensor().sizes().vec()),
                 A.Text + ".sizes()");
  }
  if (E.Text == "row" || E.Text == "cl") {
    std::vector<int64_t> Sizes;
    for (const RuleExpr &Child : E.Children)
      Sizes.push_back(number(Child).Value);
    std::string Name = W.fresh(Sizes, T.Type);
    if (E.Text == "cl")
      Name = W.direct("aten::contiguous",
                      "$0.contiguous(at::MemoryFormat::ChannelsLast)", {Name},
                      value(Name).contiguous(at::MemoryFormat::ChannelsLast));
    return tensor(Name);
  }
  if (E.Text == "longs") {
    std::vector<int64_t> Values;
    for (const RuleExpr &Child : E.Children)
      Values.push_back(number(Child).Value);
    return tensor(W.direct("at::tensor",
                           "at::tensor(" + listText(Values) + ", at::kLong)",
                           {}, at::tensor(Values, at::kLong)));
  }
  if (E.Text == "swapped") {
    const RuleExpr &Child = E.Children.at(0);
    const std::string Name = Child.TheKind == RuleExpr::Kind::Argument
                                 ? *tensorNamed(Child.Text)
                                 : [&] {
                                     make(Child, SchemaType::Tensor);
                                     std::string Last = Operands.back();
                                     Operands.pop_back();
                                     return Last;
                                   }();
    return tensor(W.direct("aten::transpose", "$0.transpose(-1, -2)", {Name},
                           value(Name).transpose(-1, -2)));
  }
  if (E.Text == "items")
    return items(E);
  (void)Wanted;
  throw std::runtime_error("no argument: " + E.Text);
}

/// Subscripts: values as conformance/CppFunctions.cpp reads them.
Actual ArgumentMaker::items(const RuleExpr &E) {
  c10::List<std::string> Names;
  std::vector<std::string> Texts;
  const std::string In = "at::indexing::";
  for (const RuleExpr &Child : E.Children) {
    if (Child.TheKind == RuleExpr::Kind::Integer || Child.Text == "item") {
      const int64_t I = Child.Text == "item"
                            ? W.random().below(x().dim() ? x().size(0) : 0)
                            : Child.Integer;
      Names.push_back(std::to_string(I));
      Texts.push_back(std::to_string(I));
    } else if (Child.TheKind == RuleExpr::Kind::Call) {
      const std::string N = std::to_string(Child.Children.at(0).Integer);
      Names.push_back(Child.Text + N);
      Texts.push_back(In + "Slice(" +
                      (Child.Text == "from"   ? N + ", at::indexing::None"
                       : Child.Text == "upto" ? "at::indexing::None, " + N
                                              : "at::indexing::None, "
                                                "at::indexing::None, " +
                                                    N) +
                      ")");
    } else {
      Names.push_back(Child.Text);
      if (Child.Text == "mask" || Child.Text == "longs") {
        const std::string Name =
            Child.Text == "mask"
                ? *tensorNamed("mask")
                : W.direct("at::tensor", "at::tensor({0, 1, 2}, at::kLong)", {},
                           at::tensor({0, 1, 2}, at::kLong));
        Texts.push_back(tensor(Name).Text);
      } else {
        Texts.push_back(In + (Child.Text == "all"        ? "Slice()"
                              : Child.Text == "new_axis" ? "None"
                                                         : "Ellipsis"));
      }
    }
  }
  return given(c10::IValue(Names), "{" + joined(Texts) + "}");
}

} // namespace oracle
