# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies at their lines of Python, and by test under pytest.

usage: lines_test.py OPERATORS PACKAGE TENSOR_TIDY [unittest's arguments]
"""

import collections
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
OPERATORS, PACKAGE, TENSOR_TIDY = sys.argv[1:4]
PROGRAM = os.path.join(HERE, "lines.py")
BACKWARD = os.path.join(HERE, "backward.py")

TESTS = """
import pytest, torch
x = torch.rand(8, 6)

def test_copies_twice():
    x.t().contiguous()
    x.t().contiguous()

def test_copies_nothing():
    x.t()

@pytest.mark.parametrize("columns", [3, 5])
def test_of(columns):
    torch.rand(8, columns).t().contiguous()

def test_expects_none(expect_no_copies):
    with expect_no_copies():
        x.t()

def test_expects_little(expect_copied_bytes_at_most):
    with expect_copied_bytes_at_most(192):
        x.t().contiguous()

def test_expects_too_little(expect_copied_bytes_at_most):
    with expect_copied_bytes_at_most(191):
        x.t().contiguous()
"""
COPIES = {
    "test_copies_twice": (2, 384),
    "test_copies_nothing": (0, 0),
    "test_of[3]": (1, 96),
    "test_of[5]": (1, 160),
    "test_expects_none": (0, 0),
    "test_expects_little": (1, 192),
    "test_expects_too_little": (1, 192),
}


def marks(word, program=PROGRAM):
    """{line: (copies, operator)} from the marks of one kind in a program."""
    found = {}
    with open(program, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            mark = re.search(r"  # %s (\d+) (\w+)$" % word, line)
            if mark:
                found[number] = (int(mark[1]), mark[2])
    return found


class Runs:
    """A folder, and programs that are run in it."""

    def __init__(self):
        self._temporary = tempfile.TemporaryDirectory()
        self.cleanup = self._temporary.cleanup
        self.folder = self._temporary.name
        self.out = os.path.join(self.folder, "out")

    def python(self, *arguments, **environment):
        path = os.pathsep.join([PACKAGE, os.environ.get("PYTHONPATH", "")])
        return subprocess.run(
            [sys.executable, "-W", "ignore", *arguments],
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": path,
                "PYTHONDONTWRITEBYTECODE": "1",
                "TENSOR_PROBE_OUT": self.out,
                "TENSOR_PROBE_BANDWIDTH": "0",
                "TENSOR_TIDY": TENSOR_TIDY,
                **environment,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def report(self, *arguments):
        text = subprocess.check_output(
            [TENSOR_TIDY, "report", self.out, "--format=json", *arguments], text=True
        )
        return json.loads(text)


class LinesOfPython(unittest.TestCase):
    """One run of lines.py: to import torch takes seconds."""

    @classmethod
    def setUpClass(cls):
        runs = Runs()
        cls.addClassCleanup(runs.cleanup)
        done = runs.python(PROGRAM, OPERATORS)
        assert done.returncode == 0 and done.stdout.endswith("done\n"), done.stdout
        cls.report = staticmethod(runs.report)

    def test_copies_of_python_are_at_their_lines(self):
        found = collections.Counter()
        for site in self.report()["sites"]:
            place = site["place"]
            if place["file"].endswith("lines.py"):
                expected = marks("COPIES")[place["line"]]
                self.assertTrue(site["operator"].startswith(expected[1]), site)
                found[place["line"]] += site["copies"]
        copies = {line: count for line, (count, _) in marks("COPIES").items()}
        self.assertEqual(dict(found), copies)

    def test_the_line_of_python_is_kept_beside_that_of_cpp(self):
        (line,) = marks("CALLS")
        sites = [
            site
            for site in self.report()["sites"]
            if site["place"]["file"].endswith("operator.cpp")
        ]
        self.assertEqual([site["python"]["line"] for site in sites], [line])
        self.assertTrue(sites[0]["python"]["file"].endswith("lines.py"))

    def test_functions_have_their_names(self):
        names = {site["place"]["function"] for site in self.report()["sites"]}
        self.assertLessEqual({"dense", "naïve", "in_generator", "<module>"}, names)

    def test_a_scope_has_its_copies(self):
        scopes = self.report()["scopes"]
        self.assertEqual([scope["name"] for scope in scopes], ["linear"])
        sites = self.report("--scope=linear")["sites"]
        self.assertTrue(all(s["operator"] == "linear" for s in sites), sites)


class BackwardPasses(unittest.TestCase):
    """One run of backward.py, with the reach tier."""

    @classmethod
    def setUpClass(cls):
        runs = Runs()
        cls.addClassCleanup(runs.cleanup)
        done = runs.python(BACKWARD, TENSOR_PROBE_REACH="1")
        assert done.returncode == 0 and done.stdout == "done\n", done.stdout
        cls.sites = [s for s in runs.report()["sites"] if s["backward"]]

    def found(self, by_autograd):
        copies = {}
        for site in self.sites:
            if site["backward"]["by_autograd"] == by_autograd:
                copies[site["place"]["line"]] = (
                    site["copies"],
                    site["backward"]["node"],
                )
        return copies

    def test_copies_are_at_the_lines_of_the_forward_pass(self):
        self.assertEqual(self.found(True), marks("BACKWARD", BACKWARD))
        for site in self.sites:
            if site["backward"]["by_autograd"]:
                self.assertEqual(site["backward"]["forward_operator"], "view")

    def test_lines_of_a_function_of_ones_own_are_kept(self):
        self.assertEqual(self.found(False), marks("OWN", BACKWARD))
        with open(BACKWARD, encoding="utf-8") as source:
            lines = source.readlines()
        (own,) = [s for s in self.sites if not s["backward"]["by_autograd"]]
        line = lines[own["backward"]["forward"]["line"] - 1]
        self.assertTrue(line.endswith("# FORWARD\n"), line)


@unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed")
class UnderPytest(unittest.TestCase):
    def setUp(self):
        self.runs = Runs()
        self.addCleanup(self.runs.cleanup)

    def run_tests(self, *arguments):
        path = os.path.join(self.runs.folder, "test_copies.py")
        with open(path, "w", encoding="utf-8") as source:
            source.write(TESTS)
        return self.runs.python(
            "-m", "pytest", "-p", "tensor_probe.pytest_plugin", *arguments, path
        )

    def check_scopes(self, done, processes):
        self.assertIn("1 failed, 6 passed", done.stdout)
        report = self.runs.report()
        found = {
            scope["name"].partition("::")[2]: (scope["copies"], scope["bytes"])
            for scope in report["scopes"]
            if "::" in scope["name"]
        }
        self.assertEqual(found, COPIES)
        files = {scope["file"] for scope in report["scopes"]}
        self.assertGreaterEqual(len(files), processes)

    def test_each_test_has_its_copies(self):
        done = self.run_tests("--junitxml=junit.xml")
        self.check_scopes(done, 1)
        self.assertIn("expected at most 191 bytes", done.stdout)
        line = 1 + TESTS[: TESTS.rindex("x.t().contiguous()")].count("\n")
        self.assertRegex(done.stdout, r"test_copies.py:%d: contiguous: 1 copy" % line)
        with open(os.path.join(self.runs.folder, "junit.xml"), encoding="utf-8") as xml:
            self.assertIn('name="tensor_copied_bytes" value="384"', xml.read())

    @unittest.skipUnless(importlib.util.find_spec("xdist"), "pytest-xdist is absent")
    def test_workers_of_xdist(self):
        self.check_scopes(self.run_tests("-n", "2"), 2)

    @unittest.skipUnless(
        importlib.util.find_spec("pytest_forked"), "pytest-forked is absent"
    )
    def test_forked_tests(self):
        self.check_scopes(self.run_tests("--forked"), 5)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=2)
