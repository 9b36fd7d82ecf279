// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/RuleReader.h"

#include <algorithm>

namespace tensortidy {

namespace {

class Reader {
public:
  Reader(const Schema &S, const OperatorFinder &Find, const std::string &File,
         ModelError &Error)
      : S(S), Find(Find), File(File), Error(Error) {}

  bool read(const YamlNode &Node, const RuleDefaults &Defaults, Rule &R) {
    R.File = File;
    R.Line = Node.Line;
    R.Source = Defaults.Source;
    if (!versions(Node, Defaults.Torch, R.Torch) ||
        !text(Node, "source", R.Source))
      return false;
    if (R.Source.empty())
      return fail(Node, "say where this is known from, e.g. source: "
                        "aten/src/ATen/native/TensorShape.cpp, transpose");
    return results(Node, R) && reads(Node, R) && requirements(Node, R) &&
           writes(Node, R) && gradients(Node, R) && saysSomething(Node, R);
  }

private:
  bool fail(const YamlNode &Node, const std::string &Message) {
    Error = errorIn(File, Node, Message);
    return false;
  }

  bool versions(const YamlNode &Node, std::string Text, VersionRange &To) {
    if (!text(Node, "torch", Text))
      return false;
    if (Text.empty())
      return fail(Node, "say for which torch versions this holds, e.g. "
                        "torch: \">=1.13\", here or for the file");
    std::optional<VersionRange> Range = parseVersionRange(Text);
    if (!Range)
      return fail(Node.get("torch") ? *Node.get("torch") : Node,
                  "'" + Text +
                      "' is no range of versions; write e.g. "
                      "\">=1.13\" or \">=1.13 <2.4\"");
    To = *Range;
    return true;
  }

  bool saysSomething(const YamlNode &Node, const Rule &R) {
    if (!R.Results.empty() || !R.Reads.empty() || !R.Requires.empty() ||
        R.Writes)
      return true;
    return fail(Node, "the rule says nothing; give it a result (self, view, "
                      "new, does or results), reads, requires or writes");
  }

  bool scalar(const YamlNode &Node) {
    if (Node.TheKind == YamlNode::Kind::Scalar && !Node.Text.empty())
      return true;
    return fail(Node, "expected a text here");
  }

  bool text(const YamlNode &Node, const char *Key, std::string &To) {
    const YamlNode *Value = Node.get(Key);
    if (!Value)
      return true;
    if (!scalar(*Value))
      return false;
    To = Value->Text;
    return true;
  }

  bool flag(const YamlNode &Node, const char *Key, bool &To) {
    const YamlNode *Value = Node.get(Key);
    if (!Value)
      return true;
    To = Value->Text == "true";
    return To || Value->Text == "false" ||
           fail(*Value, "expected true or false");
  }

  bool argument(const YamlNode &Node, unsigned &To) {
    if (!scalar(Node))
      return false;
    std::optional<unsigned> I = S.indexOf(Node.Text);
    if (!I)
      return fail(Node, "'" + S.fullName() + "' has no argument called '" +
                            Node.Text + "'");
    SchemaType T = S.Arguments[*I].Type;
    if (T != SchemaType::Tensor && T != SchemaType::TensorList)
      return fail(Node, "'" + Node.Text + "' is not a tensor");
    To = *I;
    return true;
  }

  bool expression(const YamlNode &Node, ExprType Wanted,
                  std::optional<RuleExpr> &To) {
    To = readExpression(Node, Wanted, S, Find, File, Error);
    return To.has_value();
  }

  bool results(const YamlNode &Node, Rule &R) {
    const YamlNode *List = Node.get("results");
    bool Own = false;
    for (const std::string &Key : allowedKeys(RuleMapping::Result))
      Own = Own || Node.get(Key);
    if (!List) {
      if (!Own)
        return true;
      R.Results.emplace_back();
      return result(Node, R.Results.back());
    }
    if (Own)
      return fail(*List, "give either 'results' or one result, not both");
    if (List->TheKind != YamlNode::Kind::Sequence || List->Items.empty())
      return fail(*List, "expected a list with one mapping for each result");
    for (const YamlNode &Item : List->Items) {
      R.Results.emplace_back();
      if (!checkKeys(Item, RuleMapping::Result, File, Error) ||
          !result(Item, R.Results.back()))
        return false;
    }
    if (R.Results.size() > tensorReturns())
      return fail(*List, "'" + S.fullName() + "' gives " +
                             std::to_string(tensorReturns()) +
                             " tensors, not " +
                             std::to_string(R.Results.size()));
    return true;
  }

  size_t tensorReturns() const {
    size_t Count = 0;
    for (const SchemaReturn &R : S.Returns)
      Count += R.Type == SchemaType::Tensor || R.Type == SchemaType::TensorList;
    return Count;
  }

  bool result(const YamlNode &Node, ResultRule &R) {
    struct FormKey {
      const char *Key;
      ResultRule::Form Form;
    };
    static const FormKey Forms[] = {{"self", ResultRule::Form::Self},
                                    {"view", ResultRule::Form::View},
                                    {"new", ResultRule::Form::New},
                                    {"does", ResultRule::Form::Does}};
    const YamlNode *Main = nullptr;
    for (const FormKey &F : Forms) {
      const YamlNode *Value = Node.get(F.Key);
      if (!Value)
        continue;
      if (Main)
        return fail(*Value, "a result is one of self, view, new and does");
      Main = Value;
      R.TheForm = F.Form;
    }
    if (!Main)
      return fail(Node, "a result needs one of self, view, new and does");
    if (tensorReturns() == 0)
      return fail(*Main, "'" + S.fullName() + "' gives no tensor");
    bool ByArgument = R.TheForm == ResultRule::Form::Self ||
                      R.TheForm == ResultRule::Form::View;
    if (ByArgument ? !argument(*Main, R.Source)
                   : !expression(*Main, ExprType::Tensor, R.Value))
      return false;
    return details(Node, R);
  }

  bool details(const YamlNode &Node, ResultRule &R) {
    using Form = ResultRule::Form;
    if (!only(Node, "if", R, {Form::Self}) ||
        !only(Node, "axes", R, {Form::Self, Form::View, Form::New}) ||
        !only(Node, "sizes", R, {Form::View}) ||
        !only(Node, "else", R, {Form::Self, Form::View}) ||
        !only(Node, "copies", R, {Form::Self, Form::View, Form::New}))
      return false;
    const YamlNode *If = Node.get("if"), *Axes = Node.get("axes");
    const YamlNode *Sizes = Node.get("sizes"), *Copies = Node.get("copies");
    if (If && !expression(*If, ExprType::Condition, R.If))
      return false;
    if (Axes && !expression(*Axes, ExprType::Axes, R.Axes))
      return false;
    if (Sizes && !expression(*Sizes, ExprType::Ints, R.Sizes))
      return false;
    if (Axes && Sizes)
      return fail(*Axes, "a view is described by axes or by sizes, not both");
    if (Copies) {
      unsigned Argument = 0;
      if (!argument(*Copies, Argument))
        return false;
      R.Copies = Argument;
    }
    return has(Node, "element_type", SchemaType::ScalarType, R.TypeOf, R) &&
           has(Node, "device", SchemaType::Device, R.DeviceOf, R) &&
           otherwise(Node, R);
  }

  /// A type or device that the result always has; "unknown" is any.
  static bool fixed(const std::string &Word, SchemaType T, Traits &To) {
    if (Word == "unknown")
      return true;
    bool IsType = T == SchemaType::ScalarType;
    if (IsType && (Word == "bool" || Word == "long"))
      To.ScalarType = Word == "bool" ? BoolType : LongType;
    else if (!IsType && (Word == "cpu" || Word == "accelerator"))
      To.OnCpu = Word == "cpu";
    else
      return false;
    return true;
  }

  /// What the result's type or device is: a word, an argument or several.
  bool has(const YamlNode &Node, const char *Key, SchemaType T,
           std::optional<std::vector<unsigned>> &To, ResultRule &R) {
    const YamlNode *Value = Node.get(Key);
    if (!Value)
      return true;
    To.emplace();
    if (Value->TheKind == YamlNode::Kind::Scalar &&
        fixed(Value->Text, T, R.Fixed))
      return true;
    std::vector<YamlNode> Names = {*Value};
    if (Value->TheKind == YamlNode::Kind::Sequence)
      Names = Value->Items;
    for (const YamlNode &Name : Names) {
      std::optional<unsigned> I = S.indexOf(Name.Text);
      if (I && S.Arguments[*I].Type == T) {
        To->push_back(*I);
        continue;
      }
      unsigned Tensor = 0;
      if (!argument(Name, Tensor))
        return false;
      To->push_back(Tensor);
    }
    return !To->empty() || fail(*Value, "expected the name of an argument");
  }

  bool only(const YamlNode &Node, const char *Key, const ResultRule &R,
            std::initializer_list<ResultRule::Form> Forms) {
    const YamlNode *Value = Node.get(Key);
    if (!Value ||
        std::find(Forms.begin(), Forms.end(), R.TheForm) != Forms.end())
      return true;
    return fail(*Value, std::string("the key '") + Key +
                            "' means nothing for this kind of result");
  }

  bool otherwise(const YamlNode &Node, ResultRule &R) {
    const YamlNode *Else = Node.get("else");
    bool Conditional = R.If || R.Sizes;
    if (!Else)
      return !R.If || fail(*Node.get("if"), "'if' needs an 'else': throws, or "
                                            "the layout of the result");
    if (!Conditional)
      return fail(*Else, "'else' needs an 'if' or 'sizes'");
    if (Else->Text == "throws") {
      R.Else = ResultRule::Otherwise::Throws;
      return true;
    }
    if (Else->Text == "copy" && R.Sizes) {
      R.Else = ResultRule::Otherwise::Copy;
      return true;
    }
    R.Else = ResultRule::Otherwise::Value;
    return expression(*Else, ExprType::Tensor, R.Value);
  }

  /// The items of an optional list of mappings.
  bool items(const YamlNode &Node, const char *Key, RuleMapping M,
             const std::vector<YamlNode> *&To) {
    const YamlNode *List = Node.get(Key);
    To = nullptr;
    if (!List)
      return true;
    if (List->TheKind != YamlNode::Kind::Sequence || List->Items.empty())
      return fail(*List, "expected a list of mappings");
    for (const YamlNode &Item : List->Items)
      if (!checkKeys(Item, M, File, Error))
        return false;
    To = &List->Items;
    return true;
  }

  bool needed(const YamlNode &Node, const char *Key) {
    return Node.get(Key) ||
           fail(Node, std::string("the key '") + Key + "' is missing");
  }

  bool reads(const YamlNode &Node, Rule &R) {
    const std::vector<YamlNode> *List;
    if (!items(Node, "reads", RuleMapping::Read, List))
      return false;
    for (size_t I = 0; List && I < List->size(); ++I) {
      const YamlNode &Item = (*List)[I];
      ReadRule Read;
      std::optional<RuleExpr> UsableIf;
      if (!needed(Item, "arg") || !needed(Item, "usable_if") ||
          !argument(*Item.get("arg"), Read.Argument) ||
          !expression(*Item.get("usable_if"), ExprType::Condition, UsableIf))
        return false;
      Read.UsableIf = std::move(*UsableIf);
      Read.What =
          "the whole " + S.Arguments[Read.Argument].Name + ", on every call";
      if (!text(Item, "what", Read.What) || !text(Item, "why", Read.Why) ||
          !flag(Item, "conversion", Read.IsConversion))
        return false;
      R.Reads.push_back(std::move(Read));
    }
    return true;
  }

  bool requirements(const YamlNode &Node, Rule &R) {
    const std::vector<YamlNode> *List;
    if (!items(Node, "requires", RuleMapping::Require, List))
      return false;
    for (size_t I = 0; List && I < List->size(); ++I) {
      const YamlNode &Item = (*List)[I];
      RequireRule Require;
      std::optional<RuleExpr> That;
      if (!needed(Item, "arg") || !needed(Item, "that") ||
          !argument(*Item.get("arg"), Require.Argument) ||
          !expression(*Item.get("that"), ExprType::Condition, That))
        return false;
      Require.That = std::move(*That);
      if (!text(Item, "why", Require.Why) ||
          !flag(Item, "shape", Require.IsShape))
        return false;
      R.Requires.push_back(std::move(Require));
    }
    return true;
  }

  bool writes(const YamlNode &Node, Rule &R) {
    const YamlNode *List = Node.get("writes");
    return !List ||
           arguments(*List, "expected a list of arguments; [] for none",
                     R.Writes.emplace());
  }

  bool gradients(const YamlNode &Node, Rule &R) {
    const YamlNode *List = Node.get("gradients");
    return !List ||
           arguments(*List, "expected a list of arguments", R.Gradients);
  }

  bool arguments(const YamlNode &List, const char *Expected,
                 std::vector<unsigned> &To) {
    if (List.TheKind != YamlNode::Kind::Sequence)
      return fail(List, Expected);
    for (const YamlNode &Item : List.Items) {
      unsigned Argument = 0;
      if (!argument(Item, Argument))
        return false;
      To.push_back(Argument);
    }
    return true;
  }

  const Schema &S;
  const OperatorFinder &Find;
  const std::string &File;
  ModelError &Error;
};

} // namespace

std::optional<RuleExpr> readExpression(const YamlNode &Node, ExprType Wanted,
                                       const Schema &S,
                                       const OperatorFinder &Find,
                                       const std::string &File,
                                       ModelError &Error) {
  if (Node.TheKind != YamlNode::Kind::Scalar || Node.Text.empty()) {
    Error = errorIn(File, Node, "expected a text here");
    return std::nullopt;
  }
  ExprError Bad;
  std::optional<RuleExpr> E = parseRuleExpression(Node.Text, Bad);
  if (E && checkRuleExpression(*E, Wanted, S, Find, Bad))
    return E;
  Error = errorIn(File, Node, Bad.Message);
  if (Node.Text.find('\n') == std::string::npos)
    Error.Column += Bad.Offset + Node.Quoted;
  return std::nullopt;
}

std::optional<Rule> readRule(const YamlNode &Node, const Schema &S,
                             const RuleDefaults &Defaults,
                             const OperatorFinder &Find,
                             const std::string &File, ModelError &Error) {
  Rule R;
  if (!Reader(S, Find, File, Error).read(Node, Defaults, R))
    return std::nullopt;
  return R;
}

} // namespace tensortidy
