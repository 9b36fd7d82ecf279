// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "layout/Layout.h"

namespace tensortidy {

/// "[a, b, <gap>, c]", by \p OfAxis and \p OfGap.
template <typename AxisPrinter>
static std::string printAxes(const Layout &L, AxisPrinter OfAxis,
                             const std::string &OfGap) {
  std::string Text = "[";
  auto Add = [&](const std::string &Item) {
    Text += (Text.size() > 1 ? ", " : "") + Item;
  };
  for (const Axis &A : L.Front)
    Add(OfAxis(A));
  if (L.Middle)
    Add(OfGap);
  for (const Axis &A : L.Back)
    Add(OfAxis(A));
  return Text + "]";
}

std::string print(const Layout &L, const SymbolTable &Symbols) {
  std::string OfGap;
  if (L.Middle)
    OfGap = "<" + Symbols.print(L.Middle->Size) + "@" +
            Symbols.print(L.Middle->Stride) +
            (L.Middle->RowMajor ? ": row-major" : "") +
            (L.Middle->MinCount
                 ? ", " + std::to_string(L.Middle->MinCount) + " or more"
                 : "") +
            ">";
  auto OfAxis = [&](const Axis &A) {
    return Symbols.print(A.Size) + "@" + Symbols.print(A.Stride);
  };
  std::string Text = printAxes(L, OfAxis, OfGap);
  if (L.KnownDense)
    Text += " dense";
  if (L.KnownContiguous)
    Text += *L.KnownContiguous ? " contiguous" : " not contiguous";
  if (L.Offset && !L.Offset->Elements.isZero())
    Text += " offset " + Symbols.print(L.Offset->Elements);
  return Text;
}

std::string printStrides(const Layout &L, const SymbolTable &Symbols) {
  auto OfAxis = [&](const Axis &A) { return Symbols.print(A.Stride); };
  return printAxes(L, OfAxis, "...");
}

std::string printSizes(const Layout &L, const SymbolTable &Symbols) {
  auto OfAxis = [&](const Axis &A) { return Symbols.print(A.Size); };
  return printAxes(L, OfAxis, "...");
}

} // namespace tensortidy
