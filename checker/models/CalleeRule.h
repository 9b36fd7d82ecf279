// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_CALLEERULE_H
#define TENSORTIDY_MODELS_CALLEERULE_H

#include "models/RuleExpression.h"

#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// What a function does with a raw pointer that it gets.
enum class PointerFate {
  Unknown,    ///< nothing is said
  Ignored,    ///< reads and writes nothing through it
  OneElement, ///< the one that it points to
  Elements    ///< walks memory from there on
};

/// What is known of a function that is no operator: it checks tensors, or does
/// something with raw pointers, or hands on what it gets.
struct CalleeRule {
  enum class Kind {
    Guard,  ///< does not return unless Proves holds
    Launch, ///< starts a kernel with what it gets
    Copy,   ///< copies memory from one pointer to another
    Raw,    ///< Fates say what becomes of its pointers
    Same,   ///< gives its first argument back, as far as layouts go
    Tuple   ///< gives all of its arguments as a tuple
  };
  Kind TheKind = Kind::Raw;
  /// Qualified; of a Raw one without a schema it may have a '*' at its ends.
  std::string Name;
  /// Its parameters, by position; none: whatever they are.
  std::optional<Schema> Parameters;
  /// Of a Guard, over Parameters. One that takes a list means each of it.
  std::optional<RuleExpr> Proves;
  /// A Guard that gives a bool: Proves holds where that is true.
  bool Answers = false;
  /// Of each of Parameters, or of all pointers when there are none.
  std::vector<PointerFate> Fates;
  PointerFate FateOfAll = PointerFate::Unknown;
  /// Of a Copy: the parameter that says how much.
  std::optional<unsigned> Bytes, Elements;
  std::string File;
  unsigned Line = 0;

  PointerFate fateOf(unsigned Parameter) const {
    return Parameter < Fates.size() ? Fates[Parameter] : FateOfAll;
  }
};

} // namespace tensortidy

#endif
