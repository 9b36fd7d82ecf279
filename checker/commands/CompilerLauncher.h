// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_COMMANDS_COMPILERLAUNCHER_H
#define TENSORTIDY_COMMANDS_COMPILERLAUNCHER_H

#include <string>
#include <vector>

namespace tensortidy {

/// How many words of \p Arguments stand before the compiler: ccache and its
/// like, with their own options, these options' values and settings,
/// "cmake -E env A=b --", "env -u A", "time -f %e", "nice -n 10", "ionice".
/// Less than the size of a command that is not empty.
size_t launcherWords(const std::vector<std::string> &Arguments);

} // namespace tensortidy

#endif
