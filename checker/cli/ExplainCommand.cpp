// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CheckPages.h"
#include "cli/Commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tensortidy {

const char *pageOf(const std::string &Check) {
  StringRef Name = Check;
  Name.consume_front("tensor-");
  const auto Page = find_if(checkPages(), [&](const CheckPage &P) {
    return StringRef(P.Check).drop_front(StringRef("tensor-").size()) == Name;
  });
  return Page == checkPages().end() ? nullptr : Page->Text;
}

int runExplain(const std::string &Check) {
  const char *Page = pageOf(Check);
  if (!Page) {
    errs() << "tensor-tidy: error: there is no check '" << Check
           << "'; tensor-tidy check --list-checks lists them\n";
    return ExitUsage;
  }
  outs() << Page;
  return ExitClean;
}

} // namespace tensortidy
