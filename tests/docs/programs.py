# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes one C++ program of the examples of a page.

usage: programs.py PAGE.md OUT.cpp

A ```cpp block with a ```text block right after it is a program and what it
prints; the ```cpp prelude block stands before all. The program made of them
runs each, and fails where one prints something else.
"""

import json
import re
import sys

BLOCK = re.compile(r"^```(\w+)( prelude)?\n(.*?)^```\n", re.M | re.S)

MAIN = """
#include <cstdlib>
#include <sstream>

namespace {
struct Program {
  const char *Place;
  void (*Run)();
  const char *Printed;
};
const Program Programs[] = {
%s};
} // namespace

int main() {
  int failed = 0;
  for (const Program &program : Programs) {
    std::ostringstream printed;
    std::streambuf *before = std::cout.rdbuf(printed.rdbuf());
    program.Run();
    std::cout.rdbuf(before);
    if (printed.str() == program.Printed)
      continue;
    ++failed;
    std::cout << program.Place << ": the page says\\n" << program.Printed
              << "\\nbut it prints\\n" << printed.str() << "\\n";
  }
  std::cout << std::size(Programs) << " programs, " << failed << " differ\\n";
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
"""


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def programs(page, text):
    """Yields (line, code, printed) and the prelude as (line, code, None)."""
    blocks = list(BLOCK.finditer(text))
    for block, after in zip(blocks, blocks[1:] + [None]):
        language, prelude, code = block.groups()
        if language != "cpp":
            continue
        line = line_of(text, block.start(3))
        if prelude:
            yield line, code, None
        elif after and after[1] == "text" and after.start() == block.end():
            yield line, code, after[3].rstrip("\n")
        else:
            sys.exit(f"{page}:{line}: the program does not say what it prints")


def main():
    page, out = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    found = list(programs(page, text))
    if not any(printed is not None for _, _, printed in found):
        sys.exit(f"{page}: no program in it")
    code, table = [], []
    for line, body, printed in found:
        code.append(f"#line {line} {json.dumps(page)}\n")
        if printed is None:
            code.append(body)
            continue
        code.append(f"static void program{line}() {{\n{body}}}\n")
        table.append(f"    {{{json.dumps(f'{page}:{line}')}, program{line}, "
                     f"{json.dumps(printed)}}},\n")
    with open(out, "w", encoding="utf-8") as file:
        file.write("".join(code) + MAIN % "".join(table))


main()
