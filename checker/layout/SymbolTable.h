// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_SYMBOLTABLE_H
#define TENSORTIDY_LAYOUT_SYMBOLTABLE_H

#include "layout/Monomial.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace tensortidy {

struct SymbolInfo {
  /// Unique and stable, e.g. "size(x,0)", "st(x,1)", "phi(3,x,0)".
  std::string Name;
  /// How messages print it, e.g. "B" after `auto B = x.size(0)`; defaults to
  /// the name.
  std::string Display;
  /// Smallest value it can take: 2 for sizes in general position, 1 for the
  /// product of axes that may be none, 0 for strides.
  int64_t LowerBound = 2;
  /// Its value may equal anything (an unknown stride, a join, a rounding, a
  /// sum): it supports no claim that two monomials differ.
  bool Opaque = false;
  /// The axis or stride group that it is a part of.
  SymbolId Owner = ~SymbolId(0);
  /// Symbols that its name refers to, see operandsIn().
  std::vector<SymbolId> Operands;
  /// May be asked for at any time, although nothing mentions it.
  bool Pinned = false;
  /// It stands for the sizes of several tensors, as of the parts that chunk()
  /// gives, of which the last may be smaller: what one of them is says nothing
  /// of the others.
  bool Several = false;
};

/// The symbols that a name made with keyOf() (Naming.h) refers to: numbers
/// that stand after "*#" or "<#".
std::vector<SymbolId> operandsIn(const std::string &Name);

/// The symbols of one analysed function, interned by name: asking for the same
/// name again gives the same symbol, whatever bound and opacity are passed, so
/// a name must stand for one quantity. Only grows; not thread-safe.
class SymbolTable {
public:
  SymbolId get(const std::string &Name, int64_t LowerBound, bool Opaque);
  /// One that is a part of the group \p Owner.
  SymbolId getPart(SymbolId Owner, const std::string &Name, int64_t LowerBound,
                   bool Opaque);
  void pin(SymbolId Id) { Symbols[Id].Pinned = true; }
  /// Convenience: a dimension's size (lower bound 2, not opaque).
  Monomial size(const std::string &Name);
  /// Convenience: an unknown stride (lower bound 0, opaque).
  Monomial stride(const std::string &Name);
  /// A symbol with a name nobody has, "Base#N". Not for anything a fixpoint
  /// repeats: it would never see the same state twice.
  Monomial fresh(const std::string &Base, int64_t LowerBound, bool Opaque);

  const SymbolInfo &info(SymbolId Id) const { return Symbols[Id]; }
  size_t size() const { return Symbols.size(); }
  void setSeveral(SymbolId Id) { Symbols[Id].Several = true; }
  /// The first caller wins; later ones are ignored.
  void setDisplay(SymbolId Id, const std::string &Display);

  /// "2*B*N", "C/H", "1"; by display names.
  std::string print(const Monomial &M) const;

private:
  std::deque<SymbolInfo> Symbols;
  std::unordered_map<std::string, SymbolId> ByName;
  unsigned NextFresh = 0;
};

} // namespace tensortidy

#endif
