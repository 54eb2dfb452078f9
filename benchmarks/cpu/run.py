#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The chosen schedule for openmp beside the same loops by plain gcc and with `#pragma omp parallel for` added by hand.

  run.py                                    builds and measures here; needs kasane
  run.py --make bundle --machine avx512     translates only, for a machine without LLVM
  run.py --bundle bundle --json cpu.json    there: builds and measures; needs gcc

All are built with gcc -O3 -march=native; plain gcc's program runs on one thread. The three run in turn, so that a slow
spell of the machine meets all. Printed are the median of the ratios of Kasane's and the loops by hand (above 1: the
translated program is faster) and the medians in Gcells/s.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE / "runtime"), str(ROOT / "runtime")]  # in a bundle, in the repository
import carried  # noqa: E402

# Each with flags of its own.
PROGRAMS = {
    "heat1d": [],
    "heat2d": [],
    "heat2d-f64": ["-DREAL=double"],
    "heat3d": [],
    "heat3d-f64": ["-DREAL=double"],
    "box9": [],
    "box27": [],
    "wave4": [],
    "fdtd2d": [],
    "grayscott": [],
    "coef19": [],
    "himeno": [],
    "seidel2d": [],
    "seidel3d": [],
    "lines2d": [],
}
FLAGS = ["-O3", "-march=native"]
QUIET = "-Wno-unknown-pragmas"


def run(*command):
    subprocess.run([str(word) for word in command], check=True)


def sourceOf(name):
    return name.split("-")[0]


def make(args):
    """A folder with everything that another machine needs."""
    shutil.copytree(ROOT / "runtime", args.make / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    programs = [HERE / f"{name}.c" for name in sorted({sourceOf(name) for name in args.programs})]
    for source in [pathlib.Path(__file__), HERE / "timing.h", *programs]:
        shutil.copy(source, args.make)
    for name in args.programs:
        source = args.make / f"{sourceOf(name)}.c"
        run(args.kasane, source, *args.options, "-o-dir", args.make / "out" / name, "--", *PROGRAMS[name])


def build(args, name, folder):
    """plain, by hand, ours"""
    source, own = (args.bundle or HERE) / f"{sourceOf(name)}.c", PROGRAMS[name]
    plain, hand, ours = (folder / (name + suffix) for suffix in (".plain", ".hand", ".kasane"))
    run("gcc", *FLAGS, *own, QUIET, source, "-o", plain, "-lm")
    run("gcc", *FLAGS, *own, "-fopenmp", "-DHAND", QUIET, source, "-o", hand, "-lm")
    if args.bundle:
        run(
            "gcc",
            *FLAGS,
            *own,
            "-fopenmp",
            "-iquote",
            args.bundle,
            *carried.headers(),
            *sorted((args.bundle / "out" / name).glob("*.c")),
            folder / "libkasane_rt.a",
            "-pthread",
            "-lm",
            "-o",
            ours,
        )
    else:
        run(args.kasane, "cc", *args.options, *FLAGS, *own, "-fopenmp", source, "-o", ours, "-lm")
    return plain, hand, ours


def rate(program, report):
    env = dict(os.environ, KASANE_REPORT=str(report))
    out = subprocess.run([program], check=True, env=env, capture_output=True, text=True).stdout.split()
    return float(out[1])


def checked(report):
    (region,) = json.loads(report.read_text())["regions"]
    assert region["ran"], f"the original loops ran: {region}"
    return {key: region[key] for key in ("family", "tile", "depth", "passes")}


def processor():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def measure(args):
    os.environ.setdefault("OMP_NUM_THREADS", "2")
    results = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if args.bundle:
            carried.library(folder, ["openmp"])
        for name in args.programs:
            programs = build(args, name, folder)
            rounds = [[rate(program, folder / "report.json") for program in programs] for _ in range(args.runs)]
            plain, hand, ours = (list(speeds) for speeds in zip(*rounds))
            ratio = statistics.median(b / a for a, b in zip(hand, ours))
            results[name] = {
                "plain": plain,
                "hand": hand,
                "kasane": ours,
                "median_ratio": ratio,
                "schedule": checked(folder / "report.json"),
            }
            medians = [statistics.median(speeds) for speeds in (plain, hand, ours)]
            print(
                "{:8} plain gcc {:6.3f}  by hand {:6.3f}  kasane {:6.3f} Gcells/s  median ratio {:.3f}".format(
                    name, *medians, ratio
                ),
                flush=True,
            )
    if args.json:
        found = {
            "machine": args.processor or processor(),
            "threads": os.environ["OMP_NUM_THREADS"],
            "flags": [*FLAGS, "-fopenmp"],
            "date": datetime.date.today().isoformat(),
            "command": " ".join(["benchmarks/cpu/run.py", *sys.argv[1:]]),
            "unit": "Gcells/s",
            "programs": results,
        }
        args.json.write_text(json.dumps(found, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--programs", nargs="*", default=PROGRAMS)
    parser.add_argument(
        "--schedule", nargs="*", default=[], help="options for kasane without their dashes, e.g. depth=4"
    )
    parser.add_argument("--machine", help="for which the schedule is chosen; default: what kasane takes by itself")
    parser.add_argument("--make", type=pathlib.Path, metavar="FOLDER", help="only translate, into this folder")
    parser.add_argument(
        "--bundle", type=lambda text: pathlib.Path(text).resolve(), metavar="FOLDER", help="measure what --make wrote"
    )
    parser.add_argument("--processor", help="its name in the raw figures; default: the system's")
    parser.add_argument("--json", type=pathlib.Path, help="write the raw figures here")
    args = parser.parse_args()
    args.options = ["--" + words for words in args.schedule] + ([f"--machine={args.machine}"] if args.machine else [])
    (make if args.make else measure)(args)


if __name__ == "__main__":
    main()
