// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_POINTEREFFECT_H
#define TENSORTIDY_PROGRAM_POINTEREFFECT_H

namespace tensortidy {

/// What a function does with a pointer that it gets, the weakest first.
enum class PointerEffect {
  None,         ///< compares, tests or ignores it
  FirstElement, ///< *p or p[0]
  Elements,     ///< p[i], or hands it to something that does this
  Unknown       ///< keeps it, or hands it to what is not in sight
};

} // namespace tensortidy

#endif
