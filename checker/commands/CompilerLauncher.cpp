// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/CompilerLauncher.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tensortidy {

namespace {

bool isLauncher(StringRef Program) {
  return StringSwitch<bool>(sys::path::stem(Program))
      .Cases({"ccache", "sccache", "distcc", "icecc", "buildcache", "gomacc"},
             true)
      .Cases({"env", "time", "nice", "ionice", "reclient", "rewrapper"}, true)
      .Default(false);
}

/// "cmake -E env" and "cmake -E time" run the rest.
bool isCMake(const std::vector<std::string> &Arguments, size_t At) {
  return sys::path::stem(Arguments[At]) == "cmake" &&
         At + 2 < Arguments.size() && Arguments[At + 1] == "-E";
}

/// Options and settings of a launcher; none is a program's name.
bool belongsToLauncher(StringRef Word) {
  return Word.starts_with("-") || Word.contains('=');
}

} // namespace

size_t launcherWords(const std::vector<std::string> &Arguments) {
  size_t At = 0;
  while (At < Arguments.size()) {
    size_t Own = isCMake(Arguments, At) ? 3 : isLauncher(Arguments[At]) ? 1 : 0;
    if (!Own)
      return At;
    size_t Next = At + Own;
    while (Next < Arguments.size() && belongsToLauncher(Arguments[Next]))
      ++Next;
    // A launcher alone, such as a compiler called "time", is the compiler.
    if (Next >= Arguments.size())
      return At;
    At = Next;
  }
  return 0;
}

} // namespace tensortidy
