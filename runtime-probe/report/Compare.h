// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two runs, one against the other. Lines move when a source is edited, so
// copies are put together by function, operator and class.
#ifndef TENSOR_PROBE_REPORT_COMPARE_H
#define TENSOR_PROBE_REPORT_COMPARE_H

#include "report/Groups.h"

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace tensor_probe {

enum class Change {
  new_,   ///< the old run has no such copy
  grown,  ///< more copies or more bytes than in the old run
  shrunk, ///< fewer of one and no more of the other
  gone,   ///< the new run has no such copy
  same    ///< as many copies and bytes; times are not looked at
};

const char *name_of(Change);

/// All copies of one class that one operator made in one function. A function
/// is known by its name and the name of its file, where it has none by its
/// module.
struct Compared {
  Change change = Change::same;
  Cost before, now;
  bool enqueue_only = false;
  /// The costliest site, of the new run unless it has none.
  SourceSite site;
};

/// Whether both runs had the tier that sees what operators materialise; if
/// not, that is compared nowhere.
bool compares_own_writes(const Profile &before, const Profile &now);

/// By change in the order above, then by the difference that `rank` looks at,
/// largest first.
std::vector<Compared> compare(const Profile &before, const Profile &now,
                              RankBy rank);

/// What changed, and the totals of both runs. At most `top` rows; 0: all.
std::string comparison_text(const Profile &before, const Profile &now,
                            const View &view);

llvm::json::Value json_comparison(const Profile &before, const Profile &now,
                                  const View &view);

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_COMPARE_H
