// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_TENSORVALUE_H
#define TENSORTIDY_ANALYSIS_TENSORVALUE_H

#include "analysis/FlatMap.h"
#include "analysis/IdSet.h"
#include "layout/Layout.h"
#include "models/Traits.h"
#include "program/Source.h"

#include <memory>
#include <string>
#include <vector>

namespace tensortidy {

/// One thing that happened to a value, for a diagnostic's notes.
struct PathStep {
  enum class Kind {
    Laid,      ///< an operator gave it these strides
    Allocated, ///< it was allocated row-major
    Unseen     ///< it came from where the analysis does not look
  };
  Kind TheKind = Kind::Laid;
  Origin From;
  std::string Entity; ///< the variable; empty for a temporary
  std::string By;     ///< "transpose(1, 2)"; for Unseen: why
  /// The call asks for a memory format that a variable holds.
  bool AsksFormat = false;
  /// A memory format other than row-major was given: no origin to a reader,
  /// even where both are the same.
  bool GivesFormat = false;
  bool IsNew = false; ///< the operator allocated it
  Layout After;
};

/// Steps in reverse order; persistent, so that values share their history.
struct PathNode {
  PathStep Step;
  std::shared_ptr<const PathNode> Before;
};
using PathPtr = std::shared_ptr<const PathNode>;
/// The steps of \p Last, first one first.
std::vector<const PathStep *> steps(const PathPtr &Last);

/// One layout that a tensor may have. Storages, objects and roots are ids of
/// AnalysisIds: a place's initial value or a result of a fact.
struct Alternative {
  Layout TheLayout;
  Traits Has;
  /// The allocations whose memory it may use.
  IdSet Storages;
  /// The tensor objects (TensorImpl) it may be: handles of one object see
  /// each other's in-place changes of sizes and strides.
  IdSet Objects;
  /// Places of the parameters whose unknown layouts it may depend on.
  IdSet Roots;
  /// How it came about. Not part of the value: equal layouts that came about
  /// in two ways are one alternative, with the first way that was found.
  PathPtr Path;
  /// A generic "no" decided something on the way, or it is one of two layouts
  /// that an operator may have chosen: caps what follows.
  bool Tainted = false;
  /// It depends on what the analysis does not see: an operator without a rule,
  /// a callee's result, a join of too many layouts. What is unknown of it is
  /// then no evidence of anything.
  bool Vague = false;
  /// Stands for many tensors (the elements of a list parameter), whose
  /// layouts need not be equal.
  bool Summary = false;
  /// Read from a list: two that look the same may be different tensors.
  bool OneOfMany = false;
  /// It is the value only where these flags (integer variables of a
  /// Condition::Kind::Flag) are set, or are not.
  FlatMap<bool> When;

  bool operator==(const Alternative &O) const;
  bool operator!=(const Alternative &O) const { return !(*this == O); }
};

/// At most this many layouts are kept apart.
constexpr size_t MaxAlternatives = 4;

/// What a tensor may be: alternatives, none of which is certain unless it is
/// the only one. None at all is bottom: undefined, or a dead path. Immutable
/// and shared: handles of the same tensor share one value, so what is learnt
/// through one holds for the others.
class TensorValue {
public:
  TensorValue() = default;
  explicit TensorValue(Alternative Only);
  explicit TensorValue(std::vector<Alternative> All);

  bool isBottom() const { return !All; }
  size_t size() const { return All ? All->size() : 0; }
  const Alternative &operator[](size_t I) const { return (*All)[I]; }
  const Alternative *begin() const { return All ? All->data() : nullptr; }
  const Alternative *end() const { return begin() + size(); }

  bool sharesWith(const TensorValue &O) const { return All && All == O.All; }
  bool operator==(const TensorValue &O) const;
  bool operator!=(const TensorValue &O) const { return !(*this == O); }

private:
  std::shared_ptr<const std::vector<Alternative>> All;
};

/// Collects the alternatives of several values, equal layouts merged unless
/// flags tell them apart.
class ValueUnion {
public:
  /// Adds \p V's alternatives as they are under \p F, which must be the facts
  /// of the path that \p V comes from.
  void add(const TensorValue &V, const Facts &F);
  void add(Alternative A, const Facts &F);
  /// How many different layouts there are.
  size_t layouts() const;
  /// The value; more alternatives than MaxAlternatives become one, over phi
  /// symbols named after \p Name. \p F: the facts of the joined state.
  TensorValue take(const std::string &Name, const Facts &F);
  /// One alternative over phi symbols, in any case.
  TensorValue collapse(const std::string &Name, const Facts &F);

private:
  /// Merges equal layouts, whatever the flags.
  void mergeLayouts();

  std::vector<Alternative> All;
};

} // namespace tensortidy

#endif
