// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_RULE_H
#define TENSORTIDY_MODELS_RULE_H

#include "models/RuleExpression.h"
#include "models/TorchVersion.h"
#include "models/Traits.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// One result of an operator; docs/rules.md has the YAML form of each.
struct ResultRule {
  enum class Form {
    Schema, ///< nothing said: what the schema's aliasing says
    Self,   ///< argument Source itself, if If holds; Axes changes it
    View,   ///< a view of argument Source, by Axes or as Sizes
    New,    ///< freshly allocated, laid out as Value, then mapped by Axes
    Does    ///< whatever Value is
  };
  enum class Otherwise { Nothing, Throws, Copy, Value };
  Form TheForm = Form::Schema;
  unsigned Source = 0;
  std::optional<RuleExpr> If, Axes, Sizes, Value;
  /// What happens when If does not hold or Sizes cannot be viewed. Copy is
  /// row-major of the sizes, Value the layout in Value.
  Otherwise Else = Otherwise::Nothing;
  /// The argument that is copied to make a new result.
  std::optional<unsigned> Copies;
  /// The arguments whose type, or device, the result has: the first that is a
  /// type or a device and is given, else what all tensors among them have.
  /// Empty: what Fixed says. None: by the form.
  std::optional<std::vector<unsigned>> TypeOf, DeviceOf;
  Traits Fixed;
};

/// An operand that is copied inside unless UsableIf holds.
struct ReadRule {
  unsigned Argument = 0;
  RuleExpr UsableIf;
  std::string What; ///< never empty
  std::string Why;  ///< empty: made from the condition
  /// Its elements are converted to another type: where types are not known,
  /// nothing is said.
  bool IsConversion = false;
};

/// What an operator throws without.
struct RequireRule {
  unsigned Argument = 0;
  RuleExpr That;
  std::string Why;      ///< empty: made from the condition
  bool IsShape = false; ///< about shapes: no layout mends it
};

struct Rule {
  VersionRange Torch; ///< versions it holds for
  std::string Source; ///< evidence
  std::string File;
  unsigned Line = 0;
  /// One for each result, or one for all of them; empty: the schema's.
  std::vector<ResultRule> Results;
  std::vector<ReadRule> Reads;
  std::vector<RequireRule> Requires;
  /// Replaces the schema's arguments that are written.
  std::optional<std::vector<unsigned>> Writes;
  /// The arguments whose gradients come laid out as their copies are read.
  std::vector<unsigned> Gradients;
};

} // namespace tensortidy

#endif
