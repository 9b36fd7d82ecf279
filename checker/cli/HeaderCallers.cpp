// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/HeaderCallers.h"

#include "checks/Wording.h"
#include "cli/IncludeFolders.h"
#include "cli/ProjectFiles.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace clang::tooling;
using namespace llvm;

namespace tensortidy {

namespace {

/// Functions that nobody calls and whose findings callers decide, with the
/// source that defines them.
StringMap<std::string> uncalled(const std::vector<FileResult> &Results) {
  StringSet<> Known;
  for (const FileResult &R : Results)
    for (const UnitSummary &U : R.Summaries) {
      for (const std::string &Key : U.Registered)
        Known.insert(Key);
      for (const FunctionSummary &F : U.Functions)
        for (const CallRecord &C : F.Calls)
          Known.insert(C.CalleeKey);
    }
  StringMap<std::string> Found;
  for (const FileResult &R : Results)
    for (const UnitSummary &U : R.Summaries)
      for (const FunctionSummary &F : U.Functions)
        if ((F.TheReach == Reach::External || F.TheReach == Reach::Exported) &&
            !F.Key.empty() && F.Parameters != 0 &&
            !(F.Uses.empty() && F.Open.empty()) && !Known.contains(F.Key))
          Found.try_emplace(shortName(F.Name), R.File);
  return Found;
}

/// May an expression begin behind \p T? A declaration has a type there.
bool precedesExpression(const clang::Token &T) {
  using namespace clang;
  return T.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::l_paren,
                   tok::comma, tok::equal, tok::colon, tok::question) ||
         T.isOneOf(tok::exclaim, tok::ampamp, tok::pipepipe, tok::r_paren) ||
         (T.is(tok::raw_identifier) && T.getRawIdentifier() == "return");
}

/// The source of a function that is called in \p Text; empty when none is.
std::string calledIn(const MemoryBuffer &Text,
                     const StringMap<std::string> &Functions) {
  using namespace clang;
  LangOptions Language;
  Language.CPlusPlus = true;
  Lexer L(clang::SourceLocation(), Language, Text.getBufferStart(),
          Text.getBufferStart(), Text.getBufferEnd());
  // The tokens before the one that may be a call's parenthesis.
  Token Before, Name, T;
  Before.startToken();
  Name.startToken();
  bool IsQualified = false;
  for (bool AtEnd = false; !AtEnd;) {
    AtEnd = L.LexFromRawLexer(T);
    if (T.is(tok::l_paren) && Name.is(tok::raw_identifier) &&
        precedesExpression(Before))
      if (const auto It = Functions.find(Name.getRawIdentifier());
          It != Functions.end())
        return It->second;
    // `a::b(` is a call where `a` may stand.
    if (T.is(tok::coloncolon)) {
      IsQualified = true;
      continue;
    }
    if (!IsQualified)
      Before = Name;
    IsQualified = false;
    Name = T;
  }
  return "";
}

/// The folder that all files are in.
std::string commonFolder(const std::vector<FileResult> &Results) {
  StringRef Common;
  for (const FileResult &R : Results) {
    const StringRef Folder = sys::path::parent_path(R.File);
    if (Common.empty())
      Common = Folder;
    while (!Common.empty() && !isInside(Folder, Common))
      Common = sys::path::parent_path(Common);
  }
  return Common.str();
}

/// The project around \p Folder. Nothing marks one without a repository or
/// setup file but a compile database above it.
std::string projectAround(const std::string &Folder,
                          const CompileDatabase &Database) {
  const std::string Project = projectOf(Folder);
  SmallString<256> Above(Database.Path);
  if (Project != Folder || Database.Path.empty() ||
      sys::fs::make_absolute(Above))
    return Project;
  sys::path::remove_dots(Above, /*remove_dot_dot=*/true);
  const StringRef Its = sys::path::parent_path(Above);
  return isInside(Folder, Its) ? Its.str() : Project;
}

/// The commands of sources, for the headers that call their functions.
class HeaderCommands : public CompilationDatabase {
public:
  void add(const std::string &Header, CompileCommand C,
           const std::string &Source, const std::vector<std::string> &Folders) {
    const bool IsCuda = sys::path::extension(Source) == ".cu";
    std::vector<std::string> Words;
    for (std::string &Word : C.CommandLine) {
      const bool IsSource =
          Word == C.Filename || Word == Source ||
          sys::path::filename(Word) == sys::path::filename(Source);
      if (!IsSource) {
        Words.push_back(std::move(Word));
        continue;
      }
      for (const std::string &Folder : Folders)
        Words.push_back("-I" + Folder);
      Words.insert(Words.end(), {"-x", IsCuda ? "cu" : "c++", Header});
    }
    C.CommandLine = std::move(Words);
    C.Filename = Header;
    Commands.insert_or_assign(Header, std::move(C));
  }
  std::vector<CompileCommand>
  getCompileCommands(StringRef File) const override {
    const auto It = Commands.find(File.str());
    return It == Commands.end() ? std::vector<CompileCommand>()
                                : std::vector<CompileCommand>{It->second};
  }

private:
  std::map<std::string, CompileCommand> Commands;
};

} // namespace

HeaderCallers findHeaderCallers(const std::vector<FileResult> &Results,
                                const CompileDatabase &Database) {
  HeaderCallers Found;
  const StringMap<std::string> Functions = uncalled(Results);
  const std::string Folder = commonFolder(Results);
  if (Functions.empty() || Folder.empty())
    return Found;
  auto Commands = std::make_unique<HeaderCommands>();
  FolderWalk Around;
  walk(projectAround(Folder, Database), /*ForSources=*/true, Around);
  llvm::sort(Around.Headers);
  for (const std::string &Header : Around.Headers) {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Header);
    const std::string Source = Text ? calledIn(**Text, Functions) : "";
    if (Source.empty())
      continue;
    std::vector<CompileCommand> Its =
        Database.Commands->getCompileCommands(Source);
    if (Its.empty())
      continue;
    Commands->add(Header, std::move(Its.front()), Source,
                  includeFolders({Header}, Around.Headers));
    Found.Headers.push_back(Header);
  }
  Found.Commands = {std::move(Commands), Database.Path};
  return Found;
}

} // namespace tensortidy
