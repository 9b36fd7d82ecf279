// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_YAMLNODE_H
#define TENSORTIDY_MODELS_YAMLNODE_H

#include "models/ModelSet.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// A YAML value that knows where it stands. Built by readYaml() from the
/// parser's events, which keep what yaml-cpp's own nodes lose: duplicate keys
/// and the place of everything.
struct YamlNode {
  enum class Kind { Null, Scalar, Sequence, Map };
  Kind TheKind = Kind::Null;
  std::string Text; ///< of a scalar
  bool Quoted = false;
  unsigned Line = 0, Column = 0; ///< from 1
  std::vector<YamlNode> Items;
  std::vector<std::pair<YamlNode, YamlNode>> Entries;

  const YamlNode *get(const std::string &Key) const;
};

/// Reads one document. Errors: a syntax error, an empty or truncated file,
/// several documents, anchors, aliases, tags, a key that is not a scalar or
/// that stands twice.
std::optional<YamlNode> readYaml(const std::string &Text,
                                 const std::string &File, ModelError &Error);

} // namespace tensortidy

#endif
