#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The device memory that a region says it takes, and the most that it may take, beside what the driver counts
meanwhile: NVIDIA's, of which nobody else may take memory at that time.

A program has memory for its context besides: what one with small arrays takes beyond what its region says is taken off.
"""

import argparse
import functools
import shutil
import sys
import tempfile
from pathlib import Path

import toolchain
from matrix import Config
from toolchain import Failure

import watched  # behind toolchain, which says where

SOURCE = Path(__file__).resolve().parent / "huge.c"
SKIPPED = 77
MIB = 1 << 20
LITTLE, MUCH, STEPS = "96", "8192", "7"  # rows of 64 KiB: both are whole blocks of memory
CAPS = (100 * MIB, 300 * MIB)  # for arrays of 512 MiB
UNSEEN = 4 * MIB  # what a context takes isn't the same every time


@functools.cache
def expected(tools, rows):
    return tools.run([tools.oracle(SOURCE, []), rows, STEPS]).stdout


def region(tools, program, rows, env):
    """What it says of itself, with the bytes that the driver counts."""
    report = tools.work / "report.json"
    report.unlink(missing_ok=True)
    done, taken = watched.peakOf(lambda: tools.run([program, rows, STEPS], {**env, "KASANE_REPORT": str(report)}))
    if done.returncode or done.stdout != expected(tools, rows):
        raise Failure(f"exit {done.returncode}: {done.stdout!r}, expected {expected(tools, rows)!r}\n"
                      f"{done.stderr.decode()}")
    found, = toolchain.reportOf(report)
    if not found["ran"] or found["placement"] != ("chunked" if env else "in core"):
        raise Failure(f"{found['placement']}, ran: {found['ran']} {found['reason']}")
    return found["memory"], taken


def check(tools, program, config):
    """A line for each run."""
    said, taken = region(tools, program, LITTLE, {})
    context = taken - said
    for cap in (*CAPS, None):
        said, taken = region(tools, program, MUCH, {"KASANE_DEVICE_MEMORY": f"{cap}B"} if cap else {})
        taken -= context
        line = (f"{config}: {said / MIB:.1f} MiB, the driver counts {taken / MIB:.1f}"
                + (f" of {cap / MIB:.0f}" if cap else ", in core"))
        print(line, flush=True)
        if cap and max(said, taken) > cap:
            raise Failure("more than it may take")
        if abs(said - taken) > UNSEEN:
            raise Failure("that is not the same")
        yield line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--runtime", default=[], action="append")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--targets", default="cuda,opencl")
    parser.add_argument("--machine", default="h200")
    options = parser.parse_args()
    if not options.record and not watched.driver():
        print("SKIPPED memory: no NVIDIA driver")
        return SKIPPED
    work = Path(tempfile.mkdtemp(prefix="kasane-memory-"))
    tools = toolchain.Toolchain(options.kasane, options.runtime, work, options.include, options.record, options.replay)
    tools.env["CUDA_MODULE_LOADING"] = "EAGER"  # what is loaded belongs to the context
    runs = failures = builds = 0
    for target in options.targets.split(","):
        if not options.record and (reason := toolchain.missing(target)):
            print(f"SKIPPED memory on {target}: {reason}")
            continue
        for config in (Config(target, None, machine=options.machine), Config(target, "sweep")):
            try:
                out = work / f"{target}-{config.family}"
                files = tools.translate(SOURCE, out, config.options(), [])
                if options.record:
                    continue
                program = tools.build(files, [], work, out / "program")
                builds += 1
                runs += len(list(check(tools, program, config)))
            except Failure as failure:
                failures += 1
                print(f"FAIL memory: {config}: {failure}")
    shutil.rmtree(work, ignore_errors=True)
    print(f"run memory: {builds} builds, {runs} runs, {failures} failures")
    return 1 if failures else 0 if runs or options.record else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
