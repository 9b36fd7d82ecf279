// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_FRONTEND_SOURCEMAP_H
#define TENSORTIDY_FRONTEND_SOURCEMAP_H

#include "program/Source.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"

#include <string>
#include <utility>
#include <vector>

namespace clang {
class ASTContext;
class SourceManager;
class Stmt;
} // namespace clang

namespace tensortidy {

/// Clang's source locations as byte ranges of files. A macro's argument is
/// where it was spelled; what a macro's body spells is at the expansion.
class SourceMap {
public:
  SourceMap(const clang::ASTContext &Context, FileTable &Files);

  SourceRange range(clang::SourceRange R);
  SourceRange token(clang::SourceLocation L);
  /// From the start of \p From to the end of \p To.
  SourceRange span(clang::SourceLocation From, clang::SourceLocation To);
  Origin origin(clang::SourceRange R, clang::SourceLocation Point,
                const SourceRange &Statement);
  /// Source text of a range, runs of white space as one blank, cut at
  /// \p Limit characters.
  std::string text(const SourceRange &R, unsigned Limit = 80) const;

  /// The white space before \p L on its line; none if there is more.
  std::optional<std::string> indentation(clang::SourceLocation L) const;
  /// \p R, which must have its lines for itself up to a semicolon, with that,
  /// its white space and one end of a line.
  std::optional<SourceRange> wholeLines(const SourceRange &R) const;
  /// Source text of a range as it is.
  std::string exactText(const SourceRange &R) const;

  /// How many lines \p S takes up; a macro counts as one.
  unsigned linesOf(const clang::Stmt *S) const;

  /// Where a macro's body spells \p L, if the macro is the user's.
  SourceRange inMacro(clang::SourceLocation L);
  /// Is a part of it spelled in a macro's body?
  bool isInMacroBody(clang::SourceLocation L) const;
  /// Headers of the system and those of the tensor library itself.
  bool isUserCode(clang::SourceLocation L);
  /// The file offset pair that tells two spellings apart.
  std::pair<unsigned, unsigned> spelling(clang::SourceLocation L) const;
  /// Everything below \p Root is the tensor library.
  void addLibraryRoot(std::string Root);

private:
  uint32_t fileId(clang::FileID F);
  bool isLibraryFile(clang::FileID F) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Options;
  FileTable &Files;
  std::vector<std::string> LibraryRoots;
  /// Of files that are the user's, or not, from the first line to the last.
  llvm::DenseMap<clang::FileID, bool> UserFiles;
  llvm::DenseMap<clang::FileID, uint32_t> Known;
  std::vector<clang::FileID> ById; ///< by index in Files
};

} // namespace tensortidy

#endif
