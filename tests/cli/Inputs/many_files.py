# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Makes the folder argv[1] with 32 empty sources and their compile database."""

import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
names = [f"{i}.cpp" for i in range(32)]
for name in names:
    (folder / name).write_text("")
commands = [
    {"directory": str(folder), "file": name, "command": f"g++ -c {name}"}
    for name in names
]
(folder / "compile_commands.json").write_text(json.dumps(commands))
