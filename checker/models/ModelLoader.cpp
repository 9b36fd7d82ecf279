// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/BuiltInRules.h"
#include "models/CalleeRuleReader.h"
#include "models/ModelSetImpl.h"
#include "models/OperatorLinks.h"
#include "models/RuleReader.h"
#include "models/TypeRuleReader.h"

#include <algorithm>

namespace tensortidy {

Operator *ModelSet::Impl::add(Schema S, bool FromDispatcher) {
  Operators.emplace_back();
  Operator *Op = &Operators.back();
  Op->TheSchema = std::move(S);
  Op->FromDispatcher = FromDispatcher;
  ByFullName[Op->TheSchema.fullName()].push_back(Op);
  (FromDispatcher ? ByName : CppFunctions)[Op->TheSchema.Name].push_back(Op);
  return Op;
}

Operator *ModelSet::Impl::find(const std::string &FullName) const {
  auto Found = ByFullName.find(FullName);
  return Found == ByFullName.end() ? nullptr : Found->second.front();
}

namespace {

bool sameParameters(const Schema &A, const Schema &B) {
  return std::equal(A.Arguments.begin(), A.Arguments.end(), B.Arguments.begin(),
                    B.Arguments.end(),
                    [](const SchemaArgument &X, const SchemaArgument &Y) {
                      return X.Name == Y.Name && X.Type == Y.Type;
                    });
}

class Loader {
public:
  Loader(ModelSet::Impl &I, ModelError &Error) : I(I), Error(Error) {
    Find = [this](const std::string &Name) { return this->I.find(Name); };
  }

  /// Operators are declared before any rule is compiled, so that rules may
  /// call operators of later files.
  bool load(const std::vector<RulesFile> &Files) {
    if (!dispatcherSchemas())
      return false;
    for (const RulesFile &F : Files)
      if (!declare(F))
        return false;
    linkFunctional(I);
    for (const Pending &P : Pendings)
      if (!compile(P))
        return false;
    if (!mayEvaluate())
      return false;
    findEpochs(I);
    return true;
  }

private:
  /// One operator of one rule, declared and not yet compiled.
  struct Pending {
    const YamlNode *Rule;
    const YamlNode *Name; ///< where the operator is named
    Operator *Op;
    const std::string *File;
    RuleDefaults Defaults;
  };

  bool fail(const std::string &File, const YamlNode &Node,
            const std::string &Message) {
    Error = errorIn(File, Node, Message);
    return false;
  }

  /// What is read last is at fault: it replaces what was well before.
  bool mayEvaluate() {
    const std::set<const Operator *> Endless = findEndless(I);
    const auto It =
        std::find_if(Pendings.rbegin(), Pendings.rend(),
                     [&](const Pending &P) { return Endless.count(P.Op) > 0; });
    return It == Pendings.rend() ||
           fail(*It->File, *It->Name,
                "evaluating '" + It->Op->TheSchema.fullName() +
                    "' comes to evaluating it again, or far too many other "
                    "operators; let its rule call fewer");
  }

  bool dispatcherSchemas() {
    for (const BuiltInFile &F : builtInSchemas())
      if (!schemasIn(F))
        return false;
    return true;
  }

  bool schemasIn(const BuiltInFile &F) {
    std::string_view Text = F.Text;
    unsigned Line = 0;
    for (size_t From = 0; From < Text.size();) {
      size_t End = std::min(Text.find('\n', From), Text.size());
      std::string_view Schema = Text.substr(From, End - From);
      ++Line;
      From = End + 1;
      if (Schema.empty() || Schema.front() == '#')
        continue;
      std::string Message;
      auto Parsed = parseSchema(Schema, Message);
      if (!Parsed) {
        Error = {F.Name, Line, 1, Message};
        return false;
      }
      I.add(std::move(*Parsed), /*FromDispatcher=*/true);
    }
    return true;
  }

  bool declare(const RulesFile &F) {
    std::optional<YamlNode> Root = readYaml(F.Text, F.Name, Error);
    if (!Root || !checkFileHeader(*Root, F.Name, Error))
      return false;
    Roots.push_back(std::move(*Root));
    FileNames.push_back(F.Name);
    const YamlNode &R = Roots.back();
    const std::string &File = FileNames.back();
    RuleDefaults Defaults;
    if (!scalarKey(R, "torch", File, Defaults.Torch) ||
        !scalarKey(R, "source", File, Defaults.Source) || !names(R, File))
      return false;
    const YamlNode *Rules = R.get("rules");
    if (!Rules)
      return true;
    if (Rules->TheKind != YamlNode::Kind::Sequence || Rules->Items.empty())
      return fail(File, *Rules, "expected a list of rules");
    for (const YamlNode &Rule : Rules->Items)
      if (!declareRule(Rule, File, Defaults))
        return false;
    return true;
  }

  bool scalarKey(const YamlNode &Node, const char *Key, const std::string &File,
                 std::string &To) {
    const YamlNode *Value = Node.get(Key);
    if (!Value)
      return true;
    if (Value->TheKind != YamlNode::Kind::Scalar || Value->Text.empty())
      return fail(File, *Value, "expected a text here");
    To = Value->Text;
    return true;
  }

  /// The file's keys other than its rules.
  bool names(const YamlNode &Root, const std::string &File) {
    const YamlNode *Tensors = Root.get("tensors");
    const YamlNode *Queries = Root.get("queries");
    const YamlNode *Classes = Root.get("classes");
    const YamlNode *Spaces = Root.get("namespaces");
    std::vector<std::string> Namespaces;
    if ((Tensors && !readTensors(*Tensors, File, I, Error)) ||
        (Queries && !readQuestions(*Queries, File, I.Queries, Error)) ||
        (Classes && !readClasses(*Classes, File, I, Error)) ||
        (Spaces && !readNames(*Spaces, File, false, Namespaces, Error)))
      return false;
    I.Namespaces.insert(Namespaces.begin(), Namespaces.end());
    return true;
  }

  bool declareRule(const YamlNode &Rule, const std::string &File,
                   const RuleDefaults &Defaults) {
    if (isCalleeRule(Rule))
      return readCalleeRule(Rule, Defaults, File, I, Error);
    if (Rule.get("type"))
      return readTypeRule(Rule, Defaults, File, I, Error);
    if (!checkKeys(Rule, RuleMapping::Rule, File, Error))
      return false;
    const YamlNode *Main = nullptr;
    for (const char *Key : {"op", "ops", "cpp"}) {
      const YamlNode *Value = Rule.get(Key);
      if (Value && Main)
        return fail(File, *Value, "a rule has one of op, ops and cpp");
      Main = Value ? Value : Main;
    }
    if (!Main)
      return fail(File, Rule,
                  "a rule needs one of op, ops, cpp, type, guard, launch, "
                  "copy, raw, same and tuple");
    bool IsCpp = Rule.get("cpp") != nullptr;
    std::vector<const YamlNode *> Names;
    if (Main->TheKind == YamlNode::Kind::Sequence && !Rule.get("op"))
      for (const YamlNode &Item : Main->Items)
        Names.push_back(&Item);
    else
      Names.push_back(Main);
    for (const YamlNode *Name : Names) {
      std::vector<Operator *> Ops = named(*Name, File, IsCpp);
      if (Ops.empty())
        return false;
      for (Operator *Op : Ops)
        Pendings.push_back({&Rule, Name, Op, &File, Defaults});
    }
    return !Names.empty() || fail(File, *Main, "the list is empty");
  }

  /// The operators a rule is for: one, or one for each schema it has had. It
  /// is declared when its whole schema is given. None on error.
  std::vector<Operator *> named(const YamlNode &Name, const std::string &File,
                                bool IsCpp) {
    if (Name.TheKind != YamlNode::Kind::Scalar || Name.Text.empty())
      return fail(File, Name, "expected the name of an operator"),
             std::vector<Operator *>();
    bool IsSchema = Name.Text.find('(') != std::string::npos;
    if (!IsSchema && !IsCpp) {
      auto Found = I.ByFullName.find(Name.Text);
      if (Found != I.ByFullName.end() && Found->second.front()->FromDispatcher)
        return Found->second;
      fail(File, Name,
           "unknown operator '" + Name.Text +
               "'; write the dispatcher's name with its overload, e.g. "
               "aten::transpose.int, or the whole schema of an operator that "
               "libtorch " +
               builtInTorchVersions() + " do not have");
      return {};
    }
    std::string Message;
    std::optional<Schema> S = parseSchema(Name.Text, Message);
    if (!S)
      return fail(File, Name, Message), std::vector<Operator *>();
    if (Operator *Existing = existing(*S, IsCpp))
      return {Existing};
    return {I.add(std::move(*S), !IsCpp)};
  }

  Operator *existing(const Schema &S, bool IsCpp) {
    if (!IsCpp)
      return I.find(S.fullName());
    for (Operator *Op : I.CppFunctions[S.Name])
      if (sameParameters(Op->TheSchema, S))
        return Op;
    return nullptr;
  }

  /// `is`: the C++ function means an operator that has a rule elsewhere.
  bool link(const Pending &P, const YamlNode &Is) {
    if (!P.Rule->get("cpp"))
      return fail(*P.File, Is, "only a cpp rule can say 'is'");
    const Operator *Other = I.find(Is.Text);
    if (!Other)
      return fail(*P.File, Is, "unknown operator '" + Is.Text + "'");
    for (const auto &[Key, Value] : P.Rule->Entries)
      if (Key.Text != "cpp" && Key.Text != "is" && Key.Text != "source")
        return fail(*P.File, Key,
                    "'is' leaves nothing to say; remove '" + Key.Text + "'");
    if (P.Op->hasRule() || P.Op->SameAs)
      return fail(*P.File, *P.Name,
                  "'" + P.Op->TheSchema.fullName() + "' has a rule already");
    if (!takesTheSame(P, Is, Other->TheSchema))
      return false;
    P.Op->SameAs = Other;
    return true;
  }

  bool takesTheSame(const Pending &P, const YamlNode &Is, const Schema &Other) {
    const std::vector<SchemaArgument> &Own = P.Op->TheSchema.Arguments;
    const std::string &Name = P.Op->TheSchema.Name;
    for (size_t A = 0; A < std::max(Own.size(), Other.Arguments.size()); ++A) {
      if (A >= Own.size()) {
        const SchemaArgument &Rest = Other.Arguments[A];
        if (Rest.Default || Rest.Optional)
          continue;
        return fail(*P.File, Is,
                    "'" + Is.Text + "' also needs '" + Rest.Name + "'");
      }
      if (A >= Other.Arguments.size())
        return fail(*P.File, *P.Name,
                    "'" + Is.Text + "' takes only " +
                        std::to_string(Other.Arguments.size()) + " arguments");
      if (Own[A].Type != Other.Arguments[A].Type)
        return fail(*P.File, *P.Name,
                    "'" + Own[A].Name + "' of '" + Name +
                        "' has another type than '" + Other.Arguments[A].Name +
                        "' of '" + Is.Text + "'");
    }
    return true;
  }

  bool compile(const Pending &P) {
    if (const YamlNode *Is = P.Rule->get("is"))
      return link(P, *Is);
    const YamlNode *Override = P.Rule->get("override");
    if (Override && Override->Text != "true" && Override->Text != "false")
      return fail(*P.File, *Override, "expected true or false");
    bool Overrides = Override && Override->Text == "true";
    std::optional<Rule> R =
        readRule(*P.Rule, P.Op->TheSchema, P.Defaults, Find, *P.File, Error);
    if (!R || !mayStand(P, *R, Override, Overrides))
      return false;
    I.Rules.push_back(std::move(*R));
    place(&I.Rules.back(), P.Op->Rules);
    return true;
  }

  /// No two rules of an operator hold for one version, unless the second
  /// overrides the first.
  bool mayStand(const Pending &P, const Rule &R, const YamlNode *Override,
                bool Overrides) {
    bool Replaces = false;
    for (const Rule *Other : P.Op->Rules) {
      bool Repeats = Other->File == *P.File;
      if (!R.Torch.overlaps(Other->Torch))
        continue;
      Replaces = true;
      if (Overrides && !Repeats)
        continue;
      return fail(*P.File, *P.Name,
                  "'" + P.Op->TheSchema.fullName() + "' has a rule at " +
                      Other->File + ":" + std::to_string(Other->Line) +
                      (Repeats ? "; keep one"
                               : "; write 'override: true' to replace it"));
    }
    if (Overrides && !Replaces)
      return fail(*P.File, *Override,
                  "'" + P.Op->TheSchema.fullName() +
                      "' has no rule to override; remove the key");
    return true;
  }

  /// First what overrides; what it overrides for all of its versions goes.
  static void place(const Rule *R, std::vector<const Rule *> &Rules) {
    Rules.erase(std::remove_if(Rules.begin(), Rules.end(),
                               [&](const Rule *Other) {
                                 return Other->Torch.isWithin(R->Torch);
                               }),
                Rules.end());
    Rules.insert(Rules.begin(), R);
  }

  ModelSet::Impl &I;
  ModelError &Error;
  OperatorFinder Find;
  std::deque<YamlNode> Roots;
  std::deque<std::string> FileNames;
  std::vector<Pending> Pendings;
};

/// What a message quotes from the file must not break its line.
std::string onOneLine(const std::string &Text) {
  static const char Digits[] = "0123456789abcdef";
  std::string Out;
  for (const unsigned char C : Text) {
    if (C >= 0x20 && C != 0x7f)
      Out += static_cast<char>(C);
    else
      Out += {'\\', 'x', Digits[C / 16], Digits[C % 16]};
  }
  return Out;
}

} // namespace

bool loadModels(ModelSet::Impl &I, const std::vector<RulesFile> &Files,
                ModelError &Error) {
  Error = ModelError();
  const bool Loaded = Loader(I, Error).load(Files);
  Error.Message = onOneLine(Error.Message);
  return Loaded;
}

std::string builtInTorchVersions() {
  std::string Versions;
  for (const BuiltInFile &F : builtInSchemas()) {
    std::string First = F.Text;
    First.resize(std::min(First.find('\n'), First.size()));
    Versions += Versions.empty() ? "" : " and ";
    Versions += First.substr(First.rfind(' ') + 1);
  }
  return Versions;
}

} // namespace tensortidy
