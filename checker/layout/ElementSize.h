// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_ELEMENTSIZE_H
#define TENSORTIDY_LAYOUT_ELEMENTSIZE_H

#include "layout/Answer.h"
#include "layout/Layout.h"

#include <optional>
#include <string>

namespace tensortidy {

/// The same bytes as elements of another size (libtorch 1.13,
/// native/TensorConversions.cpp, view_dtype; native/ComplexHelper.h,
/// view_as_complex). A layout counts in elements, so all of it changes.

/// Do \p Count neighbours each make one element: is the last stride 1, and are
/// the last size, all other strides and the offset multiples of \p Count? A
/// tensor that came from elsewhere is taken to begin at one.
Answer holdsGroups(const Layout &L, int64_t Count, const Facts &F);
/// \p L in elements of \p Count old ones each, where holdsGroups() does not
/// say no. What does not divide becomes a symbol after \p Name. No result for
/// an unknown rank, or without axes.
std::optional<Layout> inLargerElements(const Layout &L, int64_t Count,
                                       const std::string &Name, const Facts &F);
/// \p L, whose last stride is 1, in elements of which \p Count make an old one.
std::optional<Layout> inSmallerElements(const Layout &L, int64_t Count,
                                        const Facts &F);

} // namespace tensortidy

#endif
