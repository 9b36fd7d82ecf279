// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/RuleFunction.h"

#include "models/ModelSet.h"

namespace tensortidy {
namespace {

ExprType typeOf(const SchemaArgument &A) {
  switch (A.Type) {
  case SchemaType::Tensor:
    return ExprType::Tensor;
  case SchemaType::TensorList:
    return ExprType::Tensors;
  case SchemaType::Int:
    return ExprType::Int;
  case SchemaType::IntList:
    return ExprType::Ints;
  case SchemaType::Bool:
    return ExprType::Condition;
  case SchemaType::MemoryFormat:
    return ExprType::Format;
  case SchemaType::Other:
    return ExprType::Items;
  default:
    return ExprType::Anything;
  }
}

bool converts(ExprType From, ExprType To) {
  if (From == To || To == ExprType::Anything)
    return true;
  switch (To) {
  case ExprType::Tensors:
    return From == ExprType::Tensor;
  case ExprType::Shape:
    return From == ExprType::Tensor || From == ExprType::Ints;
  case ExprType::Ints:
    return From == ExprType::Int;
  default:
    return false;
  }
}

struct Word {
  const char *Name;
  RuleExpr::Kind Kind;
  ExprType Type;
  int64_t Integer;
  MemoryFormat Format;
};

const Word Words[] = {
    {"true", RuleExpr::Kind::Truth, ExprType::Condition, 1, {}},
    {"false", RuleExpr::Kind::Truth, ExprType::Condition, 0, {}},
    {"cannot_tell", RuleExpr::Kind::Unknown, ExprType::Condition, 0, {}},
    {"any", RuleExpr::Kind::AnyInt, ExprType::Int, 2, {}},
    {"any_count", RuleExpr::Kind::AnyInt, ExprType::Int, 1, {}},
    {"contiguous_format", RuleExpr::Kind::Format, ExprType::Format, 0,
     MemoryFormat::Contiguous},
    {"channels_last", RuleExpr::Kind::Format, ExprType::Format, 0,
     MemoryFormat::ChannelsLast},
    {"channels_last_3d", RuleExpr::Kind::Format, ExprType::Format, 0,
     MemoryFormat::ChannelsLast3d},
    {"preserve_format", RuleExpr::Kind::Format, ExprType::Format, 0,
     MemoryFormat::Preserve},
};

class Checker {
public:
  Checker(const Schema &S, const OperatorFinder &Find, ExprError &Error)
      : S(S), Find(Find), Error(Error) {}

  bool check(RuleExpr &E, ExprType Wanted) {
    if (!resolve(E, Wanted))
      return false;
    if (converts(E.Type, Wanted))
      return true;
    return fail(E, std::string("expected ") + toString(Wanted) +
                       ", but this is " + toString(E.Type));
  }

private:
  bool fail(const RuleExpr &E, const std::string &Message) {
    if (Error.Message.empty())
      Error = {E.Offset, Message};
    return false;
  }

  bool resolve(RuleExpr &E, ExprType Wanted) {
    switch (E.TheKind) {
    case RuleExpr::Kind::Argument:
      return name(E);
    case RuleExpr::Kind::Integer:
      E.Type = ExprType::Int;
      return true;
    case RuleExpr::Kind::List:
      return list(E, Wanted);
    case RuleExpr::Kind::Call:
      return call(E);
    case RuleExpr::Kind::OperatorCall:
      return operatorCall(E);
    case RuleExpr::Kind::And:
    case RuleExpr::Kind::Or:
    case RuleExpr::Kind::Not:
      return all(E, ExprType::Condition, ExprType::Condition);
    case RuleExpr::Kind::Compare:
      return all(E, ExprType::Int, ExprType::Condition);
    case RuleExpr::Kind::Product:
      return all(E, ExprType::Int, ExprType::Int);
    default:
      return true;
    }
  }

  bool all(RuleExpr &E, ExprType Child, ExprType Result) {
    for (RuleExpr &C : E.Children)
      if (!check(C, Child))
        return false;
    E.Type = Result;
    return true;
  }

  /// A list of axis maps is applied in order; any other holds integers.
  bool list(RuleExpr &E, ExprType Wanted) {
    bool Special = Wanted == ExprType::Axes || Wanted == ExprType::Tensors;
    ExprType Child = !Special                   ? ExprType::Int
                     : Wanted == ExprType::Axes ? ExprType::Axes
                                                : ExprType::Tensor;
    return all(E, Child, Special ? Wanted : ExprType::Ints);
  }

  bool name(RuleExpr &E) {
    if (std::optional<unsigned> I = S.indexOf(E.Text)) {
      E.ArgumentIndex = *I;
      E.Type = typeOf(S.Arguments[*I]);
      return true;
    }
    for (const Word &W : Words) {
      if (E.Text != W.Name)
        continue;
      E.TheKind = W.Kind;
      E.Type = W.Type;
      E.Integer = W.Integer;
      E.Format = W.Format;
      return true;
    }
    const RuleFunction *F = findRuleFunction(E.Text);
    if (!F)
      return fail(E, "'" + S.fullName() + "' has no argument called '" +
                         E.Text + "'; it has " + argumentNames());
    if (F->Required != 0)
      return fail(E, "'" + E.Text + "' needs its arguments in parentheses");
    E.TheKind = RuleExpr::Kind::Call;
    return call(E);
  }

  std::string argumentNames() const {
    std::string Names;
    for (const SchemaArgument &A : S.Arguments)
      Names += (Names.empty() ? "'" : ", '") + A.Name + "'";
    return Names.empty() ? "none" : Names;
  }

  bool call(RuleExpr &E) {
    const RuleFunction *F = findRuleFunction(E.Text);
    if (!F)
      return fail(E, "unknown function '" + E.Text +
                         "'; docs/rules.md lists the functions");
    size_t Most = F->Parameters.size();
    if (E.Children.size() < F->Required ||
        (E.Children.size() > Most && !F->Variadic))
      return fail(E, "'" + E.Text + "' takes " + std::to_string(F->Required) +
                         (F->Variadic          ? " or more"
                          : Most > F->Required ? " to " + std::to_string(Most)
                                               : "") +
                         " arguments, not " +
                         std::to_string(E.Children.size()));
    for (size_t I = 0; I < E.Children.size(); ++I)
      if (!check(E.Children[I], F->Parameters[std::min(I, Most - 1)]))
        return false;
    E.Function = F;
    E.Type = F->Result;
    return true;
  }

  bool operatorCall(RuleExpr &E) {
    E.Op = Find(E.Text);
    if (!E.Op)
      return fail(E, "unknown operator '" + E.Text + "'");
    const std::vector<SchemaArgument> &Wanted = E.Op->TheSchema.Arguments;
    if (E.Children.size() > Wanted.size())
      return fail(E, "'" + E.Text + "' takes at most " +
                         std::to_string(Wanted.size()) + " arguments");
    for (size_t I = 0; I < E.Children.size(); ++I)
      if (!check(E.Children[I], typeOf(Wanted[I])))
        return false;
    for (size_t I = E.Children.size(); I < Wanted.size(); ++I)
      if (!Wanted[I].Default)
        return fail(E, "'" + E.Text + "' also needs '" + Wanted[I].Name + "'");
    E.Type = ExprType::Tensor;
    return true;
  }

  const Schema &S;
  const OperatorFinder &Find;
  ExprError &Error;
};

} // namespace

const char *toString(ExprType T) {
  static const char *const Names[] = {"a tensor",        "a list of tensors",
                                      "sizes",           "a list of integers",
                                      "an integer",      "a condition",
                                      "a memory format", "a map of axes",
                                      "subscripts",      "an argument"};
  return Names[static_cast<int>(T)];
}

bool checkRuleExpression(RuleExpr &E, ExprType Wanted, const Schema &S,
                         const OperatorFinder &Find, ExprError &Error) {
  Error = ExprError();
  return Checker(S, Find, Error).check(E, Wanted);
}

} // namespace tensortidy
