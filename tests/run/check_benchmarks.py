#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The GPU benchmarks, small and on whatever device is here: a bundle is made, tested and measured, and the loops with
OpenACC's directives print, on the host, what the plain loops print.

  check_benchmarks.py --kasane build/tools/kasane/kasane heat1d fdtd2d
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import toolchain
from toolchain import Failure, must

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS, BUNDLE = ROOT / "benchmarks/gpu", ROOT / "scripts/gpu-bundle"
KERNEL = "heat2d_swap"
sys.path.insert(0, str(BENCHMARKS))
import directives  # noqa: E402
import programs  # noqa: E402
import run  # noqa: E402

SKIPPED = 77


def checkBundle(kasane, names, work):
    """That of scripts/gpu-bundle, with a kernel and random programs beside."""
    bundle = work / "bundle"
    environment = {**os.environ, "POCL_CACHE_DIR": str(work / "pocl"), "KASANE_OPENCL_OPTIONS": "-cl-opt-disable"}
    must([BUNDLE, bundle, "--kasane", kasane, "--targets", "opencl", "--machine", "gpu", "--kernels", f"^{KERNEL}$",
          "--fuzz", "8", "--tiny", "--bench", *names])
    for command in (["run-tests", "--few", "--light"], ["run-bench", "--runs", "1"]):
        done = subprocess.run([bundle / command[0], *command[1:]], env=environment, capture_output=True, text=True)
        if done.returncode:
            raise Failure(done.stdout + done.stderr[-3000:])
    tests = {line["name"]: line for line in map(json.loads, (bundle / "results.jsonl").read_text().splitlines())}
    if not tests[KERNEL]["runs"] or not re.search("8 programs, 16 translations", tests["fuzz/0"]["fuzz"]):
        raise Failure(f"the bundle's tests are {tests}")
    entries = json.loads((bundle / "gpu-opencl.json").read_text())["entries"]
    isWhole = {entry["program"] for entry in entries} == set(names)
    if not isWhole or not all(entry["gcells"] > 0 and entry["bound"] for entry in entries):
        raise Failure(f"programs or figures are missing: {entries}")


def checkLoops(name, work):
    """True when the program has loops with directives."""
    program = programs.PROGRAMS[name]
    if not program.arrays:
        return False
    lengths = program.lengthsOf("tiny")
    text, outputs = work / f"{name}.c", []
    text.write_text(directives.withDirectives(program, programs.path(program).read_text()))
    for source, flags in ((programs.path(program), []), (text, ["-fopenacc", "-foffload=disable", "-Wall", "-Werror"])):
        headers = ["-I", BENCHMARKS, "-I", ROOT / "samples", *program.definesOf(program.types[0], lengths)]
        must(["gcc", "-O1", "-ffp-contract=off", *flags, *headers, source, BENCHMARKS / "picture.c", "-lm", "-o",
              work / "program"])
        outputs.append(must([work / "program", *program.argsOf(lengths)]).stdout.decode())
    if not outputs[0] or not run.agrees(*outputs, bool(program.reduction)):
        raise Failure(f"{name}: the loops with directives print something else:\n{outputs[1]}instead of\n{outputs[0]}")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", choices=programs.PROGRAMS)
    parser.add_argument("--kasane", type=Path, required=True)
    options = parser.parse_args()
    for target in ("opencl", "openacc"):
        missing = toolchain.missing(target)
        if missing:
            print(f"SKIPPED benchmarks on {target}: {missing}")
            return SKIPPED
    with tempfile.TemporaryDirectory(prefix="kasane-benchmarks-") as folder:
        try:
            count = sum(checkLoops(name, Path(folder)) for name in programs.PROGRAMS)
            checkBundle(options.kasane.resolve(), options.programs, Path(folder))
        except Failure as failure:
            print(f"FAIL {failure}")
            return 1
    print(f"benchmarks: {len(options.programs)} measured, {count} with directives")
    return 0


if __name__ == "__main__":
    sys.exit(main())
