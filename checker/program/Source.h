// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_SOURCE_H
#define TENSORTIDY_PROGRAM_SOURCE_H

#include <cstdint>
#include <string>
#include <vector>

namespace tensortidy {

/// A range of bytes in a file of the FileTable. Line and Column (from 1,
/// bytes) are those of Begin, or of the point that a diagnostic should show.
struct SourceRange {
  static constexpr uint32_t NoFile = ~0u;
  uint32_t File = NoFile;
  uint32_t Begin = 0, End = 0; ///< byte offsets, End is exclusive
  uint32_t Line = 0, Column = 0;
  bool isValid() const { return File != NoFile; }
  bool operator==(const SourceRange &O) const {
    return File == O.File && Begin == O.Begin && End == O.End;
  }
  bool isWithin(const SourceRange &O) const {
    return File == O.File && Begin >= O.Begin && End <= O.End;
  }
};

/// Where a fact comes from.
struct Origin {
  /// The expression: for a method call, the point is the member's name.
  SourceRange Range;
  /// The offset in the file that a diagnostic points at (the member's name).
  uint32_t Point = 0;
  /// The whole enclosing statement, without the semicolon.
  SourceRange Statement;
  /// Spelled in a macro's body: no fix-it, shown at the expansion.
  bool InMacro = false;
};

/// Paths of the files that ranges refer to.
class FileTable {
public:
  uint32_t add(const std::string &Path);
  const std::string &path(uint32_t File) const { return Paths[File]; }
  size_t size() const { return Paths.size(); }

private:
  std::vector<std::string> Paths;
};

} // namespace tensortidy

#endif
