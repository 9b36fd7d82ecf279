#!/usr/bin/env python3
# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command over sources of LLVM and Clang that are drawn by a seed.

    llvm_sources.py --sources DIR [--files N] [--seed S] -- COMMAND...

DIR has llvm/lib and clang/lib, of the version whose headers the command names.
The files are appended to the command, after `--`. Those of back ends are left
out: they need headers that only a build generates.
"""
import argparse
import pathlib
import random
import subprocess
import sys


def sources(root: pathlib.Path) -> list:
    """All of LLVM's and Clang's, sorted; paths below root."""
    found = [path.relative_to(root)
             for part in ("llvm/lib", "clang/lib")
             for path in (root / part).rglob("*.cpp")]
    return sorted(path for path in found if path.parts[2] != "Target")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        usage="llvm_sources.py --sources DIR [--files N] [--seed S] -- COMMAND...")
    parser.add_argument("--sources", required=True)
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    root = pathlib.Path(options.sources)
    every = sources(root) if options.sources else []
    if not every:
        print(f"llvm_sources: no llvm/lib or clang/lib in '{options.sources}'; configure with "
              "-DTENSOR_TIDY_BENCH_LLVM_SOURCES=DIR", file=sys.stderr)
        return 2
    drawn = random.Random(options.seed).sample(every, min(options.files, len(every)))
    print(f"{len(drawn)} of {len(every)} sources, seed {options.seed}", flush=True)
    return subprocess.run(
        [*options.command, "--", *(str(root / path) for path in drawn)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
