// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Evaluator.h"

#include "layout/AxisGroup.h"
#include "layout/Results.h"

namespace tensortidy {
namespace {

void printMonomial(std::string &Out, const Monomial &M) {
  if (!M.isValid()) {
    Out += '!';
    return;
  }
  Out += std::to_string(M.numerator());
  if (M.denominator() != 1)
    Out += '/' + std::to_string(M.denominator());
  for (const Monomial::Factor &Factor : M.factors())
    Out += 's' + std::to_string(Factor.Symbol) +
           (Factor.Power == 1 ? "" : '^' + std::to_string(Factor.Power));
}

/// By symbol numbers, so that the name outlives a change of display names.
void printLayout(std::string &Out, const Layout &L) {
  auto PrintAxis = [&](const Monomial &Size, const Monomial &Stride) {
    printMonomial(Out, Size);
    Out += '@';
    printMonomial(Out, Stride);
    Out += ',';
  };
  Out += '[';
  for (const Axis &A : L.Front)
    PrintAxis(A.Size, A.Stride);
  if (L.Middle) {
    Out += L.Middle->RowMajor ? "<r" : "<";
    PrintAxis(L.Middle->Size, L.Middle->Stride);
  }
  for (const Axis &A : L.Back)
    PrintAxis(A.Size, A.Stride);
  Out += ']';
}

/// The gap's axes keep their sizes; their strides get names after \p Name.
void forgetStrides(Gap &G, const std::string &Name, Facts &F) {
  G.RowMajor = false;
  G.Strides = strideGroup(Name, F.symbols());
  int Innermost = -1 - static_cast<int>(G.SplitBack);
  G.Stride = Monomial::symbol(groupStride(G.Strides, Innermost, F.symbols()));
  if (G.Group != NoGroup)
    F.noteSplit(G.Group, G.Strides, G.SplitFront, G.SplitBack);
}

} // namespace

RuleValue RuleValue::tensor(Layout L) {
  RuleValue V;
  V.Known = true;
  V.L = std::move(L);
  return V;
}

RuleValue RuleValue::condition(Answer Holds, std::string Why) {
  RuleValue V;
  V.Known = true;
  V.Holds = Holds;
  V.Why = std::move(Why);
  return V;
}

Evaluator::Evaluator(const Operator &Op,
                     const std::vector<ActualArgument> &Arguments,
                     const std::string &Name, Facts &F, TorchVersion Torch,
                     unsigned Depth)
    : Op(Op), Arguments(Arguments), Name(Name), F(&F), Torch(Torch),
      Depth(Depth) {}

std::string Evaluator::operandsPrint() {
  if (!Operands.empty())
    return Operands;
  Operands = "(";
  for (const ActualArgument &A : Arguments) {
    for (const Layout &L : A.Tensors)
      printLayout(Operands, L);
    for (const Monomial &M : A.Ints) {
      printMonomial(Operands, M);
      Operands += ' ';
    }
    Operands += ';';
  }
  Operands += ')';
  return Operands;
}

std::string Evaluator::label(const std::string &Slot) {
  return Name + ":" + Op.TheSchema.Name + ":" + Slot + operandsPrint();
}

Monomial Evaluator::anySize(const std::string &Slot, int64_t LowerBound) {
  return Monomial::symbol(
      symbols().get(label(Slot), LowerBound, /*Opaque=*/true));
}

Layout Evaluator::unknownTensor(const std::string &Slot) {
  return unknownLayout(label(Slot), symbols());
}

Layout Evaluator::unknownStridesOf(const Layout &L, const std::string &Slot) {
  Layout R = L;
  R.KnownDense = false;
  R.KnownContiguous.reset();
  R.Offset.reset();
  unsigned Next = 0;
  std::string Base = label(Slot);
  auto Replace = [&](Monomial &Stride) {
    Stride =
        symbols().stride("st(" + Base + "," + std::to_string(Next++) + ")");
  };
  for (Axis &A : R.Front)
    Replace(A.Stride);
  if (R.Middle)
    forgetStrides(*R.Middle, Base, *F);
  for (Axis &A : R.Back)
    Replace(A.Stride);
  return R;
}

Layout Evaluator::either(const Layout &A, const Layout &B,
                         const std::string &Slot) {
  Layout X = normalized(A, *F), Y = normalized(B, *F);
  if (X.Offset != Y.Offset) {
    X.Offset.reset();
    Y.Offset.reset();
  }
  if (X == Y)
    return X;
  bool Dense = isYes(isDense(X, *F)) && isYes(isDense(Y, *F));
  bool Contiguous = isYes(isContiguous(X, *F)) && isYes(isContiguous(Y, *F));
  bool SameForm = X.Front.size() == Y.Front.size() &&
                  X.Back.size() == Y.Back.size() &&
                  X.Middle.has_value() == Y.Middle.has_value();
  auto Unknown = [&] {
    Layout U = unknownTensor(Slot);
    U.Offset = X.Offset;
    return U;
  };
  if (!SameForm)
    return Unknown();
  Layout R = unknownStridesOf(X, Slot);
  unsigned Next = 0;
  auto Keep = [&](std::vector<Axis> &To, const std::vector<Axis> &From,
                  const std::vector<Axis> &Other) {
    for (size_t I = 0; I < To.size(); ++I, ++Next) {
      if (From[I].Stride == Other[I].Stride)
        To[I].Stride = From[I].Stride;
      if (From[I].Size != Other[I].Size)
        To[I].Size = anySize(Slot + ".size" + std::to_string(Next), 0);
    }
  };
  Keep(R.Front, X.Front, Y.Front);
  Keep(R.Back, X.Back, Y.Back);
  if (R.Middle && *X.Middle == *Y.Middle)
    R.Middle = X.Middle;
  else if (R.Middle && (X.Middle->Group != Y.Middle->Group ||
                        X.Middle->Size != Y.Middle->Size))
    return Unknown();
  R.Offset = X.Offset;
  R.KnownDense = Dense;
  if (Contiguous)
    R.KnownContiguous = true;
  return R;
}

Layout Evaluator::argument(unsigned Index) {
  const ActualArgument &A = Arguments[Index];
  if (A.TheKind == ActualArgument::Kind::Tensor && !A.Tensors.empty())
    return normalized(A.Tensors.front(), *F);
  if (A.TheKind == ActualArgument::Kind::Int ||
      A.TheKind == ActualArgument::Kind::Bool)
    return rowMajor({});
  return unknownTensor("argument" + std::to_string(Index));
}

Layout Evaluator::tensor(const RuleExpr &E) {
  RuleValue V = eval(E);
  bool IsList = E.Type == ExprType::Ints || E.Type == ExprType::Int;
  if (V.Known && V.SizesOf)
    return rowMajorLike(normalized(*V.SizesOf, *F));
  if (V.Known && IsList)
    return normalized(rowMajor(V.Ints), *F);
  if (V.Known)
    return normalized(V.L, *F);
  return unknownTensor("operand" + std::to_string(E.Offset));
}

std::optional<int64_t> Evaluator::constant(const RuleExpr &E) {
  RuleValue V = eval(E);
  if (!V.Known)
    return std::nullopt;
  return F->canonical(V.Int).asConstant();
}

std::optional<std::vector<SizeArgument>>
Evaluator::sizeArguments(const RuleExpr &E) {
  RuleValue V = eval(E);
  if (!V.Known || (V.SizesOf && !V.SizesOf->hasRank()))
    return std::nullopt;
  std::vector<SizeArgument> Sizes;
  if (V.SizesOf) {
    for (const Axis &A : V.SizesOf->Front)
      Sizes.push_back(A.Size);
    return Sizes;
  }
  for (const Monomial &M : V.Ints) {
    std::optional<int64_t> C = F->canonical(M).asConstant();
    Sizes.push_back(C && *C == -1 ? SizeArgument() : SizeArgument(M));
  }
  return Sizes;
}

std::optional<Layout> Evaluator::apply(const RuleExpr &Axes, const Layout &L) {
  if (Axes.TheKind == RuleExpr::Kind::Call)
    return Axes.Function->Apply(*this, Axes, L);
  Layout R = L;
  for (const RuleExpr &Step : Axes.Children) {
    std::optional<Layout> Next = apply(Step, R);
    if (!Next)
      return std::nullopt;
    R = normalized(*Next, *F);
  }
  return R;
}

RuleValue Evaluator::judge(const RuleExpr &E) {
  RuleValue V = evalOnTrial(E);
  if (!V.Known)
    V.Holds = Answer::Unknown;
  return V;
}

RuleValue Evaluator::evalOnTrial(const RuleExpr &E) {
  Facts Scratch = *F;
  Facts *Real = F;
  Outcome *RealOutcome = Collected;
  F = &Scratch;
  Collected = nullptr;
  RuleValue V = eval(E);
  F = Real;
  Collected = RealOutcome;
  return V;
}

} // namespace tensortidy
