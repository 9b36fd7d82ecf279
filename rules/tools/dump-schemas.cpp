// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints every aten:: schema that the dispatcher of the libtorch it is linked
// to knows, sorted, one a line, after a line that names the version:
//   tensor-tidy-dump-schemas > rules/aten-schemas.txt

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/version.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

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

int main() {
  std::cout << "# aten schemas of libtorch " << TORCH_VERSION << "\n";
  for (const std::string &Line : atenSchemas())
    std::cout << Line << "\n";
  return std::cout.flush() ? 0 : 1;
}
