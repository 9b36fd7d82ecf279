// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/ClangOptions.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Driver/Types.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

#include <set>

using namespace llvm;
using namespace llvm::opt;
namespace options = clang::options;
namespace types = clang::driver::types;

namespace tensortidy {

namespace {

/// The command as Clang's driver reads it, without the compiler: an index in
/// it is one less than in \p Arguments.
InputArgList parse(const std::vector<std::string> &Arguments) {
  SmallVector<const char *> Pointers;
  for (const std::string &Word : drop_begin(Arguments))
    Pointers.push_back(Word.c_str());
  unsigned Missing, MissingCount;
  return clang::getDriverOptTable().ParseArgs(Pointers, Missing, MissingCount,
                                              Visibility(options::ClangOption));
}

/// "-Wname", "-Wno-name", "-Werror=name": whether Clang knows the name.
bool isUnknownWarning(StringRef Option) {
  if (!Option.consume_front("-W") || Option.starts_with("l,") ||
      Option.starts_with("a,") || Option.starts_with("p,"))
    return false;
  Option.consume_front("no-");
  if (!Option.consume_front("error="))
    Option.consume_front("fatal-errors=");
  if (Option.empty() || Option == "error" || Option == "fatal-errors")
    return false;
  // -Wframe-larger-than=100 and the like.
  StringRef Name = Option.split('=').first;
  SmallVector<clang::diag::kind> Found;
  clang::DiagnosticIDs Ids;
  for (StringRef N : {Option, Name})
    for (auto Flavor :
         {clang::diag::Flavor::WarningOrError, clang::diag::Flavor::Remark})
      if (!Ids.getDiagnosticsInGroup(Flavor, N, Found))
        return false;
  return Name != "system-headers" && Name != "everything" && Name != "extra";
}

/// These change nothing in what is parsed, but Clang refuses values of gcc's,
/// and its driver crashes in tools when it is to read a profile.
bool isForCodeGeneration(StringRef Option) {
  return Option.starts_with("-fprofile-") || Option.starts_with("-flto") ||
         Option.starts_with("-fauto-profile") ||
         Option.starts_with("-mtune=") || Option == "-p";
}

/// "-march=name" of a processor that only a later compiler knows. Elsewhere
/// than on x86 the values are architectures and not asked about.
bool isUnknownProcessor(StringRef Option, const InputArgList &Parsed) {
  if (!Option.consume_front("-march=") || Option == "native")
    return false;
  Triple Target(Parsed.getLastArgValue(options::OPT_target,
                                       sys::getDefaultTargetTriple()));
  return Target.isX86() && X86::parseArchX86(Option) == X86::CK_None;
}

bool isClMode(const std::vector<std::string> &Arguments) {
  StringRef Name = sys::path::stem(Arguments.front());
  return Name == "clang-cl" || Name == "cl" ||
         is_contained(Arguments, "--driver-mode=cl");
}

void erase(ClangCommand &Command, const std::set<size_t> &Indices) {
  std::vector<std::string> Kept;
  for (size_t I = 0; I != Command.Arguments.size(); ++I)
    if (!Indices.count(I))
      Kept.push_back(std::move(Command.Arguments[I]));
  Command.Arguments = std::move(Kept);
}

} // namespace

bool isClang(StringRef Compiler) {
  StringRef Name = sys::path::filename(Compiler);
  return Name.contains("clang") ||
         StringSwitch<bool>(sys::path::stem(Compiler))
             .Cases({"hipcc", "icpx", "icx", "dpcpp"}, true)
             .Default(false);
}

SourceLanguage languageOf(const std::vector<std::string> &Arguments) {
  std::string Language;
  InputArgList Parsed = parse(Arguments);
  for (const Arg *A : Parsed) {
    if (A->getOption().matches(options::OPT_x))
      Language = A->getValue();
    if (!A->getOption().matches(options::OPT_INPUT))
      continue;
    StringRef Extension = sys::path::extension(A->getValue());
    Extension.consume_front(".");
    bool IsNamed = !Language.empty() && Language != "none";
    types::ID Type = IsNamed
                         ? types::lookupTypeForTypeSpecifier(Language.c_str())
                         : types::lookupTypeForExtension(Extension);
    // g++ and clang++ compile a .c as C++.
    if (!IsNamed && sys::path::filename(Arguments.front()).contains("++"))
      Type = types::lookupCXXTypeForCType(Type);
    if (types::isCuda(Type))
      return SourceLanguage::Cuda;
    if (Type != types::TY_INVALID && Type != types::TY_Object &&
        !types::isCXX(Type))
      return SourceLanguage::Other;
  }
  return SourceLanguage::Cxx;
}

void dropUnknownOptions(ClangCommand &Command) {
  if (isClMode(Command.Arguments))
    return;
  std::set<size_t> Unknown;
  InputArgList Parsed = parse(Command.Arguments);
  for (const Arg *A : Parsed) {
    size_t Index = A->getIndex() + 1;
    StringRef Word = Command.Arguments[Index];
    if (!A->getOption().matches(options::OPT_UNKNOWN) &&
        !isUnknownWarning(Word) && !isForCodeGeneration(Word) &&
        !isUnknownProcessor(Word, Parsed))
      continue;
    Unknown.insert(Index);
    // One that was translated is in Dropped as it stood.
    auto Added = find(Command.Added, Word);
    if (Added == Command.Added.end())
      Command.Dropped.push_back(Word.str());
    else
      Command.Added.erase(Added);
  }
  erase(Command, Unknown);
}

void dropPrecompiledHeaders(ClangCommand &Command) {
  // Without the -Xclang in front of each word: the places of the others.
  std::vector<size_t> Places;
  for (size_t I = 1; I < Command.Arguments.size(); ++I)
    if (Command.Arguments[I] != "-Xclang")
      Places.push_back(I);
  std::set<std::string> Included;
  for (size_t I = 0; I + 1 < Places.size(); ++I)
    if (Command.Arguments[Places[I]] == "-include")
      Included.insert(Command.Arguments[Places[I + 1]]);
  std::set<size_t> Gone;
  for (size_t I = 0; I + 1 < Places.size(); ++I) {
    StringRef File = Command.Arguments[Places[I + 1]];
    if (Command.Arguments[Places[I]] != "-include-pch" ||
        !Included.count(sys::path::parent_path(File).str() + "/" +
                        sys::path::stem(File).str()))
      continue;
    Command.Dropped.push_back("-include-pch " + File.str());
    for (size_t Place : {Places[I], Places[I + 1]}) {
      Gone.insert(Place);
      if (Command.Arguments[Place - 1] == "-Xclang")
        Gone.insert(Place - 1);
    }
  }
  erase(Command, Gone);
}

} // namespace tensortidy
