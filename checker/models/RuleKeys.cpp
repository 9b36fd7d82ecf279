// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/RuleReader.h"

#include <algorithm>

namespace tensortidy {

const std::vector<std::string> &allowedKeys(RuleMapping M) {
  static const std::vector<std::string> Result = {
      "self",  "view", "new",    "does",         "if",    "axes",
      "sizes", "else", "copies", "element_type", "device"};
  static const std::vector<std::string> Rule = [] {
    std::vector<std::string> Keys = {
        "op",     "ops",     "cpp",   "is",       "override", "torch",
        "source", "results", "reads", "requires", "writes",   "gradients"};
    Keys.insert(Keys.end(), Result.begin(), Result.end());
    return Keys;
  }();
  static const std::vector<std::string> File = {
      "version", "torch",   "source",  "namespaces",
      "tensors", "queries", "classes", "rules"};
  static const std::vector<std::string> Read = {"arg", "usable_if", "what",
                                                "why", "conversion"};
  static const std::vector<std::string> Require = {"arg", "that", "why",
                                                   "shape"};
  static const std::vector<std::string> Guard = {"guard", "proves", "override",
                                                 "source"};
  static const std::vector<std::string> Launch = {"launch", "override",
                                                  "source"};
  static const std::vector<std::string> Copy = {
      "copy",   "to",     "from",  "bytes",    "elements",
      "device", "stream", "peers", "override", "source"};
  static const std::vector<std::string> Raw = {"raw", "pointers", "writes",
                                               "override", "source"};
  static const std::vector<std::string> Same = {"same", "override", "source"};
  static const std::vector<std::string> Tuple = {"tuple", "override", "source"};
  static const std::vector<std::string> Runtime = {
      "runtime", "does",   "pointer",  "memory",
      "stream",  "stalls", "override", "source"};
  static const std::vector<std::string> Type = {
      "type",  "like",   "asks",     "pointers", "namespaces",
      "check", "copied", "override", "source",   "folders"};
  switch (M) {
  case RuleMapping::File:
    return File;
  case RuleMapping::Rule:
    return Rule;
  case RuleMapping::Result:
    return Result;
  case RuleMapping::Read:
    return Read;
  case RuleMapping::Require:
    return Require;
  case RuleMapping::Guard:
    return Guard;
  case RuleMapping::Launch:
    return Launch;
  case RuleMapping::Copy:
    return Copy;
  case RuleMapping::Raw:
    return Raw;
  case RuleMapping::Same:
    return Same;
  case RuleMapping::Tuple:
    return Tuple;
  case RuleMapping::Runtime:
    return Runtime;
  case RuleMapping::Type:
    return Type;
  }
  return File;
}

ModelError errorIn(const std::string &File, const YamlNode &Node,
                   const std::string &Message) {
  ModelError E;
  E.File = File;
  E.Line = Node.Line;
  E.Column = Node.Column;
  E.Message = Message;
  return E;
}

bool checkKeys(const YamlNode &Node, RuleMapping M, const std::string &File,
               ModelError &Error) {
  if (Node.TheKind != YamlNode::Kind::Map) {
    Error = errorIn(File, Node, "expected a mapping (key: value) here");
    return false;
  }
  const std::vector<std::string> &Allowed = allowedKeys(M);
  for (const auto &[Key, Value] : Node.Entries) {
    if (std::find(Allowed.begin(), Allowed.end(), Key.Text) != Allowed.end())
      continue;
    std::string Names;
    for (const std::string &A : Allowed)
      Names += (Names.empty() ? "" : ", ") + A;
    Error = errorIn(File, Key,
                    "unknown key '" + Key.Text + "'; allowed here: " + Names);
    return false;
  }
  return true;
}

bool checkFileHeader(const YamlNode &Root, const std::string &File,
                     ModelError &Error) {
  if (!checkKeys(Root, RuleMapping::File, File, Error))
    return false;
  const YamlNode *Version = Root.get("version");
  if (!Version) {
    Error = errorIn(File, Root,
                    "the key 'version' is missing; write "
                    "'version: 1'");
    return false;
  }
  if (Version->Text != "1") {
    Error = errorIn(File, *Version,
                    "version '" + Version->Text +
                        "' of the rule language is not known; this program "
                        "reads version 1");
    return false;
  }
  for (const char *Key :
       {"rules", "tensors", "queries", "classes", "namespaces"})
    if (Root.get(Key))
      return true;
  Error = errorIn(File, Root, "nothing in it: the key 'rules' is missing");
  return false;
}

} // namespace tensortidy
