# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""tensor-clangd over its protocol, as an editor drives it.

TENSOR_CLANGD is the executable, TORCH_MOCK and CUDA_MOCK the folders of mock
headers, CUDA_HOME the CUDA toolkit, when there is one.
"""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse
import urllib.request

import lsp

SERVER = os.environ["TENSOR_CLANGD"]
MOCK = os.environ["TORCH_MOCK"]
CUDA_MOCK = os.environ["CUDA_MOCK"]
CUDA = os.environ.get("CUDA_HOME")

THROWS = """\
#include <torch/torch.h>

at::Tensor merged(int64_t B, int64_t N, int64_t C) {
  auto x = at::zeros({B, N, C});
  auto y = x.transpose(1, 2);
  return y.view({B, N * C});
}
"""

COPIES = """\
#include <torch/torch.h>

at::Tensor flat(int64_t B, int64_t N) {
  auto x = at::zeros({B, N}).t();
  return x.reshape({-1});
}
"""


def codes(diagnostics):
    """The diagnostics' codes, in the order of their places."""
    return [d.get("code") for d in sorted(diagnostics, key=lsp.place)]


class ClangdTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.command("a.cpp", ["clang++", "-std=c++17", "-isystem", MOCK])
        # Whatever the user of this machine has configured stays out of it.
        user = self.write("user/clangd/config.yaml", "Index: {StandardLibrary: No}\n")
        configuration = {"XDG_CONFIG_HOME": str(pathlib.Path(user).parents[1])}
        self.environment = {**os.environ, **configuration}

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    def command(self, name, arguments):
        """The compile database: one command, for the file NAME."""
        entry = {
            "directory": str(self.folder),
            "file": name,
            "arguments": [*arguments, "-c", name],
        }
        self.write("compile_commands.json", json.dumps([entry]))

    def client(self, *flags, **options):
        command = [SERVER, "--background-index=0", *flags]
        return lsp.Client(command, self.folder, self.environment, **options)

    def check_run(self, name):
        """clangd --check on a file; what it says, the log included."""
        return subprocess.run(
            [SERVER, "--check=" + str(self.folder / name)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=lsp.SILENCE,
            check=False,
            text=True,
            env=self.environment,
        )

    def checks_of(self, text, *flags, name="a.cpp"):
        """The findings in a text: the checks' names, by place."""
        path = self.write(name, text)
        with self.client(*flags) as client:
            return codes(client.open(path, text))

    def test_a_finding_has_its_place_notes_and_page(self):
        path = self.write("a.cpp", THROWS)
        with self.client() as client:
            (found,) = client.open(path, THROWS)
        self.assertEqual(found["code"], "tensor-view-after-transpose")
        self.assertEqual(found["source"], "clang-tidy")
        self.assertEqual(found["severity"], 2)
        self.assertIn("'y' cannot be viewed as [B, N*C]", found["message"])
        lines = THROWS.splitlines()
        start, end = found["range"]["start"], found["range"]["end"]
        self.assertEqual(start["line"], end["line"])
        self.assertEqual(
            lines[start["line"]][start["character"] : end["character"]],
            "y.view({B, N * C})",
        )
        notes = [
            (n["location"]["uri"], n["location"]["range"]["start"]["line"])
            for n in found["relatedInformation"]
        ]
        transposed = lines.index("  auto y = x.transpose(1, 2);")
        self.assertIn((lsp.uri_of(path), transposed), notes)
        page = urllib.parse.urlparse(found["codeDescription"]["href"])
        self.assertEqual(page.scheme, "file")
        self.assertIn(
            "tensor-view-after-transpose",
            pathlib.Path(urllib.request.url2pathname(page.path)).read_text(),
        )

    def test_notes_stand_alone_for_a_client_without_related_information(self):
        path = self.write("a.cpp", THROWS)
        with self.client(related=False) as client:
            diagnostics = client.open(path, THROWS)
        information = [d["message"] for d in diagnostics if d["severity"] == 3]
        self.assertTrue(any("by transpose(1, 2)" in m for m in information))

    def test_a_fix_is_a_code_action(self):
        path = self.write("a.cpp", THROWS)
        with self.client() as client:
            (found,) = client.open(path, THROWS)
            ((title, edits),) = client.fixes(path, found)
            fixed = lsp.apply_edits(THROWS, edits)
            self.assertEqual(fixed, THROWS.replace("y.view(", "y.reshape("))
            self.assertEqual(title, "change 'view' to 'reshape'")
            # Now it copies, which is what the other check says.
            after = codes(client.change(path, fixed))
            self.assertEqual(after, ["tensor-hidden-copy"])

    def test_helpers_in_the_projects_headers_are_looked_into(self):
        header = (
            "#pragma once\n"
            "#include <torch/torch.h>\n"
            "inline at::Tensor swapped(const at::Tensor &x) {\n"
            "  return x.transpose(1, 2);\n"
            "}\n"
        )
        text = THROWS.replace("<torch/torch.h>", '"b.h"')
        text = text.replace("x.transpose(1, 2)", "swapped(x)")
        header_path = self.write("b.h", header)
        path = self.write("a.cpp", text)
        with self.client() as client:
            (found,) = client.open(path, text)
        self.assertEqual(found["code"], "tensor-view-after-transpose")
        self.assertIn(
            (lsp.uri_of(header_path), 3),
            [
                (n["location"]["uri"], n["location"]["range"]["start"]["line"])
                for n in found["relatedInformation"]
            ],
        )

    def test_nolint_is_honoured(self):
        text = THROWS.replace("N * C});", "N * C});  // NOLINT")
        self.assertEqual(self.checks_of(text), [])

    def test_a_header_is_checked_when_it_is_open(self):
        text = "#pragma once\n" + THROWS.replace("\nat", "\ninline at")
        self.assertEqual(
            self.checks_of(text, name="b.h"), ["tensor-view-after-transpose"]
        )

    def check_cuda(self, nvcc, blocks, flags=(), include=""):
        """A source and a header, with a command of nvcc's for the source."""
        command = [nvcc, "-std=c++20", *flags, "-ccbin", "g++", "-x", "cu"]
        command += ["--expt-relaxed-constexpr", "-Xcompiler", "-fPIC,-Wall"]
        command += ["-gencode", "arch=compute_90,code=sm_90", "-isystem", MOCK]
        self.command("a.cu", command)
        text = (
            include
            + THROWS
            + "__global__ void fill(float *x) { x[threadIdx.x] = 0; }\n"
            + f"void launch(float *x) {{ fill<<<1, {blocks}>>>(x); }}\n"
        )
        path = self.write("a.cu", text)
        header = self.write("b.cuh", text)
        with self.client() as client:
            found = client.open(path, text, "cuda-cpp")
            self.assertEqual(codes(found), ["tensor-view-after-transpose"])
            # No command names the header: its command is that of a.cu.
            found = client.open(header, text, "cuda-cpp")
            self.assertNotIn(1, [d["severity"] for d in found], found)
            self.assertIn("tensor-view-after-transpose", codes(found))

    @unittest.skipUnless(CUDA, "no CUDA toolkit on this machine")
    def test_cuda_with_the_command_of_nvcc(self):
        # Host functions that only nvcc's own headers declare.
        self.check_cuda(CUDA + "/bin/nvcc", "max(min(8, 32), 1)")

    def test_cuda_with_the_command_of_an_nvcc_that_is_not_there(self):
        self.check_cuda(
            "/no/such/nvcc",
            "8",
            ["-nocudainc", "-nocudalib", "-isystem", CUDA_MOCK],
            "#include <cuda_runtime.h>\n",
        )

    def test_a_command_that_cannot_be_translated_is_in_the_log(self):
        self.command("a.cu", ["nvcc", "--options-file", "no.rsp"])
        self.write("a.cu", THROWS)
        log = self.check_run("a.cu").stdout
        self.assertIn("a.cu: error: response file 'no.rsp'", log)

    def test_the_editors_configuration_is_obeyed(self):
        both = THROWS + COPIES.partition("\n\n")[2]
        view, copy = "tensor-view-after-transpose", "tensor-hidden-copy"
        for clang_tidy, expected in [
            ("Checks: '-*,misc-unused-alias-decls'", [view, copy]),
            ("Checks: '-*,tensor-hidden-copy'", [copy]),
            ("Checks: '-tensor-hidden-copy'", [view]),
            ("Checks: '-*'", []),
            ("CheckOptions: {MinConfidence: proven}", [view, copy]),
            ("WarningsAsErrors: 'tensor-*'", [view, copy]),
        ]:
            with self.subTest(clang_tidy):
                self.write(".clang-tidy", clang_tidy + "\n")
                self.assertEqual(self.checks_of(both), expected)
        os.remove(self.folder / ".clang-tidy")
        for clangd, expected in [
            ("Diagnostics: {ClangTidy: {Remove: [tensor-hidden-copy]}}", [view]),
            ("Diagnostics: {ClangTidy: {Add: [tensor-hidden-copy]}}", [copy]),
            ("Diagnostics: {Suppress: [tensor-hidden-copy]}", [view]),
            ("Diagnostics: {ClangTidy: {FastCheckFilter: Loose}}", [view, copy]),
        ]:
            with self.subTest(clangd):
                self.write(".clangd", clangd + "\n")
                self.assertEqual(self.checks_of(both), expected)

    def test_a_function_that_is_too_large_is_no_note_of_another_finding(self):
        branches = "  if (n == 1)\n    x = x.t();\n" * 3000
        large = "void large(at::Tensor x, int64_t n) {\n" + branches + "}\n"
        path = self.write("a.cpp", THROWS + large)
        with self.client() as client:
            (finding,) = client.open(path, THROWS + large)
        self.assertEqual(finding["code"], "tensor-view-after-transpose")
        notes = [n["message"] for n in finding["relatedInformation"]]
        self.assertEqual([n for n in notes if "large" in n], [])

    def test_options_reach_the_checks(self):
        text = (
            "#include <torch/torch.h>\n"
            "void launch(const float *data);\n"
            "void undecided(at::Tensor x) { launch(x.data_ptr<float>()); }\n"
        )
        self.assertEqual(self.checks_of(text), [])
        self.write(".clang-tidy", "CheckOptions: {MinConfidence: possible}\n")
        self.assertEqual(self.checks_of(text), ["tensor-missing-contiguity-guard"])

    def test_a_wrong_option_is_an_error_at_the_top(self):
        path = self.write("a.cpp", THROWS)
        wrong = self.write("wrong.yaml", "rules: [\n")
        for options, said in [
            (f"RulesFiles: {wrong}", f"{wrong}:2:1: error: "),
            ("RulesFiles: /no/such.yaml", "/no/such.yaml"),
            ("MinConfidence: sure", "'MinConfidence' is 'sure'"),
        ]:
            with self.subTest(options):
                self.write(".clang-tidy", f"CheckOptions: {{{options}}}\n")
                with self.client() as client:
                    found = client.open(path, THROWS)
                error, finding = sorted(found, key=lsp.place)
                self.assertEqual((lsp.place(error), error["severity"]), ((0, 0), 1))
                self.assertIn(said, error["message"])
                self.assertEqual(finding["code"], "tensor-view-after-transpose")

    def test_clangds_own_flags_work(self):
        self.assertEqual(self.checks_of(THROWS, "--clang-tidy=false"), [])
        self.assertEqual(
            self.checks_of(THROWS, "--pretty", "--pch-storage=memory", "-j=1"),
            ["tensor-view-after-transpose"],
        )
        self.write(".clang-tidy", "WarningsAsErrors: 'tensor-*'\n")
        run = self.check_run("a.cpp")
        self.assertIn("'y' cannot be viewed as", run.stdout)
        self.assertEqual(run.returncode, 3, run.stdout)  # clangd's "check failed"
        # Clang's own headers are found although clangd stands elsewhere.
        folder = re.search(r"-resource-dir=(\S+)", run.stdout)[1]
        self.assertTrue(os.path.isfile(folder + "/include/stddef.h"), folder)

    def test_code_that_is_being_typed(self):
        """Every state in which a function can be while it is typed: the server
        stays, and the finished function before it keeps its finding."""
        view = "tensor-view-after-transpose"
        rest = COPIES.partition("\n\n")[2]
        path = self.write("a.cpp", THROWS)
        with self.client() as client:
            client.open(path, THROWS)
            for length in range(1, len(rest), 3):
                found = client.change(path, THROWS + rest[:length])
                self.assertIn(view, codes(found), rest[:length])
            found = client.change(path, THROWS + rest)
            self.assertEqual(codes(found), [view, "tensor-hidden-copy"])

    def test_broken_code_then_a_correction(self):
        for broken in [
            # The call itself is half there.
            THROWS.replace("N * C});", "N *"),
            THROWS.replace("y.view({B, N * C})", "y."),
            # A name that nobody declared, in what leads to the finding.
            THROWS.replace("x.transpose(1, 2)", "x.transpose(one, 2)"),
            THROWS.replace("x.transpose(1, 2)", "x.transpsoe(1, 2)"),
            THROWS.replace("at::zeros({B, N, C})", "at::zeros({B, N, D})"),
            THROWS.replace("at::zeros", "at::zeroes"),
            # Of an unknown type; a header that is not there; no end.
            THROWS.replace("at::Tensor merged", "at::Tensr merged"),
            '#include "no/such.h"\n' + THROWS.replace("int64_t C", "int64_t C,"),
            THROWS.rstrip().rstrip("}"),
        ]:
            with self.subTest(broken):
                path = self.write("a.cpp", broken)
                with self.client() as client:
                    severities = [d["severity"] for d in client.open(path, broken)]
                    self.assertIn(1, severities)
                    # More than once when the includes changed: first with those
                    # that were, then with those that are.
                    found = client.change(path, THROWS)
                    while codes(found) != ["tensor-view-after-transpose"]:
                        found = client.diagnostics(path)


if __name__ == "__main__":
    unittest.main(verbosity=2)
