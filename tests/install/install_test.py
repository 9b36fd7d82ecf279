# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Installs the build tree into a folder, moves that, and uses it: a project
that finds the probe by its CMake package, the programs, the plugin.

CMakeLists.txt beside this file says what the environment holds.
"""

import os
import pathlib
import shutil
import subprocess
import unittest

BUILD = pathlib.Path(os.environ["BUILD"])
WORK = pathlib.Path(os.environ["WORK"])
CONSUMER = pathlib.Path(__file__).resolve().parent / "consumer"
RULES = pathlib.Path(__file__).resolve().parents[2] / "rules"
PREFIX = WORK / "moved"
LIBRARIES = PREFIX / os.environ["LIBRARIES"]
PROJECT = WORK / "consumer"
TOOLS = pathlib.Path(os.environ["LLVM_TOOLS"])
TORCH = ("INCLUDES", "LIBRARIES", "DEFINITIONS", "STANDARD")
HAS_CLANGD = os.environ["HAS_CLANGD"] == "1"


def run(*command, status=0, **environment):
    """The command's output; fails unless it ends with the status."""
    done = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **environment},
        cwd=WORK,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode != status:
        raise AssertionError(
            f"{command} ended with {done.returncode} instead of {status}:\n"
            + done.stdout[-8000:]
        )
    return done.stdout


def torch(name):
    return os.environ["TORCH_" + name].replace(":", ";")


def install(prefix, *options):
    shutil.rmtree(prefix, ignore_errors=True)
    cmake, config = os.environ["CMAKE"], os.environ["CONFIG"]
    run(cmake, "--install", BUILD, "--config", config, "--prefix", prefix, *options)


def files_of(folder):
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}


class InstallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Moved after it was installed: nothing may depend on the place.
        install(WORK / "prefix")
        shutil.rmtree(PREFIX, ignore_errors=True)
        os.rename(WORK / "prefix", PREFIX)
        shutil.rmtree(PROJECT, ignore_errors=True)
        run(
            *(os.environ["CMAKE"], "-S", CONSUMER, "-B", PROJECT),
            *("-G", os.environ["GENERATOR"], "-DCMAKE_BUILD_TYPE=Release"),
            "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            f"-DCMAKE_CXX_COMPILER={os.environ['CXX_COMPILER']}",
            f"-DCMAKE_PREFIX_PATH={PREFIX}",
            *(f"-DTORCH_{name}={torch(name)}" for name in TORCH),
        )
        run(os.environ["CMAKE"], "--build", PROJECT)

    def test_the_linked_probe_records_and_the_installed_report_reads(self):
        records = WORK / "records"
        shutil.rmtree(records, ignore_errors=True)
        records.mkdir()
        output = run(PROJECT / "consumer", TENSOR_PROBE_OUT=str(records))
        self.assertEqual(output, "3 copies\n")
        report = run(PREFIX / "bin/tensor-tidy", "report", records)
        self.assertRegex(report, r"main\.cpp:11\b")
        self.assertIn("flattened", report)

    def test_the_installed_command_line_checks_the_project(self):
        output = run(
            *(PREFIX / "bin/tensor-tidy", "check", "-p", PROJECT),
            CONSUMER / "main.cpp",
            status=2,
        )
        self.assertRegex(output, r"main\.cpp:11:21: warning: .* \[tensor-hidden-copy\]")

    def test_the_installed_plugin_checks_the_project(self):
        output = run(
            *(TOOLS / "clang-tidy", "-p", PROJECT, "-checks=-*,tensor-*"),
            f"-load={LIBRARIES}/TensorTidyPlugin-{os.environ['LLVM_MAJOR']}.so",
            CONSUMER / "main.cpp",
        )
        self.assertRegex(output, r"main\.cpp:11:21: warning: .* \[tensor-hidden-copy\]")

    @unittest.skipUnless(HAS_CLANGD, "tensor-clangd is not built")
    def test_the_installed_clangd_checks_the_project(self):
        output = run(
            *(PREFIX / "bin/tensor-clangd", f"--compile-commands-dir={PROJECT}"),
            f"--check={CONSUMER / 'main.cpp'}",
            "--check-warnings",
            XDG_CONFIG_HOME=str(WORK),
        )
        self.assertIn("[tensor-hidden-copy] Line 11", output)

    def test_pages_rules_and_licence_are_there(self):
        there = files_of(PREFIX)
        for name in [
            "share/doc/TensorTidy/checks/hidden-copy.md",
            "share/doc/TensorTidy/cli.md",
            "share/doc/TensorTidy/LICENSE.TXT",
            "share/tensor-tidy/rules/views.yaml",
            "share/tensor-tidy/rules/rules.schema.json",
        ]:
            self.assertIn(name, there)
        # All rules and schemas that the programs have inside.
        for pattern in ("*.yaml", "aten-schemas*.txt"):
            files = list(RULES.glob(pattern))
            self.assertGreater(len(files), 1)
            for file in files:
                self.assertIn(f"share/tensor-tidy/rules/{file.name}", there)

    def test_nothing_names_the_build_tree(self):
        for name in files_of(PREFIX):
            content = (PREFIX / name).read_bytes()
            if content.startswith(b"\x7fELF"):
                # Not the debug information, which may.
                dynamic = run(TOOLS / "llvm-readelf", "--dynamic", PREFIX / name)
                self.assertIn("NEEDED", dynamic)
                content = dynamic.encode()
            self.assertNotIn(os.fsencode(BUILD), content, name)

    def test_a_newer_version_is_not_claimed(self):
        source = WORK / "newer"
        source.mkdir(exist_ok=True)
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\n"
            "project(newer LANGUAGES NONE)\n"
            "find_package(TensorProbe 1.0 REQUIRED)\n"
        )
        output = run(
            *(os.environ["CMAKE"], "-S", source, "-B", source / "build"),
            f"-DCMAKE_PREFIX_PATH={PREFIX}",
            status=1,
        )
        self.assertIn("requested version", output)

    def test_the_components_are_the_whole(self):
        parts = {}
        for component in ("checker", "probe", "probe-aten"):
            folder = WORK / component
            install(folder, "--component", component)
            parts[component] = files_of(folder)
            shutil.rmtree(folder)
        self.assertEqual(parts["checker"] | parts["probe"], files_of(PREFIX))
        self.assertIn("bin/tensor-tidy", parts["checker"])
        self.assertFalse([n for n in parts["checker"] if "tensor_probe" in n])
        self.assertFalse([n for n in parts["probe"] if n.startswith("bin/")])
        # A part for another libtorch is added to what is there.
        (part,) = parts["probe-aten"]
        self.assertIn("libtensor_probe_aten-", part)
        self.assertIn(part, parts["probe"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
