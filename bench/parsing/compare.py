#!/usr/bin/env python3
# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What tensor-tidy check costs, against clang-tidy with the plugin.

Both analyse one file that includes torch/extension.h, in turns, and the last
lines give CPU time and peak memory of tensor-tidy as ratios to clang-tidy's:
the median over the rounds of the ratio within a round, since figures of
different minutes of a busy machine do not compare.
"""

import argparse
import os
import statistics
import sys
import sysconfig
import tempfile

SOURCE = """#include <%s>
at::Tensor first(const at::Tensor &x) {
  TORCH_CHECK(x.dim() == 2);
  return x.contiguous().transpose(0, 1).view({-1});
}
float second(const at::Tensor &x) {
  float Sum = 0;
  const float *Data = x.data_ptr<float>();
  for (int64_t I = 0; I < x.numel(); ++I)
    Sum += Data[I];
  return Sum;
}
"""


def run(command):
    """CPU seconds and peak MiB of a command and its children, and its output."""
    with tempfile.TemporaryFile() as output:
        pid = os.posix_spawnp(
            command[0],
            command,
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, output.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, output.fileno(), 2),
            ],
        )
        _, _, usage = os.wait4(pid, 0)
        output.seek(0)
        text = output.read().decode(errors="replace")
    if "[tensor-view-after-transpose]" not in text or ": error: " in text:
        sys.exit(f"{' '.join(command)}\n{text}\nthe file was not analysed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang-tidy", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--tensor-tidy", required=True)
    parser.add_argument("--header", default="torch/extension.h")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("flags", nargs="*", help="after --: the compiler's flags")
    return parser.parse_args()


def main():
    options = arguments()
    python = ["-isystem", sysconfig.get_paths()["include"]]
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "cost.cpp")
        with open(file, "w", encoding="utf-8") as source:
            source.write(SOURCE % options.header)
        compiler = [file, "--", *options.flags, *python]
        commands = {
            "clang-tidy": [options.clang_tidy, "-load", options.plugin]
            + ["-checks=-*,tensor-*", *compiler],
            "tensor-tidy": [options.tensor_tidy, "check", "--no-cache", *compiler],
        }
        ratios = {"CPU time": [], "peak memory": []}
        print(f"{options.header}: CPU seconds, MiB")
        for number in range(options.rounds):
            cost = {name: run(command) for name, command in commands.items()}
            print(f"round {number + 1}:", end="")
            for name, (seconds, memory) in cost.items():
                print(f"  {name} {seconds:.2f} s {memory:.0f} MiB", end="")
            print(flush=True)
            for index, what in enumerate(ratios):
                ratios[what].append(
                    cost["tensor-tidy"][index] / cost["clang-tidy"][index]
                )
    for what, values in ratios.items():
        print(
            f"{what}: {statistics.median(values):.2f} of clang-tidy's "
            f"({min(values):.2f} to {max(values):.2f})"
        )


main()
