// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_FACTS_H
#define TENSORTIDY_LAYOUT_FACTS_H

#include "layout/AxisGroup.h"
#include "layout/Monomial.h"
#include "layout/SymbolTable.h"

#include <memory>
#include <optional>
#include <string>

namespace tensortidy {

/// How two monomials compare. Less and Greater hold for all sizes of 2 and
/// more; Differ only for sizes in general position (independent symbols).
enum class Order { Equal, Less, Greater, Differ, Unknown };

class LiveSymbols;

/// What is known about symbols at one program point: equalities
/// (symbol := monomial), strict order facts (small < big) and how many axes a
/// tensor of unknown rank has. Facts are about symbols, not about variables: a
/// guard on a view improves its source, and the reverse. A value type; a copy
/// costs a pointer, the first change after it a copy of what is known.
class Facts {
public:
  explicit Facts(SymbolTable &Symbols) : Table(&Symbols) {}

  SymbolTable &symbols() const { return *Table; }

  /// \p M rewritten by all equalities.
  Monomial canonical(const Monomial &M) const;
  /// \p M for a reader: a product that was found equal to a symbol with a
  /// name of its own in the source is that symbol again. After C == H*D, which
  /// rewrites C, N*H*D reads N*C. Not canonical.
  Monomial asNamed(Monomial M) const;
  /// The comparison that everything else uses. Never wrong, often Unknown.
  /// A symbol that may be 1 (lower bound below 2) or is opaque supports no
  /// Differ; one that may be 0 is not cancelled.
  Order compare(const Monomial &A, const Monomial &B) const;
  /// Smallest value of \p M at the symbols' lower bounds, rounded up; 0 when a
  /// power is negative or \p M is invalid.
  int64_t lowerBound(const Monomial &M) const;
  int64_t lowerBound(SymbolId Id) const;
  bool isOpaque(const Monomial &M) const;

  /// Learns A == B by binding one bare symbol to the rest. Preferred: what
  /// gives an integer coefficient (C == H*D binds C), then opaque symbols,
  /// then those that may be smaller, then the younger. What cannot be solved
  /// for a bare symbol without a quotient is dropped (sound: less is known).
  /// A bare size that is compared with the literal 0 or 1 becomes that
  /// literal: this is how a size is known to be 1.
  /// \returns false when A == B is impossible: the state is dead.
  bool equate(const Monomial &A, const Monomial &B);
  /// The same for a question about one tensor: a size that several tensors
  /// have, each its own (SymbolInfo::Several), is taken for that one's.
  bool suppose(const Monomial &A, const Monomial &B);
  /// Learns Small < Big (narrow, tails of sizes).
  void addLess(SymbolId Small, SymbolId Big);
  void addLess(SymbolId Small, const Monomial &Big);
  /// Raises the lower bound of \p Id in this state (a size known >= Bound).
  void raiseLowerBound(SymbolId Id, int64_t Bound);

  /// \name Axis groups, see AxisGroup.h
  /// @{
  unsigned minAxes(SymbolId Group) const;
  std::optional<unsigned> countOfAxes(SymbolId Group) const;
  /// False when impossible: the state is dead.
  bool raiseMinAxes(SymbolId Group, unsigned Min);
  /// Rank discovery: the group has exactly \p Count axes, everywhere.
  bool fixCountOfAxes(SymbolId Group, unsigned Count);
  /// Records that axes were split off, so that their symbols are kept in step
  /// with each other. \p Strides may be NoGroup.
  void noteSplit(SymbolId Group, SymbolId Strides, unsigned Front,
                 unsigned Back);
  StrideGroupFacts strideGroupFacts(SymbolId Strides) const;
  /// Are the axes left after \p Front and \p Back row-major among themselves?
  bool isRowMajor(SymbolId Strides, unsigned Front, unsigned Back) const;
  void learnRowMajor(SymbolId Group, SymbolId Strides,
                     const RowMajorAxes &Axes);
  /// @}

  /// What both sides know. Iterating x = join(x, y) ends: what is known only
  /// shrinks.
  static Facts join(const Facts &A, const Facts &B);
  bool operator==(const Facts &O) const;
  bool operator!=(const Facts &O) const { return !(*this == O); }

  /// How many facts there are: what a copy and a join cost.
  size_t size() const;
  /// Forgets what is known of other symbols than \p Live and those that these
  /// are equal to or may bring up again.
  void keepOnly(LiveSymbols Live);

  /// One equality or order fact a line, for --dump.
  std::string print() const;

private:
  struct Data;

  const Data &data() const;
  Data &edit();
  std::optional<int64_t> knownBound(SymbolId Id) const;
  Monomial withoutOrderedPairs(const Monomial &Quotient, bool &Strict) const;
  std::optional<Monomial> dividingAbove(SymbolId Small, const Monomial &Whole,
                                        unsigned Steps) const;
  bool exceedsOne(const Monomial &Quotient, int Sign) const;
  const Monomial &canonicalOrSelf(const Monomial &M, Monomial &Storage) const;
  bool isOfSeveral(const Monomial &M) const;
  std::optional<bool> equateLiteral(const Monomial &A, const Monomial &B);
  bool solve(const Monomial &A, const Monomial &B);
  bool bind(SymbolId Id, const Monomial &Value);
  void rewriteOrder(Data &D, SymbolId Id, const Monomial &Value);
  bool synchronise(SymbolId Group);
  bool synchroniseStrides(SymbolId Group, SymbolId Strides);
  void keepOrder(const Facts &A, const Facts &B);
  void keepBounds(const Facts &A, const Facts &B);
  void keepEqualities(const Facts &A, const Facts &B);
  void keepGroups(const Facts &A, const Facts &B);

  SymbolTable *Table;
  std::shared_ptr<Data> Known;
};

} // namespace tensortidy

#endif
