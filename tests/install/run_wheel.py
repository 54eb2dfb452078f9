#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_wheel.py PREFIX WORK: a wheel of what is installed goes into a virtual environment, compiles the README's program
there, whose region runs with the original's bits, and leaves nothing behind when it is taken away."""

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
prefix, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
clean = {key: value for key, value in os.environ.items() if not key.startswith("KASANE_")}


def run(*words, **environment):
    done = subprocess.run(list(map(str, words)), cwd=work, env={**clean, **environment}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
(wheel,) = run(sys.executable, ROOT / "scripts/wheel.py", prefix, work).split()
place = work / "venv"
venv.create(place, with_pip=True)
before = {path for path in place.rglob("*") if path.is_file()}
run(place / "bin/pip", "install", "--quiet", "--no-index", wheel)

(work / "heat.c").write_text((ROOT / "README.md").read_text().split("```c\n", 1)[1].split("```", 1)[0])
flags = ["-O2", "-ffp-contract=off", "heat.c"]
run("gcc", *flags, "-o", "plain")
run(place / "bin/kasane", "cc", "--fp=strict", *flags, "-o", "heat")
run(place / "bin/kasane-cc", "--fp=strict", *flags, "-o", "again")
for program in ("heat", "again"):
    printed = run(work / program, 500, 20, KASANE_VERIFY="1", KASANE_REPORT="report.json")
    assert printed == run(work / "plain", 500, 20), printed
    (region,) = json.loads((work / "report.json").read_text())["regions"]
    assert region["ran"], region

run(place / "bin/pip", "uninstall", "--quiet", "--yes", "kasane")
left = {path for path in place.rglob("*") if path.is_file() and path.suffix != ".pyc"} - before
assert not left, left
