// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_ANALYSIS_LOOPSYMBOLS_H
#define TENSORTIDY_ANALYSIS_LOOPSYMBOLS_H

#include "analysis/Context.h"
#include "analysis/Graph.h"

#include <string>
#include <vector>

namespace tensortidy {

/// Keeps iterations of a loop apart. A symbol that a loop's body makes ("what
/// f() returned") means another number in each iteration, so a value that is
/// carried into the next one must not go on using it: `z = y; y = f();` would
/// make z and y one tensor. Such symbols are renamed on the back edge.
class LoopSymbols {
public:
  explicit LoopSymbols(SymbolTable &Symbols) : Symbols(Symbols) {}

  /// Symbols made since the last call belong to the block at \p Position of
  /// the graph's order.
  void made(unsigned Position) { Born.resize(Symbols.size(), Position); }

  /// \p Back, which flows from the block at \p Last to the loop head at
  /// \p First, as the next iteration sees it. What \p AtHead has too was only
  /// carried through, and stays.
  State carried(const State &Back, const State *AtHead, unsigned First,
                unsigned Last, const Context &C) const;

private:
  bool isOld(SymbolId Id, unsigned First, unsigned Last) const {
    return Id < Born.size() && Born[Id] >= First && Born[Id] <= Last;
  }
  bool mentions(const Layout &L, unsigned First, unsigned Last) const;
  bool mentions(const Monomial &M, unsigned First, unsigned Last) const;
  Monomial renamed(const Monomial &M, const std::string &Key, unsigned First,
                   unsigned Last) const;
  Layout renamed(const Layout &L, const std::string &Key, unsigned First,
                 unsigned Last) const;
  TensorValue renamed(const TensorValue &V, const State &Back,
                      const std::string &Key, unsigned First,
                      unsigned Last) const;

  SymbolTable &Symbols;
  std::vector<unsigned> Born; ///< per symbol: position of the block
};

} // namespace tensortidy

#endif
