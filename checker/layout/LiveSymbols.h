// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_LIVESYMBOLS_H
#define TENSORTIDY_LAYOUT_LIVESYMBOLS_H

#include "layout/Layout.h"

#include <vector>

namespace tensortidy {

/// The symbols that can still be met: those that a value mentions, and those
/// whose names what is mentioned can bring up again. (While C and H are there,
/// C / H may be asked for again, and so may the axes of a group.) What is known
/// of the others serves nobody.
class LiveSymbols {
public:
  explicit LiveSymbols(const SymbolTable &Symbols)
      : Symbols(Symbols), Live(Symbols.size()) {}

  void add(SymbolId Id) {
    if (Id != NoGroup)
      Live[Id] = true;
  }
  void add(const Monomial &M) {
    for (const Monomial::Factor &F : M.factors())
      add(F.Symbol);
  }
  void add(const Layout &L);
  /// Adds what the names of those here can bring up. \returns whether there
  /// was any such.
  bool addDerived();
  bool contains(SymbolId Id) const { return Live[Id]; }
  bool contains(const Monomial &M) const;

private:
  bool isDerived(const SymbolInfo &S) const;

  const SymbolTable &Symbols;
  std::vector<bool> Live; ///< per symbol
};

} // namespace tensortidy

#endif
