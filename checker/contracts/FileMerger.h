// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CONTRACTS_FILEMERGER_H
#define TENSORTIDY_CONTRACTS_FILEMERGER_H

#include "program/Source.h"

#include <map>
#include <string>

namespace tensortidy {

/// Makes ranges of several file tables ranges of one, which names each path
/// once. Refers to the table that it was made with.
class FileMerger {
public:
  explicit FileMerger(FileTable &Table)
      : FileMerger(Table, [](const std::string &Path) { return Path; }) {}
  /// \p Named gives the name by which the others know a path of \p Table.
  template <typename Function>
  FileMerger(FileTable &Table, Function Named) : Table(Table) {
    for (uint32_t I = 0; I != Table.size(); ++I)
      Ids.emplace(Named(Table.path(I)), I);
  }
  /// \p R, which is of \p From, becomes one of this table.
  void take(SourceRange &R, const FileTable &From) {
    if (R.isValid())
      take(R, From.path(R.File));
  }
  /// \p R, which is of the file \p Path, becomes one of this table.
  void take(SourceRange &R, const std::string &Path) {
    auto [It, IsNew] = Ids.try_emplace(Path, 0);
    if (IsNew)
      It->second = Table.add(Path);
    R.File = It->second;
  }

private:
  FileTable &Table;
  std::map<std::string, uint32_t> Ids;
};

} // namespace tensortidy

#endif
