// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/YamlNode.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <set>
#include <sstream>

namespace tensortidy {
namespace {

/// Thrown and caught inside this file: yaml-cpp's parser has no other way out.
struct BadYaml {
  YAML::Mark At;
  std::string Message;
};

class TreeBuilder : public YAML::EventHandler {
public:
  explicit TreeBuilder(const std::string &Text) : Text(Text) {}

  void OnDocumentStart(const YAML::Mark &) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark &At, YAML::anchor_t Anchor) override {
    add(node(At, YamlNode::Kind::Null, "", Anchor));
  }
  void OnAlias(const YAML::Mark &At, YAML::anchor_t) override {
    throw BadYaml{At, "aliases are not allowed; write the value out"};
  }
  void OnScalar(const YAML::Mark &At, const std::string &Tag,
                YAML::anchor_t Anchor, const std::string &Value) override {
    YamlNode N = node(At, YamlNode::Kind::Scalar, Tag, Anchor);
    N.Text = Value;
    N.Quoted = Tag == "!";
    if (N.Quoted && !isClosed(At))
      throw BadYaml{At, "the quoted text does not end"};
    add(std::move(N));
  }
  void OnSequenceStart(const YAML::Mark &At, const std::string &Tag,
                       YAML::anchor_t Anchor,
                       YAML::EmitterStyle::value) override {
    open(node(At, YamlNode::Kind::Sequence, Tag, Anchor));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark &At, const std::string &Tag,
                  YAML::anchor_t Anchor, YAML::EmitterStyle::value) override {
    open(node(At, YamlNode::Kind::Map, Tag, Anchor));
  }
  void OnMapEnd() override { close(); }

  YamlNode takeRoot() { return std::move(Root); }

private:
  struct Level {
    YamlNode Node;
    std::optional<YamlNode> Key;
    std::set<std::string> Keys;
  };

  static YamlNode node(const YAML::Mark &At, YamlNode::Kind Kind,
                       const std::string &Tag, YAML::anchor_t Anchor) {
    if (Anchor != YAML::NullAnchor)
      throw BadYaml{At, "anchors are not allowed; write the value out"};
    if (!Tag.empty() && Tag != "!" && Tag != "?")
      throw BadYaml{At, "tags are not allowed"};
    YamlNode N;
    N.TheKind = Kind;
    N.Line = static_cast<unsigned>(At.line + 1);
    N.Column = static_cast<unsigned>(At.column + 1);
    return N;
  }

  /// yaml-cpp 0.7 takes the end of the file for a closing quote.
  bool isClosed(const YAML::Mark &At) const {
    size_t From = static_cast<size_t>(At.pos);
    if (From >= Text.size() || (Text[From] != '"' && Text[From] != '\''))
      return true;
    char Quote = Text[From];
    for (size_t I = From + 1; I < Text.size(); ++I) {
      if (Text[I] == '\\' && Quote == '"')
        ++I;
      else if (Text[I] == Quote)
        return true;
    }
    return false;
  }

  void open(YamlNode N) {
    if (Levels.size() >= 32)
      throw BadYaml{mark(N), "nested too deeply"};
    Levels.push_back({std::move(N), std::nullopt, {}});
  }
  void close() {
    YamlNode N = std::move(Levels.back().Node);
    Levels.pop_back();
    add(std::move(N));
  }

  void add(YamlNode N) {
    if (Levels.empty()) {
      Root = std::move(N);
      return;
    }
    Level &L = Levels.back();
    if (L.Node.TheKind == YamlNode::Kind::Sequence) {
      L.Node.Items.push_back(std::move(N));
    } else if (L.Key) {
      L.Node.Entries.emplace_back(std::move(*L.Key), std::move(N));
      L.Key.reset();
    } else {
      key(L, std::move(N));
    }
  }

  static void key(Level &L, YamlNode N) {
    if (N.TheKind != YamlNode::Kind::Scalar)
      throw BadYaml{mark(N), "a key must be a word"};
    if (!L.Keys.insert(N.Text).second)
      throw BadYaml{mark(N),
                    "the key '" + N.Text + "' stands twice here; keep one"};
    L.Key = std::move(N);
  }

  static YAML::Mark mark(const YamlNode &N) {
    YAML::Mark M;
    M.line = static_cast<int>(N.Line) - 1;
    M.column = static_cast<int>(N.Column) - 1;
    return M;
  }

  const std::string &Text;
  YamlNode Root;
  std::vector<Level> Levels;
};

ModelError errorAt(const std::string &File, const YAML::Mark &At,
                   const std::string &Message) {
  ModelError E;
  E.File = File;
  E.Line = static_cast<unsigned>(At.line + 1);
  E.Column = static_cast<unsigned>(At.column + 1);
  E.Message = Message;
  return E;
}

YAML::Mark endOf(const std::string &Text) {
  YAML::Mark M;
  for (char C : Text) {
    M.column = C == '\n' ? 0 : M.column + 1;
    M.line += C == '\n';
  }
  return M;
}

} // namespace

const YamlNode *YamlNode::get(const std::string &Key) const {
  for (const auto &[K, Value] : Entries)
    if (K.Text == Key)
      return &Value;
  return nullptr;
}

std::optional<YamlNode> readYaml(const std::string &Text,
                                 const std::string &File, ModelError &Error) {
  try {
    std::istringstream Stream(Text);
    YAML::Parser Parser(Stream);
    TreeBuilder Builder(Text);
    if (!Parser.HandleNextDocument(Builder)) {
      Error = errorAt(File, YAML::Mark(),
                      "the file is empty; it must start with 'version: 1'");
      return std::nullopt;
    }
    YamlNode Root = Builder.takeRoot();
    TreeBuilder Second(Text);
    if (Parser.HandleNextDocument(Second)) {
      Error = errorAt(File, endOf(Text), "a second document is not allowed");
      return std::nullopt;
    }
    if (Text.back() != '\n') {
      Error = errorAt(File, endOf(Text),
                      "the last line does not end: the file is truncated, or "
                      "a newline is missing at its end");
      return std::nullopt;
    }
    return Root;
  } catch (const BadYaml &Bad) {
    Error = errorAt(File, Bad.At, Bad.Message);
  } catch (const YAML::Exception &Bad) {
    Error = errorAt(File, Bad.mark.is_null() ? YAML::Mark() : Bad.mark,
                    "not valid YAML: " + Bad.msg);
  } catch (const std::exception &Bad) {
    Error = errorAt(File, YAML::Mark(),
                    std::string("cannot be read: ") + Bad.what());
  }
  return std::nullopt;
}

} // namespace tensortidy
