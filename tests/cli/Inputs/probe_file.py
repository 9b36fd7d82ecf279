# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# probe_file.py FILE CLASS:COUNT:BYTES...: writes a probe file with one row for
# each argument (runtime-probe/core/Format.h), without stacks. CLASS is the
# number of a CopyClass. TORCH=... in front of them is libtorch's version,
# LOST=N makes N events lost.

import struct
import sys

HEADER_BYTES, ROW_BYTES, NO_ID = 4096, 424, 0xFFFFFFFF


def row(index, kind, count, size):
    block = bytearray(ROW_BYTES)
    struct.pack_into("<IIII", block, 0, 3, ROW_BYTES, index, 0)
    struct.pack_into("<IIBB", block, 16, NO_ID, NO_ID, 1, kind)
    struct.pack_into("<6Q", block, 296, count, 0, size, 1000, 10, 100)
    return bytes(block)


def header(rows, torch, lost):
    block = bytearray(HEADER_BYTES)
    used = HEADER_BYTES + ROW_BYTES * rows
    struct.pack_into("<QIIIIQ", block, 0, 0x3145424F52505454, 1, 0x01020304,
                     HEADER_BYTES, 2, used)
    struct.pack_into("<Q", block, 56, 1000000)  # wall time
    struct.pack_into("<I", block, 64, 1)  # copies on the CPU are watched
    struct.pack_into("<I", block, 80, rows)
    struct.pack_into("<Q", block, 200, lost)
    block[360:360 + len(torch)] = torch.encode()
    return bytes(block)


def main(path, arguments):
    torch, lost, rows = "1.13.1", 0, []
    for argument in arguments:
        if argument.startswith("TORCH="):
            torch = argument[6:]
        elif argument.startswith("LOST="):
            lost = int(argument[5:])
        else:
            rows.append([int(part) for part in argument.split(":")])
    with open(path, "wb") as file:
        file.write(header(len(rows), torch, lost))
        for index, numbers in enumerate(rows):
            file.write(row(index, *numbers))


main(sys.argv[1], sys.argv[2:])
