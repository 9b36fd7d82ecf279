#!/usr/bin/env python3
# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Writes the seeds of fuzz-rules: each rule of rules/*.yaml as a file of its
own, and files that are wrong.

usage: make_seeds.py FOLDER RULES.yaml...
"""

import os
import re
import sys

HEADER = 'version: 1\ntorch: ">=1.13"\nsource: here\n'
WRONG = [
    "",
    "# nothing\n",
    "version: 2\n",
    "version: 1\ntensors: [a::Tensor, a::Tensor]\n",
    "version: 1\ntensors: [a::Tensor]\n---\nversion: 1\n",
    "version: 1\nqueries: {sizes: [a::sizes]}\n",
    HEADER + "rules:\n  - op: aten::no_such\n    new: keep(self)\n",
    HEADER + "rules:\n  - op: aten::clone\n    new: keep(other)\n",
    HEADER + "rules:\n  - op: aten::clone\n    new: keep(self\n",
    HEADER + "rules:\n  - op: aten::clone\n    colour: red\n",
    HEADER + "rules:\n  - op: aten::t\n    axes: swap(0, 1)\n    view: [self]\n",
    HEADER + 'rules:\n  - op: aten::t\n    torch: "<1.13"\n    view: self\n',
    HEADER + "rules:\n  - op: &a aten::t\n    view: *a\n",
    HEADER + "rules:\n  - op: 'aten::t\n",
    HEADER + "rules:\n  - op: aten::add.Tensor\n"
             "    new: aten::mul.Tensor(aten::mul.Tensor(self, other), other)\n"
             "  - op: aten::mul.Tensor\n    new: keep(self)\n",
]


def main():
    folder, files = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    seeds = list(WRONG)
    for name in files:
        with open(name, encoding="utf-8") as file:
            head, _, rules = file.read().partition("\nrules:\n")
        items = re.split(r"(?m)^(?=  - )", rules)[1:]
        seeds += [f"{head}\nrules:\n{item}" for item in items]
        if not items:
            seeds.append(head)
    for number, seed in enumerate(seeds):
        path = os.path.join(folder, f"{number:04}.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(seed)


main()
