# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Applies fix-its and looks at what becomes of the source.

    fixits.py all WORK TENSOR_TIDY CLANG
    fixits.py apply SOURCE OUT TENSOR_TIDY FLAGS...

"all": every fix-it of the check tests. What was fixed is not found again by
that check, and what compiled before compiles still. (A reshape() copies, and
what was not said behind a view that throws may be said now.)
"apply": writes the fixed SOURCE to OUT, for a program that is then executed.
"""

import json
import pathlib
import re
import subprocess
import sys

CHECKS = pathlib.Path(__file__).resolve().parents[1] / "checks"
RUN = re.compile(r"^\s*(?://|#)?\s*RUN:\s*(.*)$", re.M)


def findings(tool, source, flags):
    """The results of SARIF, or none where the source does not parse."""
    command = [tool, "check", "--format=sarif", "--fail-on=never"]
    command += ["--min-confidence=possible", str(source), "--", *flags]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == 3:
        return None
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}: {run.stderr}")
    return json.loads(run.stdout)["runs"][0]["results"]


def offset(lines, line, column):
    """In characters, of a line and a column from 1."""
    return sum(len(each) for each in lines[: line - 1]) + column - 1


def replacements(result, lines):
    """(begin, end, text) of a finding's fix-it."""
    for fix in result.get("fixes", []):
        for change in fix["artifactChanges"]:
            for each in change["replacements"]:
                region = each["deletedRegion"]
                line, column = region["startLine"], region["startColumn"]
                begin = offset(lines, line, column)
                end = offset(lines, region.get("endLine", line), region["endColumn"])
                yield begin, end, each["insertedContent"]["text"]


def apply(text, results):
    lines = text.splitlines(keepends=True)
    edits = sorted({e for r in results for e in replacements(r, lines)})
    for (_, end, _), (begin, _, _) in zip(edits, edits[1:]):
        if begin < end:
            sys.exit("edits overlap")
    for begin, end, new in reversed(edits):
        text = text[:begin] + new + text[end:]
    return text


def flags_of(test):
    """What a check test compiles with, from the first run of clang-tidy."""
    lines = " ".join(RUN.findall(test.read_text())).replace("\\ ", " ")
    match = re.search(r"%clang_tidy\b.*? -- (.*?)(?:2>&1|\||>|$)", lines)
    if not match or "%t" in match[1]:
        return None
    return match[1].replace("%inputs", str(CHECKS / "Inputs")).split()


def compiles(clang, source, flags):
    run = subprocess.run(
        [clang, "-fsyntax-only", "-w", *flags, str(source)], capture_output=True
    )
    return run.returncode == 0


def place(result):
    region = result["locations"][0]["physicalLocation"]["region"]
    return region["startLine"]


def lines_after(text, results):
    """Where a line of the text stands when the edits are made."""
    lines = text.splitlines(keepends=True)
    edits = {e for r in results for e in replacements(r, lines)}
    starts = [text.count("\n", 0, begin) + 1 for begin, _, _ in edits]
    grown = [new.count("\n") - text.count("\n", b, e) for b, e, new in edits]
    return lambda line: line + sum(
        by for start, by in zip(starts, grown) if start < line
    )


def check(test, work, tool, clang):
    """How many fix-its were applied, and what is wrong with them."""
    flags = flags_of(test)
    before = findings(tool, test, flags) if flags else None
    fixed = [r for r in before or [] if r.get("fixes")]
    if not fixed:
        return 0, []
    text = test.read_text()
    source = work / test.name
    source.write_text(apply(text, fixed))
    after = findings(tool, source, flags)
    if after is None:
        return len(fixed), ["it does not parse any more"]
    wrong = []
    if not compiles(clang, test, flags):
        print(f"{test.name}: does not compile, with or without fix-its")
    elif not compiles(clang, source, flags):
        wrong.append("it does not compile any more")
    moved = lines_after(text, fixed)
    left = {(r["ruleId"], place(r), r["message"]["text"]) for r in after}
    for r in fixed:
        message = r["message"]["text"]
        if (r["ruleId"], moved(place(r)), message) in left:
            wrong.append(f"{place(r)}: still found: {message} [{r['ruleId']}]")
    return len(fixed), wrong


def check_all(work, tool, clang):
    work.mkdir(parents=True, exist_ok=True)
    applied, failed = 0, False
    for test in sorted(CHECKS.glob("*.c[pu]*")):
        count, wrong = check(test, work, tool, clang)
        applied += count
        if count:
            print(f"{test.name}: {count} fix-its")
        for line in wrong:
            failed = True
            print(f"{test.name}: {line}")
    print(f"{applied} fix-its applied")
    if failed or not applied:
        sys.exit(1)


def main(mode, *arguments):
    if mode == "all":
        work, tool, clang = arguments
        return check_all(pathlib.Path(work), tool, clang)
    source, out, tool, *flags = arguments
    results = findings(tool, source, flags)
    if results is None:
        sys.exit(f"{source}: does not parse")
    text = pathlib.Path(source).read_text()
    pathlib.Path(out).write_text(apply(text, results))


if __name__ == "__main__":
    main(*sys.argv[1:])
