// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "plugin/OwnChecks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tensortidy {

namespace {

constexpr char AllOwnChecks[] = "tensor-*";

/// clang-tidy separates globs by commas and by line ends.
SmallVector<StringRef> globsOf(StringRef Checks) {
  SmallVector<StringRef> Lines, Globs;
  Checks.split(Lines, '\n');
  for (StringRef Line : Lines)
    for (StringRef Glob : split(Line, ','))
      if (!Glob.trim().empty())
        Globs.push_back(Glob.trim());
  return Globs;
}

} // namespace

bool isOwnCheck(StringRef Glob) { return Glob.starts_with("tensor-"); }

std::string withOwnChecks(StringRef Checks) {
  SmallVector<StringRef> Globs = globsOf(Checks);
  if (any_of(Globs, isOwnCheck) || (!Globs.empty() && Globs.back() == "-*"))
    return Checks.str();
  auto *AfterAll =
      find_if(reverse(Globs), [](StringRef G) { return G == "-*"; }).base();
  Globs.insert(AfterAll, AllOwnChecks);
  return join(Globs, ",");
}

} // namespace tensortidy
