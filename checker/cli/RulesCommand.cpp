// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/Commands.h"
#include "models/ModelSet.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tensortidy {

namespace {

int validate(const std::vector<std::string> &Files) {
  ModelError Error;
  if (!ModelSet::load(Files, Error)) {
    errs() << Error.str() << '\n';
    return ExitUsage;
  }
  for (const std::string &File : Files)
    outs() << File << ": valid\n";
  return ExitClean;
}

int list() {
  for (const Operator *Op : ModelSet::builtIn()->ruled())
    outs() << Op->TheSchema.fullName() << '\n';
  return ExitClean;
}

} // namespace

int runRules(const std::vector<std::string> &Arguments) {
  StringRef Verb = Arguments.front();
  std::vector<std::string> Rest(Arguments.begin() + 1, Arguments.end());
  if (Verb == "validate" && !Rest.empty())
    return validate(Rest);
  if (Verb == "list" && Rest.empty())
    return list();
  errs() << "tensor-tidy: error: rules takes 'validate FILE...' or 'list'\n";
  return ExitUsage;
}

} // namespace tensortidy
