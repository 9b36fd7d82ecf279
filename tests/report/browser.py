# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A headless Chromium, driven over a pipe by its DevTools protocol, version 1.3:
# messages are JSON with a NUL after each.

import base64
import json
import os
import select
import struct
import subprocess
import time
import zlib


class Browser:
    """One page in one browser. What it logs, asks for and throws is kept."""

    def __init__(self, program, profile_folder):
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        # Chromium reads descriptor 3 and writes descriptor 4.
        def place_pipes():
            read, write = os.dup(to_browser), os.dup(from_browser)
            os.dup2(read, 3)
            os.dup2(write, 4)

        # In a container there is often no sandbox to be had, and the page is
        # our own.
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--hide-scrollbars",
             f"--user-data-dir={profile_folder}", "about:blank"],
            close_fds=False, preexec_fn=place_pipes,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.next_id, self.session = b"", 0, None
        self.problems, self.requests, self.loaded = [], [], False
        target = self.call("Target.createTarget", url="about:blank")
        self.session = self.call("Target.attachToTarget", flatten=True,
                                 targetId=target["targetId"])["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        self.session = None
        try:
            self.call("Browser.close")
            self.process.wait(timeout=30)
        except (OSError, EOFError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)

    def receive(self, until):
        while b"\0" not in self.buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.read_end], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.read_end, 1 << 20)
            if not more:
                raise EOFError("the browser ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.problems.append(parameters["exceptionDetails"])
        elif method == "Log.entryAdded":
            self.problems.append(parameters["entry"])
        elif method == "Runtime.consoleAPICalled":
            self.problems.append(parameters)
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method, **parameters):
        self.next_id += 1
        message = {"id": self.next_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + 60
        while True:
            answer = self.receive(until)
            self.note(answer)
            if answer.get("id") != self.next_id:
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            return answer["result"]

    def open(self, url):
        self.loaded = False
        self.call("Page.navigate", url=url)
        until = time.monotonic() + 60
        while not self.loaded:
            self.note(self.receive(until))

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression,
                           returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def look(self, width, height, dark):
        """How the page is looked at from now on."""
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=width < 600)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme",
             "value": "dark" if dark else "light"}])

    def screenshot(self, left, top, right, bottom):
        """A box of the page, also one out of sight, as an Image."""
        clip = {"x": left, "y": top, "width": right - left,
                "height": bottom - top, "scale": 1}
        answer = self.call("Page.captureScreenshot", format="png", clip=clip,
                           captureBeyondViewport=True)
        return Image(base64.b64decode(answer["data"]))


class Image:
    """Pixels of a PNG as Chromium writes it: 8 bits, RGB or RGBA, no
    interlacing (PNG specification, sections 9 and 11)."""

    def __init__(self, png):
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
        data, at = b"", 8
        while at < len(png):
            length, kind = struct.unpack(">I4s", png[at:at + 8])
            chunk = png[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, colour = struct.unpack(
                    ">IIBB", chunk[:10])
                assert depth == 8 and colour in (2, 6) and chunk[12] == 0
                self.channels = 3 if colour == 2 else 4
            elif kind == b"IDAT":
                data += chunk
            at += length + 12
        self.rows = self.unfiltered(zlib.decompress(data))

    def unfiltered(self, data):
        step, stride = self.channels, self.width * self.channels
        rows, above = [], bytearray(stride)
        for start in range(0, len(data), stride + 1):
            kind = data[start]
            row = bytearray(data[start + 1:start + 1 + stride])
            for i in range(stride if kind else 0):
                left = row[i - step] if i >= step else 0
                corner = above[i - step] if i >= step else 0
                row[i] = row[i] + self.predicted(
                    kind, left, above[i], corner) & 255
            rows.append(row)
            above = row
        return rows

    @staticmethod
    def predicted(kind, left, up, corner):
        if kind == 1:
            return left
        if kind == 2:
            return up
        if kind == 3:
            return (left + up) // 2
        distances = [abs(up - corner), abs(left - corner),
                     abs(left + up - 2 * corner)]
        return (left, up, corner)[distances.index(min(distances))]

    def pixel(self, x, y):
        start = x * self.channels
        return tuple(self.rows[y][start:start + 3])

    def colours(self):
        return {self.pixel(x, y)
                for y in range(self.height) for x in range(self.width)}
