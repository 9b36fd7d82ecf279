// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/CompilerLauncher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <initializer_list>

using namespace llvm;

namespace tensortidy {

namespace {

/// A program that runs the command behind its own options, and which of these
/// take their value from the next word.
struct Launcher {
  StringLiteral Name;
  StringLiteral Letters = "";
  std::initializer_list<StringLiteral> Words = {};
};

const Launcher Launchers[] = {
    {"ccache"},
    {"sccache"},
    {"distcc"},
    {"icecc"},
    {"buildcache"},
    {"gomacc"},
    {"reclient"},
    {"rewrapper"},
    {"env", "uCSa", {"--unset", "--chdir", "--split-string", "--argv0"}},
    {"time", "fo", {"--format", "--output"}},
    {"nice", "n", {"--adjustment"}},
    {"ionice", "cnp", {"--class", "--classdata", "--pid"}},
};

const Launcher *findLauncher(StringRef Program) {
  StringRef Name = sys::path::stem(Program);
  for (const Launcher &L : Launchers)
    if (L.Name == Name)
      return &L;
  return nullptr;
}

/// Whether the word after \p Word belongs to it: "-n", and the end of several
/// letters in one word as in "-vo", but not "-n10" or "--adjustment=10".
bool takesNextWord(const Launcher &L, StringRef Word) {
  if (Word.starts_with("--"))
    return is_contained(L.Words, Word);
  return Word.consume_front("-") && !Word.empty() &&
         Word.find_first_of(L.Letters) == Word.size() - 1;
}

/// "cmake -E env" and "cmake -E time" run the rest.
bool isCMake(const std::vector<std::string> &Arguments, size_t At) {
  return sys::path::stem(Arguments[At]) == "cmake" &&
         At + 2 < Arguments.size() && Arguments[At + 1] == "-E";
}

/// Where the options and settings of a launcher that begin at \p At end; the
/// compiler's name is none of them.
size_t skipOptions(const Launcher *L, const std::vector<std::string> &Arguments,
                   size_t At) {
  for (; At < Arguments.size(); ++At) {
    StringRef Word = Arguments[At];
    if (!Word.starts_with("-") && !Word.contains('='))
      break;
    if (L && takesNextWord(*L, Word))
      ++At;
  }
  return At;
}

} // namespace

size_t launcherWords(const std::vector<std::string> &Arguments) {
  size_t At = 0;
  while (At < Arguments.size()) {
    bool CMake = isCMake(Arguments, At);
    const Launcher *L = CMake ? nullptr : findLauncher(Arguments[At]);
    if (!CMake && !L)
      return At;
    size_t Next = skipOptions(L, Arguments, At + (CMake ? 3 : 1));
    // A launcher alone, such as a compiler called "time", is the compiler.
    if (Next >= Arguments.size())
      return At;
    At = Next;
  }
  return 0;
}

} // namespace tensortidy
