# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the probe costs under Python: the same loops in processes without it,
with `import tensor_probe`, and with torch.profiler.profile(with_stack=True).

    python_overhead.py PACKAGE_FOLDER [rounds]

PACKAGE_FOLDER is the folder that holds the package tensor_probe. As in
ProbeOverhead.cpp: rounds of three processes, CPU time per iteration, the least
of several rounds of a loop; a round of processes gives two ratios per loop,
printed is the median over them. The profiler is begun and ended outside of what
is timed. The allocator's thresholds are pinned. Exit status 1: over budget.
"""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 25
# name, budget (with / without), iterations of a round
LOOPS = [
    ("no copy: add_ of 16 elements", 1.02, 5000),
    ("copy of 8x8: t().contiguous()", 1.30, 2000),
    ("copy of 256 KiB: t().contiguous()", 1.02, 100),
]


PLAIN, PROBED, PROFILED = MODES = "plain", "probed", "profiled"


def profiler():
    import torch

    return torch.profiler.profile(
        activities=[torch.profiler.ProfilerActivity.CPU], with_stack=True
    )


def least_ns(body, iterations, around):
    least = None
    for round_number in range(ROUNDS + 1):
        with around():
            start = time.process_time_ns()
            for _ in range(iterations):
                body()
            spent = (time.process_time_ns() - start) / iterations
        if round_number and (least is None or spent < least):
            least = spent  # round 0 warms up
    return least


def measure(mode):
    import torch

    torch.set_num_threads(1)
    if mode == PROBED:
        import tensor_probe

        why = tensor_probe.why_no_python_lines()
        if why:
            sys.exit(f"lines of Python are not recorded: {why}")
    around = profiler if mode == PROFILED else contextlib.nullcontext
    small, other = torch.ones(16), torch.ones(16)
    square, large = torch.rand(8, 8), torch.rand(256, 256)
    bodies = [
        lambda: small.add_(other),
        lambda: square.t().contiguous(),
        lambda: large.t().contiguous(),
    ]
    with torch.no_grad():
        times = [least_ns(b, loop[2], around) for b, loop in zip(bodies, LOOPS)]
    print(json.dumps(times))


def run(package, mode, out):
    environment = dict(
        os.environ,
        MALLOC_MMAP_THRESHOLD_="1073741824",
        MALLOC_TRIM_THRESHOLD_="1073741824",
        OMP_NUM_THREADS="1",
        KINETO_LOG_LEVEL="99",
        TENSOR_PROBE_OUT=out,
        PYTHONPATH=os.pathsep.join(
            filter(None, [package, os.environ.get("PYTHONPATH")])
        ),
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", __file__, "--measure", mode],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def spread(ratios):
    middle = statistics.median(ratios)
    return f"{middle:8.3f} {min(ratios):7.3f} to {max(ratios):5.3f}"


def compare(package, rounds):
    times = {mode: [] for mode in MODES}
    with tempfile.TemporaryDirectory() as out:
        for number in range(rounds):
            for turn in range(len(MODES)):
                mode = MODES[(number + turn) % len(MODES)]
                times[mode].append(run(package, mode, out))
    over = False
    print(f"{'loop':36} {'without, ns':>12} {'with, ns':>12} "
          f"{'median':>8} {'spread':>16} {'budget':>8}   "
          "torch's profiler with stacks")
    for i, (name, budget, _) in enumerate(LOOPS):
        ratios = {
            mode: [b[i] / a[i] for a, b in zip(times[PLAIN], times[mode])]
            for mode in (PROBED, PROFILED)
        }
        is_over = statistics.median(ratios[PROBED]) > budget
        over |= is_over
        print(f"{name:36} {min(a[i] for a in times[PLAIN]):12.1f} "
              f"{min(b[i] for b in times[PROBED]):12.1f} "
              f"{spread(ratios[PROBED])} {budget:8.2f}"
              f"{'  OVER' if is_over else ''}   {spread(ratios[PROFILED])}")
    return 1 if over else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--measure":
        measure(sys.argv[2])
    else:
        sys.exit(compare(sys.argv[1],
                         int(sys.argv[2]) if len(sys.argv) > 2 else 11))
