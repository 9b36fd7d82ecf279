# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies by test: `pytest -p tensor_probe.pytest_plugin`.

Each test is a scope in the probe file of the process that runs it, under its
node id, set-up and tear-down included: with pytest-xdist and pytest-forked
each worker has a file of its own. JUnit XML gets the properties tensor_copies
and tensor_copied_bytes.
"""

import pytest

import tensor_probe

_running = pytest.StashKey()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    item.stash[_running] = tensor_probe.Scope(item.nodeid)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_teardown(item):
    yield
    running = item.stash.get(_running, None)
    if running is None:
        return
    del item.stash[_running]
    seen = running.end()
    item.user_properties.append(("tensor_copies", seen.copies))
    item.user_properties.append(("tensor_copied_bytes", seen.bytes))


def pytest_report_header():
    if not tensor_probe.is_active():
        return f"tensor_probe: not active: {tensor_probe.reason()}"
    missing = tensor_probe.why_no_python_lines()
    return f"tensor_probe: active{'; ' if missing else ''}{missing}"


@pytest.fixture
def expect_no_copies():
    """tensor_probe.expect_no_copies, to be used in a with statement."""
    return tensor_probe.expect_no_copies


@pytest.fixture
def expect_copied_bytes_at_most():
    """tensor_probe.expect_copied_bytes_at_most, likewise."""
    return tensor_probe.expect_copied_bytes_at_most
