# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python programs under the probe: copies of C++ operators at their C++ line.

usage: python_test.py OPERATORS PROBE TENSOR_TIDY [unittest's arguments]
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
OPERATORS, PROBE, TENSOR_TIDY = sys.argv[1:4]
COPIES_OF_PYTHON = 2


def expected():
    """{line: (copies, operator)} from the marks in operator.cpp."""
    marks = {}
    with open(os.path.join(HERE, "operator.cpp")) as source:
        for number, line in enumerate(source, 1):
            mark = re.search(r"; // COPIES (\d+) (\w+)$", line)
            if mark:
                marks[number] = (int(mark[1]), mark[2])
    return marks


class PythonUnderTheProbe(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = os.path.join(folder.name, "out")

    def run_program(self, arguments=(), **environment):
        program = [sys.executable, "-W", "ignore", os.path.join(HERE, "program.py")]
        result = subprocess.run(
            program + [OPERATORS, *arguments],
            env={
                **os.environ,
                "TENSOR_PROBE_OUT": self.out,
                "TENSOR_PROBE_BANDWIDTH": "0",
                **environment,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(result.stdout, "done\n")

    def report(self, *arguments):
        return subprocess.check_output(
            [TENSOR_TIDY, "report", self.out, *arguments], text=True
        )

    def check_sites(self):
        sites = json.loads(self.report("--format=json"))["sites"]
        found, of_python = {}, 0
        for site in sites:
            place = site["place"]
            if place["line"] is None:
                self.assertIn("called from Python", place["why_no_line"])
                of_python += site["copies"]
            else:
                self.assertTrue(place["file"].endswith("operator.cpp"), place)
                self.assertNotIn(place["line"], found)
                found[place["line"]] = (site["copies"], site["operator"])
            # The interpreter is one frame, whatever it was built with.
            self.assertLessEqual(len(site["stack"]), 2, site["stack"])
        self.assertEqual(found, expected())
        self.assertEqual(of_python, COPIES_OF_PYTHON)

    def test_preloaded_without_a_change(self):
        self.run_program(LD_PRELOAD=PROBE)
        self.check_sites()
        text = self.report()
        for line in expected():
            self.assertIn("operator.cpp:%d:" % line, text)
        self.assertIn("called from Python", text)

    def test_loaded_after_torch(self):
        self.run_program([PROBE])
        self.check_sites()

    def test_reach_counts_calls_that_copy_nothing(self):
        self.run_program(LD_PRELOAD=PROBE, TENSOR_PROBE_REACH="1")
        self.check_sites()

    def test_off(self):
        self.run_program(LD_PRELOAD=PROBE, TENSOR_PROBE="0")
        self.assertFalse(os.path.exists(self.out))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[4:], verbosity=2)
