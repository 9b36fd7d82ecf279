# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program whose backward passes copy. "# BACKWARD n NODE": what autograd
copies in the backward pass of a line; "# OWN n NODE": what a line of a function
of the program's own copies itself; "# FORWARD": where that was called.
"""

import threading

import torch
import torch.utils.checkpoint

import tensor_probe

assert tensor_probe.why_no_python_lines() == "", tensor_probe.why_no_python_lines()

leaf = torch.ones(6, 4, requires_grad=True)
twos = torch.full((6, 4), 2.0)


def one(x):
    wide = x.view(4, 6)  # BACKWARD 4 ViewBackward0
    return (wide.t() * twos).sum()


def two(x):
    wide = x.view(4, 6)  # BACKWARD 1 ViewBackward0
    return (wide.t() * twos).sum()


class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.t()

    @staticmethod
    def backward(ctx, gradient):
        return gradient.t().contiguous()  # OWN 1 OwnBackward


def again(x):
    wide = x.view(4, 6)  # BACKWARD 2 ViewBackward0
    return wide.t() * twos


for _ in range(3):
    one(leaf).backward()
two(leaf).backward()
loss = one(leaf)
thread = threading.Thread(target=loss.backward)
thread.start()
thread.join()
(Own.apply(leaf) * torch.full((4, 6), 2.0)).sum().backward()  # FORWARD
# Its forward pass runs again, within the backward pass.
for reentrant in (True, False):
    torch.utils.checkpoint.checkpoint(again, leaf, use_reentrant=reentrant).sum().backward()
print("done")
