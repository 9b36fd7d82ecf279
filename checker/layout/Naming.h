// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_NAMING_H
#define TENSORTIDY_LAYOUT_NAMING_H

#include "layout/Layout.h"

#include <string>
#include <vector>

namespace tensortidy {

/// Names of symbols that stand for the result of an operation: the operation
/// and its operands, by symbol numbers. Equal operations give equal symbols,
/// and a name does not grow with the number of operations behind it.
/// operandsIn() (SymbolTable.h) reads the numbers back.
std::string keyOf(const Monomial &M);
std::string keyOf(const std::vector<Monomial> &Monomials);
std::string keyOf(const Layout &L);

/// An opaque size "Operation(Operands)" of at least \p LowerBound, which
/// messages print as \p Display.
Monomial derivedSize(const std::string &Operation,
                     const std::vector<Monomial> &Operands, int64_t LowerBound,
                     const std::string &Display, SymbolTable &Symbols);

/// Opaque strides of at least \p LowerBound, named after \p Name.
Layout opaqueStrides(const std::vector<Monomial> &Sizes,
                     const std::string &Name, const std::string &Display,
                     int64_t LowerBound, SymbolTable &Symbols);

/// Dense strides of unknown order for \p Sizes, or for the axes of \p Like:
/// opaque symbols of at least 1, named after \p Name.
Layout denseOfUnknownOrder(const std::vector<Monomial> &Sizes,
                           const std::string &Name, const std::string &Display,
                           SymbolTable &Symbols);
Layout denseOfUnknownOrder(const Layout &Like, const std::string &Name,
                           const std::string &Display, SymbolTable &Symbols);

} // namespace tensortidy

#endif
