#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of one level on a processor: updates of a cell a second, of schedules rows, mapped and filled, beside the same
program on a grid without blocks: its loops by hand with `omp parallel for`, and as a sweep. Programs take turns, and
each figure is the median of the rounds, of the time between two numbers of steps.

  cpu.py [--kasane build/tools/kasane/kasane] [--rounds 5] [--threads 2] [--json FILE --machine NAME]
  cpu.py --check --cells 128      only: rows takes at most a tenth more of a processor's time than filled
"""

import argparse
import datetime
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FLAGS = ["-O3", "-march=native", "-fopenmp", "-std=gnu11", "-ffp-contract=off", "-Wno-unknown-pragmas"]
INFO = Path("/proc/cpuinfo")
if INFO.exists() and " avx2 " in INFO.read_text():
    FLAGS.append("-mprefer-vector-width=256")  # gcc takes some virtual processors for old ones, with shorter vectors
# What is measured: the source, its macros, cells along an axis, and the numbers of steps.
CASES = {"heat3d": ("heat.c", ["-DRANK=3"], 256, (70, 130)), "heat2d": ("heat.c", ["-DRANK=2"], 4096, (70, 130)),
         "d3q19": ("lbm.c", ["-DD=19"], 128, (64, 104))}
WHAT = "10^9 updates a second, by a clock and of a thread's own time; of_uniform: of those of the sweep without blocks"
MOST = 1.1  # of the time of filled, that rows may take


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build(options, work, case, cells, schedule):
    """`cells` of a block, 0: none. Schedule hand is the plain program."""
    source, macros, n, _ = CASES[case]
    n = options.cells or n
    macros = [*macros, f"-DN={n}", *([f"-DB={cells}"] if cells else ["-DUNIFORM"])]
    program = work / f"{case}_{cells}_{schedule}"
    libraries = [options.mesh, "-lm"]
    headers = [f"-I{ROOT / 'runtime/include'}", f"-I{ROOT / 'mesh/include'}"]
    if schedule == "hand":
        run("gcc", *FLAGS, *macros, "-DHAND", *headers, HERE / source, *libraries, "-o", program)
        return program
    rank = 2 if case.endswith("2d") else 3
    sized = [f"--size=m_leaves={(n // cells) ** rank}"] if cells else []
    out = work / f"{program.name}.generated"
    run(options.kasane, HERE / source, "--target=openmp", "--fp=strict", f"--schedule={schedule}", *sized, "-o-dir",
        out, "--", *macros, *headers)
    run("gcc", *FLAGS, *macros, *headers, f"-iquote{HERE}", *sorted(out.glob("*.c")),
        options.runtime, *libraries, "-ldl", "-o", program)
    return program


def seconds(program, family, steps, threads):
    """Of the processor, of a clock; and what it prints. The region must have run, as it was asked to."""
    report = program.with_suffix(".json")
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "KASANE_REPORT": str(report)}
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([program, str(steps)], capture_output=True, text=True, check=True, env=environment)
    clock, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if report.exists():
        (region,) = json.loads(report.read_text())["regions"]
        assert region["ran"] and not region["declined"] and region["family"] == family, region
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, clock, done.stdout


def rounds(programs, steps, count, threads):
    """Of each program the median time between the two numbers of steps: of the processor, and of a clock."""
    taken = {name: [] for name in programs}
    printed = set()
    for _ in range(count):
        for name, program in programs.items():
            family = {"filled": "sweep"}.get(name[1], name[1])
            few, many = (seconds(program, family, n, threads) for n in steps)
            taken[name].append((many[0] - few[0], many[1] - few[1]))
            printed.add(many[2])
    assert len(printed) == 1, "they print different results"
    return {name: [statistics.median(each) for each in zip(*pairs)] for name, pairs in taken.items()}


def check(options, work):
    slow = []
    for cells in options.blocks:
        names = [(cells, schedule) for schedule in ("rows", "filled")]
        programs = {name: build(options, work, "heat3d", *name) for name in names}
        for _ in range(3):  # others may have the machine's memory for a while
            taken = rounds(programs, (2, 22), 3, 1)
            share = taken[cells, "rows"][0] / taken[cells, "filled"][0]
            print(f"blocks of {cells}: rows takes {share:.2f} of the time of filled")
            if share <= MOST:
                break
        else:
            slow.append(cells)
    return len(slow) > 0


def measure(options, work):
    entries = []
    for case in options.programs:
        _, _, n, steps = CASES[case]
        n = options.cells or n
        programs = {(0, "sweep"): build(options, work, case, 0, "sweep")}
        if case != "d3q19":
            programs[0, "hand"] = build(options, work, case, 0, "hand")
        for cells in options.blocks:
            for schedule in options.schedules:
                programs[cells, schedule] = build(options, work, case, cells, schedule)
        taken = rounds(programs, steps, options.rounds, options.threads)
        updates = n ** (2 if case == "heat2d" else 3) * (steps[1] - steps[0]) / 1e9
        for (cells, schedule), (processor, clock) in taken.items():
            entry = {"program": case, "cells": n, "blocks": cells, "schedule": schedule,
                     "updates": round(updates / clock, 3), "of_thread": round(updates / processor, 3),
                     "of_uniform": round(taken[0, "sweep"][0] / processor, 2)}
            entries.append(entry)
            print(json.dumps(entry), flush=True)
    if options.json:
        record = {"machine": options.machine, "threads": str(options.threads), "flags": FLAGS,
                  "date": str(datetime.date.today()), "what": WHAT, "command": f"benchmarks/blocks/cpu.py "
                  f"--rounds {options.rounds} --threads {options.threads}", "entries": entries}
        options.json.write_text(json.dumps(record, indent=1) + "\n")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", type=Path, default=ROOT / "build/tools/kasane/kasane")
    parser.add_argument("--runtime", type=Path, default=ROOT / "build/runtime/libkasane_rt.a")
    parser.add_argument("--mesh", type=Path, default=ROOT / "build/mesh/libkasane_mesh.a")
    parser.add_argument("--machine", default="this machine")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cells", type=int, help="along an axis of the domain")
    parser.add_argument("--blocks", type=lambda text: [int(n) for n in text.split(",")], default=[8, 16, 32])
    parser.add_argument("--programs", nargs="*", default=list(CASES), choices=list(CASES))
    parser.add_argument("--schedules", nargs="*", default=["rows", "filled", "mapped"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kasane-blocks-") as work:
        return (check if options.check else measure)(options, Path(work))


if __name__ == "__main__":
    sys.exit(main())
