// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/PythonOnPath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <optional>
#include <vector>

using namespace llvm;

namespace tensortidy {

namespace {

std::string read(StringRef File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// The last line says what went wrong.
std::string lastLine(StringRef Text) {
  return Text.rtrim().rsplit('\n').second.empty()
             ? Text.rtrim().str()
             : Text.rtrim().rsplit('\n').second.str();
}

} // namespace

PythonRun runPython(StringRef Script, ArrayRef<std::string> Arguments) {
  PythonRun Run;
  ErrorOr<std::string> Python = sys::findProgramByName("python3");
  if (!Python) {
    Run.Error = "no python3 on PATH";
    return Run;
  }
  Run.Program = *Python;
  SmallString<128> Out, Err;
  if (sys::fs::createTemporaryFile("tensor-tidy", "out", Out) ||
      sys::fs::createTemporaryFile("tensor-tidy", "err", Err)) {
    Run.Error = "cannot write a temporary file";
    return Run;
  }
  FileRemover RemoveOut(Out), RemoveErr(Err);
  std::vector<StringRef> Words = {*Python, "-c", Script};
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  const std::optional<StringRef> Redirects[] = {StringRef(), Out.str(),
                                                Err.str()};
  const int Status = sys::ExecuteAndWait(*Python, Words, std::nullopt,
                                         Redirects, /*SecondsToWait=*/120);
  Run.Output = read(Out);
  if (Status != 0)
    Run.Error = *Python + ": " + lastLine(read(Err));
  return Run;
}

} // namespace tensortidy
