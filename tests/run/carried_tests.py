#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the programs of a folder that scripts/openacc-bundle has made: output byte for byte, report against the
schedule; and, where the device is NVIDIA's, the memory that a region says it takes beside what the driver counts.

  run-tests [--device nvidia] [--only REGEX] [--few] [--time 500] [--results FILE]

Needs Python and NVIDIA's driver, no compiler.
"""

import argparse
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tests/run")]
import check_memory  # noqa: E402
import kernels  # noqa: E402
import run_kernel  # noqa: E402
import toolchain  # noqa: E402

CONFIG = run_kernel.Config("openacc", "sweep")
MEMORY = "huge"  # the program of check_memory


class Carried(toolchain.Toolchain):
    """Everything is built already."""

    def oracle(self, source, flags):
        return HERE / "programs" / source.stem / "original"


def environment(device):
    return {"LD_LIBRARY_PATH": os.pathsep.join([str(HERE / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]),
            "ACC_DEVICE_TYPE": device}


def runMemory(device):
    """(runs, failures)"""
    with tempfile.TemporaryDirectory(prefix="kasane-carried-") as work:
        tools = Carried(None, [], work, [])
        tools.env.update(environment(device))
        try:
            return len(list(check_memory.check(tools, HERE / "programs" / MEMORY / "program", CONFIG))), 0
        except toolchain.Failure as failure:
            print(f"FAIL memory: {failure}", flush=True)
            return 1, 1


def runOne(path, device, few):
    kernel = kernels.Kernel(path)
    with tempfile.TemporaryDirectory(prefix="kasane-carried-") as work:
        runner = run_kernel.Runner(Carried(None, [], work, []), kernel, False, few=few)
        flags = kernel.extra[0]
        env = environment(device)
        for args, steps, mayDecline in runner.grid(True):
            runner.attempt(" ".join(args), runner.check, HERE / "programs" / kernel.name / "program", path, CONFIG,
                           flags, args, steps, mayDecline, env)
    return runner


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="nvidia", help="as ACC_DEVICE_TYPE")
    parser.add_argument("--only", default="", help="kernels whose names this finds something in")
    parser.add_argument("--few", action="store_true", help="two runs of each program")
    parser.add_argument("--time", type=float, default=1e9, help="begin no kernel after so many seconds")
    parser.add_argument("--results", type=Path, default=HERE / "results.jsonl")
    options = parser.parse_args()
    start, counts = time.time(), {"kernels": 0, "runs": 0, "failures": 0, "left out": 0}
    for folder in sorted((HERE / "programs").iterdir()):
        if not re.search(options.only, folder.name):
            continue
        if time.time() - start > options.time:
            counts["left out"] += 1
            continue
        if folder.name == MEMORY:
            if options.device != "nvidia":
                continue
            runs, failures = runMemory(options.device)
        else:
            runner = runOne(HERE / "tests/kernels" / (folder.name + ".c"), options.device, options.few)
            runs, failures = runner.runs, len(runner.failures)
        counts.update(kernels=counts["kernels"] + (folder.name != MEMORY), runs=counts["runs"] + runs,
                      failures=counts["failures"] + failures)
        line = {"name": folder.name, "runs": runs, "failures": failures, "at": round(time.time() - start, 1)}
        with options.results.open("a") as file:
            file.write(json.dumps(line) + "\n")
    print(f"carried: {', '.join(f'{n} {what}' for what, n in counts.items())} on {options.device}, "
          f"{time.time() - start:.0f} s")
    return 1 if counts["failures"] or not counts["runs"] else 0


if __name__ == "__main__":
    sys.exit(main())
