# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The hosts agree: the plugin in clang-tidy, tensor-tidy check and
tensor-clangd report the same findings, at the same places, with the same
messages and notes, over all check tests and the demo.

    agreement_test.py all|demo WORK BUILD CLANG_TIDY PLUGIN TENSOR_TIDY [TENSOR_CLANGD]

With "demo" only the demo is looked at.
WORK is a folder for this test, BUILD holds the compile database of the demo.
Without TENSOR_CLANGD the other two are compared.
"""

import collections
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "clangd"))

import lsp  # noqa: E402  (found in the folder above)

INPUTS = TESTS / "checks" / "Inputs"
MOCK = ["-std=c++17", "-isystem", str(INPUTS / "torch-mock")]
CUDA = ["-x", "cuda", "--cuda-host-only", "-nocudainc", "-nocudalib"]
CUDA += ["-isystem", str(INPUTS / "cuda-mock")]

# Places are lines and columns from 1. A note has neither check nor notes.
Diagnostic = collections.namedtuple(
    "Diagnostic", "file line column message check notes"
)

PRINTED = re.compile(r"^(.*?):(\d+):(\d+): (warning|error|note): (.*)$")


def printed(work, output):
    """The findings in what clang-tidy or tensor-tidy printed, by place."""
    found, last = [], None
    for line in output.splitlines():
        match = PRINTED.match(line)
        if not match:
            continue
        file = os.path.realpath(work / match[1])
        place = (file, int(match[2]), int(match[3]))
        if match[4] == "note":
            if last:
                last.notes.append(Diagnostic(*place, match[5], "", []))
            continue
        message, _, check = match[5].removesuffix("]").rpartition(" [")
        last = Diagnostic(*place, message, check, [])
        if check.startswith("tensor-"):
            found.append(last)
    return sorted(found)


def run(work, *command):
    done = subprocess.run(
        [str(word) for word in command],
        cwd=work,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        timeout=1200,
        check=False,
    )
    if done.returncode < 0 or not done.stdout:
        sys.exit(f"{command[0]} ended with {done.returncode}:\n{done.stderr}")
    return printed(work, done.stdout)


def from_plugin(work, files, clang_tidy, plugin):
    return run(
        work, clang_tidy, "-load", plugin, "-p", work, "-header-filter=.*", *files
    )


def from_command_line(work, files, confidence, tensor_tidy):
    options = ["-p", work, "--min-confidence=" + confidence, "-j1"]
    return run(work, tensor_tidy, "check", *options, *files)


def from_clangd(work, files, tensor_clangd):
    """Per file, what clangd publishes for it. Ranges instead of places."""
    command = [tensor_clangd, "--background-index=0", "-j=1"]
    command += ["--compile-commands-dir=" + str(work)]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(work / "user")}
    published = {}
    with lsp.Client(command, work, environment) as client:
        for file in files:
            text = pathlib.Path(file).read_text()
            assert text.isascii(), f"{file}: columns are compared as bytes"
            language = "cuda-cpp" if file.endswith(".cu") else "cpp"
            published[file] = [
                d
                for d in client.open(file, text, language)
                if str(d.get("code", "")).startswith("tensor-")
            ]
            client.close(file)
    return published


def as_clangd_words(message):
    return message[:1].upper() + message[1:]


def is_at(item, place):
    """Whether clangd's range of something holds its place."""
    start, end = (
        (item["range"][side]["line"] + 1, item["range"][side]["character"] + 1)
        for side in ("start", "end")
    )
    return start <= (place.line, place.column) <= end


def is_same(published, finding):
    """Whether clangd's diagnostic is the finding, with its notes."""
    related = published.get("relatedInformation", [])
    message = re.sub(r" \(fix(es)? available\)$", "", published["message"])
    return (
        published["code"] == finding.check
        and message == as_clangd_words(finding.message)
        and is_at(published, finding)
        and len(related) == len(finding.notes)
        and all(
            note["message"] == as_clangd_words(other.message)
            and note["location"]["uri"] == lsp.uri_of(other.file)
            and is_at(note["location"], other)
            for note, other in zip(related, finding.notes)
        )
    )


def clangd_differences(published, findings):
    """What only one of clangd and the plugin reports for a file."""
    left, only_plugin = list(published), []
    for finding in findings:
        same = next((p for p in left if is_same(p, finding)), None)
        if same:
            left.remove(same)
        else:
            only_plugin.append(finding)
    return [f"only the plugin: {f}" for f in only_plugin] + [
        f"only tensor-clangd: {json.dumps(p)}" for p in left
    ]


def compare(work, files, confidence, clang_tidy, plugin, tensor_tidy, clangd):
    """Prints differences; gives their number and that of the findings."""
    (work / ".clang-tidy").write_text(
        "Checks: '-*,tensor-*'\n"
        f"CheckOptions: {{MinConfidence: {confidence}}}\n"
    )
    by_plugin = from_plugin(work, files, clang_tidy, plugin)
    by_command = from_command_line(work, files, confidence, tensor_tidy)
    differences = [f"only the plugin: {f}" for f in by_plugin if f not in by_command]
    differences += [f"only tensor-tidy: {f}" for f in by_command if f not in by_plugin]
    if clangd:
        for file, published in from_clangd(work, files, clangd[0]).items():
            in_file = [f for f in by_plugin if f.file == file]
            differences += clangd_differences(published, in_file)
    for difference in differences:
        print(f"at {confidence}: {difference}")
    return len(differences), len(by_plugin)


def copied(work, pattern):
    """Copies the files into WORK, away from this project's .clang-tidy."""
    files = []
    for file in sorted(glob.glob(str(TESTS / pattern))):
        files.append(shutil.copy(file, work))
    return files


def main():
    which, work, build, clang_tidy, plugin, tensor_tidy, *clangd = sys.argv[1:]
    work = pathlib.Path(work).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    mocked = []
    if which == "all":
        mocked = copied(work, "checks/*.cpp") + copied(work, "checks/*.cu")
    demo = copied(work, "demo/*.cpp")
    copied(work, "demo/*.h")
    commands = [
        {
            "directory": str(work),
            "file": file,
            "arguments": ["clang++", *(CUDA if file.endswith(".cu") else [])]
            + [*MOCK, "-c", file],
        }
        for file in mocked
    ]
    database = pathlib.Path(build) / "compile_commands.json"
    for entry in json.loads(database.read_text()):
        source = pathlib.Path(entry["file"])
        if source.parent == TESTS / "demo":
            there = str(work / source.name)
            command = entry["command"].replace(entry["file"], there)
            commands.append({**entry, "file": there, "command": command})
    (work / "compile_commands.json").write_text(json.dumps(commands))
    # What the machine's user has configured for clangd stays out of it.
    (work / "user" / "clangd").mkdir(parents=True)
    (work / "user" / "clangd" / "config.yaml").write_text(
        "Index: {StandardLibrary: No}\n"
    )

    status = 0
    # With libtorch's headers once: what is likely is among what is possible.
    runs = [(mocked, "likely"), (mocked, "possible")] if mocked else []
    for files, confidence in [*runs, (demo, "possible")]:
        hosts = (clang_tidy, plugin, tensor_tidy, clangd)
        different, findings = compare(work, files, confidence, *hosts)
        print(f"{len(files)} files at {confidence}: {findings} findings")
        if different or not findings:
            status = 1
    sys.exit(status)


main()
