// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_CONTEXT_H
#define TENSORTIDY_ANALYSIS_CONTEXT_H

#include "analysis/DenseLayout.h"
#include "analysis/LoopNest.h"
#include "analysis/State.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tensortidy {

/// What is the same everywhere in one function's analysis.
struct Context {
  const Function &In;
  SymbolTable &Symbols;
  /// Number of the first fact of each block; facts are numbered through.
  std::vector<unsigned> FirstNumber;
  /// The integer variables that stand for flags, sorted.
  std::vector<IntId> Flags;
  /// What follows from flags that are decided, for those that are asked.
  std::map<std::pair<IntId, bool>, std::vector<std::pair<IntId, bool>>> Implied;

  /// \p Members: of those that are not among them nothing is known.
  Context(const Function &In, SymbolTable &Symbols, MemberLayouts Members = {});

  /// \name Ids of Alternative::Storages, Objects and Roots
  /// @{
  uint32_t initialId(PlaceId P) const { return P; }
  uint32_t resultId(unsigned Number, size_t Result) const;
  bool isInitialId(uint32_t Id) const { return Id < In.Places.size(); }
  /// @}

  /// The block of the fact \p Number.
  unsigned blockOf(unsigned Number) const;
  /// The function's loops, found when they are asked for.
  const LoopNest &loops() const;

  /// "y" or "%7", unique with the place's number.
  std::string placeKey(PlaceId P) const;

  /// A tensor about which nothing is known, made at the fact \p Number.
  Alternative unseen(PlaceId P, unsigned Number, size_t Result) const;
  /// The state in which the function starts.
  State initialState() const;

private:
  mutable std::optional<LoopNest> Loops;
  MemberLayouts Members;
};

/// A copy of \p S for each combination of the alternatives of \p Places, in
/// which each of them has one alternative; at most \p Limit, for which values
/// are joined first. \p Site names the phi symbols.
std::vector<State> splitOn(State S, const std::vector<PlaceId> &Places,
                           const std::string &Site, size_t Limit = 16);

/// The values of lists, which stand for all their elements: that an element
/// cannot have been one of the alternatives says nothing of the others.
class ListValues {
public:
  /// Of the lists among \p Places with several alternatives in \p S.
  ListValues(const State &S, const std::vector<PlaceId> &Places,
             const Function &In);
  /// Gives them all their alternatives again, besides what they have in \p S.
  void restoreIn(State &S, const std::string &Site) const;

private:
  std::vector<std::pair<PlaceId, TensorValue>> Values;
};

} // namespace tensortidy

#endif
