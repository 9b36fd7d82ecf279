// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "models/Shapes.h"

#include "layout/Peel.h"
#include "layout/Results.h"
#include "layout/Transforms.h"

namespace tensortidy {

RuleValue shape(const std::optional<Layout> &L) {
  return L ? RuleValue::tensor(rowMajorLike(*L)) : RuleValue::unknown();
}

Layout shapeOf(Evaluator &Ev, const RuleExpr &Child) {
  if (Child.Type == ExprType::Ints || Child.Type == ExprType::Int)
    return Ev.tensor(Child);
  return rowMajorLike(Ev.tensor(Child));
}

std::optional<Layout> withSize(Layout L, int64_t Dim, const Monomial &Size,
                               Facts &F) {
  L = normalized(L, F);
  std::optional<AxisPlace> P = findAxis(L, Dim, F);
  if (!P)
    return std::nullopt;
  axisIn(L, *P).Size = Size;
  L.KnownDense = false;
  L.KnownContiguous.reset();
  return rowMajorLike(L);
}

std::optional<Layout> withNewAxis(const Layout &L, int64_t Dim,
                                  const Monomial &Size, Facts &F) {
  std::optional<Layout> R = insertUnitAxis(L, Dim, F);
  return R ? withSize(*R, Dim, Size, F) : R;
}

} // namespace tensortidy
