// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints every aten:: schema that the dispatcher of the libtorch it is linked
// to knows, sorted, one a line, after a line that names the version. With the
// files of older versions, only those that they lack or that mean something
// else there:
//   tensor-tidy-dump-schemas > rules/aten-schemas.txt
//   tensor-tidy-dump-schemas rules/aten-schemas.txt >
//   rules/aten-schemas-2.15.txt

#include "models/Schema.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/version.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using tensortidy::parseSchema;
using tensortidy::Schema;

static std::vector<std::string> atenSchemas() {
  std::vector<std::string> Lines;
  c10::Dispatcher &Dispatcher = c10::Dispatcher::singleton();
  for (const c10::OperatorName &Name : Dispatcher.getAllOpNames()) {
    auto Handle = Dispatcher.findSchema(Name);
    if (Name.name.rfind("aten::", 0) != 0 || !Handle)
      continue;
    std::ostringstream Text;
    Text << Handle->schema();
    Lines.push_back(Text.str());
  }
  std::sort(Lines.begin(), Lines.end());
  return Lines;
}

static Schema parsed(const std::string &Line) {
  std::string Error;
  std::optional<Schema> S = parseSchema(Line, Error);
  if (!S) {
    std::cerr << Error << ": " << Line << "\n";
    std::exit(1);
  }
  return *S;
}

/// The schemas of a file by their full names; of one that changed, the last.
static void readKnown(const char *File, std::map<std::string, Schema> &Known) {
  std::ifstream Stream(File);
  std::string Line;
  if (!Stream) {
    std::cerr << File << ": cannot be read\n";
    std::exit(1);
  }
  while (std::getline(Stream, Line)) {
    if (Line.empty() || Line[0] == '#')
      continue;
    Schema S = parsed(Line);
    Known[S.fullName()] = S;
  }
}

int main(int Count, char **Arguments) {
  std::map<std::string, Schema> Known;
  for (int I = 1; I < Count; ++I)
    readKnown(Arguments[I], Known);
  std::cout << "# aten schemas" << (Count > 1 ? " new or changed" : "")
            << " of libtorch " << TORCH_VERSION << "\n";
  for (const std::string &Line : atenSchemas()) {
    Schema S = parsed(Line);
    auto Old = Known.find(S.fullName());
    if (Old == Known.end() || !sameMeaning(Old->second, S))
      std::cout << Line << "\n";
  }
  return std::cout.flush() ? 0 : 1;
}
