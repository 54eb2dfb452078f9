#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instructions of the generated programs of benchmarks/cpu, by callgrind: none takes 2 % more than is recorded in
instructions.json. Counts are the same on every machine, for one compiler.

  check_instructions.py --kasane build/tools/kasane/kasane --runtime build/runtime/libkasane_rt.a \
    --include runtime/include [--write]
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCHMARKS = HERE.parents[1] / "benchmarks/cpu"
RECORD = HERE / "instructions.json"
# Larger than what goes by sweeps.
PROGRAMS = {"heat2d": ("800", "12"), "heat3d": ("90", "6"), "fdtd2d": ("600", "8")}
FLAGS = ["-O3", "-mavx2", "-mfma", "-fopenmp", "-w"]
MOST = 1.02
SKIPPED = 77


def output(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def counted(options, work, name):
    out = work / name
    output(options.kasane, BENCHMARKS / f"{name}.c", "--target=openmp", "-o-dir", out)
    include = [f"-I{folder}" for folder in options.include]
    libraries = [options.runtime, "-pthread", "-lm", "-ldl"]
    files = sorted(out.glob("*.c"))
    output("gcc", *FLAGS, f"-iquote{BENCHMARKS}", *include, *files, *libraries, "-o", out / "program")
    said = output("env", "OMP_NUM_THREADS=1", "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}/counts",
                  out / "program", *PROGRAMS[name])
    return int(re.search(r"Collected : (\d+)", said)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--write", action="store_true", help="record what is counted")
    options = parser.parse_args()
    compiler = output("gcc", "-dumpfullversion").strip()
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    if not options.write and record["gcc"] != compiler:
        print(f"SKIPPED instructions: gcc {compiler}, recorded are those of {record['gcc']}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        counts = {name: counted(options, Path(folder), name) for name in PROGRAMS}
    if options.write:
        RECORD.write_text(json.dumps({"gcc": compiler, "flags": FLAGS, "counts": counts}, indent=1) + "\n")
        return 0
    failed = [name for name, count in counts.items() if count > MOST * record["counts"][name]]
    for name, count in counts.items():
        verdict = ", too many" if name in failed else ""
        print(f"{name}: {count} instructions, recorded {record['counts'][name]}{verdict}")
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(main())
