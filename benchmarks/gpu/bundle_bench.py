#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and measures the benchmarks that scripts/gpu-bundle gathered in this folder, and prints a table for each target. Needs
nvcc, gcc, an OpenCL driver and Python.

  run-bench [--targets cuda] [--runs 3] [--machine NAME] [--results FOLDER]

Every measurement is in FOLDER/gpu-TARGET.json. The exit status is 1 when a program didn't run, or isn't exact under strict.
"""

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCHMARKS = HERE / "benchmarks"


def main():
    there = sorted(folder.name for folder in BENCHMARKS.iterdir())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", default=",".join(there))
    parser.add_argument("--runs", type=int, default=3, help="of what was chosen; the best counts")
    parser.add_argument("--machine", default="not said")
    parser.add_argument("--results", type=Path, default=HERE)
    options = parser.parse_args()
    targets = options.targets.split(",")
    if unknown := [target for target in targets if target not in there]:
        parser.error(f"no benchmarks of target {unknown[0]} are here: {', '.join(there)} are")
    options.results.mkdir(parents=True, exist_ok=True)
    codes = []
    for target in targets:
        print(f"{target}:", flush=True)
        codes.append(subprocess.run([sys.executable, BENCHMARKS / target / "run.py", "measure", BENCHMARKS / target, "--runs", str(options.runs),
                                     "--machine", options.machine, "--json", options.results / f"gpu-{target}.json"]).returncode)
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
