// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/IncludeFolders.h"

#include "commands/CudaToolkit.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;

namespace tensortidy {

namespace {

/// What stands in `#include "..."` and `#include <...>`.
std::vector<std::string> includesOf(const std::string &File) {
  std::vector<std::string> Found;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return Found;
  SmallVector<StringRef, 0> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    if (!Line.consume_front("include"))
      continue;
    Line = Line.ltrim();
    const char End = Line.consume_front("\"")  ? '"'
                     : Line.consume_front("<") ? '>'
                                               : '\0';
    if (End && Line.contains(End))
      Found.push_back(Line.split(End).first.str());
  }
  return Found;
}

/// Which folders to search, so that what the project's files include is found
/// among its headers.
class IncludeFolders {
public:
  explicit IncludeFolders(const std::vector<std::string> &Headers) {
    for (const std::string &H : Headers)
      ByName[sys::path::filename(H).str()].push_back(H);
  }
  std::vector<std::string> take() { return {Found.begin(), Found.end()}; }

  void look(const std::string &From, StringRef Name) {
    if (sys::path::is_absolute(Name) ||
        sys::fs::exists(inside(sys::path::parent_path(From), Name)))
      return;
    for (const std::string &Folder : Found)
      if (sys::fs::exists(inside(Folder, Name)))
        return;
    const auto It = ByName.find(sys::path::filename(Name).str());
    if (It == ByName.end())
      return;
    // The one that is nearest to the file, and of these the first.
    std::string Best;
    size_t Shared = 0;
    for (const std::string &Header : It->second) {
      const std::string Ending = "/" + Name.str();
      if (!StringRef(Header).ends_with(Ending))
        continue;
      const std::string Folder =
          Header.substr(0, Header.size() - Ending.size());
      const size_t Common = commonParts(Folder, From);
      if (Best.empty() || Common > Shared) {
        Best = Folder;
        Shared = Common;
      }
    }
    if (!Best.empty())
      Found.insert(Best);
  }

private:
  static size_t commonParts(StringRef A, StringRef B) {
    auto I = sys::path::begin(A), J = sys::path::begin(B);
    size_t N = 0;
    for (; I != sys::path::end(A) && J != sys::path::end(B) && *I == *J;
         ++I, ++J)
      ++N;
    return N;
  }

  std::map<std::string, std::vector<std::string>> ByName;
  std::set<std::string> Found;
};

} // namespace

std::vector<std::string>
includeFolders(const std::vector<std::string> &Files,
               const std::vector<std::string> &Headers) {
  IncludeFolders Folders(Headers);
  for (const std::string &File : Files)
    for (const std::string &Name : includesOf(File))
      Folders.look(File, Name);
  return Folders.take();
}

} // namespace tensortidy
