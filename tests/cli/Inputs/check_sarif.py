# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Reads two SARIF files of the same finding, the second moved and re-spaced."""

import json
import sys

first, second = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
for log in (first, second):
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"][0]["executionSuccessful"] is True
    (result,) = run["results"]
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert rule["help"]["markdown"].startswith("# " + rule["id"] + "\n")
    assert rule["id"] == result["ruleId"] == "tensor-hidden-copy"
    properties = result["properties"]
    assert properties["copies"] is True
    assert properties["operator"] == "reshape"
    assert properties["confidence"] == "proven", properties
    assert properties["function"] == "f"
    assert result["level"] == "error"
    assert result["relatedLocations"]

place = first["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
assert place["artifactLocation"] == {"uri": "a/f.cpp", "uriBaseId": "%SRCROOT%"}
line = '  /* äö */ return x.contiguous().transpose(0, 1).reshape({-1});'
assert place["region"]["startLine"] == 4
assert place["region"]["startColumn"] == line.index("reshape") + 1, place
assert second["runs"][0]["results"][0]["properties"]["statement"]["endLine"] == 7

prints = [
    log["runs"][0]["results"][0]["partialFingerprints"]["tensorTidy/v1"]
    for log in (first, second)
]
assert prints[0] == prints[1], prints
