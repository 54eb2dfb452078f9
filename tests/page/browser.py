# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A headless Chromium, spoken to through a pipe by its DevTools protocol. Needs no package of Python's.

  with Browser(find()) as browser:
      page = browser.open("page.html", width=390, scheme="dark")
      page.evaluate("document.title"), page.complaints, page.picture()
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find():
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    def __init__(self, program, seconds=60):
        self.seconds, self.number, self.buffer, self.complaints = seconds, 0, b"", []
        self.profile = tempfile.TemporaryDirectory(prefix="kasane-browser-", ignore_cleanup_errors=True)
        theirs, self.out = os.pipe()
        self.into, ours = os.pipe()

        def hand():  # it reads what it is asked from 3, and answers on 4; both may be numbers of these pipes already
            copies = os.dup(theirs), os.dup(ours)
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=hand, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(ours)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        self.profile.cleanup()

    def read(self, until):
        while b"\0" not in self.buffer:
            if not select.select([self.into], [], [], max(until - time.monotonic(), 0))[0]:
                raise TimeoutError("the browser doesn't answer")
            more = os.read(self.into, 1 << 16)
            if not more:
                raise RuntimeError("the browser has ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def wait(self, isIt):
        until = time.monotonic() + self.seconds
        while True:
            message = self.read(until)
            method, params = message.get("method"), message.get("params", {})
            if method == "Runtime.exceptionThrown" or (
                    method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning")) or (
                    method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert")):
                self.complaints.append(json.dumps(params)[:300])
            if isIt(message):
                return message

    def send(self, method, session=None, **params):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        answer = self.wait(lambda got: got.get("id") == number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, path, width, scheme):
        return Page(self, Path(path).resolve().as_uri(), width, scheme)


class Page:
    def __init__(self, browser, address, width, scheme):
        self.browser = browser
        target = browser.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.complaints = []
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        metrics = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600}
        self.send("Emulation.setDeviceMetricsOverride", **metrics)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.send("Page.navigate", url=address)
        browser.wait(lambda got: got.get("method") == "Page.loadEventFired" and got.get("sessionId") == self.session)

    def send(self, method, **params):
        return self.browser.send(method, self.session, **params)

    @property
    def complaints(self):
        return self.browser.complaints

    def evaluate(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:500])
        return result["result"].get("value")

    def picture(self):
        return base64.b64decode(self.send("Page.captureScreenshot", captureBeyondViewport=True)["data"])
