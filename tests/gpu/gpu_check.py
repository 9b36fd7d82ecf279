# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The probe on a GPU: copies of CUDA tensors are recorded as such, and a loop
that copies nothing costs what it costs without the probe.

usage: gpu_check.py PROBE PRINT_ROWS OUT DEVICE

OUT: a folder for the probe's files. DEVICE: cuda, or cpu to try the check
itself on a machine without a GPU. Exit status 1: something is not as expected.
"""

import glob
import os
import statistics
import subprocess
import sys

PROBE, PRINT_ROWS, OUT, DEVICE = sys.argv[1:]
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")
TRANSFER, LAYOUT = 1, 4  # CopyClass
CPU, CUDA = 0, 1  # c10::DeviceType
PAIRS = 3
# Of the loop without copies, with the probe / without. docs/probe.md has 1.02,
# the median of many pairs in C++; three pairs of a Python loop on a machine that
# others may use vary by a few per cent more.
MOST = 1.05


def run(what, probed):
    environment = {
        **os.environ,
        "LD_PRELOAD": PROBE,
        "TENSOR_PROBE": "1" if probed else "0",
        "TENSOR_PROBE_OUT": os.path.join(OUT, what),
        "TENSOR_PROBE_BANDWIDTH": "0",
    }
    return subprocess.run(
        [sys.executable, "-W", "ignore", PROGRAM, what, DEVICE],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def expected_rows():
    """{sizes: (class, source, destination, count, bytes)}; None: no row."""
    here = CUDA if DEVICE == "cuda" else CPU
    rows = {(512, 1024): (LAYOUT, here, here, 5, 5 * 512 * 1024 * 4)}
    if here == CUDA:
        rows[64, 96] = (TRANSFER, CUDA, CPU, 3, 3 * 64 * 96 * 4)
        rows[32, 16] = (TRANSFER, CPU, CUDA, 1, 32 * 16 * 4)
    else:
        rows[64, 96] = (LAYOUT, CPU, CPU, 3, 3 * 64 * 96 * 4)
    return rows


def recorded_rows():
    run("copies", True)
    files = glob.glob(os.path.join(OUT, "copies", "*.probe"))
    text = subprocess.check_output([PRINT_ROWS, *files], text=True)
    rows = {}
    for line in text.splitlines():
        kind, source, destination, count, size, *sizes = map(int, line.split())
        rows[tuple(sizes)] = (kind, source, destination, count, size)
    return rows


def check_copies():
    print("copies (class, source, destination, count, bytes) by sizes:")
    recorded = recorded_rows()
    good = True
    for sizes, row in expected_rows().items():
        found = recorded.get(sizes)
        good = good and found == row
        print("  %-14s %-32s %s" % (sizes, found, "ok" if found == row else row))
    return good


def ratio(what):
    ratios, least = [], {True: [], False: []}
    for pair in range(PAIRS):
        for probed in (pair % 2 == 0, pair % 2 == 1):
            least[probed].append(float(run(what, probed)))
        ratios.append(least[True][-1] / least[False][-1])
    middle = statistics.median(ratios)
    print(
        "%-10s without %8.1f ns, with %8.1f ns, median ratio of %d pairs %.3f"
        % (what, min(least[False]), min(least[True]), PAIRS, middle)
    )
    return middle


good = check_copies()
good = ratio("add") <= MOST and good
ratio("transpose")
print("gpu-check: %s" % ("ok" if good else "FAILED"))
sys.exit(0 if good else 1)
