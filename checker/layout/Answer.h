// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_LAYOUT_ANSWER_H
#define TENSORTIDY_LAYOUT_ANSWER_H

namespace tensortidy {

/// The answer to a question about a layout, for sizes in general position
/// (no dimension is 1 or 0 unless it is known to be).
enum class Answer {
  Yes,       ///< for all sizes of 2 and more
  No,        ///< for all sizes of 2 and more
  NoGeneric, ///< no, unless formally different products of sizes coincide;
             ///< never enough for a finding called proven
  Unknown    ///< cannot tell
};

inline bool isYes(Answer A) { return A == Answer::Yes; }
inline bool isNo(Answer A) { return A == Answer::No || A == Answer::NoGeneric; }

/// All of \p A and \p B hold. A definite no wins over a generic one, and
/// either over "cannot tell".
Answer conjunction(Answer A, Answer B);
/// At least one of \p A and \p B holds.
Answer disjunction(Answer A, Answer B);
/// A generic no has no definite opposite: its negation is Unknown.
Answer negation(Answer A);

const char *toString(Answer A);

} // namespace tensortidy

#endif
