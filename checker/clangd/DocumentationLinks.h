// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CLANGD_DOCUMENTATIONLINKS_H
#define TENSORTIDY_CLANGD_DOCUMENTATIONLINKS_H

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tensortidy {

/// What clangd writes to its client, with the links of our checks mended.
///
/// clangd sends every clang-tidy check with a link to its page at
/// clang.llvm.org, where ours have none. In each message the link becomes that
/// of the page in \p PagesFolder, and is left out where there is no such file.
/// Messages without such a link pass unchanged, byte for byte.
class DocumentationLinks : public llvm::raw_ostream {
public:
  /// \p Out outlives this. \p Pretty: write changed messages indented.
  DocumentationLinks(llvm::raw_ostream &Out, std::string PagesFolder,
                     bool Pretty);
  ~DocumentationLinks() override;

private:
  void write_impl(const char *Data, size_t Size) override;
  uint64_t current_pos() const override { return Written; }

  /// Sends on what \ref Pending has of whole messages.
  void sendWhole();
  std::string mended(llvm::StringRef Body) const;

  llvm::raw_ostream &Out;
  std::string PagesFolder;
  bool Pretty;
  std::string Pending;
  uint64_t Written = 0;
};

} // namespace tensortidy

#endif
