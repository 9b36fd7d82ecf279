# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the examples of docs/rules.md as one rules file: the first block in
YAML is the file's beginning, each later one has further rules."""

import re
import sys

page = open(sys.argv[1]).read()
blocks = re.findall(r"^```yaml\n(.*?)^```$", page, re.M | re.S)
assert len(blocks) >= 4, "docs/rules.md has lost its examples"
sys.stdout.write("".join(blocks))
