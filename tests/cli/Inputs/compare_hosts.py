# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""compare_hosts.py CLANG_TIDY PLUGIN TENSOR_TIDY FILE... -- FLAGS...

Fails unless clang-tidy with the plugin and tensor-tidy check report the same
findings, messages and notes on every file, at the default and at the lowest
confidence, and at least one finding in all. With FLAGS of "-p BUILD" the
compile database is used.
"""

import os
import re
import subprocess
import sys

DIAGNOSTIC = re.compile(r"^(.*?):(\d+):(\d+): (warning|note): (.*)$")


def diagnostics(command):
    """Every warning and note with its place, in the order printed."""
    output = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ).stdout.decode()
    found = (DIAGNOSTIC.match(line) for line in output.splitlines())
    return [
        (os.path.realpath(m[1]), int(m[2]), int(m[3]), m[4], m[5]) for m in found if m
    ]


def main():
    clang_tidy, plugin, tensor_tidy = sys.argv[1:4]
    split = sys.argv.index("--")
    files, flags = sys.argv[4:split], sys.argv[split + 1 :]
    database = flags if flags[0] == "-p" else []
    trailing = [] if database else ["--", *flags]
    total = 0
    for file in files:
        for confidence in ("likely", "possible"):
            config = "{CheckOptions: {MinConfidence: %s}}" % confidence
            by_plugin = diagnostics(
                [clang_tidy, "-load", plugin, "-checks=-*,tensor-*"]
                + ["-header-filter=.*", "-config=" + config]
                + [*database, file, *trailing]
            )
            by_command = diagnostics(
                [tensor_tidy, "check", "--min-confidence=" + confidence]
                + [*database, file, *trailing]
            )
            if by_plugin != by_command:
                print(f"{file} at {confidence}:")
                for only, left, right in (
                    ("plugin", by_plugin, by_command),
                    ("tensor-tidy", by_command, by_plugin),
                ):
                    for item in left:
                        if item not in right:
                            print(f"  only {only}: {item}")
                sys.exit("the hosts differ")
            total += sum(item[3] == "warning" for item in by_command)
    if not total:
        sys.exit("no finding in any file: nothing was compared")
    print(f"{len(files)} files, {total} findings: the same")


main()
