// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DispatcherSchemas.h"

#include "models/BuiltInRules.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

namespace tensortidy {

namespace {

/// "transpose" where "aten::transpose.int(...)" or "aten::transpose_" begins.
std::string baseNameAt(const std::string &Text, size_t From) {
  size_t End = From;
  while (
      End < Text.size() &&
      (std::isalnum(static_cast<unsigned char>(Text[End])) || Text[End] == '_'))
    ++End;
  std::string Name = Text.substr(From, End - From);
  if (!Name.empty() && Name.back() == '_')
    Name.pop_back();
  return Name;
}

/// One of the files of rules/: its first line, and the others by base name.
struct SchemaFile {
  std::string FirstLine;
  std::multimap<std::string, std::string> Lines;
  std::string InUse;
};

SchemaFile read(const char *Path) {
  SchemaFile Out;
  std::ifstream Stream(Path);
  if (!Stream || !std::getline(Stream, Out.FirstLine)) {
    std::fprintf(stderr, "cannot read %s\n", Path);
    std::exit(1);
  }
  const std::string Namespace = "aten::";
  for (std::string Line; std::getline(Stream, Line);)
    if (Line.compare(0, Namespace.size(), Namespace) == 0)
      Out.Lines.emplace(baseNameAt(Line, Namespace.size()), Line);
  return Out;
}

std::vector<SchemaFile> &files() {
  static std::vector<SchemaFile> Files = {read(TENSORTIDY_OLD_SCHEMAS),
                                          read(TENSORTIDY_NEW_SCHEMAS)};
  return Files;
}

std::vector<BuiltInFile> &inUse() {
  static std::vector<BuiltInFile> InUse;
  return InUse;
}

} // namespace

void useSchemasFor(const std::string &Rules) {
  std::set<std::string> Names;
  for (size_t At = Rules.find("::"); At != std::string::npos;
       At = Rules.find("::", At + 2))
    Names.insert(baseNameAt(Rules, At + 2));
  inUse().clear();
  for (SchemaFile &F : files()) {
    F.InUse = F.FirstLine + "\n";
    for (const std::string &Name : Names)
      for (auto [It, End] = F.Lines.equal_range(Name); It != End; ++It)
        F.InUse += It->second + "\n";
    inUse().push_back({"aten-schemas.txt", F.InUse.c_str()});
  }
}

const std::vector<BuiltInFile> &builtInSchemas() { return inUse(); }

const std::vector<BuiltInFile> &builtInRules() {
  static const std::vector<BuiltInFile> None;
  return None;
}

} // namespace tensortidy
