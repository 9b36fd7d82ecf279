# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program whose copies are asked for by Python. "# COPIES n op": what a line
copies; "# CALLS n op": what operators of C++ copy that the line calls.

usage: lines.py OPERATORS
"""

import sys
import threading

import torch

import tensor_probe

assert tensor_probe.is_active(), tensor_probe.reason()
assert tensor_probe.why_no_python_lines() == "", tensor_probe.why_no_python_lines()
torch.ops.load_library(sys.argv[1])
operators = torch.ops.tensor_tidy_test


def dense(x):
    return x.contiguous()  # COPIES 5 contiguous


def naïve(x):
    return x.t().reshape(-1)  # COPIES 2 reshape


x = torch.rand(8, 6)
for _ in range(3):
    dense(x.t())
dense(x.t()), dense(x.t())
naïve(x)
[naïve(y) for y in (x,)]

# One C++ stack, two lines.
a = x.t().contiguous()  # COPIES 1 contiguous
b = x.t().contiguous()  # COPIES 1 contiguous

# In torch's own Python, called from here.
with tensor_probe.scope("linear"):
    linear = torch.nn.Linear(6, 5)
    linear(torch.rand(4, 3, 6).transpose(0, 1))  # COPIES 1 linear


def in_generator():
    yield x.double()  # COPIES 1 to


list(in_generator())


def in_thread():
    x.t().contiguous()  # COPIES 1 contiguous


thread = threading.Thread(target=in_thread)
thread.start()
thread.join()

heads = torch.rand(2, 4, 8, 16)
operators.merge_heads(heads)  # CALLS 1 reshape
print("done")
