# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds operator.cpp as torch's own builder does it.

usage: build_operator.py SOURCE LIBRARY
"""

import os
import shutil
import sys

from torch.utils import cpp_extension

source, library = sys.argv[1:]
folder, name = os.path.split(library)
# The lock of a build that was interrupted would be waited for without end.
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
cpp_extension.load(
    name=os.path.splitext(name)[0],
    sources=[source],
    extra_cflags=["-O2", "-g"],
    build_directory=folder,
    is_python_module=False,
)
