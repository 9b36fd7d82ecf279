// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Schema.h"

#include <algorithm>

namespace tensortidy {
namespace {

/// A type with what the grammar mixes into it: `Tensor(a!)?`, `int[2]`.
struct ParsedType {
  SchemaType Type = SchemaType::Other;
  bool Optional = false;
  std::string Alias;
  bool Writes = false;
};

struct NamedType {
  const char *Name;
  SchemaType One, List;
};

const NamedType KnownTypes[] = {
    {"Tensor", SchemaType::Tensor, SchemaType::TensorList},
    {"int", SchemaType::Int, SchemaType::IntList},
    {"SymInt", SchemaType::Int, SchemaType::IntList},
    {"bool", SchemaType::Bool, SchemaType::Other},
    {"MemoryFormat", SchemaType::MemoryFormat, SchemaType::Other},
    {"ScalarType", SchemaType::ScalarType, SchemaType::Other},
    {"Layout", SchemaType::Layout, SchemaType::Other},
    {"Device", SchemaType::Device, SchemaType::Other},
    {"Scalar", SchemaType::Scalar, SchemaType::Other},
};

SchemaType typeNamed(std::string_view Name, bool IsList) {
  for (const NamedType &T : KnownTypes)
    if (Name == T.Name)
      return IsList ? T.List : T.One;
  return SchemaType::Other;
}

bool isSpace(char C) { return C == ' ' || C == '\t' || C == '\n'; }
bool isDigit(char C) { return C >= '0' && C <= '9'; }
bool isLower(char C) { return C >= 'a' && C <= 'z'; }
bool isIdentifier(char C) {
  return isLower(C) || isDigit(C) || (C >= 'A' && C <= 'Z') || C == '_' ||
         C == '.';
}

class Parser {
public:
  Parser(std::string_view Text, std::string &Error)
      : Text(Text), Error(Error) {}

  std::optional<Schema> parse() {
    Schema S;
    if (!name(S) || !arguments(S) || !returns(S))
      return std::nullopt;
    skipSpace();
    if (At != Text.size())
      return fail("the end of the schema"), std::nullopt;
    return S;
  }

private:
  bool fail(const std::string &Expected) {
    if (Error.empty())
      Error = "expected " + Expected + " at character " +
              std::to_string(At + 1) + " of the schema";
    return false;
  }
  void skipSpace() {
    while (At < Text.size() && isSpace(Text[At]))
      ++At;
  }
  bool accept(std::string_view Token) {
    skipSpace();
    if (Text.substr(At, Token.size()) != Token)
      return false;
    At += Token.size();
    return true;
  }
  bool expect(std::string_view Token) {
    return accept(Token) || fail("'" + std::string(Token) + "'");
  }
  std::string identifier() {
    skipSpace();
    size_t From = At;
    while (At < Text.size() && isIdentifier(Text[At]))
      ++At;
    return std::string(Text.substr(From, At - From));
  }

  bool name(Schema &S) {
    skipSpace();
    size_t Open = Text.find('(', At);
    std::string_view Full = Text.substr(At, Open - At);
    if (Open == std::string_view::npos || Full.empty() ||
        Full.find_first_of(" \t\n") != std::string_view::npos)
      return fail("a name followed by '('");
    size_t Colons = Full.rfind("::");
    size_t Dot = Full.find('.', Colons == std::string_view::npos ? 0 : Colons);
    S.Name = Full.substr(0, Dot);
    if (Dot != std::string_view::npos)
      S.Overload = Full.substr(Dot + 1);
    At = Open;
    return true;
  }

  bool arguments(Schema &S) {
    if (!expect("("))
      return false;
    if (accept(")"))
      return true;
    bool KeywordOnly = false;
    do {
      if (accept("..."))
        continue;
      if (accept("*")) {
        KeywordOnly = true;
        continue;
      }
      SchemaArgument A;
      if (!argument(A))
        return false;
      A.KeywordOnly = KeywordOnly;
      S.Arguments.push_back(std::move(A));
    } while (accept(","));
    return expect(")");
  }

  bool argument(SchemaArgument &A) {
    ParsedType T;
    if (!type(T))
      return false;
    A.Type = T.Type;
    A.Optional = T.Optional;
    A.Alias = T.Alias;
    A.Writes = T.Writes;
    A.Name = identifier();
    if (A.Name.empty())
      return fail("the name of an argument");
    if (accept("="))
      return defaultValue(A);
    return true;
  }

  /// A default ends at the ',' or ')' outside of brackets and quotes.
  bool defaultValue(SchemaArgument &A) {
    skipSpace();
    size_t From = At;
    unsigned Depth = 0;
    char Quote = 0;
    for (; At < Text.size(); ++At) {
      char C = Text[At];
      if (Quote && C == '\\')
        ++At;
      else if (Quote)
        Quote = C == Quote ? 0 : Quote;
      else if (C == '"' || C == '\'')
        Quote = C;
      else if (C == '[' || C == '(')
        ++Depth;
      else if (Depth == 0 && (C == ',' || C == ')'))
        break;
      else if (C == ']' || C == ')')
        --Depth;
    }
    At = std::min(At, Text.size());
    A.Default = std::string(Text.substr(From, At - From));
    return !A.Default->empty() || fail("a default value");
  }

  bool returns(Schema &S) {
    if (!expect("->"))
      return false;
    if (accept("..."))
      return true;
    if (!accept("("))
      return oneReturn(S);
    if (accept(")"))
      return true;
    do {
      if (!accept("...") && !oneReturn(S))
        return false;
    } while (accept(","));
    return expect(")");
  }

  bool oneReturn(Schema &S) {
    ParsedType T;
    if (!type(T))
      return false;
    S.Returns.push_back({identifier(), T.Type, T.Alias, T.Writes});
    return true;
  }

  bool type(ParsedType &T) {
    bool Tuple = false;
    std::string Base;
    if (accept("(")) {
      Tuple = true;
      if (!skipGroup())
        return false;
    } else {
      Base = identifier();
      if (Base.empty())
        return fail("a type");
    }
    bool List = false;
    for (;;) {
      if (At < Text.size() && Text[At] == '[') {
        ++At;
        T.Optional = false;
        List = true;
        while (At < Text.size() && isDigit(Text[At]))
          ++At;
        if (!expect("]"))
          return false;
      } else if (At < Text.size() && Text[At] == '?') {
        ++At;
        T.Optional = true;
      } else if (At < Text.size() && Text[At] == '(') {
        ++At;
        if (!annotation(T))
          return false;
      } else {
        break;
      }
    }
    T.Type = Tuple ? SchemaType::Other : typeNamed(Base, List);
    return true;
  }

  /// What follows the '(' of `Tensor(a! -> *)`, or the parameters of a type
  /// such as `Dict(str, int)`, which say nothing about aliasing.
  bool annotation(ParsedType &T) {
    size_t From = At;
    if (!skipGroup())
      return false;
    std::string_view Inside = Text.substr(From, At - 1 - From);
    size_t End = Inside.find_first_of("! |-");
    std::string_view Set = Inside.substr(0, End);
    bool IsAlias = Set.size() == 1 && isLower(Set[0]);
    if (!IsAlias)
      return true;
    T.Alias = std::string(Set);
    T.Writes = Inside.find('!') != std::string_view::npos;
    return true;
  }

  /// Up to and with the ')' that closes a '(' already read.
  bool skipGroup() {
    for (unsigned Depth = 1; At < Text.size();) {
      char C = Text[At++];
      Depth += C == '(';
      Depth -= C == ')';
      if (Depth == 0)
        return true;
    }
    return fail("')'");
  }

  std::string_view Text;
  std::string &Error;
  size_t At = 0;
};

} // namespace

std::optional<Schema> parseSchema(std::string_view Text, std::string &Error) {
  Error.clear();
  return Parser(Text, Error).parse();
}

} // namespace tensortidy
