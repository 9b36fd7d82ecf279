// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CHECKS_HIDDENCOPYCHECK_H
#define TENSORTIDY_CHECKS_HIDDENCOPYCHECK_H

#include "checks/Check.h"
#include "checks/DeclarationKey.h"
#include "checks/LeafGradients.h"
#include "checks/ValueReaders.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tensortidy {

/// Finds operators that copy a whole operand because of its layout, where the
/// source asks for no copy: reshape() after transpose(), conv2d() of another
/// memory format, linear() of a folded batch. contiguous() and clone() are
/// asked for and silent, but for the gradient that they make autograd copy.
class HiddenCopyCheck : public Check {
public:
  void begin(const Context &C) override { Readers.emplace(C.In); }
  void onFact(const Visit &V) override;
  void onApply(const Visit &V, const Apply &A,
               const std::vector<ApplyCase> &Cases) override;
  void end(const Context &C, std::vector<Finding> &Into) override;

private:
  /// A finding that lacks its last note: what to do depends on what else
  /// happens to the operand.
  struct Copy {
    Finding Found;
    const Fact *At = nullptr;
    unsigned Block = 0;
    PlaceId Of = NoId; ///< the operand, if there is one
    std::string Entities;
    bool AreSeveral = false;             ///< operands
    std::optional<int8_t> ConvertedFrom; ///< what is copied to another type
    bool WantsChannelsLast = false;
    /// What takes a part of the result; empty unless it is all that is read.
    std::string PartBy;
  };
  std::string remedy(const Copy &Each, const Context &C) const;

  std::vector<Copy> Pending;
  /// Members that this file gives another layout than the row-major one, by
  /// their declarations.
  std::set<DeclarationKey> Reformatted;
  std::optional<ValueReaders> Readers; ///< of the function being replayed
  LeafGradients Leaves;
  /// About copies of gradients that go with copies that are asked for.
  std::vector<Finding> OfGradients;
};

} // namespace tensortidy

#endif
