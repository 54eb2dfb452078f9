#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Translates every refused program of this folder by itself: the exit status is 1 (2 when the
command line is to blame), nothing is left in the output folder,
and nothing in the text is a crash or an internal check.   check_clean.py KASANE"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PLAIN = re.compile(r"^// RUN: not %kasane %s (?:(.*) )?-o-dir %t (.*)2>&1 \| FileCheck %s$", re.M)
CRASH = re.compile(r"internal|Stack dump|Assertion|terminate called|KASANE_CHECK|Sanitizer|runtime error")


def main():
    kasane = sys.argv[1]
    checked = failures = 0
    for source in sorted(Path(__file__).resolve().parent.glob("*.c")):
        plain = PLAIN.search(source.read_text())
        if not plain:
            continue
        with tempfile.TemporaryDirectory() as out:
            options = (plain[1] or "").split() + ["-o-dir", out] + (plain[2] or "").split()
            done = subprocess.run([kasane, source, *options], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
            left = [path.name for path in Path(out).rglob("*")]
        trouble = []
        wrong_use = done.stderr.startswith("kasane: error: ")  # of the command line: it has no place in a source
        if done.returncode != (2 if wrong_use else 1):
            trouble.append(f"exit status {done.returncode}")
        if left:
            trouble.append(f"left behind: {left}")
        if CRASH.search(done.stderr):
            trouble.append("a crash")
        if not wrong_use and not re.search(r"^\S+\.[ch]:\d+:\d+: error: ", done.stderr, re.M):
            trouble.append("no error with line and column")
        checked += 1
        if trouble:
            failures += 1
            print(f"FAIL {source.name}: {'; '.join(trouble)}\n{done.stderr[:1000]}")
    print(f"diagnostics: {checked} refused programs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
