# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# page_test.py CHROMIUM TENSOR_TIDY PROBE PROGRAM SOURCE
# Records PROGRAM under the probe, makes the page of its report and uses it in
# a headless Chromium: opened, sorted, filtered, looked at on a desk and on a
# phone, in light and in dark.

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from browser import Browser

CHROMIUM, TENSOR_TIDY, PROBE, PROGRAM, SOURCE = sys.argv[1:6]


def box_of(selector):
    return (f"(() => {{ const b = document.querySelector('{selector}')"
            ".getBoundingClientRect();"
            " return [b.left + scrollX, b.top + scrollY, b.right + scrollX,"
            " b.bottom + scrollY]; })()")


def click(selector):
    return f"document.querySelector('{selector}').click()"


def set_value(name, value, event):
    return (f"(() => {{ const e = document.getElementById('{name}');"
            f" e.value = {json.dumps(value)};"
            f" e.dispatchEvent(new Event('{event}')); }})()")


ROWS = "[...document.querySelectorAll('#places tbody tr:not(.details)')]"


def column(index):
    return ROWS + f".map(row => row.cells[{index}].textContent)"


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        folder = pathlib.Path(cls.folder.name)
        records, page = folder / "records", folder / "page.html"
        subprocess.run([PROGRAM], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "LD_PRELOAD": PROBE,
                            "TENSOR_PROBE_OUT": str(records)})
        report = [TENSOR_TIDY, "report", str(records)]
        subprocess.run(report + ["--format=html", f"--output={page}"],
                       check=True)
        findings, confirmed = folder / "f.sarif", folder / "confirmed.html"
        findings.write_text(json.dumps(cls.sarif()))
        subprocess.run([TENSOR_TIDY, "confirm", str(findings), str(records),
                        "--format=html", f"--output={confirmed}"], check=True)
        cls.confirmed_url = confirmed.as_uri()
        json_text = subprocess.run(report + ["--format=json"], check=True,
                                   stdout=subprocess.PIPE).stdout
        cls.report = json.loads(json_text)
        cls.browser = Browser(CHROMIUM, str(folder / "profile"))
        cls.url = page.as_uri()

    @staticmethod
    def sarif():
        """One finding, at the line of merge_heads that copies, and one at a
        line that does not exist."""
        lines = pathlib.Path(SOURCE).read_text().splitlines()
        copies = next(i for i, line in enumerate(lines, 1)
                      if "COPIES 3 reshape" in line)
        results = [{
            "ruleId": "tensor-hidden-copy",
            "properties": {"operator": "reshape", "copies": True},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": "fixture/copies.cpp"},
                "region": {"startLine": line}}}],
        } for line in (copies, len(lines) + 10)]
        return {"version": "2.1.0", "runs": [{"results": results}]}

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def setUp(self):
        self.browser.problems.clear()
        self.browser.requests.clear()
        self.browser.look(1200, 900, dark=False)
        self.browser.open(self.url)

    def tearDown(self):
        self.assertEqual(self.browser.problems, [])
        asked_for = {url.split(":")[0] for url in self.browser.requests}
        self.assertLessEqual(asked_for, {"file", "data"})
        files = [url for url in self.browser.requests
                 if url.startswith("file:")]
        self.assertLessEqual(set(files), {self.url, self.confirmed_url})

    def see(self, expression):
        return self.browser.evaluate(expression)

    def test_totals_are_those_of_the_report(self):
        totals = self.see("[...document.querySelectorAll('#totals dd')]"
                          ".map(one => one.textContent)")
        self.assertEqual(totals[0], str(self.report["totals"]["copies"]))
        self.assertEqual(len(totals), 4)
        self.assertEqual(self.see(ROWS + ".length"),
                         len(self.report["sites"]))

    def test_sorts_by_each_column_both_ways(self):
        counts = [site["copies"] for site in self.report["sites"]]
        self.see(click("#places th:nth-child(3) button"))
        self.assertEqual(self.see(column(2)),
                         [str(n) for n in sorted(counts, reverse=True)])
        self.assertEqual(
            self.see("document.querySelector('#places th:nth-child(3)')"
                     ".getAttribute('aria-sort')"), "descending")
        self.see(click("#places th:nth-child(3) button"))
        self.assertEqual(self.see(column(2)),
                         [str(n) for n in sorted(counts)])
        self.see(click("#places th:nth-child(10) button"))
        operators = [site["operator"] or "-" for site in self.report["sites"]]
        self.assertEqual(self.see(column(9)), sorted(operators))

    def test_filters_by_words_and_class(self):
        self.see(set_value("filter", "MERGE_heads reshape", "input"))
        self.assertEqual(self.see(column(9)), ["reshape"])
        self.assertEqual(self.see(column(8)), ["hidden"])
        self.assertIn("1 of", self.see(
            "document.getElementById('shown').textContent"))
        self.see(set_value("filter", "", "input"))
        self.see(set_value("class-filter", "dtype conversion", "change"))
        converted = [site for site in self.report["sites"]
                     if site["class"] == "dtype conversion"]
        self.assertEqual(self.see(ROWS + ".length"), len(converted))
        self.see(set_value("filter", "no such place", "input"))
        self.assertEqual(self.see(ROWS + ".length"), 0)

    def test_a_row_opens_with_source_calls_and_pictures(self):
        self.see(set_value("filter", "merge_heads reshape", "input"))
        line = next(site["place"]["line"] for site in self.report["sites"]
                    if site["operator"] == "reshape"
                    and "merge_heads" in site["place"]["function"])
        source = pathlib.Path(SOURCE).read_text().splitlines()[line - 1]
        shown = self.see("document.querySelector('td.where .source')"
                         ".textContent")
        self.assertEqual(shown, source.strip())
        self.see(click("td.where button"))
        self.assertIn("copies.cpp",
                      self.see("document.querySelector('.details ol')"
                               ".textContent"))
        # [4, 8, 6] with strides [48, 1, 8], drawn as 3 x 3 x 3.
        order = ("[...document.querySelectorAll('.details figure:nth-child({})"
                 " svg text')].map(one => one.textContent).join(' ')")
        self.assertTrue(self.see(order.format(1)).startswith(
            "0 3 6 1 4 7 2 5 8 9 12 "))
        self.assertTrue(self.see(order.format(2)).startswith(
            "0 1 2 3 4 5 6 7 8 9 10 "))
        self.see(click("td.where button"))
        self.assertEqual(
            self.see("document.querySelectorAll('.details').length"), 0)

    def test_a_report_has_no_findings(self):
        self.assertTrue(self.see("document.getElementById('findings').hidden"))

    def test_verdicts_stand_on_the_page_of_confirm(self):
        self.browser.open(self.confirmed_url)
        verdicts = self.see("[...document.querySelectorAll('#findings li')]"
                            ".map(one => one.dataset.verdict)")
        self.assertEqual(verdicts, ["confirmed", "unknown"])
        self.assertIn("2 predicted: 1 confirmed",
                      self.see("document.getElementById('summary')"
                               ".textContent"))
        self.see(set_value("filter", "merge_heads", "input"))
        self.assertEqual(self.see(column(10)), ["confirmed"])
        self.see(set_value("filter", "unpredicted", "input"))
        hidden = [site for site in self.report["sites"]
                  if site["class"] == "layout copy" and not site["tail_call"]
                  and site["origin"] in ("hidden", "by name", None)]
        self.assertEqual(self.see(ROWS + ".length"), len(hidden) - 1)

    def look_at_the_page(self, width, dark):
        self.browser.look(width, 900, dark)
        self.browser.open(self.url)
        self.see(click("td.where button"))
        self.assertLessEqual(
            self.see("document.scrollingElement.scrollWidth"), width)
        boxes = {selector: self.see(box_of(selector)) for selector in (
            "#totals", "#share-by-class svg", "#share-by-place svg",
            ".details figure svg", ".details figure:nth-child(2) svg")}
        ground = self.browser.screenshot(0, 0, 4, 4).pixel(2, 2)
        self.assertEqual(sum(ground) < 3 * 128, dark)
        for selector, box in boxes.items():
            self.assertGreater(box[2], box[0], selector)
            self.assertLessEqual(box[2], width, selector)
            colours = self.browser.screenshot(*box).colours() - {ground}
            self.assertGreater(len(colours), 1, selector)

    def test_on_a_desk_in_light_and_dark(self):
        self.look_at_the_page(1200, dark=False)
        self.look_at_the_page(1200, dark=True)

    def test_on_a_phone_in_light_and_dark(self):
        self.look_at_the_page(375, dark=False)
        self.look_at_the_page(375, dark=True)
        self.assertNotEqual(
            self.see("getComputedStyle(document.getElementById("
                     "'sort-label')).display"), "none")
        self.see(set_value("sort", "2", "change"))
        counts = [site["copies"] for site in self.report["sites"]]
        self.assertEqual(self.see(column(2)),
                         [str(n) for n in sorted(counts, reverse=True)])


unittest.main(argv=sys.argv[:1])
