#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages of `kasane explain --format=html` in a real browser, on a phone and on a desk, by day and by night: no text
covers another or leaves its picture, nothing is too small, too faint or too wide, no card is empty, the console is
silent.

  run_browser.py --kasane build/tools/kasane/kasane [--pictures FOLDER]    (which leaves what was seen there)
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import browser

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LOOK = (HERE / "look.js").read_text()
SKIPPED = 77
SIZES = {"phone": 390, "desk": 1280}

# Name: the source and the options.
PAGES = {
    "card": ("samples/heat2d.c", ["--target=opencl,cuda", "--machine=h200"]),
    "deep": ("samples/heat2d.c",
             ["--target=opencl", "--machine=h200", "--schedule=overlap", "--tile=32x8", "--depth=12"]),
    "himeno": ("samples/himeno.c", ["--target=openmp,cuda"]),
    "life": ("samples/life.c", ["--target=openmp,openacc", "--", "-DW=4096", "-DH=4096"]),
    "line": ("tests/driver/Inputs/heat.c", ["--target=openmp,cuda", "--size=nx=65536,steps=7"]),
    "paper": ("tests/driver/Inputs/heat.c", ["--target=opencl", "--machine=k40c", "--policy=paper"]),
    "paths": ("samples/paths.c", ["--target=openmp,cuda"]),
    "run": ("samples/heat2d.c", []),
    "run-other": ("samples/heat2d.c", ["--fp=strict", "--schedule=sweep", "--tile=64x8"]),
    "ruled": ("samples/laplace.c", ["--target=openmp,opencl"]),
    "wave": ("samples/wave3d.c", ["--target=cuda", "--machine=h100"]),
}


def reportFor(kasane, folder):
    """As a run leaves it; its program isn't built here."""
    command = [kasane, "explain", "samples/heat2d.c", "--format=json"]
    told = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    region = json.loads(told.stdout)["regions"][0]
    chosen = region["schedules"][0]
    entry = {"name": region["name"], "function": region["function"], "file": region["file"], "line": region["line"],
             "target": "openmp", "family": chosen["family"], "tile": chosen["tile"], "depth": chosen["depth"],
             "calls": 3, "declined": 1, "verified": 0, "steps": 1000, "cells": 16760836000, "bytes": 0,
             "memory": 134217728, "seconds": 1.75, "kernel_seconds": 1.5, "predicted_seconds": 1.2, "machine": chosen["machine"],
             "reason": "a and b overlap"}
    path = Path(folder, "run.json")
    path.write_text(json.dumps({"version": 1, "regions": [entry]}))
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--only", help="one of the pages")
    options = parser.parse_args()
    program = browser.find()
    if not program:
        print("SKIPPED page: there is no Chromium (Debian: chromium-headless-shell)")
        return SKIPPED
    failures = looks = 0
    with tempfile.TemporaryDirectory() as folder, browser.Browser(program) as chromium:
        for name, (source, flags) in PAGES.items():
            if options.only not in (None, name):
                continue
            page = Path(folder, f"{name}.html")
            more = [f"--report={reportFor(options.kasane, folder)}"] if name.startswith("run") else []
            command = [options.kasane, "explain", source, "-o", page, *more, *flags]
            subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
            for size, width in SIZES.items():
                for scheme in ("light", "dark"):
                    shown = chromium.open(page, width, scheme)
                    wrong = shown.evaluate(LOOK) + [f"console: {text}" for text in shown.complaints]
                    looks, failures = looks + 1, failures + bool(wrong)
                    for text in wrong[:12]:
                        print(f"FAIL {name}, {size}, {scheme}: {text}")
                    if options.pictures:
                        options.pictures.mkdir(parents=True, exist_ok=True)
                        (options.pictures / f"{name}-{size}-{scheme}.png").write_bytes(shown.picture())
    print(f"{looks} looks at pages, {failures} with something wrong")
    return 1 if failures or not looks else 0


if __name__ == "__main__":
    sys.exit(main())
