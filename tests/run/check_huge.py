#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""More than 2^31 elements: the translated program's checksum is the original's, and its region ran."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import toolchain
from matrix import Config
from toolchain import Failure

SKIPPED = 77
NEEDED = 9 << 30  # two arrays, a working copy, and what else the machine does
STEPS = "3"


def available():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable"))


def run(tools, program, env):
    return toolchain.call([program, "32800", STEPS], dict(tools.env, **env), cwd=tools.work, timeout=600)


def check(tools, source, config, expected):
    out = tools.work / config.family
    files = tools.translate(source, out, config.options(), [])
    program = tools.build(files, [], tools.work, out / "huge")
    report = out / "report.json"
    done = run(tools, program, {"KASANE_REPORT": str(report)})
    if done.returncode != 0 or done.stdout != expected:
        raise Failure(f"{config.family}: {done.stdout!r}, expected {expected!r}\n{done.stderr.decode()}")
    (region,) = toolchain.reportOf(report)
    if not region["ran"]:
        raise Failure(f"{config.family}: fell back: {region['reason']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True, action="append")
    parser.add_argument("--include", action="append", default=[])
    options = parser.parse_args()
    if available() < NEEDED:
        print(f"SKIPPED huge: less than {NEEDED >> 30} GiB of memory are free")
        return SKIPPED
    work = Path(tempfile.mkdtemp(prefix="kasane-huge-"))
    tools = toolchain.Toolchain(options.kasane, options.runtime, work, options.include)
    source = Path(__file__).resolve().parent / "huge.c"
    failures = 0
    done = run(tools, tools.oracle(source, []), {})
    for config in (Config("openmp", "sweep", None, 1), Config("openmp", "overlap", "256x64", 2)):
        try:
            check(tools, source, config, done.stdout)
        except Failure as failure:
            failures += 1
            print(f"FAIL {failure}")
    shutil.rmtree(work, ignore_errors=True)
    print(f"huge: {done.stdout.decode().strip()}, 2 schedules, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
