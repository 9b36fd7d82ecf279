// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/SourceMap.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tensortidy {

SourceMap::SourceMap(const ASTContext &Context, FileTable &Files)
    : SM(Context.getSourceManager()), Options(Context.getLangOpts()),
      Files(Files) {}

uint32_t SourceMap::fileId(FileID F) {
  auto [It, IsNew] = Known.try_emplace(F, 0);
  if (IsNew) {
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(F);
    StringRef Name =
        Entry ? Entry->getName() : SM.getBufferOrFake(F).getBufferIdentifier();
    It->second = Files.add(Name.str());
    ById.resize(Files.size());
    ById[It->second] = F;
  }
  return It->second;
}

SourceRange SourceMap::span(SourceLocation From, SourceLocation To) {
  SourceRange Result;
  if (From.isInvalid() || To.isInvalid())
    return Result;
  From = SM.getFileLoc(From);
  SourceLocation Last = SM.getFileLoc(To);
  // The end of what a macro's body spells is the end of the expansion.
  if (To.isMacroID() && isInMacroBody(To)) {
    SourceLocation End = SM.getExpansionRange(To).getEnd();
    if (End.isFileID())
      Last = End;
  }
  auto [File, Begin] = SM.getDecomposedLoc(From);
  auto [EndFile, End] = SM.getDecomposedLoc(Last);
  if (File != EndFile || End < Begin) {
    Last = From;
    End = Begin;
  }
  Result.File = fileId(File);
  Result.Begin = Begin;
  Result.End = End + Lexer::MeasureTokenLength(Last, SM, Options);
  Result.Line = SM.getLineNumber(File, Begin);
  Result.Column = SM.getColumnNumber(File, Begin);
  return Result;
}

SourceRange SourceMap::range(clang::SourceRange R) {
  return span(R.getBegin(), R.getEnd());
}

SourceRange SourceMap::token(SourceLocation L) { return span(L, L); }

Origin SourceMap::origin(clang::SourceRange R, SourceLocation Point,
                         const SourceRange &Statement) {
  Origin O;
  O.Range = range(R);
  if (Point.isInvalid())
    Point = R.getBegin();
  SourceRange At = token(Point);
  O.Point = At.File == O.Range.File ? At.Begin : O.Range.Begin;
  if (At.File == O.Range.File) {
    O.Range.Line = At.Line;
    O.Range.Column = At.Column;
  }
  O.Statement = Statement;
  O.InMacro = isInMacroBody(R.getBegin()) || isInMacroBody(R.getEnd()) ||
              isInMacroBody(Point);
  return O;
}

std::string SourceMap::text(const SourceRange &R, unsigned Limit) const {
  std::string Result;
  if (!R.isValid())
    return Result;
  StringRef Buffer = SM.getBufferData(ById[R.File]);
  for (char C : Buffer.substr(R.Begin, R.End - R.Begin)) {
    bool IsBlank = llvm::isSpace(C);
    if (IsBlank && (Result.empty() || Result.back() == ' '))
      continue;
    Result += IsBlank ? ' ' : C;
    if (Result.size() > Limit)
      return Result + "...";
  }
  return Result;
}

std::string SourceMap::exactText(const SourceRange &R) const {
  return SM.getBufferData(ById[R.File]).substr(R.Begin, R.End - R.Begin).str();
}

static StringRef blanksBefore(StringRef Text, size_t Offset) {
  StringRef Before = Text.take_front(Offset);
  return Before.drop_front(Before.rtrim(" \t").size());
}

std::optional<std::string> SourceMap::indentation(SourceLocation L) const {
  if (!L.isFileID())
    return std::nullopt;
  auto [File, Offset] = SM.getDecomposedLoc(L);
  StringRef Text = SM.getBufferData(File);
  StringRef Blanks = blanksBefore(Text, Offset);
  const size_t Start = Offset - Blanks.size();
  if (Start > 0 && Text[Start - 1] != '\n')
    return std::nullopt;
  return Blanks.str();
}

std::optional<SourceRange> SourceMap::wholeLines(const SourceRange &R) const {
  StringRef Text = SM.getBufferData(ById[R.File]);
  SourceRange Out = R;
  Out.Begin -= blanksBefore(Text, R.Begin).size();
  if (Out.Begin == 0 || Text[Out.Begin - 1] != '\n' ||
      !Text.substr(0, R.End).ends_with(";"))
    return std::nullopt;
  StringRef After = Text.drop_front(R.End).ltrim(" \t");
  if (!After.consume_front("\n"))
    return std::nullopt;
  Out.End = Text.size() - After.size();
  return Out;
}

SourceRange SourceMap::inMacro(SourceLocation L) {
  if (!L.isMacroID() || !isInMacroBody(L))
    return {};
  const SourceLocation Spelled = SM.getSpellingLoc(L);
  if (!Spelled.isFileID() || SM.isWrittenInScratchSpace(Spelled) ||
      !isUserCode(Spelled))
    return {};
  return token(Spelled);
}

bool SourceMap::isInMacroBody(SourceLocation L) const {
  while (L.isMacroID()) {
    if (!SM.isMacroArgExpansion(L))
      return true;
    L = SM.getImmediateSpellingLoc(L);
  }
  return false;
}

std::pair<unsigned, unsigned> SourceMap::spelling(SourceLocation L) const {
  auto [File, Offset] = SM.getDecomposedLoc(SM.getSpellingLoc(L));
  return {File.getHashValue(), Offset};
}

void SourceMap::addLibraryRoot(std::string Root) {
  LibraryRoots.push_back(std::move(Root));
}

bool SourceMap::isLibraryFile(FileID F) const {
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(F);
  return Entry && llvm::any_of(LibraryRoots, [&](const std::string &Root) {
           return Entry->getName().starts_with(Root);
         });
}

bool SourceMap::isUserCode(SourceLocation L) {
  if (L.isInvalid())
    return false;
  L = SM.getExpansionLoc(L);
  const FileID File = SM.getFileID(L);
  const auto It = UserFiles.find(File);
  if (It != UserFiles.end())
    return It->second;
  const bool Result = !SM.isInSystemHeader(L) &&
                      !SM.isWrittenInBuiltinFile(L) && !isLibraryFile(File);
  // `#pragma GCC system_header` and `# 1 "a.h" 3` are about a part of a file.
  if (!SM.getSLocEntry(File).getFile().hasLineDirectives())
    UserFiles.try_emplace(File, Result);
  return Result;
}

unsigned SourceMap::linesOf(const Stmt *S) const {
  return SM.getExpansionLineNumber(S->getEndLoc()) -
         SM.getExpansionLineNumber(S->getBeginLoc()) + 1;
}

} // namespace tensortidy
