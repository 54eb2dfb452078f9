#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Default-schedule openmp against the same loops with `#pragma omp parallel for` added by hand.

Builds both with gcc -O3 -march=native -fopenmp, runs them alternately (so that a slow spell of the machine meets both),
and prints the median of the ratios (above 1: the translated program is faster) with both medians in Gcells/s.
"""
import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = ["heat1d", "heat2d", "heat3d", "coef19"]
FLAGS = ["-O3", "-march=native", "-fopenmp"]


def build(kasane, name, folder, schedule):
    source = os.path.join(HERE, name + ".c")
    hand, ours = (os.path.join(folder, name + suffix) for suffix in (".hand", ".kasane"))
    subprocess.run(["gcc", *FLAGS, "-DHAND", "-Wno-unknown-pragmas", source, "-o", hand, "-lm"], check=True)
    subprocess.run([kasane, "cc", *schedule, *FLAGS, source, "-o", ours, "-lm"], check=True)
    return hand, ours


def rate(program, report):
    env = dict(os.environ, KASANE_REPORT=report)
    out = subprocess.run([program], check=True, env=env, capture_output=True, text=True).stdout.split()
    return float(out[1])


def checked(report):
    with open(report) as file:
        regions = json.load(file)["regions"]
    assert len(regions) == 1 and regions[0]["ran"], f"the original loops ran: {regions}"
    return {key: regions[0][key] for key in ("family", "tile", "depth", "passes")}


def cpu_name():
    with open("/proc/cpuinfo") as file:
        return next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kasane", default=os.path.join(HERE, "../../build/tools/kasane/kasane"))
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--programs", nargs="*", default=PROGRAMS)
    parser.add_argument("--schedule", nargs="*", default=[], help="options for kasane cc without their dashes, e.g. depth=4")
    parser.add_argument("--json", help="write the raw figures here")
    args = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "2")
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        for name in args.programs:
            hand, ours = build(args.kasane, name, folder, ["--" + s for s in args.schedule])
            pairs = [(rate(hand, report), rate(ours, report)) for _ in range(args.runs)]
            ratio = statistics.median(b / a for a, b in pairs)
            results[name] = {"hand": [a for a, _ in pairs], "kasane": [b for _, b in pairs], "median_ratio": ratio,
                             "schedule": checked(report)}
            print(f"{name:8} by hand {statistics.median(a for a, _ in pairs):6.3f}  kasane "
                  f"{statistics.median(b for _, b in pairs):6.3f} Gcells/s  median ratio {ratio:.3f}", flush=True)
    if args.json:
        record = {"machine": cpu_name(), "threads": os.environ["OMP_NUM_THREADS"], "flags": FLAGS,
                  "date": datetime.date.today().isoformat(), "command": " ".join(["benchmarks/cpu/run.py", *sys.argv[1:]]), "unit": "Gcells/s",
                  "programs": results}
        with open(args.json, "w") as file:
            json.dump(record, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
