// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/NvccOptions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace llvm::opt;

namespace tensortidy {

namespace {

enum Id {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "NvccOptions.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "NvccOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "NvccOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info Options[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "NvccOptions.inc"
#undef OPTION
};

class NvccOptTable : public GenericOptTable {
public:
  NvccOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, Options) {}
};

using Words = std::vector<std::string>;

/// The options for the host compiler in a value of -Xcompiler. nvcc separates
/// them by commas and hands them to a shell; torch puts quotes round them.
Words hostOptions(StringRef Value) {
  std::string Spaced;
  char Quote = 0;
  for (size_t I = 0; I != Value.size(); ++I) {
    char C = Value[I];
    if (C == '\\' && I + 1 != Value.size()) {
      // nvcc's own escape of a comma; others are for the shell.
      if (Value[I + 1] != ',')
        Spaced += C;
      Spaced += Value[++I];
      continue;
    }
    if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    Spaced += C == ',' && !Quote ? ' ' : C;
  }
  BumpPtrAllocator Storage;
  StringSaver Saver(Storage);
  SmallVector<const char *> Found;
  cl::TokenizeGNUCommandLine(Spaced, Saver, Found);
  return Words(Found.begin(), Found.end());
}

/// "-I a -I b" of the list "a,b".
Words each(StringRef Option, StringRef List) {
  Words Result;
  for (StringRef Item : split(List, ','))
    if (!Item.empty())
      Result.insert(Result.end(), {Option.str(), Item.str()});
  return Result;
}

/// What Clang calls \p A.
Words clangSpelling(const Arg &A) {
  StringRef Value = A.getNumValues() ? A.getValue() : "";
  switch (A.getOption().getID()) {
  case OPT_host_options:
    return hostOptions(Value);
  case OPT_language:
    return {"-x", Value == "cu" ? "cuda" : Value.str()};
  case OPT_rdc:
    return Value == "true" ? Words{"-fgpu-rdc"} : Words{};
  case OPT_device_c:
    return {"-fgpu-rdc"};
  case OPT_default_stream:
    return Value == "per-thread"
               ? Words{"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"}
               : Words{};
  case OPT_include_path:
    return each("-I", Value);
  case OPT_system_include:
    return each("-isystem", Value);
  case OPT_pre_include:
    return each("-include", Value);
  case OPT_define_macro:
    return {"-D", Value.str()};
  case OPT_undefine_macro:
    return {"-U", Value.str()};
  case OPT_optimize:
    return {"-O" + Value.str()};
  case OPT_template_depth:
    return {"-ftemplate-depth=" + Value.str()};
  case OPT_template_backtrace:
    return {"-ftemplate-backtrace-limit=" + Value.str()};
  case OPT_debug:
    return {"-g"};
  case OPT_no_exceptions:
    return {"-fno-exceptions"};
  case OPT_disable_warnings:
    return {"-w"};
  }
  return {};
}

bool isNvccs(const Arg &A) {
  unsigned Id = A.getOption().getID();
  return Id != OPT_INPUT && Id != OPT_UNKNOWN;
}

/// How many words of the command line \p A takes.
unsigned wordsOf(const Arg &A) {
  const Arg &AsWritten = A.getAlias() ? *A.getAlias() : A;
  return AsWritten.getOption().getKind() == Option::SeparateClass ? 2 : 1;
}

} // namespace

Error translateNvccOptions(ClangCommand &Command) {
  static const NvccOptTable Table;
  Words Original = std::move(Command.Arguments);
  SmallVector<const char *> Pointers;
  for (const std::string &Word : drop_begin(Original))
    Pointers.push_back(Word.c_str());
  unsigned Missing = 0, MissingCount = 0;
  InputArgList Parsed = Table.ParseArgs(Pointers, Missing, MissingCount);
  if (MissingCount)
    return createStringError(inconvertibleErrorCode(),
                             "option '" + Twine(Pointers[Missing]) +
                                 "' of the nvcc command lacks its value");
  Command.Arguments = {"clang++"};
  for (const Arg *A : Parsed) {
    // Place in Original: the compiler is not in Parsed.
    auto Begin = Original.begin() + A->getIndex() + 1;
    if (!isNvccs(*A)) {
      Command.Arguments.push_back(*Begin);
      continue;
    }
    Command.Dropped.push_back(join(Begin, Begin + wordsOf(*A), " "));
    Words Spelling = clangSpelling(*A);
    Command.Arguments.insert(Command.Arguments.end(), Spelling.begin(),
                             Spelling.end());
    if (A->getOption().getID() == OPT_host_options)
      Command.Added.insert(Command.Added.end(), Spelling.begin(),
                           Spelling.end());
    else if (!Spelling.empty())
      Command.Added.push_back(join(Spelling, " "));
  }
  return Error::success();
}

} // namespace tensortidy
