// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Evaluator.h"

namespace tensortidy {

using Kind = ActualArgument::Kind;

namespace {

/// "[0, 1]", "2", "-1".
std::vector<Monomial> integersIn(const std::string &Text) {
  std::vector<Monomial> Ints;
  for (size_t I = 0; I < Text.size();) {
    size_t End = I;
    while (End < Text.size() &&
           ((Text[End] >= '0' && Text[End] <= '9') || Text[End] == '-'))
      ++End;
    if (End > I && End - I < 19)
      Ints.push_back(Monomial(std::strtoll(Text.c_str() + I, nullptr, 10)));
    I = End > I ? End : I + 1;
  }
  return Ints;
}

RuleValue intsOf(const ActualArgument &A, bool OnlyOne, const Facts &F) {
  RuleValue V;
  bool IsInt = A.TheKind == Kind::Int && !A.Ints.empty();
  if (!OnlyOne && A.TheKind == Kind::SizesOf && !A.Tensors.empty())
    V.SizesOf = normalized(A.Tensors.front(), F);
  V.Known = IsInt || V.SizesOf || (!OnlyOne && A.TheKind == Kind::IntList);
  V.Ints = A.Ints;
  if (!V.Ints.empty())
    V.Int = V.Ints.front();
  return V;
}

bool isNothing(const ActualArgument &A) {
  return A.TheKind == Kind::Absent || A.TheKind == Kind::Undefined;
}

/// A dispatcher default prints a memory format as its number.
MemoryFormat formatNumbered(int64_t Number) {
  switch (Number) {
  case 1:
    return MemoryFormat::Preserve;
  case 2:
    return MemoryFormat::ChannelsLast;
  case 3:
    return MemoryFormat::ChannelsLast3d;
  default:
    return MemoryFormat::Contiguous;
  }
}

} // namespace

RuleValue Evaluator::eval(const RuleExpr &E) {
  RuleValue V;
  V.Known = true;
  switch (E.TheKind) {
  case RuleExpr::Kind::Argument:
    return argumentValue(E);
  case RuleExpr::Kind::Integer:
    V.Int = Monomial(E.Integer);
    V.Ints = {V.Int};
    return V;
  case RuleExpr::Kind::Truth:
    return RuleValue::condition(E.Integer ? Answer::Yes : Answer::No, "");
  case RuleExpr::Kind::Unknown:
    return RuleValue::condition(Answer::Unknown, "");
  case RuleExpr::Kind::AnyInt:
    V.Int = anySize("any" + std::to_string(E.Offset), E.Integer);
    return V;
  case RuleExpr::Kind::Format:
    V.Format = E.Format;
    return V;
  case RuleExpr::Kind::List:
    return listValue(E);
  case RuleExpr::Kind::Call:
    return E.Function->Value ? E.Function->Value(*this, E) : V;
  case RuleExpr::Kind::OperatorCall:
    return operatorValue(E);
  case RuleExpr::Kind::And:
  case RuleExpr::Kind::Or:
  case RuleExpr::Kind::Not:
    return logic(E);
  case RuleExpr::Kind::Compare:
    return compare(E);
  case RuleExpr::Kind::Product:
    for (const RuleExpr &Child : E.Children) {
      RuleValue Factor = eval(Child);
      V.Known = V.Known && Factor.Known;
      V.Int = V.Int * Factor.Int;
    }
    return V;
  }
  return RuleValue::unknown();
}

RuleValue Evaluator::argumentValue(const RuleExpr &E) {
  const ActualArgument &A = Arguments[E.ArgumentIndex];
  RuleValue V = isNothing(A)
                    ? defaultValue(Op.TheSchema.Arguments[E.ArgumentIndex])
                    : givenValue(E, A);
  V.Actual = &A;
  return V;
}

RuleValue Evaluator::givenValue(const RuleExpr &E, const ActualArgument &A) {
  RuleValue V;
  switch (E.Type) {
  case ExprType::Tensor:
    V = RuleValue::tensor(argument(E.ArgumentIndex));
    V.Rel = Relation::Self;
    V.Source = static_cast<int>(E.ArgumentIndex);
    return V;
  case ExprType::Tensors:
    V.Known = A.TheKind == Kind::TensorList || A.TheKind == Kind::Tensor;
    for (const Layout &L : A.Tensors)
      V.List.push_back(normalized(L, *F));
    V.ListComplete = V.Known && A.ListLengthKnown;
    return V;
  case ExprType::Int:
  case ExprType::Ints:
    return intsOf(A, E.Type == ExprType::Int, *F);
  case ExprType::Condition:
    V.Known = A.TheKind == Kind::Bool;
    V.Holds = !V.Known ? Answer::Unknown : A.Flag ? Answer::Yes : Answer::No;
    return V;
  case ExprType::Format:
    V.Known = A.TheKind == Kind::Format;
    V.Format = A.Format;
    return V;
  case ExprType::Items:
    V.Known = A.TheKind == Kind::Indices;
    return V;
  default:
    return V;
  }
}

RuleValue Evaluator::defaultValue(const SchemaArgument &A) {
  RuleValue V;
  if (!A.Default || *A.Default == "None" ||
      Arguments[&A - Op.TheSchema.Arguments.data()].TheKind ==
          Kind::Undefined) {
    V.Absent = true;
    return V;
  }
  V.Known = true;
  V.Ints = integersIn(*A.Default);
  if (!V.Ints.empty())
    V.Int = V.Ints.front();
  V.Holds = *A.Default == "True" ? Answer::Yes : Answer::No;
  if (std::optional<int64_t> Number = V.Int.asConstant())
    V.Format = formatNumbered(*Number);
  return V;
}

RuleValue Evaluator::listValue(const RuleExpr &E) {
  RuleValue V;
  V.Known = true;
  for (const RuleExpr &Child : E.Children) {
    RuleValue Item = eval(Child);
    if (E.Type == ExprType::Tensors) {
      if (!Item.Absent)
        V.List.push_back(tensor(Child));
      continue;
    }
    V.Known = V.Known && Item.Known;
    V.Ints.push_back(Item.Int);
  }
  return V;
}

ActualArgument Evaluator::actualOf(const RuleExpr &E, const RuleValue &V) {
  ActualArgument A;
  if (V.Actual && E.TheKind == RuleExpr::Kind::Argument)
    return *V.Actual;
  A.TheKind = Kind::Unknown;
  if (!V.Known)
    return A;
  switch (E.Type) {
  case ExprType::Tensor:
    A.TheKind = Kind::Tensor;
    A.Tensors = {V.L};
    break;
  case ExprType::Tensors:
    A.TheKind = Kind::TensorList;
    A.Tensors = V.List;
    A.ListLengthKnown = V.ListComplete;
    break;
  case ExprType::Int:
    A.TheKind = Kind::Int;
    A.Ints = {V.Int};
    break;
  case ExprType::Ints:
    A.TheKind = V.SizesOf ? Kind::SizesOf : Kind::IntList;
    if (V.SizesOf)
      A.Tensors = {*V.SizesOf};
    A.Ints = V.Ints;
    break;
  case ExprType::Condition:
    if (V.Holds == Answer::Yes || V.Holds == Answer::No)
      A.TheKind = Kind::Bool;
    A.Flag = V.Holds == Answer::Yes;
    break;
  case ExprType::Format:
    A.TheKind = Kind::Format;
    A.Format = V.Format;
    break;
  default:
    break;
  }
  return A;
}

namespace {

/// The relation of f(g(x)) to x.
Relation composed(Relation Inner, Relation Outer) {
  if (Inner == Relation::Self)
    return Outer;
  if (Inner == Relation::New || Outer == Relation::New)
    return Relation::New;
  if (Inner == Relation::Unknown || Outer == Relation::Unknown)
    return Relation::Unknown;
  bool MayBeNew = Inner == Relation::SelfOrNew ||
                  Inner == Relation::ViewOrNew ||
                  Outer == Relation::SelfOrNew || Outer == Relation::ViewOrNew;
  if (!MayBeNew)
    return Relation::View;
  return Inner == Relation::SelfOrNew && Outer == Relation::Self
             ? Relation::SelfOrNew
             : Relation::ViewOrNew;
}

} // namespace

RuleValue Evaluator::operatorValue(const RuleExpr &E) {
  std::vector<ActualArgument> Actuals(E.Op->TheSchema.Arguments.size());
  std::vector<RuleValue> Values;
  ++CallNesting;
  for (size_t I = 0; I < E.Children.size(); ++I) {
    Values.push_back(eval(E.Children[I]));
    Actuals[I] = actualOf(E.Children[I], Values.back());
  }
  --CallNesting;
  Outcome O =
      evaluateNested(*E.Op, Actuals, Name + "." + std::to_string(E.Offset), *F,
                     Torch, Depth + 1);
  collect(O, Values);
  if (O.Results.empty() || !O.Modelled)
    return RuleValue::unknown();
  const TensorResult &First = O.Results.front();
  LeftOut |= First.LeavesOut;
  RuleValue V = RuleValue::tensor(First.TheLayout);
  V.Rel = First.TheRelation;
  if (First.Source >= 0 && static_cast<size_t>(First.Source) < Values.size()) {
    V.Rel = composed(Values[First.Source].Rel, First.TheRelation);
    V.Source = Values[First.Source].Source;
  }
  if (V.Source < 0 && V.Rel != Relation::Unknown)
    V.Rel = Relation::New;
  return V;
}

void Evaluator::collect(const Outcome &Inner,
                        const std::vector<RuleValue> &Values) {
  if (!Collected)
    return;
  Collected->NeverReturns = Collected->NeverReturns || Inner.NeverReturns;
  auto Outer = [&](unsigned Argument) {
    return Argument < Values.size() ? Values[Argument].Source : -1;
  };
  for (PredictedCopy C : Inner.Copies) {
    if (Outer(C.Argument) < 0)
      continue;
    C.Argument = static_cast<unsigned>(Outer(C.Argument));
    C.AskedFor = C.AskedFor && CallNesting == 0;
    Collected->Copies.push_back(std::move(C));
  }
  for (Requirement R : Inner.Requirements) {
    if (Outer(R.Argument) < 0)
      continue;
    R.Argument = static_cast<unsigned>(Outer(R.Argument));
    Collected->Requirements.push_back(std::move(R));
  }
}

RuleValue Evaluator::logic(const RuleExpr &E) {
  if (E.TheKind == RuleExpr::Kind::Not) {
    RuleValue V = eval(E.Children.front());
    Answer A = V.Known ? negation(V.Holds) : Answer::Unknown;
    return RuleValue::condition(A, "");
  }
  bool IsAnd = E.TheKind == RuleExpr::Kind::And;
  RuleValue Whole = RuleValue::condition(IsAnd ? Answer::Yes : Answer::No, "");
  const Answer Final = IsAnd ? Answer::No : Answer::Yes;
  for (const RuleExpr &Child : E.Children) {
    if (Whole.Holds == Final)
      break;
    // On trial: what one operand's view would teach is no fact for the next.
    RuleValue V = evalOnTrial(Child);
    Answer A = V.Known ? V.Holds : Answer::Unknown;
    Answer Before = Whole.Holds;
    Whole.Holds = IsAnd ? conjunction(Before, A) : disjunction(Before, A);
    bool Decides = IsAnd ? Whole.Holds != Before : !isYes(A);
    if (Decides && !V.Why.empty())
      Whole.Why =
          IsAnd || Whole.Why.empty() ? V.Why : Whole.Why + ", and " + V.Why;
  }
  return Whole;
}

RuleValue Evaluator::compare(const RuleExpr &E) {
  RuleValue A = eval(E.Children[0]), B = eval(E.Children[1]);
  if (!A.Known || !B.Known)
    return RuleValue::unknown();
  Order O = F->compare(A.Int, B.Int);
  // NoGeneric: formally different sizes.
  Answer Holds = Answer::Unknown;
  if (E.Text == "=")
    Holds = O == Order::Equal                         ? Answer::Yes
            : O == Order::Less || O == Order::Greater ? Answer::No
            : O == Order::Differ                      ? Answer::NoGeneric
                                                      : Answer::Unknown;
  else if (O == Order::Equal)
    Holds = Answer::Yes;
  else if (O == Order::Less || O == Order::Greater)
    Holds = (O == Order::Less) == (E.Text == "<=") ? Answer::Yes : Answer::No;
  return RuleValue::condition(Holds, "");
}

} // namespace tensortidy
