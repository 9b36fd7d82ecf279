// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/TypeRuleReader.h"

#include <algorithm>

namespace tensortidy {

namespace {

template <typename T> struct Named {
  const char *Name;
  T Value;
};

const Named<QueryKind> QueryKinds[] = {
    {"size", QueryKind::Size},
    {"stride", QueryKind::Stride},
    {"rank", QueryKind::Rank},
    {"numel", QueryKind::Numel},
    {"sizes", QueryKind::Sizes},
    {"strides", QueryKind::Strides},
    {"strides_or_null", QueryKind::StridesOrNull},
    {"contiguous", QueryKind::Contiguous},
    {"dense", QueryKind::Dense},
    {"defined", QueryKind::Defined},
    {"pointer_read", QueryKind::PointerRead},
    {"pointer_write", QueryKind::PointerWrite},
    {"accessor", QueryKind::Accessor},
    {"itself", QueryKind::Itself},
    {"element_type", QueryKind::ElementType},
    {"device", QueryKind::Device},
    {"on_cpu", QueryKind::OnCpu},
    {"on_accelerator", QueryKind::OnAccelerator},
    {"handle", QueryKind::Handle},
    {"none", QueryKind::None},
};

const Named<ClassKind> ClassKinds[] = {
    {"optional", ClassKind::Optional},
    {"list", ClassKind::List},
    {"list_view", ClassKind::ListView},
    {"map", ClassKind::Map},
    {"tuple", ClassKind::Tuple},
    {"handle", ClassKind::Handle},
    {"integer", ClassKind::Integer},
    {"scalar", ClassKind::Scalar},
    {"format", ClassKind::Format},
    {"options", ClassKind::Options},
    {"module", ClassKind::Module},
    {"layer", ClassKind::Layer},
    {"nothing", ClassKind::Nothing},
    {"ellipsis", ClassKind::Ellipsis},
    {"index", ClassKind::Index},
    {"slice", ClassKind::Slice},
    {"storage", ClassKind::Storage},
    {"element_type", ClassKind::ElementType},
    {"device", ClassKind::Device},
};

bool fail(const std::string &File, const YamlNode &At,
          const std::string &Message, ModelError &Error) {
  Error = errorIn(File, At, Message);
  return false;
}

/// Adds to \p To what each name under each key of \p Map is.
template <typename T, size_t N, typename Table>
bool readTable(const YamlNode &Map, const Named<T> (&Known)[N],
               const std::string &What, const std::string &File, Table &To,
               ModelError &Error) {
  if (Map.TheKind != YamlNode::Kind::Map)
    return fail(File, Map, "expected a mapping from a " + What + " to names",
                Error);
  for (const auto &[Key, Value] : Map.Entries) {
    auto Found = std::find_if(
        std::begin(Known), std::end(Known),
        [&, &Name = Key.Text](const Named<T> &K) { return K.Name == Name; });
    if (Found == std::end(Known)) {
      std::string Names;
      for (const Named<T> &K : Known)
        Names += (Names.empty() ? "" : ", ") + std::string(K.Name);
      return fail(File, Key,
                  "unknown " + What + " '" + Key.Text + "'; known: " + Names,
                  Error);
    }
    std::vector<std::string> Members;
    if (!readNames(Value, File, /*MayBeOne=*/false, Members, Error))
      return false;
    for (const std::string &Member : Members)
      if (!To.emplace(Member, Found->Value).second)
        return fail(File, Value, "'" + Member + "' stands twice", Error);
  }
  return true;
}

class Reader {
public:
  Reader(const YamlNode &Rule, const RuleDefaults &Defaults,
         const std::string &File, ModelSet::Impl &I, ModelError &Error)
      : Node(Rule), Defaults(Defaults), File(File), I(I), Error(Error) {}

  bool read() {
    TypeRule T;
    T.File = File;
    T.Line = Node.Line;
    std::vector<std::string> Names, Namespaces;
    if (!checkKeys(Node, RuleMapping::Type, File, Error) || !source() ||
        !names("type", Names) || !like(T) || !pointers(T) ||
        !code("check", "a statement", T.Check) ||
        !code("copied", "an expression", T.Copy) ||
        !names("folders", T.Folders) || !names("namespaces", Namespaces) ||
        (Node.get("asks") &&
         !readQuestions(*Node.get("asks"), File, T.Asks, Error)))
      return false;
    if (!T.IsLikeAten && T.Asks.empty())
      return error(Node, "the rule says nothing of the class; give it 'like: "
                         "aten' or 'asks'");
    I.Namespaces.insert(Namespaces.begin(), Namespaces.end());
    return std::all_of(Names.begin(), Names.end(), [&](const std::string &N) {
      T.Name = N;
      return add(T);
    });
  }

private:
  bool error(const YamlNode &At, const std::string &Message) {
    return fail(File, At, Message, Error);
  }

  bool source() {
    if (Node.get("source") || !Defaults.Source.empty())
      return true;
    return error(Node, "say where this is known from, e.g. source: the header "
                       "that declares the class");
  }

  bool names(const char *Key, std::vector<std::string> &To) {
    const YamlNode *Value = Node.get(Key);
    return !Value || readNames(*Value, File, /*MayBeOne=*/true, To, Error);
  }

  bool like(TypeRule &T) {
    const YamlNode *Like = Node.get("like");
    T.IsLikeAten = Like != nullptr;
    return !Like || Like->Text == "aten" ||
           error(*Like, "the only class that another can be like is aten");
  }

  bool pointers(TypeRule &T) {
    const YamlNode *Pointers = Node.get("pointers");
    T.ThroughPointers = Pointers && Pointers->Text == "true";
    return !Pointers || T.ThroughPointers || Pointers->Text == "false" ||
           error(*Pointers, "expected true or false");
  }

  /// A text with `{}` for the tensor.
  bool code(const char *Key, const char *What, std::string &To) {
    const YamlNode *Code = Node.get(Key);
    if (!Code)
      return true;
    To = Code->Text;
    return To.find("{}") != std::string::npos ||
           error(*Code,
                 std::string("expected ") + What + " with '{}' for the tensor");
  }

  bool add(TypeRule T) {
    const YamlNode *Override = Node.get("override");
    if (Override && Override->Text != "true" && Override->Text != "false")
      return error(*Override, "expected true or false");
    bool Overrides = Override && Override->Text == "true";
    auto Other = I.TypesByName.find(T.Name);
    bool IsKnown = Other != I.TypesByName.end();
    bool Repeats = IsKnown && Other->second->File == File;
    if (IsKnown && (Repeats || !Overrides))
      return error(*Node.get("type"),
                   "'" + T.Name + "' has a rule at " + Other->second->File +
                       ":" + std::to_string(Other->second->Line) +
                       (Repeats ? "; keep one"
                                : "; write 'override: true' to replace it"));
    if (Overrides && !IsKnown)
      return error(*Override,
                   "'" + T.Name + "' has no rule to override; remove the key");
    I.Types.push_back(std::move(T));
    I.TypesByName[I.Types.back().Name] = &I.Types.back();
    return true;
  }

  const YamlNode &Node;
  const RuleDefaults &Defaults;
  const std::string &File;
  ModelSet::Impl &I;
  ModelError &Error;
};

} // namespace

bool readNames(const YamlNode &Node, const std::string &File, bool MayBeOne,
               std::vector<std::string> &To, ModelError &Error) {
  auto Add = [&](const YamlNode &Item) {
    if (Item.TheKind != YamlNode::Kind::Scalar || Item.Text.empty())
      return fail(File, Item, "expected a name", Error);
    To.push_back(Item.Text);
    return true;
  };
  if (Node.TheKind == YamlNode::Kind::Sequence)
    return std::all_of(Node.Items.begin(), Node.Items.end(), Add);
  return MayBeOne ? Add(Node)
                  : fail(File, Node, "expected a list of names", Error);
}

bool readQuestions(const YamlNode &Map, const std::string &File, Questions &To,
                   ModelError &Error) {
  return readTable(Map, QueryKinds, "question", File, To, Error);
}

bool readClasses(const YamlNode &Map, const std::string &File,
                 ModelSet::Impl &I, ModelError &Error) {
  return readTable(Map, ClassKinds, "kind of class", File, I.Classes, Error);
}

bool readTypeRule(const YamlNode &Rule, const RuleDefaults &Defaults,
                  const std::string &File, ModelSet::Impl &I,
                  ModelError &Error) {
  return Reader(Rule, Defaults, File, I, Error).read();
}

bool readTensors(const YamlNode &List, const std::string &File,
                 ModelSet::Impl &I, ModelError &Error) {
  std::vector<std::string> Names;
  if (!readNames(List, File, /*MayBeOne=*/false, Names, Error))
    return false;
  for (const std::string &Name : Names) {
    if (I.TypesByName.count(Name))
      continue;
    TypeRule T;
    T.Name = Name;
    T.IsLikeAten = true;
    T.File = File;
    T.Line = List.Line;
    I.Types.push_back(std::move(T));
    I.TypesByName[Name] = &I.Types.back();
  }
  return true;
}

} // namespace tensortidy
