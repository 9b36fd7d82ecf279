# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The probe in a running interpreter: importing this module starts it.

    import tensor_probe

    with tensor_probe.scope("warm-up"):
        step(batch)
    print(tensor_probe.counts(), tensor_probe.file())

Copies that Python asks for are recorded at their line of Python. The module
reads the environment that docs/probe.md lists.
"""

import contextlib
import ctypes
import os
import shutil
import subprocess
import sysconfig
from typing import NamedTuple

import torch

__all__ = [
    "Counts",
    "counts",
    "expect_copied_bytes_at_most",
    "expect_no_copies",
    "file",
    "flush",
    "is_active",
    "reason",
    "report",
    "scope",
    "why_no_python_lines",
]

_HERE = os.path.dirname(os.path.abspath(__file__))


def _find_library():
    """The probe's library: of a build folder, or of an installation."""
    above = os.path.dirname(os.path.dirname(_HERE))
    for folder in (os.path.join(above, "lib"), above):
        library = os.path.join(folder, "libtensor_probe.so")
        if os.path.exists(library):
            return library
    raise ImportError(
        f"no libtensor_probe.so in {above}/lib or {above}: "
        "leave the package tensor_probe where it was installed"
    )


class _Counts(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("copies", "bytes", "ns", "lost")]


def _load(library):
    probe = ctypes.CDLL(library)
    for name in (
        "tensor_probe_reason",
        "tensor_probe_file",
        "tensor_probe_tool",
    ):
        getattr(probe, name).restype = ctypes.c_char_p
    probe.tensor_probe_begin.restype = ctypes.c_void_p
    probe.tensor_probe_end.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    probe.tensor_probe_end.restype = ctypes.c_long
    probe.tensor_probe_snapshot.argtypes = [ctypes.c_int, ctypes.POINTER(_Counts)]
    return probe


def _read_python_lines():
    """Why lines of Python are not recorded; empty: they are."""
    try:
        from tensor_probe import _reader
    except ImportError as error:
        return f"no module that reads this Python's frames: {error}"
    folders = [_HERE, os.path.dirname(os.path.abspath(torch.__file__))]
    folders += [sysconfig.get_path("stdlib")]
    _reader.install(_LIBRARY, folders)
    return ""


_LIBRARY = _find_library()
_probe = _load(_LIBRARY)
_probe.tensor_probe_start()
_WHY_NO_LINES = _read_python_lines()


class Counts(NamedTuple):
    """What was copied: copies that moved bytes, bytes written, ns, copies lost."""

    copies: int
    bytes: int
    ns: int
    lost: int


def is_active():
    """Whether copies are being recorded."""
    return bool(_probe.tensor_probe_is_active())


def reason():
    """Why the probe is not active, or what it cannot see; empty: nothing."""
    return _probe.tensor_probe_reason().decode()


def why_no_python_lines():
    """Why lines of Python are not recorded; empty: they are."""
    return _WHY_NO_LINES


def file():
    """The path of this process's probe file; empty before the first record."""
    return os.fsdecode(_probe.tensor_probe_file())


def flush():
    """Asks for the disk. Not needed for records to survive the process."""
    _probe.tensor_probe_flush()


def counts():
    """What all threads have copied since the probe started."""
    now = _Counts()
    _probe.tensor_probe_snapshot(0, ctypes.byref(now))
    return Counts(now.copies, now.bytes, now.ns, now.lost)


class Scope:
    """A part of the run, from its construction to end()."""

    def __init__(self, name):
        self._name = name
        self._begin = counts()
        self._span = _probe.tensor_probe_begin()
        self.id = None  # of the record, once it has ended

    def so_far(self):
        """What was copied since; the whole run's in a forked child."""
        pairs = zip(counts(), self._begin)
        return Counts(*(now - then if now >= then else now for now, then in pairs))

    def end(self):
        """Writes the record; what was copied."""
        seen = self.so_far()
        span, self._span = self._span, None
        written = _probe.tensor_probe_end(span, self._name.encode())
        self.id = written if written >= 0 else None
        return seen


@contextlib.contextmanager
def scope(name):
    """Gives the copies of a block a name in the probe file."""
    running = Scope(name)
    try:
        yield running
    finally:
        running.end()


def report(scope_id):
    """The copies of a scope with their lines, as text; empty if tensor-tidy is
    not found (beside the library, in PATH, or as TENSOR_TIDY)."""
    tool, path = shutil.which(os.fsdecode(_probe.tensor_probe_tool())), file()
    if tool is None or scope_id is None or not path:
        return ""
    command = [tool, "report", path, f"--scope={scope_id}", "--format=list"]
    done = subprocess.run(
        command,
        env={**os.environ, "TENSOR_PROBE": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return done.stdout if done.returncode == 0 else ""


def failure(seen, scope_id, expected):
    """What an expectation that failed says."""
    if not is_active():
        return f"the probe is not active: {reason()}; nothing is known about copies"
    what = "1 copy" if seen.copies == 1 else f"{seen.copies} copies"
    text = f"copied {seen.bytes} bytes in {what}, expected {expected}"
    if seen.lost:
        text += f"; {seen.lost} copies could not be recorded"
    return f"{text}\n{report(scope_id) or 'where: ' + file()}"


@contextlib.contextmanager
def _expecting(name, most_bytes, expected):
    __tracebackhide__ = True
    running = Scope(name)
    yield running
    seen = running.end()
    if not is_active() or seen.lost or seen.bytes > most_bytes:
        raise AssertionError(failure(seen, running.id, expected))


def expect_no_copies():
    """A block that may copy nothing; AssertionError lists what it did."""
    return _expecting("expect_no_copies", 0, "no copy")


def expect_copied_bytes_at_most(most):
    """A block that may copy so many bytes; AssertionError lists what it did."""
    return _expecting("expect_copied_bytes_at_most", most, f"at most {most} bytes")
