// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PARSING_LEANPARSING_H
#define TENSORTIDY_PARSING_LEANPARSING_H

namespace tensortidy {

/// From now on every translation unit that Clang's front end parses in this
/// process leaves out the bodies of functions in system headers, among which
/// markSystemHeaders() counts torch.
/// Nothing that the checks look at is lost, and half of the time is saved: but
/// checks of clang-tidy that ask what a library's function does would see
/// nothing, so this is for programs that run our checks alone, as tensor-tidy
/// does, and not for the plugin. clangd skips bodies by itself, in every header
/// (clangd/ProjectBodies.h).
/// Call it once, before the first parse and before threads are started.
void parseWithoutSystemBodies();

} // namespace tensortidy

#endif
