// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/CalleeRuleReader.h"

#include "models/GuardConditions.h"

#include <algorithm>
#include <string_view>

namespace tensortidy {

namespace {

using Kind = CalleeRule::Kind;

struct KindKey {
  const char *Key;
  Kind TheKind;
  RuleMapping Mapping;
  /// Are its parameters told apart, so that it is named by a schema? Of a Raw
  /// one, only if its pointers are.
  bool NeedsSchema;
};

const KindKey Kinds[] = {
    {"guard", Kind::Guard, RuleMapping::Guard, true},
    {"launch", Kind::Launch, RuleMapping::Launch, false},
    {"copy", Kind::Copy, RuleMapping::Copy, true},
    {"raw", Kind::Raw, RuleMapping::Raw, false},
    {"same", Kind::Same, RuleMapping::Same, false},
    {"tuple", Kind::Tuple, RuleMapping::Tuple, false},
    {"runtime", Kind::Runtime, RuleMapping::Runtime, false},
};

const KindKey *kindOf(const YamlNode &Rule) {
  for (const KindKey &K : Kinds)
    if (Rule.get(K.Key))
      return &K;
  return nullptr;
}

std::optional<PointerFate> fateNamed(const std::string &Name) {
  if (Name == "ignored")
    return PointerFate::Ignored;
  if (Name == "one_element")
    return PointerFate::OneElement;
  if (Name == "elements")
    return PointerFate::Elements;
  return std::nullopt;
}

template <typename T> struct Word {
  const char *Text;
  T Means;
};

constexpr Word<RuntimeAct> Acts[] = {{"nothing", RuntimeAct::Nothing},
                                     {"give_stream", RuntimeAct::GiveStream},
                                     {"make_stream", RuntimeAct::MakeStream},
                                     {"set_stream", RuntimeAct::SetStream},
                                     {"set_device", RuntimeAct::SetDevice},
                                     {"wait", RuntimeAct::Wait},
                                     {"allocate", RuntimeAct::Allocate},
                                     {"free", RuntimeAct::Free},
                                     {"pin", RuntimeAct::Pin},
                                     {"enable_peers", RuntimeAct::EnablePeers},
                                     {"prefetch", RuntimeAct::Prefetch},
                                     {"read_clock", RuntimeAct::ReadClock}};

constexpr Word<MemoryKind> Memories[] = {{"pageable", MemoryKind::Pageable},
                                         {"pinned", MemoryKind::Pinned},
                                         {"device", MemoryKind::Device},
                                         {"managed", MemoryKind::Managed}};

class Reader {
public:
  Reader(const YamlNode &Rule, const KindKey &K, const RuleDefaults &Defaults,
         const std::string &File, ModelSet::Impl &I, ModelError &Error)
      : Node(Rule), K(K), Defaults(Defaults), File(File), I(I), Error(Error) {}

  bool read() {
    if (!checkKeys(Node, K.Mapping, File, Error) || !source())
      return false;
    const YamlNode &Names = *Node.get(K.Key);
    if (Names.TheKind != YamlNode::Kind::Sequence)
      return function(Names);
    if (Names.Items.empty())
      return fail(Names, "the list is empty");
    return std::all_of(Names.Items.begin(), Names.Items.end(),
                       [&](const YamlNode &Name) { return function(Name); });
  }

private:
  bool fail(const YamlNode &At, const std::string &Message) {
    Error = errorIn(File, At, Message);
    return false;
  }

  bool source() {
    const YamlNode *Source = Node.get("source");
    if (Source
            ? Source->TheKind == YamlNode::Kind::Scalar && !Source->Text.empty()
            : !Defaults.Source.empty())
      return true;
    return fail(Source ? *Source : Node,
                "say where this is known from, e.g. source: the header that "
                "declares the function");
  }

  bool function(const YamlNode &Name) {
    CalleeRule R;
    R.TheKind = K.TheKind;
    R.File = File;
    R.Line = Name.Line;
    return named(Name, R) && proves(R) && copies(R) && pointers(R) &&
           runtime(R) && add(Name, std::move(R));
  }

  bool named(const YamlNode &Name, CalleeRule &R) {
    if (Name.TheKind != YamlNode::Kind::Scalar || Name.Text.empty())
      return fail(Name, "expected the name of a function");
    if (Name.Text.find('(') == std::string::npos) {
      if (K.NeedsSchema)
        return fail(Name, "write the function with its parameters, e.g. '" +
                              Name.Text + "(Tensor x) -> ()'");
      if (Name.Text.find('*', 1) < Name.Text.size() - 1)
        return fail(Name, "a '*' stands first or last in a name");
      R.Name = Name.Text;
      return true;
    }
    std::string Message;
    R.Parameters = parseSchema(Name.Text, Message);
    if (!R.Parameters)
      return fail(Name, Message);
    R.Name = R.Parameters->Name;
    return true;
  }

  bool proves(CalleeRule &R) {
    if (R.TheKind != Kind::Guard)
      return true;
    const YamlNode *Proves = Node.get("proves");
    if (!Proves)
      return fail(Node, "the key 'proves' is missing: what holds when the "
                        "function returns, e.g. proves: contiguous(x)");
    R.Proves = readGuardCondition(*Proves, *R.Parameters, File, Error);
    const std::vector<SchemaReturn> &Returns = R.Parameters->Returns;
    R.Answers = Returns.size() == 1 && Returns[0].Type == SchemaType::Bool;
    return R.Proves.has_value();
  }

  bool parameter(const YamlNode &Name, const CalleeRule &R, unsigned &To) {
    std::optional<unsigned> Index = R.Parameters->indexOf(Name.Text);
    if (!Index)
      return fail(Name, "'" + R.Name + "' has no argument called '" +
                            Name.Text + "'");
    To = *Index;
    return true;
  }

  /// The parameter that the key \p Key names, if it is there.
  bool parameterIn(const char *Key, const CalleeRule &R,
                   std::optional<unsigned> &To) {
    const YamlNode *Value = Node.get(Key);
    if (!Value)
      return true;
    if (!R.Parameters)
      return fail(*Value, "name the function with its parameters to say which "
                          "of them it is");
    unsigned Index = 0;
    if (!parameter(*Value, R, Index))
      return false;
    To = Index;
    return true;
  }

  bool flag(const char *Key, bool &To) {
    const YamlNode *Value = Node.get(Key);
    if (Value && Value->Text != "true" && Value->Text != "false")
      return fail(*Value, "expected true or false");
    To = Value && Value->Text == "true";
    return true;
  }

  template <typename T, size_t N>
  bool word(const YamlNode &Value, const Word<T> (&Words)[N], T &To) {
    std::string Allowed;
    for (const Word<T> &Each : Words) {
      if (Value.Text == Each.Text) {
        To = Each.Means;
        return true;
      }
      Allowed += (Allowed.empty() ? "" : ", ") + std::string(Each.Text);
    }
    return fail(Value, "expected one of " + Allowed);
  }

  bool runtime(CalleeRule &R) {
    if (R.TheKind != Kind::Runtime)
      return true;
    R.FateOfAll = PointerFate::Ignored;
    const YamlNode *Does = Node.get("does");
    if (!Does)
      return fail(Node, "the key 'does' is missing, e.g. does: wait");
    const YamlNode *Memory = Node.get("memory");
    if (!word(*Does, Acts, R.Act) || !parameterIn("pointer", R, R.Pointer) ||
        !parameterIn("stream", R, R.Stream) || !flag("stalls", R.Stalls) ||
        (Memory && !word(*Memory, Memories, R.Memory)))
      return false;
    if (R.Act == RuntimeAct::Allocate && !Memory)
      return fail(Node, "the key 'memory' is missing: of which kind it is, "
                        "e.g. memory: pinned");
    const bool NeedsPointer =
        R.Act == RuntimeAct::Free || R.Act == RuntimeAct::Pin;
    if (NeedsPointer && !R.Pointer)
      return fail(Node, "the key 'pointer' is missing: which parameter it is "
                        "about");
    return true;
  }

  bool copies(CalleeRule &R) {
    if (R.TheKind != Kind::Copy)
      return true;
    R.Fates.assign(R.Parameters->Arguments.size(), PointerFate::Ignored);
    for (const char *Key : {"to", "from"})
      if (!Node.get(Key))
        return fail(Node, std::string("the key '") + Key + "' is missing");
    if (!parameterIn("to", R, R.To) || !parameterIn("from", R, R.From) ||
        !parameterIn("stream", R, R.Stream) || !flag("device", R.IsOfDevice) ||
        !flag("peers", R.IsOfPeers))
      return false;
    for (unsigned Index : {*R.To, *R.From})
      R.Fates[Index] = PointerFate::Elements;
    const YamlNode *Bytes = Node.get("bytes");
    const YamlNode *Elements = Node.get("elements");
    if (Bytes && Elements)
      return fail(*Elements, "give either 'bytes' or 'elements'");
    return count(Bytes, R, R.Bytes) && count(Elements, R, R.Elements);
  }

  bool count(const YamlNode *Value, const CalleeRule &R,
             std::optional<unsigned> &To) {
    if (!Value)
      return true;
    unsigned Index = 0;
    if (!parameter(*Value, R, Index))
      return false;
    if (R.Parameters->Arguments[Index].Type != SchemaType::Int)
      return fail(*Value, "'" + Value->Text + "' is not an integer");
    To = Index;
    return true;
  }

  bool fate(const YamlNode &Value, PointerFate &To) {
    std::optional<PointerFate> Fate = fateNamed(Value.Text);
    if (!Fate)
      return fail(Value, "expected ignored, one_element or elements");
    To = *Fate;
    return true;
  }

  bool truth(const YamlNode &Value, bool &To) {
    if (Value.Text != "true" && Value.Text != "false")
      return fail(Value, "expected true or false");
    To = Value.Text == "true";
    return true;
  }

  bool pointers(CalleeRule &R) {
    if (R.TheKind != Kind::Raw)
      return true;
    if (const YamlNode *Writes = Node.get("writes");
        Writes && !truth(*Writes, R.Writes))
      return false;
    const YamlNode *Pointers = Node.get("pointers");
    if (!Pointers)
      return fail(Node, "the key 'pointers' is missing: what becomes of the "
                        "pointers it gets: ignored, one_element or elements");
    if (Pointers->TheKind != YamlNode::Kind::Map)
      return fate(*Pointers, R.FateOfAll);
    if (!R.Parameters)
      return fail(*Pointers, "name the function with its parameters to tell "
                             "its pointers apart");
    R.Fates.assign(R.Parameters->Arguments.size(), PointerFate::Unknown);
    for (const auto &[Name, Value] : Pointers->Entries) {
      unsigned Index = 0;
      if (!parameter(Name, R, Index) || !fate(Value, R.Fates[Index]))
        return false;
    }
    return true;
  }

  /// Two rules are for the same functions when they take as many parameters.
  static bool isSameFunction(const CalleeRule &A, const CalleeRule &B) {
    if (!A.Parameters || !B.Parameters)
      return !A.Parameters && !B.Parameters;
    return A.Parameters->Arguments.size() == B.Parameters->Arguments.size();
  }

  bool add(const YamlNode &Name, CalleeRule R) {
    const YamlNode *Override = Node.get("override");
    bool Overrides = false;
    if (Override && !truth(*Override, Overrides))
      return false;
    bool IsPattern = R.Name.front() == '*' || R.Name.back() == '*';
    std::vector<const CalleeRule *> &Known =
        IsPattern ? I.CalleePatterns : I.CalleesByName[R.Name];
    auto Other =
        std::find_if(Known.begin(), Known.end(), [&](const CalleeRule *O) {
          return O->Name == R.Name && isSameFunction(*O, R);
        });
    bool Repeats = Other != Known.end() && (*Other)->File == File;
    if (Other != Known.end() && (Repeats || !Overrides))
      return fail(Name, "'" + R.Name + "' has a rule at " + (*Other)->File +
                            ":" + std::to_string((*Other)->Line) +
                            (Repeats ? "; keep one"
                                     : "; write 'override: true' to replace "
                                       "it"));
    if (Overrides && Other == Known.end())
      return fail(*Override,
                  "'" + R.Name + "' has no rule to override; remove the key");
    if (Other != Known.end())
      Known.erase(Other);
    I.Callees.push_back(std::move(R));
    Known.push_back(&I.Callees.back());
    return true;
  }

  const YamlNode &Node;
  const KindKey &K;
  const RuleDefaults &Defaults;
  const std::string &File;
  ModelSet::Impl &I;
  ModelError &Error;
};

} // namespace

bool isCalleeRule(const YamlNode &Rule) { return kindOf(Rule) != nullptr; }

bool readCalleeRule(const YamlNode &Rule, const RuleDefaults &Defaults,
                    const std::string &File, ModelSet::Impl &I,
                    ModelError &Error) {
  return Reader(Rule, *kindOf(Rule), Defaults, File, I, Error).read();
}

} // namespace tensortidy
