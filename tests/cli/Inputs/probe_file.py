# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# probe_file.py FILE CLASS:COUNT:BYTES...: writes a probe file with one row for
# each argument (runtime-probe/core/Format.h), without stacks. CLASS is the
# number of a CopyClass. TORCH=... in front of them is libtorch's version,
# LOST=N makes N events lost, SCOPE=NAME makes a scope of this name of all
# copies of the first row.

import struct
import sys

HEADER_BYTES, ROW_BYTES, NO_ID = 4096, 424, 0xFFFFFFFF


def row(index, kind, count, size):
    block = bytearray(ROW_BYTES)
    struct.pack_into("<IIII", block, 0, 3, ROW_BYTES, index, 0)
    struct.pack_into("<IIBB", block, 16, NO_ID, NO_ID, 1, kind)
    struct.pack_into("<6Q", block, 296, count, 0, size, 1000, 10, 100)
    return bytes(block)


def scope(name, count, size):
    text = name.encode() + b"\0"
    text += b"\0" * (-len(text) % 8)
    named = struct.pack("<6I", 4, 24 + len(text), 0, 0, 5, len(name)) + text
    block = struct.pack("<6I2Q", 5, 72, 0, 0, 0, 1, 0, 1000)
    return named + block + struct.pack("<2I3Q", 0, 0, count, size, 1000)


def header(rows, torch, lost, scope_bytes):
    block = bytearray(HEADER_BYTES)
    used = HEADER_BYTES + ROW_BYTES * rows + scope_bytes
    named = 1 if scope_bytes else 0
    struct.pack_into("<QIIIIQ", block, 0, 0x3145424F52505454, 1, 0x01020304,
                     HEADER_BYTES, 2, used)
    struct.pack_into("<Q", block, 56, 1000000)  # wall time
    struct.pack_into("<I", block, 64, 1)  # copies on the CPU are watched
    struct.pack_into("<II", block, 80, rows, named)
    struct.pack_into("<Q", block, 160, named)  # scopes
    struct.pack_into("<Q", block, 200, lost)
    block[360:360 + len(torch)] = torch.encode()
    return bytes(block)


def main(path, arguments):
    torch, lost, name, rows = "1.13.1", 0, "", []
    for argument in arguments:
        if argument.startswith("TORCH="):
            torch = argument[6:]
        elif argument.startswith("LOST="):
            lost = int(argument[5:])
        elif argument.startswith("SCOPE="):
            name = argument[6:]
        else:
            rows.append([int(part) for part in argument.split(":")])
    named = scope(name, *rows[0][1:]) if name else b""
    with open(path, "wb") as file:
        file.write(header(len(rows), torch, lost, len(named)))
        for index, numbers in enumerate(rows):
            file.write(row(index, *numbers))
        file.write(named)


main(sys.argv[1], sys.argv[2:])
