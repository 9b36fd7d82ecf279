// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/RuleExpression.h"

namespace tensortidy {
namespace {

bool isLetter(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
}
bool isDigit(char C) { return C >= '0' && C <= '9'; }

/// Deeper nesting is a mistake, and would use up the stack.
constexpr unsigned MaxDepth = 64;

class Parser {
public:
  Parser(const std::string &Text, ExprError &Error)
      : Text(Text), Error(Error) {}

  std::optional<RuleExpr> parse() {
    RuleExpr E;
    if (!either(E))
      return std::nullopt;
    skipSpace();
    if (At == Text.size())
      return E;
    fail("unexpected '" + Text.substr(At, 1) + "'");
    return std::nullopt;
  }

private:
  bool fail(const std::string &Message) {
    if (Error.Message.empty())
      Error = {static_cast<unsigned>(At), Message};
    return false;
  }
  void skipSpace() {
    while (At < Text.size() && (Text[At] == ' ' || Text[At] == '\n'))
      ++At;
  }
  bool accept(const std::string &Token) {
    skipSpace();
    if (Text.compare(At, Token.size(), Token) != 0)
      return false;
    At += Token.size();
    return true;
  }
  bool acceptWord(const std::string &Word) {
    skipSpace();
    size_t End = At + Word.size();
    if (Text.compare(At, Word.size(), Word) != 0 ||
        (End < Text.size() && (isLetter(Text[End]) || isDigit(Text[End]))))
      return false;
    At = End;
    return true;
  }
  RuleExpr start(RuleExpr::Kind Kind) {
    skipSpace();
    RuleExpr E;
    E.TheKind = Kind;
    E.Offset = static_cast<unsigned>(At);
    return E;
  }

  /// One or more operands of \p Next between \p Word: a node of \p Kind.
  bool sequence(RuleExpr &E, RuleExpr::Kind Kind, const char *Word,
                bool (Parser::*Next)(RuleExpr &)) {
    RuleExpr Whole = start(Kind);
    do {
      Whole.Children.emplace_back();
      if (!(this->*Next)(Whole.Children.back()))
        return false;
    } while (*Word == '*' ? accept(Word) : acceptWord(Word));
    if (Whole.Children.size() == 1) {
      RuleExpr Only = std::move(Whole.Children.front());
      E = std::move(Only);
    } else {
      E = std::move(Whole);
    }
    return true;
  }
  bool either(RuleExpr &E) {
    if (++Depth > MaxDepth)
      return fail("the expression is nested too deeply");
    bool Good = sequence(E, RuleExpr::Kind::Or, "or", &Parser::both);
    --Depth;
    return Good;
  }
  bool both(RuleExpr &E) {
    return sequence(E, RuleExpr::Kind::And, "and", &Parser::negation);
  }
  bool product(RuleExpr &E) {
    return sequence(E, RuleExpr::Kind::Product, "*", &Parser::primary);
  }

  bool negation(RuleExpr &E) {
    bool Negative = false;
    RuleExpr Whole = start(RuleExpr::Kind::Not);
    while (acceptWord("not"))
      Negative = !Negative;
    if (!comparison(E) || !Negative)
      return Error.Message.empty();
    Whole.Children.push_back(std::move(E));
    E = std::move(Whole);
    return true;
  }

  bool comparison(RuleExpr &E) {
    if (!product(E))
      return false;
    for (const char *Sign : {"<=", ">=", "="}) {
      RuleExpr Whole = start(RuleExpr::Kind::Compare);
      if (!accept(Sign))
        continue;
      Whole.Text = Sign;
      Whole.Children.push_back(std::move(E));
      Whole.Children.emplace_back();
      if (!product(Whole.Children.back()))
        return false;
      E = std::move(Whole);
      return true;
    }
    return true;
  }

  bool primary(RuleExpr &E) {
    E = start(RuleExpr::Kind::List);
    if (accept("["))
      return list(E, "]");
    if (accept("("))
      return either(E) && (accept(")") || fail("expected ')'"));
    if (At < Text.size() && (isDigit(Text[At]) || Text[At] == '-'))
      return integer(E);
    return named(E);
  }

  bool list(RuleExpr &E, const char *Close) {
    if (accept(Close))
      return true;
    do {
      E.Children.emplace_back();
      if (!either(E.Children.back()))
        return false;
    } while (accept(","));
    return accept(Close) ||
           fail(std::string("expected ',' or '") + Close + "'");
  }

  bool integer(RuleExpr &E) {
    E.TheKind = RuleExpr::Kind::Integer;
    size_t From = At;
    At += Text[At] == '-';
    size_t Digits = At;
    while (At < Text.size() && isDigit(Text[At]))
      ++At;
    if (At == Digits || At - Digits > 18)
      return fail("expected an integer");
    E.Integer = std::stoll(Text.substr(From, At - From));
    return true;
  }

  bool named(RuleExpr &E) {
    size_t From = At;
    while (At < Text.size() && (isLetter(Text[At]) || isDigit(Text[At]) ||
                                Text[At] == '.' || Text[At] == ':'))
      ++At;
    E.Text = Text.substr(From, At - From);
    if (E.Text.empty())
      return fail(At < Text.size() ? "unexpected '" + Text.substr(At, 1) + "'"
                                   : "the expression ends too early");
    bool IsOperator = E.Text.find("::") != std::string::npos;
    if (!accept("(")) {
      E.TheKind = RuleExpr::Kind::Argument;
      return true;
    }
    E.TheKind =
        IsOperator ? RuleExpr::Kind::OperatorCall : RuleExpr::Kind::Call;
    return list(E, ")");
  }

  const std::string &Text;
  ExprError &Error;
  size_t At = 0;
  unsigned Depth = 0;
};

} // namespace

std::optional<RuleExpr> parseRuleExpression(const std::string &Text,
                                            ExprError &Error) {
  Error = ExprError();
  return Parser(Text, Error).parse();
}

} // namespace tensortidy
