// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_COPIES_H
#define TENSORTIDY_CHECKS_COPIES_H

#include "analysis/Observer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

namespace tensortidy {

/// Of a conversion whose types are not known nothing is said.
bool mayCopy(const PredictedCopy &P);

/// Is an operand copied: in all cases, in some, or does nothing tell?
struct Copied {
  bool Always = true;
  bool Sometimes = false;             ///< in some cases surely
  bool Perhaps = false;               ///< in some cases nothing tells
  bool IsFormal = false;              ///< only unless sizes coincide
  const ApplyCase *Witness = nullptr; ///< null: it is not copied
  const PredictedCopy *Copy = nullptr;
};
Copied copiesOf(unsigned Argument, const std::vector<ApplyCase> &Cases);

/// Is it one of the names in \p All, a table of dispatcher names?
template <typename Names> bool isOneOf(const Operator &Op, const Names &All) {
  return std::find(std::begin(All), std::end(All), Op.TheSchema.Name) !=
         std::end(All);
}
/// The tensor argument \p I, if it is one place.
PlaceId placeAt(const Apply &A, unsigned I);

/// Is it asked not to wait for the copy that it makes?
bool isNonBlocking(const Apply &A);

/// Does it give a view of an argument, or that itself?
bool isAlias(const Operator &Op);

/// Does it give a view of a part of its tensor, as narrow() does?
bool isPart(const Operator &Op);

/// Is it asked for another type or device, as to() and cpu() are?
bool isConversion(const Operator &Op);

/// Is it one that gives its operand's elements in other sizes, by a view or by
/// a copy? ATen itself makes that copy, on every device and version; what other
/// operators do with an operand is up to their back ends.
bool isDecidedByLayoutAlone(const Operator &Op);

/// Would \p Operand be contiguous if the parameters and members that it views
/// were row-major, as tensors are by default? \p Initial is the function's
/// initial state, \p F what is known.
Answer isContiguousByDefault(const Alternative &Operand, const State &Initial,
                             Facts F, const Context &C);

/// The bytes of what a call gets as \p Argument; none where they are not known,
/// or differ between the cases.
std::optional<int64_t> operandBytes(const std::vector<ApplyCase> &Cases,
                                    unsigned Argument);

/// The only storage that \p Value may use; none where it may use several.
std::optional<uint32_t> onlyStorage(const TensorValue &Value);

/// The memory that any alternative of \p V may use.
IdSet storagesOf(const TensorValue &V);

} // namespace tensortidy

#endif
