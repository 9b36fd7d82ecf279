// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_MODELS_EVALUATE_H
#define TENSORTIDY_MODELS_EVALUATE_H

#include "layout/Answer.h"
#include "layout/Layout.h"
#include "layout/Queries.h"
#include "models/ModelSet.h"
#include "models/Traits.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// One item of Tensor::index: x.index({Slice(), None, 0, mask}).
struct IndexItem {
  enum class Kind { Slice, NewAxis, Ellipsis, Integer, Tensor, Unknown };
  Kind TheKind = Kind::Unknown;
  std::optional<Monomial> Start, Stop, Step; ///< of a Slice; none = default.
                                             ///< Start of an Integer: which one
  std::optional<Layout> Index;               ///< of a Tensor
  std::optional<bool> IsMask;                ///< it holds truth values
};

/// One actual argument, by schema position.
struct ActualArgument {
  enum class Kind {
    Absent,     ///< not given: the schema's default holds
    Unknown,    ///< given, but nothing is known of it
    Tensor,     ///< Tensors[0]
    Undefined,  ///< a tensor that is undefined, or nullopt
    TensorList, ///< Tensors; ListLengthKnown says whether it is all of them
    Int,        ///< Ints[0]
    IntList,    ///< Ints; -1 is the constant -1
    SizesOf,    ///< Tensors[0].sizes() given as an int list
    Bool,       ///< Flag
    Format,     ///< Format
    Text,       ///< Text
    Indices     ///< Items, for Tensor::index
  };
  Kind TheKind = Kind::Absent;
  std::vector<Layout> Tensors;
  bool ListLengthKnown = true;
  std::vector<Monomial> Ints;
  bool Flag = false;
  MemoryFormat Format = MemoryFormat::Contiguous;
  std::string Text;
  std::vector<IndexItem> Items;
  /// Of a tensor, what it has, of a list what all of its tensors have; of a
  /// type or device, what is asked for. A type that came in TensorOptions says
  /// whether these ask for a gradient, too.
  Traits Has;
  /// Numbers of the tensor objects (TensorImpl) that a tensor may be: two
  /// tensors without a common number are two objects, whatever they share.
  /// Empty: not known.
  std::vector<uint32_t> Objects;
};

/// How a result relates to an argument's storage.
enum class Relation { Self, View, New, SelfOrNew, ViewOrNew, Unknown };
const char *toString(Relation R);

struct TensorResult {
  Relation TheRelation = Relation::Unknown;
  /// The schema argument whose storage is viewed or returned; -1 for New.
  int Source = -1;
  /// When the result is Self and the schema says that Source is written
  /// (add_, transpose_, resize_, out=), the argument itself has this layout
  /// after the call.
  Layout TheLayout;
  Traits Has;
  /// The layouts that it may have, where they are known; TheLayout is what they
  /// have in common. Of SelfOrNew: Source's own and the new tensor's. Of a
  /// list: those of its elements.
  std::vector<Layout> Either;
  /// The operator gives a list (unbind, chunk): every element looks like this.
  bool IsElement = false;
  /// A case that hardly ever occurs was left out: what it says is likely at
  /// best.
  bool LeavesOut = false;
};

/// A whole operand, or the result itself, is copied because of its layout.
struct PredictedCopy {
  /// Schema argument that is copied.
  unsigned Argument = 0;
  /// Can the operand be used as it is? No: it is copied, for all sizes in
  /// general position; NoGeneric: unless sizes coincide; Unknown: cannot tell;
  /// Yes: it is not copied.
  Answer UsableAsIs = Answer::Unknown;
  /// Of a list, where it is known: that of each of its tensors.
  std::vector<Answer> EachUsable;
  /// Elements that are copied.
  Monomial Elements;
  /// Which part and how often, e.g. "the whole weight, on every call".
  std::string What;
  /// Why, in terms of the layout, e.g. "axes 1 and 2 cannot be merged"
  /// or "its innermost stride is not 1".
  std::string Why;
  /// The copy is what the operator was asked for (contiguous(), clone()), not
  /// a side effect a reader cannot see.
  bool AskedFor = false;
  /// The gradient of a tensor that is copied so comes in the layout of the
  /// copy, not in the tensor's own.
  bool LaysOutGradient = false;
  /// It is copied to another type, whatever its layout.
  bool IsConversion = false;
  std::optional<int8_t> ScalarType; ///< of the copy, if it is converted
};

/// The layout requirement of an operator that throws when it is not met.
struct Requirement {
  Answer Met = Answer::Yes;
  /// Met by a view of Sizes; otherwise what Why says.
  bool IsView = false;
  /// Why it is not (or may not be) met, in terms of the layout, e.g.
  /// "dimensions 1 and 2 cannot be merged".
  std::string Why;
  /// The shape, not the layout, is wrong: not a layout finding.
  bool ShapeMismatch = false;
  /// Axes of the operand that would have to be merged and cannot be.
  std::optional<std::pair<unsigned, unsigned>> Blocked;
  unsigned Argument = 0;
  std::vector<Monomial> Sizes; ///< the sizes asked for, -1 resolved
};

struct Outcome {
  std::vector<TensorResult> Results; ///< one per tensor (list) the op returns
  std::vector<PredictedCopy> Copies; ///< only those whose answer is not Yes
  std::vector<Requirement> Requirements;
  /// Schema arguments whose elements are written. Operators that change only
  /// sizes and strides (transpose_) write none.
  std::vector<unsigned> Writes;
  /// No rule: results are unknown, aliasing is the schema's.
  bool Modelled = true;
  /// The call cannot return: it throws for a reason that is not the layout's.
  bool NeverReturns = false;
};

/// What \p Op does to these arguments (one per schema argument). Learns in
/// \p F what a successful call teaches. \p Name makes the symbols of unknown
/// results: equal names and operands give equal symbols, so a fixpoint ends;
/// pass something unique to the call, such as its position. Where the version
/// of libtorch is not known, or older than OldestTorch, the outcome is what
/// the rules of all versions have in common.
Outcome evaluate(const Operator &Op,
                 const std::vector<ActualArgument> &Arguments,
                 const std::string &Name, Facts &F, TorchVersion Torch);

} // namespace tensortidy

#endif
