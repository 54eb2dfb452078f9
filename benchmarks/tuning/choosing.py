#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long it takes to choose a schedule, for every sample on every target; runs nothing that is translated.

  choosing.py --kasane build/tools/kasane/kasane --json result.json
  choosing.py --programs himeno cip2d --targets cuda --machine h100.yaml

The processor's time of `kasane explain` with a free choice, less that with a sweep pinned: the least of so many runs of each, by
turns. So reading the program isn't in it, and what explains a choice is. Nothing in it waits or runs side by side, and other work
on the machine counts less than it would in a clock's time.
"""
import argparse
import datetime
import json
import pathlib
import platform
import resource
import subprocess
import sys

import run

MACHINES = {"openmp": "avx2", "opencl": "h200", "cuda": "h200", "openacc": "h200"}
TILES = {1: "1024", 2: "128x4", 3: "128x4x1"}


def seconds(command):
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    return end.ru_utime - begin.ru_utime + end.ru_stime - begin.ru_stime


def choosing(kasane, name, target, machine, runs):
    """Of the least of all runs, in seconds: the free choice and the pinned one."""
    free = [kasane, "explain", "--format=json", run.ROOT / f"samples/{name}.c", f"--target={target}", f"--machine={machine}"]
    pinned = [*free, "--schedule=sweep", f"--tile={TILES[run.RANKS.get(name, 2)]}", "--depth=1"]
    times = [(seconds(free), seconds(pinned)) for _ in range(runs)]
    return [min(each) for each in zip(*times)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", type=pathlib.Path, default=run.ROOT / "build/tools/kasane/kasane")
    parser.add_argument("--programs", nargs="*", default=list(run.SIZES["quick"]))
    parser.add_argument("--targets", nargs="*", choices=MACHINES, default=list(MACHINES))
    parser.add_argument("--machine", help=f"for all targets; else {', '.join(f'{m} for {t}' for t, m in MACHINES.items())}")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--processor", default=platform.processor() or platform.machine(), help="its name, for the record")
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    record = {"machine": args.processor, "date": datetime.date.today().isoformat(), "runs": args.runs, "counts": "least, of the processor's time",
              "command": " ".join(["benchmarks/tuning/choosing.py", *sys.argv[1:]]), "unit": "ms", "entries": []}
    print(f"{'ms':10}" + "".join(f"{target:>9}" for target in args.targets))
    for name in args.programs:
        print(f"{name:10}", end="", flush=True)
        for target in args.targets:
            machine = args.machine or MACHINES[target]
            free, pinned = choosing(args.kasane, name, target, machine, args.runs)
            record["entries"].append({"program": name, "target": target, "machine": machine, "free": round(free * 1e3, 1),
                                      "pinned": round(pinned * 1e3, 1), "choosing": round((free - pinned) * 1e3, 1)})
            print(f"{(free - pinned) * 1e3:9.1f}", end="", flush=True)
        print()
    if args.json:
        args.json.write_text(json.dumps(record, separators=(",", ":")).replace('{"program"', '\n{"program"') + "\n")


if __name__ == "__main__":
    main()
