# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The probe on a GPU: copies of CUDA tensors are recorded as such, with what
the GPU did for them; CUPTI's buffers are kept, and say the same when they are
decoded again; a loop that copies nothing costs what it costs without the probe.

usage: gpu_check.py PROBE TOOLS OUT DEVICE [VICTIM FAKE_CUPTI]

TOOLS: a folder with print_rows and replay_rows. OUT: a folder for the probe's
files; the recordings lie in OUT/fixtures. DEVICE: cuda; cpu, to try the check
of copies on a machine without a GPU; or emulated, the dry run: no torch for
Python, no GPU, nothing timed; the program VICTIM over FAKE_CUPTI, which makes
its records up, and what they say is labelled so. Exit status 1: something is
not as expected.
"""

import glob
import os
import statistics
import subprocess
import sys
import time

PROBE, TOOLS, OUT, DEVICE, *DRY = sys.argv[1:]
PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "program.py")
FIXTURES = os.path.join(OUT, "fixtures")
TRANSFER, LAYOUT = 1, 4  # CopyClass
CPU, CUDA = 0, 1  # c10::DeviceType
PAIRS = 3
# Of the loop without copies, with the probe / without. docs/probe.md has 1.02,
# the median of many pairs in C++; three pairs of a Python loop on a machine that
# others may use vary by a few per cent more.
MOST = 1.05
# Columns of print_rows --gpu.
KERNELS, TRANSFERS, FILLS, PAGEABLE, PINNED, PEER, REPLAYED, INCOMPLETE, WAITS = range(
    9
)


def run(what, probed, **more):
    environment = {
        **os.environ,
        "LD_PRELOAD": PROBE,
        "TENSOR_PROBE": "1" if probed else "0",
        "TENSOR_PROBE_OUT": os.path.join(OUT, what),
        "TENSOR_PROBE_BANDWIDTH": "0",
        **more,
    }
    command = [sys.executable, "-W", "ignore", PROGRAM, what, DEVICE]
    if DRY:
        command = [DRY[0], "copies"]
    return subprocess.run(
        command,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if DRY else None,
        text=True,
    ).stdout


def numbers(tool, *arguments):
    text = subprocess.check_output([os.path.join(TOOLS, tool), *arguments], text=True)
    return [tuple(map(int, line.split())) for line in text.splitlines()]


def expected_rows():
    """{sizes: (class, source, destination, count, bytes)}"""
    if DRY:
        return {(32, 64): (LAYOUT, CPU, CPU, 100, 100 * 64 * 32 * 4)}
    here = CUDA if DEVICE == "cuda" else CPU
    rows = {(512, 1024): (LAYOUT, here, here, 5, 5 * 512 * 1024 * 4)}
    if here == CUDA:
        rows[64, 96] = (TRANSFER, CUDA, CPU, 3, 3 * 64 * 96 * 4)
        rows[32, 16] = (TRANSFER, CPU, CUDA, 1, 32 * 16 * 4)
    else:
        rows[64, 96] = (LAYOUT, CPU, CPU, 3, 3 * 64 * 96 * 4)
    return rows


def files_of(what):
    return sorted(glob.glob(os.path.join(OUT, what, "*.probe")))


def check_copies():
    print("copies (class, source, destination, count, bytes) by sizes:")
    run("copies", True)
    recorded = {
        tuple(sizes): (kind, source, destination, count, size)
        for kind, source, destination, count, size, *sizes in numbers(
            "print_rows", *files_of("copies")
        )
    }
    good = True
    for sizes, row in expected_rows().items():
        found = recorded.get(sizes)
        good = good and found == row
        print("  %-14s %-32s %s" % (sizes, found, "ok" if found == row else row))
    return good


def say(what, good):
    print("  %-62s %s" % (what, "ok" if good else "FAILED"))
    return good


def device_rows(what, output=False):
    """What the GPU did, as the probe file says: {row: columns}; or what the
    program said."""
    environment = {"TENSOR_PROBE_GPU": "1", "TENSOR_PROBE_GPU_RECORD": FIXTURES}
    if DRY:
        environment.update(TENSOR_PROBE_GPU="emulated", TENSOR_PROBE_CUPTI=DRY[1])
    os.makedirs(FIXTURES, exist_ok=True)
    said = run(what, True, **environment)
    if DRY and said:
        print("  the program said: " + said)
    if output:
        return said
    return {
        row: columns
        for row, *columns in numbers("print_rows", "--gpu", *files_of(what))
    }


def check_decoded_again(what, rows):
    """The newest recording says of each row what the probe file does."""
    newest = max(glob.glob(os.path.join(FIXTURES, "*.cupti")), key=os.path.getmtime)
    again = {row: columns for row, *columns in numbers("replay_rows", newest)}
    return say("%s: the recording says the same again" % what, again == rows)


def sums(rows):
    return [sum(column) for column in zip(*rows.values())] if rows else [0] * 9


def check_device():
    print("what the GPU did:")
    rows = device_rows("device")
    total = sums(rows)
    good = check_decoded_again("copies", rows)
    if DRY:
        # 100 copies, a kernel and a transfer to pageable memory each.
        return say("100 kernels, 100 transfers", total[:4] == [100, 100, 0, 100]) and good
    good = say("a kernel for each of 5 layout copies", total[KERNELS] >= 5) and good
    good = say("transfers from and to pageable memory", total[PAGEABLE] >= 4) and good
    good = say("transfers from pinned memory", total[PINNED] >= 2) and good
    good = say("the host waited", total[WAITS] >= 3) and good
    good = say("every record has its end", total[INCOMPLETE] == 0) and good
    rows = device_rows("graph")
    good = check_decoded_again("graph", rows) and good
    good = say("7 replays charged to the captured copy", sums(rows)[REPLAYED] == 7) and good
    good = check_streams() and good
    good = check_compiled() and good
    # Kineto first: the seat is taken, and the program does not notice.
    rows = device_rows("kineto")
    return say("beside Kineto: the program runs, %d rows" % len(rows), True) and good


def check_streams():
    device_rows("streams")
    rows = numbers("print_rows", "--beside", *files_of("streams"))
    watched, beside = (sum(column) for column in list(zip(*rows))[1:])
    print("  copies beside another stream: %d of %d ns" % (beside, watched))
    good = say("it is known what other streams did meanwhile", watched > 0)
    return say("another stream was at work", 0 < beside <= watched) and good


def check_compiled():
    said = device_rows("compiled", output=True)
    if said:
        return say("compiled code: " + said.strip(), True)
    text = subprocess.check_output(
        [os.path.join(TOOLS, "print_rows"), "--compiled", *files_of("compiled")],
        text=True,
    )
    print("  " + text.strip())
    return say("torch.compile's copy kernel is known by its name", "triton" in text)


def ratio(what, **more):
    ratios, least = [], {True: [], False: []}
    for pair in range(PAIRS):
        for probed in (pair % 2 == 0, pair % 2 == 1):
            least[probed].append(float(run(what, probed, **more)))
        ratios.append(least[True][-1] / least[False][-1])
    middle = statistics.median(ratios)
    print(
        "%-10s without %8.1f ns, with %8.1f ns, median ratio of %d pairs %.3f %s"
        % (what, min(least[False]), min(least[True]), PAIRS, middle, more or "")
    )
    return middle


began = time.monotonic()
good = check_copies()
if DEVICE != "cpu":
    good = check_device() and good
if not DRY:
    good = ratio("add") <= MOST and good
    ratio("transpose")
if DEVICE == "cuda":
    ratio("add", TENSOR_PROBE_GPU="1")
    ratio("transpose", TENSOR_PROBE_GPU="1")
print("gpu-check: %s, %.0f s without the build" % (
    "ok" if good else "FAILED", time.monotonic() - began))
sys.exit(0 if good else 1)
