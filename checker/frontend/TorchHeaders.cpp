// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/TorchHeaders.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace tensortidy {

namespace {

/// Where libtorch defines TORCH_VERSION_MAJOR and the like: today, and before
/// the second of these came to include the first.
const char *const VersionHeaders[] = {
    "torch/headeronly/version.h",
    "torch/csrc/api/include/torch/version.h",
};

/// Lexes `#define TORCH_VERSION_MAJOR 2` and the like out of a header.
class VersionReader {
public:
  explicit VersionReader(StringRef Text)
      : L(SourceLocation(), Options, Text.begin(), Text.begin(), Text.end()) {}

  TorchVersion read() {
    TorchVersion V;
    bool HasMinor = false;
    for (next(); !T.is(tok::eof); next()) {
      if (isNamed("TORCH_VERSION_MAJOR"))
        number(V.Major);
      else if (isNamed("TORCH_VERSION_MINOR"))
        HasMinor |= number(V.Minor);
    }
    return HasMinor ? V : TorchVersion();
  }

private:
  void next() { L.LexFromRawLexer(T); }
  bool isNamed(StringRef Name) const {
    return T.is(tok::raw_identifier) && T.getRawIdentifier() == Name;
  }
  /// The number behind the name; uses of the macro have none.
  bool number(unsigned &To) {
    next();
    return T.is(tok::numeric_constant) &&
           !StringRef(T.getLiteralData(), T.getLength()).getAsInteger(10, To);
  }

  LangOptions Options;
  Lexer L;
  Token T;
};

} // namespace

TorchVersion torchVersionIn(const std::string &Root, FileManager &Files) {
  for (const char *Header : VersionHeaders) {
    OptionalFileEntryRef File = Files.getOptionalFileRef(Root + Header);
    if (!File)
      continue;
    auto Buffer = Files.getBufferForFile(*File);
    if (!Buffer)
      continue;
    TorchVersion V = VersionReader((*Buffer)->getBuffer()).read();
    if (V.isKnown())
      return V;
  }
  return {};
}

} // namespace tensortidy
