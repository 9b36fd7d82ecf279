// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_STATE_H
#define TENSORTIDY_ANALYSIS_STATE_H

#include "analysis/FlatMap.h"
#include "analysis/TensorValue.h"
#include "analysis/Uses.h"
#include "program/Function.h"

#include <string>
#include <vector>

namespace tensortidy {

/// A tensor whose raw pointer was taken, as it was then.
struct TakenPointer {
  uint32_t Number = 0;        ///< of the fact that took it
  const Fact *From = nullptr; ///< a TakePointer
  TensorValue Value;
  /// On another path the pointer comes from somewhere that is not followed.
  bool OnSomePathsOnly = false;
  bool operator==(const TakenPointer &O) const {
    return Number == O.Number && Value == O.Value &&
           OnSomePathsOnly == O.OnSomePathsOnly;
  }
};
using PointerValue = std::vector<TakenPointer>;

/// What holds at one point of a function. A place without a value is bottom;
/// an integer without a value is its initial one. Values are kept as they were
/// made; TheFacts is applied where they are used (normalized()), so a value
/// that nobody assigned survives a join untouched.
struct State {
  explicit State(SymbolTable &Symbols) : TheFacts(Symbols) {}

  Facts TheFacts;
  FlatMap<TensorValue> Places;
  FlatMap<Monomial> Integers;
  FlatMap<PointerValue> Pointers;
  /// Flags that a branch has decided.
  FlatMap<bool> Flags;
  /// How many facts were left when dead ones were dropped the last time. Not
  /// part of the state's value.
  size_t FactsKept = 0;

  const TensorValue &value(PlaceId P) const;
  /// \p A's layout with all that is known here.
  Layout layout(const Alternative &A) const {
    return normalized(A.TheLayout, TheFacts);
  }
  void setValue(PlaceId P, TensorValue V);
  /// Nobody reads \p Dead any more.
  void erase(const Uses &Dead);
  /// Every handle and taken pointer that shares \p Old has \p New from now on.
  void replace(const TensorValue &Old, const TensorValue &New);
  /// A flag is decided: what is not there then is dropped.
  /// \returns false when it was decided otherwise: the path is dead.
  bool decide(IntId Flag, bool Set);
  /// The variable \p Flag is defined anew, or nobody asks for it any more.
  void forgetFlags(const std::vector<IntId> &Kept);
  /// The object \p Old of \p Handle has new sizes or strides: all its handles
  /// in \p In see it. Those that share its value are its handles for certain,
  /// unless they come from a list; equal sets of several objects only say that
  /// they may be. \p Handle may be NoId.
  void updateObject(PlaceId Handle, const Alternative &Old,
                    const Alternative &New, const Function &In);

  bool operator==(const State &O) const {
    return TheFacts == O.TheFacts && Places == O.Places &&
           Integers == O.Integers && Pointers == O.Pointers && Flags == O.Flags;
  }
};

/// What holds on either path. Each side's facts are pushed into its values
/// before they are intersected, so `if (!x.is_contiguous()) x =
/// x.contiguous();` keeps its guard. \p Site names phi symbols and must be
/// unique to the joining point.
State join(const State &A, const State &B, const Function &In,
           const std::string &Site);
/// An upper bound of \p Old and \p New in which everything that still changes
/// has become a phi symbol of \p Site: repeating it ends.
State widen(const State &Old, const State &New, const Function &In,
            const std::string &Site);

/// One value a line, for --dump and tests.
std::string print(const State &S, const Function &In);

} // namespace tensortidy

#endif
