// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLI_SOURCETEXT_H
#define TENSORTIDY_CLI_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tensortidy {

/// Lines and columns of byte offsets, from the files themselves.
class SourceText {
public:
  struct Position {
    unsigned Line = 1;
    unsigned Column = 1;     ///< in bytes
    unsigned CodePoints = 1; ///< the column in Unicode code points
  };

  Position position(const std::string &Path, unsigned Offset);
  /// The line's text without its end; empty when there is no such line.
  llvm::StringRef line(const std::string &Path, unsigned Line);
  /// Bytes [Begin, End), clipped to the file.
  llvm::StringRef text(const std::string &Path, unsigned Begin, unsigned End);

private:
  struct File {
    std::string Text; ///< empty for a file that cannot be read
    std::vector<unsigned> LineStarts;
  };
  const File &file(const std::string &Path);
  std::map<std::string, File> Files;
};

/// \p Path relative to the current directory when it lies below it.
std::string displayPath(llvm::StringRef Path);

} // namespace tensortidy

#endif
