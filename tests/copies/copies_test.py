# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares findings and recorded copies with the marks of a source.

usage: copies_test.py SOURCE PROGRAM PROBE TENSOR_TIDY WORK BUILD TORCH

BUILD has the compile command of SOURCE in its compile_commands.json, TORCH is
the version of the libtorch that PROGRAM is linked with.

Each line does what its mark says: the checks find it or not, and libtorch,
under the probe, copies there as often.
"""

import json
import os
import re
import shutil
import subprocess
import sys

CHECKS = "-*,tensor-copy-in-loop,tensor-redundant-copy,tensor-hidden-copy"
MARK = re.compile(
    r"// COPIES (\d+)((?: [\w-]+)*)(?: \| (\d+): COPIES (\d+)((?: [\w-]+)*))?$"
)


def marks(source, torch):
    copies, found = {}, {}
    with open(source, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            mark = MARK.search(line.rstrip())
            if not mark or line.startswith("//"):
                continue
            is_other = mark[3] == torch.split(".")[0]
            count, names = mark.group(4, 5) if is_other else mark.group(1, 2)
            if int(count):
                copies[number] = int(count)
            if names:
                found[number] = {"tensor-" + name for name in names.split()}
    return copies, found


def findings(tensor_tidy, source, build, work):
    output = os.path.join(work, "findings.sarif")
    command = [tensor_tidy, "check", "--quiet", "--fail-on=never"]
    command += ["--checks=" + CHECKS, "--format=sarif", "--output=" + output]
    subprocess.run(command + ["-p", build, source], check=True)
    with open(output, encoding="utf-8") as text:
        results = json.load(text)["runs"][0]["results"]
    found = {}
    for result in results:
        region = result["locations"][0]["physicalLocation"]["region"]
        found.setdefault(region["startLine"], set()).add(result["ruleId"])
    return found


def recorded(program, probe, tensor_tidy, source, work):
    probes = os.path.join(work, "probes")
    environment = dict(os.environ, LD_PRELOAD=probe, TENSOR_PROBE_OUT=probes)
    subprocess.run([program], check=True, env=environment)
    report = subprocess.run(
        [tensor_tidy, "report", probes, "--format=json"],
        check=True,
        capture_output=True,
    )
    copies = {}
    for site in json.loads(report.stdout)["sites"]:
        place = site["place"]
        if place["file"] and os.path.samefile(place["file"], source):
            line = place["line"]
            copies[line] = copies.get(line, 0) + site["copies"]
    return copies


def differences(what, expected, got):
    return [
        "%s: line %d: expected %s, got %s"
        % (what, line, expected.get(line), got.get(line))
        for line in sorted(set(expected) | set(got))
        if expected.get(line) != got.get(line)
    ]


def main(source, program, probe, tensor_tidy, work, build, torch):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(os.path.join(work, "probes"))
    copies, found = marks(source, torch)
    wrong = differences("found", found, findings(tensor_tidy, source, build, work))
    wrong += differences(
        "copies", copies, recorded(program, probe, tensor_tidy, source, work)
    )
    print("\n".join(wrong) or "%d lines copy, %d found" % (len(copies), len(found)))
    return 1 if wrong or not found else 0


sys.exit(main(*sys.argv[1:]))
