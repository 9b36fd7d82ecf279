# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what an unpacked torch package needs to be loaded, for pip.

usage: torch_requirements.py FOLDER

FOLDER holds torch/ and torch-VERSION.dist-info/. Versions are those of the
package's own Requires-Dist. Left out is what torch loads only when a program
asks for it, and what is only linked or compiled against: some 500 MB.
"""

import importlib.metadata
import re
import sys

# The compiler back end of torch.compile; Python's own CUDA calls.
UNUSED_PACKAGES = {"triton", "cuda-bindings"}
# Of cuda-toolkit: libtorch_cuda_linalg.so (the first linalg call on a GPU)
# needs cusolver; nvtx is headers.
UNUSED_EXTRAS = {"cusolver", "nvtx"}


def without_unused_extras(requirement):
    """The requirement with UNUSED_EXTRAS taken out of its [...]."""

    def kept(match):
        extras = [extra.strip() for extra in match[1].split(",")]
        return "[%s]" % ",".join(x for x in extras if x not in UNUSED_EXTRAS)

    return re.sub(r"\[([^]]*)\]", kept, requirement, count=1)


def needed(requirements):
    for requirement in requirements:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)[0].lower()
        # What torch asks for only with an extra of its own, pip would be told
        # to ignore in as many lines.
        optional = re.search(r"\bextra\s*==", requirement)
        if not optional and name not in UNUSED_PACKAGES:
            yield without_unused_extras(requirement)


def main():
    found = [
        distribution
        for distribution in importlib.metadata.distributions(path=[sys.argv[1]])
        if distribution.metadata["Name"] == "torch"
    ]
    if len(found) != 1:
        sys.exit("error: no torch package in '%s'" % sys.argv[1])
    print("\n".join(needed(found[0].requires or [])))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
