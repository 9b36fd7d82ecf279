// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/CompileDatabase.h"

#include "report/ShallowJson.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

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

bool areStrings(const json::Array &Words) {
  return all_of(
      Words, [](const json::Value &W) { return W.getAsString().has_value(); });
}

bool isEntry(const json::Object *O) {
  if (!O || !O->getString("file") || !O->getString("directory"))
    return false;
  const json::Array *Words = O->getArray("arguments");
  return Words ? areStrings(*Words) : O->getString("command").has_value();
}

/// What Clang's reader knows of the entry \p O; it refuses a database in which
/// other members are no strings. A relative directory counts from \p Folder:
/// the current directory has nothing to do with the project.
json::Object normalized(const json::Object &O, StringRef Folder) {
  json::Object Result;
  for (StringRef Key : {"file", "command", "arguments", "output"})
    if (const json::Value *V = O.get(Key); V && V->kind() != json::Value::Null)
      Result[Key] = *V;
  SmallString<256> Directory(*O.getString("directory"));
  sys::path::make_absolute(Folder, Directory);
  sys::path::remove_dots(Directory);
  Result["directory"] = std::string(Directory);
  return Result;
}

/// The text of the database for Clang's reader. Empty when it is no array of
/// compile commands, with one line in \p Error.
std::string normalized(const std::string &File, std::string &Error) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer) {
    Error = File + ": error: cannot read: " + Buffer.getError().message();
    return "";
  }
  Expected<json::Value> V =
      tensor_probe::parse_shallow_json((*Buffer)->getBuffer());
  if (!V) {
    Error = placedError(File, toString(V.takeError()));
    return "";
  }
  const json::Array *Commands = V->getAsArray();
  if (!Commands) {
    Error = File + ":1:1: error: not a compile database: expected an array of "
                   "commands";
    return "";
  }
  SmallString<256> Folder(File);
  sys::fs::make_absolute(Folder);
  sys::path::remove_filename(Folder);
  json::Array Result;
  for (const json::Value &Command : *Commands) {
    const json::Object *O = Command.getAsObject();
    if (!isEntry(O)) {
      Error = File + ": error: entry " + std::to_string(Result.size()) +
              " needs 'directory', 'file' and 'command' or 'arguments'";
      return "";
    }
    Result.push_back(normalized(*O, Folder));
  }
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Result));
  return Text;
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
  auto Text = std::make_unique<std::string>(normalized(File, Error));
  if (!Error.empty())
    return {};
  std::string Message;
  std::unique_ptr<CompilationDatabase> Database =
      JSONCompilationDatabase::loadFromBuffer(
          *Text, Message, JSONCommandLineSyntax::AutoDetect);
  if (!Database) {
    Error = File + ": error: not a compile database: " + Message;
    return {};
  }
  return {std::move(Database), File, std::move(Text)};
}

} // namespace tensortidy
