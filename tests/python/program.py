# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program that uses the operators of operator.cpp.

usage: program.py OPERATORS [PROBE]

PROBE: the probe's library, to be loaded after torch.
"""

import ctypes
import sys

import torch

torch.ops.load_library(sys.argv[1])
if len(sys.argv) > 2:
    ctypes.CDLL(sys.argv[2])

operators = torch.ops.tensor_tidy_test
heads = torch.rand(2, 4, 8, 16)
for _ in range(7):
    operators.merge_heads(heads)
for _ in range(3):
    operators.scores(heads, heads)
# Asked for by Python itself: 2 copies.
heads.transpose(1, 2).contiguous()
heads.double()
print("done")
