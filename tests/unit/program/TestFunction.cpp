// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestFunction.h"

#include <gtest/gtest.h>

#include <utility>

namespace tensortidy {

namespace {

IntExpr make(IntExpr::Kind K, PlaceId Tensor, std::vector<IntExpr> Operands) {
  IntExpr E;
  E.TheKind = K;
  E.Tensor = Tensor;
  E.Operands = std::move(Operands);
  return E;
}

Condition make(Condition::Kind K, PlaceId Tensor, PlaceId Other = NoId) {
  Condition C;
  C.TheKind = K;
  C.Tensor = Tensor;
  C.Other = Other;
  return C;
}

Condition make(Condition::Kind K, std::vector<Condition> Operands) {
  Condition C;
  C.TheKind = K;
  C.Operands = std::move(Operands);
  return C;
}

} // namespace

IntExpr size(PlaceId T, int64_t Dim) {
  return IntExpr::sizeOf(T, IntExpr::literal(Dim));
}
IntExpr stride(PlaceId T, int64_t Dim) {
  return make(IntExpr::Kind::StrideOf, T, {IntExpr::literal(Dim)});
}
IntExpr numel(PlaceId T) { return make(IntExpr::Kind::NumelOf, T, {}); }
IntExpr rank(PlaceId T) { return make(IntExpr::Kind::RankOf, T, {}); }
IntExpr lit(int64_t V) { return IntExpr::literal(V); }
IntExpr var(IntId I) { return IntExpr::variable(I); }
IntExpr product(std::vector<IntExpr> Factors) {
  return make(IntExpr::Kind::Product, NoId, std::move(Factors));
}
IntExpr quotient(IntExpr A, IntExpr B) {
  return make(IntExpr::Kind::Quotient, NoId, {std::move(A), std::move(B)});
}
IntExpr sum(std::vector<IntExpr> Terms) {
  return make(IntExpr::Kind::Sum, NoId, std::move(Terms));
}

Condition contiguous(PlaceId T, MemoryFormat Format) {
  Condition C = make(Condition::Kind::Contiguous, T);
  C.Format = Format;
  return C;
}
Condition dense(PlaceId T) { return make(Condition::Kind::Dense, T); }
Condition defined(PlaceId T) { return make(Condition::Kind::Defined, T); }
Condition sameSizes(PlaceId A, PlaceId B) {
  return make(Condition::Kind::SameSizes, A, B);
}
Condition sameStrides(PlaceId A, PlaceId B) {
  return make(Condition::Kind::SameStrides, A, B);
}
Condition flag(IntId I) {
  Condition C;
  C.TheKind = Condition::Kind::Flag;
  C.Integers = {var(I)};
  return C;
}
Condition flag(IntId I, Condition Meaning) {
  Condition C = flag(I);
  C.Operands.push_back(std::move(Meaning));
  return C;
}
Condition compare(IntExpr A, Condition::Comparison Op, IntExpr B) {
  Condition C;
  C.TheKind = Condition::Kind::Compare;
  C.Operator = Op;
  C.Integers = {std::move(A), std::move(B)};
  return C;
}
Condition equal(IntExpr A, IntExpr B) {
  return compare(std::move(A), Condition::Comparison::Equal, std::move(B));
}
Condition isNot(Condition C) { return Condition::negated(std::move(C)); }
Condition both(Condition A, Condition B) {
  return make(Condition::Kind::And, {std::move(A), std::move(B)});
}
Condition either(Condition A, Condition B) {
  return make(Condition::Kind::Or, {std::move(A), std::move(B)});
}

PlaceId ranked(TestFunction &B, const std::string &Name,
               const std::vector<std::string> &Sizes) {
  const PlaceId X = B.parameter(Name);
  B.check(equal(rank(X), lit(static_cast<int64_t>(Sizes.size()))));
  for (size_t D = 0; D < Sizes.size(); ++D)
    B.define(Sizes[D], size(X, static_cast<int64_t>(D)));
  return X;
}

Argument T(PlaceId P) {
  Argument A;
  A.TheKind = Argument::Kind::Tensor;
  A.Places = {P};
  return A;
}
Argument I(IntExpr E) {
  Argument A;
  A.TheKind = Argument::Kind::Int;
  A.Ints = {std::move(E)};
  return A;
}
Argument I(int64_t V) { return I(IntExpr::literal(V)); }
Argument Is(std::vector<IntExpr> Es) {
  Argument A;
  A.TheKind = Argument::Kind::IntList;
  A.Ints = std::move(Es);
  return A;
}
Argument List(std::vector<PlaceId> Ps) {
  Argument A;
  A.TheKind = Argument::Kind::TensorList;
  A.Places = std::move(Ps);
  return A;
}
Argument Fmt(MemoryFormat F) {
  Argument A;
  A.TheKind = Argument::Kind::Format;
  A.Format = F;
  return A;
}

TestFunction::TestFunction(std::string Name, Reach R) {
  F.Name = std::move(Name);
  F.Key = "_Z" + F.Name;
  F.TheReach = R;
  F.Torch = OldestTorch;
  F.Body = {0, 20, 100000, 1, 20};
  newBlock();
}

PlaceId TestFunction::parameter(const std::string &Name) {
  const PlaceId P = F.addPlace(PlaceKind::Parameter, Name);
  tensortidy::Parameter Each;
  Each.Tensor = P;
  Each.Check = "TORCH_CHECK({}.is_contiguous(), \"{} must be contiguous\");";
  F.Parameters.push_back(std::move(Each));
  return P;
}

PlaceId TestFunction::optionalParameter(const std::string &Name) {
  const PlaceId P = parameter(Name);
  F.Parameters.back().IsOptional = true;
  return P;
}

PlaceId TestFunction::listParameter(const std::string &Name) {
  const PlaceId P = parameter(Name);
  F.Places[P].IsList = true;
  return P;
}

PlaceId TestFunction::local(const std::string &Name) {
  return F.addPlace(PlaceKind::Local, Name);
}

PlaceId TestFunction::list(const std::string &Name) {
  const PlaceId P = local(Name);
  F.Places[P].IsList = true;
  return P;
}

PlaceId TestFunction::temporary() {
  return F.addPlace(PlaceKind::Temporary, "");
}

PlaceId TestFunction::field(const std::string &Name) {
  return F.addPlace(PlaceKind::Field, Name);
}

Origin TestFunction::nextOrigin() {
  ++Line;
  Origin O;
  O.Range = {0, Line * 100, Line * 100 + 50, Line, 1};
  O.Point = Line * 100 + 10;
  O.Statement = O.Range;
  O.InMacro = std::exchange(NextInMacro, false);
  return O;
}

std::string TestFunction::spell(const IntExpr &E) const {
  switch (E.TheKind) {
  case IntExpr::Kind::Literal:
    return std::to_string(E.Value);
  case IntExpr::Kind::Variable:
    return F.Integers[E.Int];
  case IntExpr::Kind::SizeOf:
    return F.Places[E.Tensor].Name + ".size(" + spell(E.Operands[0]) + ")";
  case IntExpr::Kind::Product: {
    std::string Out;
    for (const IntExpr &O : E.Operands)
      Out += (Out.empty() ? "" : " * ") + spell(O);
    return Out;
  }
  default:
    return "n";
  }
}

std::string TestFunction::spell(const Argument &A) const {
  std::string Out;
  for (PlaceId P : A.Places)
    Out += (Out.empty() ? "" : ", ") + F.Places[P].Name;
  for (const IntExpr &E : A.Ints)
    Out += (Out.empty() ? "" : ", ") + spell(E);
  if (A.TheKind == Argument::Kind::Format)
    Out = toString(A.Format);
  const bool Braces = A.TheKind == Argument::Kind::IntList ||
                      A.TheKind == Argument::Kind::TensorList;
  return Braces ? "{" + Out + "}" : Out;
}

PlaceId TestFunction::apply(PlaceId Target, const std::string &Op,
                            std::vector<Argument> Arguments) {
  Apply A;
  A.Op = ModelSet::builtIn()->find(Op);
  if (!A.Op) {
    ADD_FAILURE() << "no operator " << Op;
    return Target;
  }
  A.Results = {Target};
  A.Call = A.Op->displayName() + "(";
  for (size_t J = 1; J < Arguments.size(); ++J)
    A.Call += (J > 1 ? ", " : "") + spell(Arguments[J]);
  A.Call += ")";
  for (Argument &Arg : Arguments)
    if (Arg.TheKind == Argument::Kind::Tensor)
      Arg.Text = F.Places[Arg.Places[0]].Name;
    else if (Arg.TheKind == Argument::Kind::IntList)
      Arg.Text = spell(Arg);
  A.Arguments = std::move(Arguments);
  A.Arguments.resize(A.Op->TheSchema.Arguments.size());
  const uint32_t At = (Line + 1) * 100;
  A.Object = {0, At, At + 5, Line + 1, 1};
  A.Callee = {0, At + 10, At + 14, Line + 1, 11};
  add(std::move(A));
  return Target;
}

PlaceId TestFunction::apply(const std::string &Target, const std::string &Op,
                            std::vector<Argument> Arguments) {
  return apply(Target.empty() ? temporary() : local(Target), Op,
               std::move(Arguments));
}

PlaceId TestFunction::transpose(const std::string &Target, PlaceId X, int64_t A,
                                int64_t B) {
  return apply(Target, "aten::transpose.int", {T(X), I(A), I(B)});
}
PlaceId TestFunction::contiguousOf(const std::string &Target, PlaceId X) {
  return apply(Target, "aten::contiguous", {T(X)});
}
PlaceId TestFunction::view(const std::string &Target, PlaceId X,
                           std::vector<IntExpr> Sizes) {
  return apply(Target, "aten::view", {T(X), Is(std::move(Sizes))});
}
PlaceId TestFunction::reshape(const std::string &Target, PlaceId X,
                              std::vector<IntExpr> Sizes) {
  return apply(Target, "aten::reshape", {T(X), Is(std::move(Sizes))});
}
PlaceId TestFunction::empty(const std::string &Target,
                            std::vector<IntExpr> Sizes) {
  return apply(Target, "aten::empty.memory_format", {Is(std::move(Sizes))});
}

void TestFunction::assign(PlaceId Target, PlaceId Source) {
  add(Assign{Target, Source});
}

IntId TestFunction::define(const std::string &Name, IntExpr Value) {
  const IntId Id = F.addInteger(Name);
  define(Id, std::move(Value));
  return Id;
}

void TestFunction::define(IntId Id, IntExpr Value) {
  add(Define{Id, std::move(Value)});
}

void TestFunction::assume(Condition C) { add(Assume{std::move(C)}); }

void TestFunction::add(decltype(Fact::What) What) {
  F.Blocks[Current].Facts.push_back({std::move(What), nextOrigin()});
}

PointerId TestFunction::take(PlaceId Tensor, PointerAccess Access) {
  const PointerId P = F.addPointer("p");
  TakePointer Taken;
  Taken.Pointer = P;
  Taken.Tensor = Tensor;
  Taken.Access = Access;
  add(std::move(Taken));
  return P;
}

void TestFunction::use(PointerId P, Sink Where, const std::string &Callee,
                       std::vector<PlaceId> StridesOf) {
  UsePointer U{P, Where, Callee, {}, true};
  for (PlaceId Tensor : StridesOf)
    U.StridesOf.push_back({Tensor, std::nullopt});
  add(std::move(U));
}

void TestFunction::call(const std::string &Callee,
                        std::vector<PlaceId> Arguments,
                        std::vector<PlaceId> Results) {
  add(Call{Callee, "_Z" + Callee, std::move(Arguments), std::move(Results)});
}

void TestFunction::ret(std::vector<PlaceId> Values) {
  add(Return{std::move(Values)});
  Current = newBlock();
}

unsigned TestFunction::newBlock() {
  F.Blocks.emplace_back();
  return static_cast<unsigned>(F.Blocks.size() - 1);
}

void TestFunction::goTo(unsigned Block, std::optional<Condition> C) {
  F.Blocks[Current].Successors.push_back({Block, std::move(C)});
}

void TestFunction::branch(Condition C, Body Then, Body Else) {
  const unsigned First = newBlock(), Second = newBlock(), After = newBlock();
  goTo(First, C);
  goTo(Second, Condition::negated(C));
  Current = First;
  Then();
  goTo(After);
  Current = Second;
  if (Else)
    Else();
  goTo(After);
  Current = After;
}

void TestFunction::check(Condition C) {
  const unsigned After = newBlock(), Failure = newBlock();
  goTo(After, C);
  goTo(Failure, Condition::negated(std::move(C)));
  Current = After;
}

void TestFunction::loop(Body B) {
  const unsigned Head = newBlock(), Inside = newBlock(), After = newBlock();
  F.Loops.push_back({Head, {0, Line * 100, Line * 100, Line, 1}, 0, {}});
  goTo(Head);
  Current = Head;
  goTo(Inside);
  goTo(After);
  Current = Inside;
  B();
  goTo(Head);
  Current = After;
}

void TestFunction::returnIf(Condition C) {
  const unsigned Early = newBlock(), After = newBlock();
  goTo(Early, C);
  goTo(After, Condition::negated(std::move(C)));
  F.Blocks[Early].Facts.push_back({Return{}, nextOrigin()});
  Current = After;
}

Program programOf(std::vector<Function> Functions) {
  Program P;
  P.Files.add("f.cpp");
  P.Functions = std::move(Functions);
  return P;
}

} // namespace tensortidy
