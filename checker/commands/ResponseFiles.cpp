// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/ResponseFiles.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tensortidy {

namespace {

/// Deeper than any build system nests them: files that name one another.
constexpr unsigned MaxNesting = 32;

Error failed(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

/// Writes nvcc's options for response files as "@file".
/// \returns whether there was one.
Expected<bool> unifySpelling(std::vector<std::string> &Arguments) {
  std::vector<std::string> Result;
  bool Any = false;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Word = Arguments[I], File;
    if (Word == "--options-file" || Word == "-options-file" ||
        Word == "-optf" || Word == "--optf") {
      if (++I == Arguments.size())
        return failed("'" + Word + "' of the compile command lacks its file");
      File = Arguments[I];
    } else if (Word.consume_front("--options-file=") ||
               Word.consume_front("-optf=")) {
      File = Word;
    } else {
      Result.push_back(Word.str());
      continue;
    }
    Any = true;
    SmallVector<StringRef> Files;
    File.split(Files, ',', -1, /*KeepEmpty=*/false);
    for (StringRef F : Files)
      Result.push_back("@" + F.str());
  }
  Arguments = std::move(Result);
  return Any;
}

Error expandOnce(ClangCommand &Command, StringRef Directory,
                 vfs::FileSystem &FS) {
  BumpPtrAllocator Storage;
  SmallVector<const char *> Words;
  for (const std::string &A : Command.Arguments)
    Words.push_back(A.c_str());
  cl::ExpansionContext Context(Storage, cl::TokenizeGNUCommandLine, &FS);
  Context.setCurrentDir(Directory);
  if (Error E = Context.expandResponseFiles(Words))
    return E;
  std::vector<std::string> Expanded;
  for (StringRef Word : Words) {
    // A "@file" that is still there was not found.
    if (Word.size() < 2 || !Word.starts_with("@"))
      Expanded.push_back(Word.str());
    else if (Word.ends_with(".modmap"))
      Command.Dropped.push_back(Word.str());
    else
      return failed("response file '" + Word.drop_front() +
                    "' of the compile command not found from '" + Directory +
                    "'; build or configure the project again");
  }
  Command.Arguments = std::move(Expanded);
  return Error::success();
}

} // namespace

Error expandResponseFiles(ClangCommand &Command, StringRef Directory,
                          vfs::FileSystem &FS) {
  Expected<bool> Again = unifySpelling(Command.Arguments);
  for (unsigned Depth = 0; Depth != MaxNesting; ++Depth) {
    if (!Again)
      return Again.takeError();
    if (Error E = expandOnce(Command, Directory, FS))
      return E;
    // A response file may name others in nvcc's way.
    Again = unifySpelling(Command.Arguments);
    if (Again && !*Again)
      return Error::success();
  }
  if (!Again)
    return Again.takeError();
  return failed("the response files of the compile command name one another "
                "without end");
}

} // namespace tensortidy
