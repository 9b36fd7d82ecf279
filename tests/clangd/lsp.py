# Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A language client, as far as the tests need one: starts a clangd, opens and
edits files, collects diagnostics, asks for code actions and applies edits.

Every wait has an end: when the server says nothing for SILENCE seconds the
client kills it and raises ServerProblem with what it wrote to standard error.
"""

import json
import pathlib
import queue
import subprocess
import tempfile
import threading

SILENCE = 120


class ServerProblem(Exception):
    pass


def uri_of(path):
    return pathlib.Path(path).resolve().as_uri()


def place(diagnostic):
    """Where a diagnostic starts: line and column, from 0."""
    start = diagnostic["range"]["start"]
    return start["line"], start["character"]


def apply_edits(text, edits):
    """TEXT after an LSP list of TextEdits. ASCII only: columns are bytes."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(position):
        return starts[position["line"]] + position["character"]

    def first(edit):
        return offset(edit["range"]["start"])

    for edit in sorted(edits, key=first, reverse=True):
        end = offset(edit["range"]["end"])
        text = text[: first(edit)] + edit["newText"] + text[end:]
    return text


class Client:
    """Use as a context manager: leaving it ends the server."""

    def __init__(self, command, directory, environment, related=True):
        self.log = tempfile.TemporaryFile()
        self.server = subprocess.Popen(
            command,
            cwd=directory,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        self.incoming = queue.Queue()
        self.last_id = 0
        self.versions = {}
        threading.Thread(target=self._read, daemon=True).start()
        publish = {"relatedInformation": related, "codeDescriptionSupport": True}
        actions = {"codeActionKind": {"valueSet": ["quickfix"]}}
        self.request(
            "initialize",
            processId=None,
            rootUri=uri_of(directory),
            capabilities={
                "textDocument": {
                    "publishDiagnostics": publish,
                    "codeAction": {"codeActionLiteralSupport": actions},
                }
            },
        )
        self.notify("initialized")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            if kind is None:
                self.request("shutdown")
                self.notify("exit")
                if self.server.wait(SILENCE) != 0:
                    raise self._problem(f"ended with {self.server.returncode}")
        finally:
            self.server.kill()
            self.server.wait()
            self.server.stdin.close()
            self.server.stdout.close()
            self.log.close()

    def _problem(self, what):
        self.server.kill()
        self.server.wait()
        self.log.seek(0)
        log = self.log.read().decode(errors="replace")
        return ServerProblem(f"the server {what}; its log ends with\n{log[-4000:]}")

    def _read(self):
        """On a thread: queues the messages, and None at the end of output."""
        output = self.server.stdout
        try:
            while True:
                length = 0
                while (line := output.readline().strip()) != b"":
                    name, _, value = line.partition(b": ")
                    if name == b"Content-Length":
                        length = int(value)
                body = output.read(length)
                if not length or len(body) < length:
                    break
                self.incoming.put(json.loads(body))
        except ValueError as error:
            self.incoming.put({"method": "broken", "params": str(error)})
        self.incoming.put(None)

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        try:
            self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.server.stdin.flush()
        except BrokenPipeError:
            raise self._problem("closed its input") from None

    def wait_for(self, wanted):
        """The next message for which WANTED is true; others are dropped."""
        while True:
            try:
                message = self.incoming.get(timeout=SILENCE)
            except queue.Empty:
                raise self._problem(f"said nothing for {SILENCE} s") from None
            if message is None:
                raise self._problem("ended")
            if message.get("method") == "broken":
                raise self._problem(f"wrote no JSON: {message['params']}")
            if wanted(message):
                return message

    def notify(self, method, **params):
        self._send({"method": method, "params": params})

    def request(self, method, **params):
        self.last_id += 1
        wanted = self.last_id
        self._send({"id": wanted, "method": method, "params": params})
        answer = self.wait_for(lambda m: m.get("id") == wanted and "method" not in m)
        if "error" in answer:
            raise self._problem(f"answered {method} with {answer['error']}")
        return answer["result"]

    def diagnostics(self, path):
        """The next diagnostics of an open file's present text."""
        uri, version = uri_of(path), self.versions[path]

        def published(message):
            params = message.get("params")
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and params.get("version") == version
            )

        return self.wait_for(published)["params"]["diagnostics"]

    def open(self, path, text, language="cpp"):
        """Opens a file with a text and gives its diagnostics."""
        self.versions[path] = 1
        document = {"uri": uri_of(path), "version": 1, "text": text}
        self.notify(
            "textDocument/didOpen", textDocument={**document, "languageId": language}
        )
        return self.diagnostics(path)

    def change(self, path, text):
        """Replaces the text of an open file and gives its diagnostics."""
        self.versions[path] += 1
        document = {"uri": uri_of(path), "version": self.versions[path]}
        self.notify(
            "textDocument/didChange",
            textDocument=document,
            contentChanges=[{"text": text}],
            wantDiagnostics=True,
        )
        return self.diagnostics(path)

    def close(self, path):
        self.notify("textDocument/didClose", textDocument={"uri": uri_of(path)})
        del self.versions[path]

    def fixes(self, path, diagnostic):
        """The quick fixes of a diagnostic: pairs of title and list of edits."""
        actions = self.request(
            "textDocument/codeAction",
            textDocument={"uri": uri_of(path)},
            range=diagnostic["range"],
            context={"diagnostics": [diagnostic], "only": ["quickfix"]},
        )
        return [(a["title"], a["edit"]["changes"][uri_of(path)]) for a in actions]
