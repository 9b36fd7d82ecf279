# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the probe costs under Python: the same loops in processes with and
without `import tensor_probe`.

    python_overhead.py PACKAGE_FOLDER [pairs]

PACKAGE_FOLDER is the folder that holds the package tensor_probe. As in
ProbeOverhead.cpp: pairs of processes, CPU time per iteration, the least of
several rounds; a pair gives a ratio per loop, printed is the median over the
pairs. The allocator's thresholds are pinned. Exit status 1: over budget.
"""

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


def least_ns(body, iterations):
    least = None
    for round_number in range(ROUNDS + 1):
        start = time.process_time_ns()
        for _ in range(iterations):
            body()
        spent = (time.process_time_ns() - start) / iterations
        if round_number and (least is None or spent < least):
            least = spent  # round 0 warms up
    return least


def measure(probed):
    import torch

    torch.set_num_threads(1)
    if probed:
        import tensor_probe

        why = tensor_probe.why_no_python_lines()
        if why:
            sys.exit(f"lines of Python are not recorded: {why}")
    small, other = torch.ones(16), torch.ones(16)
    square, large = torch.rand(8, 8), torch.rand(256, 256)
    bodies = [
        lambda: small.add_(other),
        lambda: square.t().contiguous(),
        lambda: large.t().contiguous(),
    ]
    with torch.no_grad():
        times = [least_ns(b, loop[2]) for b, loop in zip(bodies, LOOPS)]
    print(json.dumps(times))


def run(package, probed, out):
    environment = dict(
        os.environ,
        MALLOC_MMAP_THRESHOLD_="1073741824",
        MALLOC_TRIM_THRESHOLD_="1073741824",
        OMP_NUM_THREADS="1",
        TENSOR_PROBE_OUT=out,
        PYTHONPATH=os.pathsep.join(
            filter(None, [package, os.environ.get("PYTHONPATH")])
        ),
    )
    what = "--measure-probed" if probed else "--measure"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", __file__, what],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def compare(package, pairs):
    without, with_probe = [], []
    with tempfile.TemporaryDirectory() as out:
        for pair in range(pairs):
            order = [pair % 2 == 1, pair % 2 == 0]
            times = {probed: run(package, probed, out) for probed in order}
            without.append(times[False])
            with_probe.append(times[True])
    over = False
    print(f"{'loop':36} {'without, ns':>12} {'with, ns':>12} "
          f"{'median':>8} {'spread':>16} {'budget':>8}")
    for i, (name, budget, _) in enumerate(LOOPS):
        ratios = [b[i] / a[i] for a, b in zip(without, with_probe)]
        middle = statistics.median(ratios)
        over |= middle > budget
        print(f"{name:36} {min(a[i] for a in without):12.1f} "
              f"{min(b[i] for b in with_probe):12.1f} {middle:8.3f} "
              f"{min(ratios):7.3f} to {max(ratios):5.3f} {budget:8.2f}"
              f"{'  OVER' if middle > budget else ''}")
    return 1 if over else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] in ("--measure", "--measure-probed"):
        measure(sys.argv[1] == "--measure-probed")
    else:
        sys.exit(compare(sys.argv[1],
                         int(sys.argv[2]) if len(sys.argv) > 2 else 11))
