#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a stranger's program twice with its own makefile, `make` and `make CC='kasane cc'`, runs both, and compares what
they print and every file that they leave, byte for byte. The report must say that every region ran. It is built for opencl,
too, and not run. A folder's makefile
says what is expected, in comments:

  # run: ./heat 64 100              the command line
  # regions: 2                      as many regions are called and run
  # refused: heat.c:31: the text    instead: the translation ends with this error at this place

  run_stranger.py --kasane build/tools/kasane/kasane --runtime build/runtime/libkasane_rt.a --include runtime/include FOLDER
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OURS = {"report.json"}
LIMIT = 120


class Failure(Exception):
    pass


def expectationOf(folder):
    found = dict(re.findall(r"^# (run|regions|refused): (.+)$", (folder / "Makefile").read_text(), re.M))
    if ("run" in found) != ("regions" in found) or ("run" in found) == ("refused" in found):
        raise Failure("the makefile says either `run` and `regions`, or `refused`")
    return found


def call(command, folder, env=None, fails=False):
    done = subprocess.run(command, cwd=folder, env={**os.environ, **(env or {})}, capture_output=True, timeout=LIMIT, check=False)
    if (done.returncode != 0) != fails:
        raise Failure(f"{shlex.join(command)}: exit {done.returncode}\n" + (done.stdout + done.stderr).decode(errors="replace")[-6000:])
    return done


def make(folder, compiler, env=None, fails=False):
    return call(["make", "CC=" + compiler], folder, env, fails)


def filesOf(folder, before):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*")
            if p.is_file() and p not in before and p.name not in OURS}


def runIn(folder, command, env=None):
    before = set(folder.rglob("*"))
    done = call(shlex.split(command), folder, env)
    return done.stdout, filesOf(folder, before)


def checkReport(path, regions):
    ran = json.loads(path.read_text())["regions"]
    called = [region for region in ran if region["calls"] > 0]
    if len(called) != regions:
        raise Failure(f"{len(called)} regions were called, {regions} are expected: {ran}")
    for region in called:
        if not region["ran"] or region.get("declined"):
            raise Failure(f"{region['name']} ran its original loops: {region['reason']}")


def translated(options, more="--fp=strict"):
    return f"{options.kasane} cc {more}"


def checkRun(options, folder, expected, scratch):
    plain, ours = scratch / "plain", scratch / "ours"
    for copy in (plain, ours):
        shutil.copytree(folder, copy)
    make(plain, "gcc -ffp-contract=off")
    wanted = runIn(plain, expected["run"], {"OMP_NUM_THREADS": "1"})  # several would add sums in an order of their own
    places = {"KASANE_RUNTIME_DIR": str(Path(options.runtime).resolve().parent), "KASANE_RUNTIME_INCLUDE": str(Path(options.include).resolve())}
    make(ours, translated(options), places)
    got = runIn(ours, expected["run"], {"KASANE_REPORT": "report.json"})
    checkReport(ours / "report.json", int(expected["regions"]))
    if got[0] != wanted[0]:
        raise Failure("the output differs:\n" + got[0].decode(errors="replace")[:2000] + "instead of\n" + wanted[0].decode(errors="replace")[:2000])
    if got[1] != wanted[1]:
        raise Failure("files differ: " + " ".join(sorted(set(got[1]) ^ set(wanted[1])) or [n for n in wanted[1] if got[1][n] != wanted[1][n]]))
    runIn(ours, expected["run"], {"KASANE_VERIFY": "1", "OMP_NUM_THREADS": "1"})
    make(shutil.copytree(folder, scratch / "opencl"), translated(options, "--fp=contract --target=opencl"), places)


def checkRefused(options, folder, expected, scratch):
    copy = scratch / "ours"
    shutil.copytree(folder, copy)
    done = make(copy, translated(options), fails=True)
    where, line, text = expected["refused"].split(":", 2)
    said = done.stderr.decode(errors="replace")
    errors = [row for row in said.splitlines() if ": error:" in row]
    if not errors or not re.search(rf"\b{re.escape(where)}:{line}:\d+: error: .*{re.escape(text.strip())}", errors[0]):
        raise Failure(f"expected is an error at {where}:{line} with '{text.strip()}', but it said:\n{said[-3000:]}")
    make(shutil.copytree(folder, scratch / "plain"), "gcc")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("kasane", "runtime", "include"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.kasane = Path(options.kasane).resolve()
    try:
        expected = expectationOf(options.folder)
        with tempfile.TemporaryDirectory() as scratch:
            (checkRun if "run" in expected else checkRefused)(options, options.folder.resolve(), expected, Path(scratch))
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(f"{options.folder.name}: {failure}", file=sys.stderr)
        return 1
    print(f"{options.folder.name}: as expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())
