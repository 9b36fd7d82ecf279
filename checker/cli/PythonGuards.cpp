// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/PythonGuards.h"

#include "cli/PythonCallsScript.h"
#include "cli/PythonOnPath.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tensortidy {

namespace {

void addCall(const json::Object &O, PythonCalls &Into) {
  PythonCall C;
  C.Where = O.getString("file").value_or("").str() + ":" +
            std::to_string(O.getInteger("line").value_or(0));
  if (const json::Array *Arguments = O.getArray("arguments"))
    for (const json::Value &A : *Arguments)
      C.Arguments.push_back(A.getAsBoolean().value_or(false));
  C.Rest = O.getBoolean("rest").value_or(false);
  if (const json::Array *Keywords = O.getArray("keywords"))
    for (const json::Value &K : *Keywords)
      C.Keywords.insert(K.getAsString().value_or("").str());
  Into.ByName[O.getString("name").value_or("").str()].push_back(std::move(C));
}

} // namespace

PythonCalls readPythonCalls(const std::set<std::string> &Names,
                            const std::vector<std::string> &Paths,
                            std::vector<std::string> &Unread,
                            std::string &Error) {
  PythonCalls Calls;
  for (const std::string &Path : Paths)
    if (!sys::fs::exists(Path)) {
      Error = "--python-guards: no such file or folder: '" + Path + "'";
      return Calls;
    }
  if (Names.empty())
    return Calls;
  std::vector<std::string> Arguments = {join(Names, ",")};
  Arguments.insert(Arguments.end(), Paths.begin(), Paths.end());
  const PythonRun Run = runPython(PythonCallsScript, Arguments);
  if (!Run.Error.empty()) {
    Error = "--python-guards: " + Run.Error;
    return Calls;
  }
  SmallVector<StringRef, 0> Lines;
  StringRef(Run.Output).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    Expected<json::Value> V = json::parse(Line);
    const json::Object *O = V ? V->getAsObject() : nullptr;
    if (!O) {
      if (!V)
        consumeError(V.takeError());
      Error =
          "--python-guards: " + Run.Program + " printed '" + Line.str() + "'";
      return Calls;
    }
    if (std::optional<StringRef> Problem = O->getString("error"))
      Unread.push_back(O->getString("file").value_or("").str() + ": " +
                       Problem->str());
    else
      addCall(*O, Calls);
  }
  return Calls;
}

} // namespace tensortidy
