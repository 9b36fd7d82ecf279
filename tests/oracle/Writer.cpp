// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Writer.h"

#include <algorithm>
#include <stdexcept>

namespace oracle {

namespace {

constexpr int64_t MaxElements = 20000;

std::string listText(const std::vector<int64_t> &All) {
  std::string Out;
  for (int64_t I : All)
    Out += (Out.empty() ? "" : ", ") + std::to_string(I);
  return "{" + Out + "}";
}

bool isPlain(const at::Tensor &T) {
  return T.defined() && T.layout() == at::kStrided && T.has_storage() &&
         !T.is_quantized() && T.device().is_cpu() && T.dim() <= 6 &&
         T.numel() <= MaxElements;
}

/// `a += b` and add_out(a, ..) take a by reference.
int lvalueOf(const Call &C) {
  const size_t Out = C.Text.find("_out($");
  if (Out != std::string::npos)
    return C.Text[Out + 6] - '0';
  return C.IsInfix && C.Text.find("= ") != std::string::npos &&
                 C.Text.find("== ") == std::string::npos &&
                 C.Text.find("!= ") == std::string::npos &&
                 C.Text.find("<= ") == std::string::npos &&
                 C.Text.find(">= ") == std::string::npos
             ? 0
             : -1;
}

} // namespace

void Writer::within(Block &B, Scope &Names,
                    const std::function<void()> &Inside) {
  Block *OldBlock = std::exchange(Into, &B);
  Scope *OldScope = std::exchange(S, &Names);
  Inside();
  Into = OldBlock;
  S = OldScope;
}

void Writer::lines(const std::string &Text) {
  Statement Lines;
  Lines.TheKind = Statement::Kind::Lines;
  Lines.Text = Text;
  add(std::move(Lines));
}

std::string Writer::pick(const std::function<bool(const Variable &)> &Suits) {
  std::vector<std::string> Names;
  std::vector<double> Weights;
  for (const Variable &V : S->Tensors) {
    if (!Suits(V))
      continue;
    // What was made last is used most, as in real code.
    const double Age = static_cast<double>(S->Tensors.size() - Names.size());
    Names.push_back(V.Name);
    Weights.push_back((V.Value.is_contiguous() ? 1 : 7) * (1 + 4 / Age));
  }
  return Names.empty() ? "" : Names[R.weighted(Weights)];
}

std::string Writer::direct(const std::string &Operator, const std::string &Text,
                           const std::vector<std::string> &Operands,
                           const at::Tensor &Value) {
  Statement Made;
  Made.TheCall.Number = newNumber();
  Made.TheCall.Operator = Operator;
  Made.TheCall.Text = Text;
  Made.TheCall.Operands = Operands;
  Made.TheCall.How = Call::Takes::New;
  Made.TheCall.Results = {newName("v")};
  Variable V;
  V.Name = Made.TheCall.Results[0];
  V.Value = Value;
  for (const std::string &Name : Operands)
    V.AreSizesKnown &= S->find(Name)->AreSizesKnown;
  add(std::move(Made));
  S->Tensors.push_back(V);
  return V.Name;
}

/// A factory, and what makes a view of these sizes of it.
std::string Writer::fresh(const std::vector<int64_t> &Sizes,
                          at::ScalarType Type) {
  const int64_t Rank = static_cast<int64_t>(Sizes.size());
  auto Factory = [&](const std::vector<int64_t> &Of) {
    const std::string List = listText(Of);
    if (Type == at::kLong)
      return direct("aten::randint",
                    "at::randint(0, 2, " + List + ", at::kLong)", {},
                    at::randint(0, 2, Of, at::kLong));
    if (Type == at::kComplexFloat)
      return direct("aten::randn", "at::randn(" + List + ", at::kComplexFloat)",
                    {}, at::randn(Of, at::kComplexFloat));
    switch (R.below(3)) {
    case 0:
      return direct("aten::zeros", "at::zeros(" + List + ")", {},
                    at::zeros(Of));
    case 1:
      return direct("aten::full", "at::full(" + List + ", 0.5)", {},
                    at::full(Of, 0.5));
    default:
      return direct("aten::rand", "at::rand(" + List + ")", {}, at::rand(Of));
    }
  };
  auto View = [&](const std::string &Operator, const std::string &Of,
                  const std::string &Text, const at::Tensor &Value) {
    return direct("aten::" + Operator, "$0." + Text, {Of}, Value);
  };
  if (Rank == 0)
    return Factory(Sizes);
  std::vector<int64_t> Base = Sizes;
  const int64_t A = R.below(Rank), B = R.below(Rank);
  const std::string Dim = std::to_string(A);
  switch (R.weighted({2, 7, 2, 3, 1})) {
  case 1: {
    std::swap(Base[A], Base[B]);
    const std::string Of = Factory(Base);
    return View("transpose", Of,
                "transpose(" + Dim + ", " + std::to_string(B) + ")",
                S->find(Of)->Value.transpose(A, B));
  }
  case 2: {
    Base[A] += 3;
    const std::string Of = Factory(Base);
    return View("narrow", Of,
                "narrow(" + Dim + ", 1, " + std::to_string(Sizes[A]) + ")",
                S->find(Of)->Value.narrow(A, 1, Sizes[A]));
  }
  case 3: {
    Base[A] *= 2;
    const std::string Of = Factory(Base);
    return View("slice", Of,
                "slice(" + Dim + ", 0, " + std::to_string(Base[A]) + ", 2)",
                S->find(Of)->Value.slice(A, 0, Base[A], 2));
  }
  case 4:
    if (Rank == 4 && Type == at::kFloat) {
      const std::string Of = Factory(Sizes);
      return View(
          "contiguous", Of, "contiguous(at::MemoryFormat::ChannelsLast)",
          S->find(Of)->Value.contiguous(at::MemoryFormat::ChannelsLast));
    }
    [[fallthrough]];
  default:
    return Factory(Sizes);
  }
}

bool Writer::accept(const Template &T, const Invoked &Got,
                    const CallWish &Wish) {
  if (Got.Threw)
    return Wish.MayThrow;
  if (Got.Values.empty() || Got.Values.size() > 12)
    return false;
  for (const at::Tensor &Value : Got.Values)
    if (!isPlain(Value))
      return false;
  // Sizes of 0 or 1 that the code does not show end all general claims.
  if (!From.SmallSizes && T.Op->TheSchema.Name != "aten::unsqueeze" &&
      !R.chance(0.3))
    for (const at::Tensor &Value : Got.Values)
      for (int64_t Size : Value.sizes())
        if (Size < 2)
          return false;
  if (Wish.Target.empty())
    return true;
  const at::Tensor &Old = S->find(Wish.Target)->Value;
  return !Got.IsList && Got.Values.size() == 1 &&
         Got.Values[0].sizes() == Old.sizes() &&
         Got.Values[0].scalar_type() == Old.scalar_type();
}

void Writer::take(Call &C, const Template &T, const Invoked &Got,
                  const CallWish &Wish) {
  bool Known = true;
  for (const std::string &Name : C.Operands)
    Known &= S->find(Name)->AreSizesKnown;
  auto Declare = [&](const std::string &Name, const at::Tensor &Value) {
    Variable V;
    V.Name = Name;
    V.Value = Value;
    V.AreSizesKnown = Known;
    S->Tensors.push_back(std::move(V));
  };
  const bool Writes = T.Op->returnsWritten();
  if (Got.Threw || (Writes && Wish.Target.empty() && R.chance(0.8))) {
    C.How = Call::Takes::Nothing;
    C.Results.clear();
    // Of a declaration that throws the name is never seen.
    if (Got.Threw && !Writes && R.chance(0.5)) {
      C.How = Call::Takes::New;
      C.Results = {newName("v")};
    }
    return;
  }
  if (Got.IsList) {
    C.How = Call::Takes::List;
    C.Results = {newName("l")};
    for (size_t I = 0; I < Got.Values.size() && I < 3; ++I)
      Declare(C.Results[0] + "[" + std::to_string(I) + "]", Got.Values[I]);
    S->Lists.push_back(C.Results[0]);
    return;
  }
  if (Got.Values.size() > 1) {
    C.How = Call::Takes::Several;
    for (const at::Tensor &Value : Got.Values) {
      C.Results.push_back(newName("v"));
      Declare(C.Results.back(), Value);
    }
    return;
  }
  C.How = Wish.Target.empty() ? Call::Takes::New : Call::Takes::Old;
  C.Results = {Wish.Target.empty() ? newName("v") : Wish.Target};
  if (Wish.Target.empty())
    Declare(C.Results[0], Got.Values[0]);
  else
    S->find(Wish.Target)->Value = Got.Values[0];
  if (C.How == Call::Takes::Old)
    S->find(Wish.Target)->AreSizesKnown &= Known;
}

std::optional<std::string> Writer::call(const Template &T,
                                        const CallWish &Wish) {
  const size_t Written = Into->size(), Known = S->Tensors.size();
  auto Suits = [&](const Variable &V) {
    const unsigned Rank = static_cast<unsigned>(V.Value.dim());
    return Rank >= T.MinRank && Rank <= T.MaxRank &&
           V.Value.scalar_type() == T.Type;
  };
  Threw = false;
  const std::string X = Wish.X.empty() ? pick(Suits) : Wish.X;
  if (X.empty() || !Suits(*S->find(X)) ||
      (Wish.ChangesNoSizes && T.Op->changesAxes()))
    return std::nullopt;
  // What is changed in place must stay as it was when the call is not taken.
  Scope Before = S->inner();
  Before.IsNested = S->IsNested;
  ArgumentMaker Maker(*this, T, X);
  try {
    std::vector<Actual> Arguments = Maker.make();
    Statement Made;
    Call &C = Made.TheCall;
    C.Operator = T.Op->TheSchema.fullName();
    C.Signature = T.Signature;
    C.Text = cppText(T, Arguments, From.Declared, R.chance(0.7), C.IsInfix);
    C.Operands = Maker.operands();
    C.Lvalue = lvalueOf(C);
    if (C.Lvalue >= 0 &&
        S->find(C.Operands[static_cast<size_t>(C.Lvalue)])->IsFixed)
      C.Text.clear();
    const Invoked Got =
        C.Text.empty() ? Invoked{true, "", {}, false} : invoke(T, Arguments);
    if (!C.Text.empty() && accept(T, Got, Wish)) {
      C.Number = newNumber();
      take(C, T, Got, Wish);
      Threw = Got.Threw;
      const std::string Result = C.Results.empty() ? X : C.Results[0];
      add(std::move(Made));
      return Result;
    }
  } catch (const std::exception &) {
    // The template does not fit x.
  }
  Into->resize(Written);
  *S = std::move(Before);
  S->Tensors.resize(Known);
  return std::nullopt;
}

} // namespace oracle
