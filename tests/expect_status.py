# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expect_status.py N COMMAND...: succeeds if COMMAND ends with status N."""

import subprocess
import sys

status = subprocess.run(sys.argv[2:], check=False).returncode
if status != int(sys.argv[1]):
    sys.exit(f"status {status} instead of {sys.argv[1]}: {' '.join(sys.argv[2:])}")
