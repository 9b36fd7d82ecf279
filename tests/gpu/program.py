# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gpu_check.py runs under the probe.

usage: program.py copies|device|graph|streams|compiled|kineto|add|transpose DEVICE

copies: the copies that gpu_check.py expects. device: the same, and from pinned
memory. graph: one captured into a CUDA graph that is replayed 7 times. streams: copies in one stream while
another one works. compiled: a copy that torch.compile makes a kernel of; says
why if it cannot. kineto:
the copies while torch's profiler has CUPTI. add, transpose: prints the least
CPU time of the calling thread for one iteration of a loop without and with
copies, in ns: on a GPU that of enqueuing.
"""

import sys
import time

import torch

WHAT, DEVICE = sys.argv[1:]


def wait():
    if DEVICE == "cuda":
        torch.cuda.synchronize()


def copies():
    wide = torch.rand(1024, 512, device=DEVICE)
    for _ in range(5):
        wide.transpose(0, 1).contiguous()
    narrow = torch.rand(96, 64, device=DEVICE)
    for _ in range(3):
        torch.empty(64, 96).copy_(narrow.t())
    torch.rand(32, 16).to(DEVICE)
    wait()


def device():
    copies()
    pinned = torch.rand(48, 16).pin_memory()
    for _ in range(2):
        pinned.to(DEVICE, non_blocking=True)
    wait()


def graph():
    wide = torch.rand(256, 128, device=DEVICE)
    wide.t().contiguous()  # the first one starts the tier
    wait()
    captured = torch.cuda.CUDAGraph()
    with torch.cuda.graph(captured):
        wide.t().contiguous()
    for _ in range(7):
        captured.replay()
    wait()


def streams():
    wide = torch.rand(8192, 4096, device=DEVICE)
    square = torch.rand(4096, 4096, device=DEVICE)
    wide.t().contiguous()  # the first one starts the tier
    square @ square
    wait()
    busy, copying = torch.cuda.Stream(), torch.cuda.Stream()
    with torch.cuda.stream(busy):
        for _ in range(20):
            square @ square
    with torch.cuda.stream(copying):
        for _ in range(20):
            wide.t().contiguous()
    wait()


def compiled():
    if DEVICE == "cuda":
        try:
            import triton  # noqa: F401
        except ImportError as error:
            print("torch.compile has no Triton here: %s" % error)
            return
    wide = torch.rand(1024, 512, device=DEVICE)
    wide.t().contiguous()  # the first one starts the tier
    copy = torch.compile(lambda tensor: tensor.t().contiguous())
    for _ in range(4):
        copy(wide)
    wait()


def kineto():
    activities = [torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities):
        copies()


def least_ns(body, iterations=5000, rounds=15):
    least = None
    for _ in range(rounds + 1):  # the first one warms up
        start = time.thread_time_ns()
        for _ in range(iterations):
            body()
        wait()
        ns = (time.thread_time_ns() - start) / iterations
        least = ns if least is None else min(least, ns)
    return least


def add():
    a, b = torch.ones(16, device=DEVICE), torch.ones(16, device=DEVICE)
    print(least_ns(lambda: a.add_(b)))


def transpose():
    square = torch.rand(8, 8, device=DEVICE)
    print(least_ns(lambda: square.t().contiguous()))


with torch.no_grad():
    {
        "copies": copies,
        "device": device,
        "graph": graph,
        "streams": streams,
        "compiled": compiled,
        "kineto": kineto,
        "add": add,
        "transpose": transpose,
    }[WHAT]()
