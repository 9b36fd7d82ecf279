// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/BuiltInRules.h"
#include "models/ModelSetImpl.h"
#include "models/RuleReader.h"

#include <algorithm>

namespace tensortidy {

Operator *ModelSet::Impl::add(Schema S, bool FromDispatcher) {
  Operators.emplace_back();
  Operator *Op = &Operators.back();
  Op->TheSchema = std::move(S);
  Op->FromDispatcher = FromDispatcher;
  if (FromDispatcher) {
    ByFullName[Op->TheSchema.fullName()] = Op;
    ByName[Op->TheSchema.Name].push_back(Op);
  } else {
    ByFullName.emplace(Op->TheSchema.fullName(), Op);
    CppFunctions[Op->TheSchema.Name].push_back(Op);
  }
  return Op;
}

namespace {

struct NamedQuery {
  const char *Name;
  QueryKind Kind;
};

const NamedQuery QueryKinds[] = {
    {"size", QueryKind::Size},
    {"stride", QueryKind::Stride},
    {"rank", QueryKind::Rank},
    {"numel", QueryKind::Numel},
    {"sizes", QueryKind::Sizes},
    {"strides", QueryKind::Strides},
    {"contiguous", QueryKind::Contiguous},
    {"dense", QueryKind::Dense},
    {"defined", QueryKind::Defined},
    {"pointer_read", QueryKind::PointerRead},
    {"pointer_write", QueryKind::PointerWrite},
    {"accessor", QueryKind::Accessor},
    {"none", QueryKind::None},
};

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
    Find = [this](const std::string &Name) -> const Operator * {
      auto Found = this->I.ByFullName.find(Name);
      return Found == this->I.ByFullName.end() ? nullptr : Found->second;
    };
  }

  /// Operators are declared before any rule is compiled, so that rules may
  /// call operators of later files.
  bool load(const std::vector<RulesFile> &Files) {
    if (!dispatcherSchemas())
      return false;
    for (const RulesFile &F : Files)
      if (!declare(F))
        return false;
    linkFunctional();
    for (const Pending &P : Pendings)
      if (!compile(P))
        return false;
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

  bool dispatcherSchemas() {
    std::string Text = builtInSchemas().Text;
    unsigned Line = 0;
    for (size_t From = 0; From < Text.size();) {
      size_t End = std::min(Text.find('\n', From), Text.size());
      std::string_view Schema(Text.data() + From, End - From);
      ++Line;
      From = End + 1;
      if (Schema.empty() || Schema.front() == '#')
        continue;
      std::string Message;
      auto Parsed = parseSchema(Schema, Message);
      if (!Parsed) {
        Error = {builtInSchemas().Name, Line, 1, Message};
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
        !scalarKey(R, "source", File, Defaults.Source) ||
        !names(R, "tensors", File, I.TensorTypes) ||
        !names(R, "namespaces", File, I.Namespaces) || !queries(R, File))
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

  bool names(const YamlNode &Root, const char *Key, const std::string &File,
             std::set<std::string> &To) {
    const YamlNode *List = Root.get(Key);
    if (!List)
      return true;
    if (List->TheKind != YamlNode::Kind::Sequence)
      return fail(File, *List, "expected a list of names");
    for (const YamlNode &Item : List->Items) {
      if (Item.TheKind != YamlNode::Kind::Scalar || Item.Text.empty())
        return fail(File, Item, "expected a name");
      To.insert(Item.Text);
    }
    return true;
  }

  bool queries(const YamlNode &Root, const std::string &File) {
    const YamlNode *Map = Root.get("queries");
    if (!Map)
      return true;
    if (Map->TheKind != YamlNode::Kind::Map)
      return fail(File, *Map,
                  "expected a mapping from questions to the names "
                  "of member functions");
    for (const auto &[Key, Value] : Map->Entries) {
      const std::string &Name = Key.Text;
      auto Kind =
          std::find_if(std::begin(QueryKinds), std::end(QueryKinds),
                       [&](const NamedQuery &Q) { return Q.Name == Name; });
      if (Kind == std::end(QueryKinds))
        return fail(File, Key,
                    "unknown question '" + Name +
                        "'; known: " + questionNames());
      std::set<std::string> Members;
      if (!names(*Map, Name.c_str(), File, Members))
        return false;
      for (const std::string &Member : Members)
        if (!I.Queries.emplace(Member, Kind->Kind).second)
          return fail(File, Value, "'" + Member + "' stands twice");
    }
    return true;
  }

  static std::string questionNames() {
    std::string Names;
    for (const NamedQuery &Q : QueryKinds)
      Names += (Names.empty() ? "" : ", ") + std::string(Q.Name);
    return Names;
  }

  bool declareRule(const YamlNode &Rule, const std::string &File,
                   const RuleDefaults &Defaults) {
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
      return fail(File, Rule, "a rule needs one of op, ops and cpp");
    bool IsCpp = Rule.get("cpp") != nullptr;
    std::vector<const YamlNode *> Names;
    if (Main->TheKind == YamlNode::Kind::Sequence && !Rule.get("op"))
      for (const YamlNode &Item : Main->Items)
        Names.push_back(&Item);
    else
      Names.push_back(Main);
    for (const YamlNode *Name : Names) {
      Operator *Op = named(*Name, File, IsCpp);
      if (!Op)
        return false;
      Pendings.push_back({&Rule, Name, Op, &File, Defaults});
    }
    return !Names.empty() || fail(File, *Main, "the list is empty");
  }

  /// The operator a rule is for; declares it when its whole schema is given.
  Operator *named(const YamlNode &Name, const std::string &File, bool IsCpp) {
    if (Name.TheKind != YamlNode::Kind::Scalar || Name.Text.empty())
      return fail(File, Name, "expected the name of an operator"), nullptr;
    bool IsSchema = Name.Text.find('(') != std::string::npos;
    if (!IsSchema && !IsCpp) {
      auto Found = I.ByFullName.find(Name.Text);
      if (Found != I.ByFullName.end() && Found->second->FromDispatcher)
        return Found->second;
      fail(File, Name,
           "unknown operator '" + Name.Text +
               "'; write the dispatcher's name with its overload, e.g. "
               "aten::transpose.int, or the whole schema of an operator that "
               "libtorch " +
               builtInTorchVersion() + " does not have");
      return nullptr;
    }
    std::string Message;
    std::optional<Schema> S = parseSchema(Name.Text, Message);
    if (!S)
      return fail(File, Name, Message), nullptr;
    if (Operator *Existing = existing(*S, IsCpp))
      return Existing;
    return I.add(std::move(*S), !IsCpp);
  }

  Operator *existing(const Schema &S, bool IsCpp) {
    if (!IsCpp) {
      auto Found = I.ByFullName.find(S.fullName());
      return Found == I.ByFullName.end() ? nullptr : Found->second;
    }
    for (Operator *Op : I.CppFunctions[S.Name])
      if (sameParameters(Op->TheSchema, S))
        return Op;
    return nullptr;
  }

  bool compile(const Pending &P) {
    const YamlNode *Override = P.Rule->get("override");
    if (Override && Override->Text != "true" && Override->Text != "false")
      return fail(*P.File, *Override, "expected true or false");
    bool Overrides = Override && Override->Text == "true";
    bool Repeats = P.Op->TheRule && P.Op->TheRule->File == *P.File;
    if (Repeats || (P.Op->TheRule && !Overrides))
      return fail(*P.File, *P.Name,
                  "'" + P.Op->TheSchema.fullName() + "' has a rule at " +
                      P.Op->TheRule->File + ":" +
                      std::to_string(P.Op->TheRule->Line) +
                      (Repeats ? "; keep one"
                               : "; write 'override: true' to replace it"));
    if (!P.Op->TheRule && Overrides)
      return fail(*P.File, *Override,
                  "'" + P.Op->TheSchema.fullName() +
                      "' has no rule to override; remove the key");
    std::optional<Rule> R =
        readRule(*P.Rule, P.Op->TheSchema, P.Defaults, Find, *P.File, Error);
    if (!R)
      return false;
    I.Rules.push_back(std::move(*R));
    P.Op->TheRule = &I.Rules.back();
    return true;
  }

  /// add.out and add_.Tensor compute what add.Tensor computes: the overload of
  /// the plain name whose arguments are theirs without those only written.
  void linkFunctional() {
    for (Operator &Op : I.Operators) {
      if (!Op.FromDispatcher)
        continue;
      std::string Plain = Op.TheSchema.Name;
      bool InPlace = Plain.back() == '_' && Plain.size() > 1 &&
                     Plain[Plain.size() - 2] != '_';
      if (InPlace)
        Plain.pop_back();
      std::vector<std::string> Inputs;
      bool Out = false;
      for (const SchemaArgument &A : Op.TheSchema.Arguments) {
        bool Written = A.Writes && A.KeywordOnly;
        Out = Out || Written;
        if (!Written)
          Inputs.push_back(A.Name + "/" + std::to_string(int(A.Type)));
      }
      if (InPlace || Out)
        Op.Functional = functional(Plain, Inputs, Op);
    }
  }

  const Operator *functional(const std::string &Plain,
                             const std::vector<std::string> &Inputs,
                             const Operator &Self) const {
    auto Found = I.ByName.find(Plain);
    if (Found == I.ByName.end())
      return nullptr;
    for (const Operator *Op : Found->second) {
      std::vector<std::string> Names;
      bool Writes = false;
      for (const SchemaArgument &A : Op->TheSchema.Arguments) {
        Names.push_back(A.Name + "/" + std::to_string(int(A.Type)));
        Writes = Writes || A.Writes;
      }
      if (Op != &Self && !Writes && Names == Inputs)
        return Op;
    }
    return nullptr;
  }

  ModelSet::Impl &I;
  ModelError &Error;
  OperatorFinder Find;
  std::deque<YamlNode> Roots;
  std::deque<std::string> FileNames;
  std::vector<Pending> Pendings;
};

} // namespace

bool loadModels(ModelSet::Impl &I, const std::vector<RulesFile> &Files,
                ModelError &Error) {
  Error = ModelError();
  return Loader(I, Error).load(Files);
}

std::string builtInTorchVersion() {
  std::string First = builtInSchemas().Text;
  First.resize(std::min(First.find('\n'), First.size()));
  return First.substr(First.rfind(' ') + 1);
}

} // namespace tensortidy
