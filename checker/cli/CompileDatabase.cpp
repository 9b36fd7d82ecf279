// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CompileDatabase.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang::tooling;
using namespace llvm;

namespace tensortidy {

namespace {

constexpr char FileName[] = "compile_commands.json";

/// The database file that \p Path means; empty when there is none.
std::string databaseFile(StringRef Path) {
  if (sys::fs::is_regular_file(Path))
    return Path.str();
  SmallString<256> Inside(Path);
  sys::path::append(Inside, FileName);
  return sys::fs::is_regular_file(Inside) ? std::string(Inside) : "";
}

std::string searchUpwards(StringRef File) {
  SmallString<256> Directory(File);
  sys::fs::make_absolute(Directory);
  for (StringRef D = sys::path::parent_path(Directory); !D.empty();
       D = sys::path::parent_path(D)) {
    std::string Found = databaseFile(D);
    if (!Found.empty())
      return Found;
  }
  return "";
}

/// "3:7: error: Expected object key": a JSON error with its place. LLVM's
/// text is "[3:7, byte=40]: ...".
std::string placedError(const std::string &File, const std::string &Message) {
  StringRef Rest(Message);
  StringRef Place = Rest.take_until([](char C) { return C == ','; });
  if (Rest.consume_front("[") && Rest.contains("]: "))
    return File + ":" + Place.drop_front().str() +
           ": error: not a JSON compile database: " +
           Rest.split("]: ").second.str();
  return File + ": error: not a JSON compile database: " + Message;
}

/// One line on what is wrong with the database's text; empty when it is well
/// formed JSON with an array of objects at the top.
std::string validate(const std::string &File) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return File + ": error: cannot read: " + Buffer.getError().message();
  Expected<json::Value> V = json::parse((*Buffer)->getBuffer());
  if (!V)
    return placedError(File, toString(V.takeError()));
  const json::Array *Commands = V->getAsArray();
  if (!Commands)
    return File + ":1:1: error: not a compile database: expected an array of "
                  "commands";
  for (size_t I = 0; I != Commands->size(); ++I) {
    const json::Object *O = (*Commands)[I].getAsObject();
    if (!O || !O->getString("file") || !O->getString("directory") ||
        (!O->getString("command") && !O->getArray("arguments")))
      return File + ": error: entry " + std::to_string(I) +
             " needs 'directory', 'file' and 'command' or 'arguments'";
  }
  return "";
}

} // namespace

CompileDatabase loadCompileDatabase(const std::string &Path,
                                    const std::vector<std::string> &Files,
                                    std::string &Error) {
  std::string File = !Path.empty()    ? databaseFile(Path)
                     : !Files.empty() ? searchUpwards(Files.front())
                                      : databaseFile(".");
  if (File.empty()) {
    std::string Where = !Path.empty()    ? "in '" + Path + "'"
                        : !Files.empty() ? "above '" + Files.front() + "'"
                                         : "in the current directory";
    Error = std::string("tensor-tidy: error: no ") + FileName + " " + Where +
            "; name its build directory with -p (CMake writes one with "
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON) or give the compiler's flags "
            "after --";
    return {};
  }
  Error = validate(File);
  if (!Error.empty())
    return {};
  std::string Message;
  std::unique_ptr<CompilationDatabase> Database =
      JSONCompilationDatabase::loadFromFile(File, Message,
                                            JSONCommandLineSyntax::AutoDetect);
  if (!Database) {
    Error = File + ": error: not a compile database: " + Message;
    return {};
  }
  return {std::move(Database), File};
}

} // namespace tensortidy
