// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/SourceText.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace tensortidy {

const SourceText::File &SourceText::file(const std::string &Path) {
  auto [It, IsNew] = Files.try_emplace(Path);
  File &F = It->second;
  if (!IsNew)
    return F;
  if (auto Buffer = MemoryBuffer::getFile(Path))
    F.Text = (*Buffer)->getBuffer().str();
  F.LineStarts.push_back(0);
  for (size_t I = 0; I != F.Text.size(); ++I)
    if (F.Text[I] == '\n')
      F.LineStarts.push_back(unsigned(I + 1));
  return F;
}

SourceText::Position SourceText::position(const std::string &Path,
                                          unsigned Offset) {
  const File &F = file(Path);
  Offset = std::min(Offset, unsigned(F.Text.size()));
  auto After =
      std::upper_bound(F.LineStarts.begin(), F.LineStarts.end(), Offset);
  unsigned Start = *std::prev(After);
  auto IsFirstByte = [](char C) { return (C & 0xc0) != 0x80; };
  auto Points = std::count_if(F.Text.begin() + Start, F.Text.begin() + Offset,
                              IsFirstByte);
  return {unsigned(After - F.LineStarts.begin()), Offset - Start + 1,
          unsigned(Points) + 1};
}

StringRef SourceText::line(const std::string &Path, unsigned Line) {
  const File &F = file(Path);
  if (Line == 0 || Line > F.LineStarts.size())
    return "";
  return StringRef(F.Text)
      .substr(F.LineStarts[Line - 1])
      .take_until([](char C) { return C == '\n' || C == '\r'; });
}

StringRef SourceText::text(const std::string &Path, unsigned Begin,
                           unsigned End) {
  return StringRef(file(Path).Text).slice(Begin, std::max(Begin, End));
}

std::string displayPath(StringRef Path) {
  SmallString<256> Directory;
  if (sys::fs::current_path(Directory))
    return Path.str();
  StringRef Rest = Path;
  if (Rest.consume_front(Directory) && Rest.consume_front("/"))
    return Rest.str();
  return Path.str();
}

} // namespace tensortidy
