// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OtherHost PLUGIN VERSION: loads the plugin as clang-tidy does, in a process
// that has nothing of Clang but the function that says its version. Prints
// "loaded" when the plugin comes back.

#include <cstdio>
#include <dlfcn.h>
#include <string>

static std::string Version;

namespace clang {
std::string getClangFullVersion() { return Version; }
} // namespace clang

int main(int, char **Argv) {
  Version = Argv[2];
  if (!dlopen(Argv[1], RTLD_LAZY | RTLD_GLOBAL)) {
    std::printf("not loaded: %s\n", dlerror());
    return 0;
  }
  std::printf("loaded\n");
  return 0;
}
