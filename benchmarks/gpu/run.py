#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells per second of stencils on a GPU, each by the schedule that the translator chooses.

  run.py make --kasane build/tools/kasane/kasane --machine h200 --target cuda --out bundle    translates; needs LLVM
  run.py measure bundle --json result.json                                  builds and runs; needs nvcc (cuda), gcc, OpenCL (opencl)
  run.py show result.json

A bundle holds each program twice, under --fp=contract, which is timed, and under --fp=strict, whose output at a small size is
compared with that of the plain build. The best of a few runs counts, of the time in kernels.
"""
import argparse
import concurrent.futures
import datetime
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE / "runtime"), str(ROOT / "runtime")]  # in a bundle, in the repository
import carried  # noqa: E402

# Edge length, steps, edge length of the comparison; the halo that is no cell of the loop nest.
PROGRAMS = {"star1d1": (1 << 26, 1920, 40009, 1), "star2d1": (16384, 480, 233, 1), "star2d2": (16384, 240, 233, 2), "box2d1": (16384, 240, 233, 1),
            "star3d1": (768, 96, 101, 1), "box3d1": (768, 96, 101, 1), "box3d1w": (768, 96, 101, 1)}
SWEEPS = {1: "256", 2: "128x8", 3: "64x4x1"}  # one work-item a cell
TYPES = {"f32": "float", "f64": "double"}


def rankOf(name):
    return int(name[4] if name.startswith("star") else name[3])


def sh(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def make(args):
    shutil.rmtree(args.out, ignore_errors=True)
    shutil.copytree(ROOT / "runtime", args.out / "runtime")
    for source in [*HERE.glob("*.[ch]"), pathlib.Path(__file__)]:
        shutil.copy(source, args.out)
    entries = []
    for name, real, kind in itertools.product(args.programs or PROGRAMS, TYPES, ("chosen", "sweep", *args.pipelines)):
        edge, steps, _, _ = PROGRAMS[name]
        schedule = ["--schedule=sweep", f"--tile={SWEEPS[rankOf(name)]}"] if kind == "sweep" else []
        if kind in args.pipelines:
            schedule = ["--schedule=pipeline", *(f"--{pin}={value}" for pin, value in zip(("tile", "depth"), kind.split("-")))]
        entry = {"program": name, "type": real, "kind": kind, "target": args.target, "edge": args.edge or edge, "steps": steps}
        for fp in ("contract", "strict"):
            folder = args.out / name / real / kind / fp
            folder.mkdir(parents=True)
            done = sh([args.kasane, HERE / f"{name}.c", f"--target={args.target}", f"--machine={args.machine}", f"--fp={fp}",
                       f"--size=n={entry['edge']},steps={steps}", *schedule, "-o-dir", folder, "--", f"-DREAL={TYPES[real]}"])
            if done.returncode:
                sys.exit(done.stderr)
        entries.append(entry)
    (args.out / "entries.json").write_text(json.dumps(entries, indent=1) + "\n")
    print(f"{len(entries)} programs")


def build(bundle, entry, fp):
    folder = bundle / entry["program"] / entry["type"] / entry["kind"] / fp
    headers = [*carried.headers(), "-I", bundle, f"-DREAL={TYPES[entry['type']]}"]
    objects = [folder / "main.o", folder / "kernels.o"]
    carried.must(["gcc", "-O2", *headers, "-c", folder / f"{entry['program']}.c", "-o", objects[0]])
    if entry["target"] == "cuda":
        carried.must([carried.nvcc(), *carried.NVCC, "-arch=native", *(carried.EXACT if fp == "strict" else []), *headers, "-c",
                      folder / f"{entry['program']}.kasane.cuda.cu", "-o", objects[1]])
    else:
        carried.must(["gcc", "-O2", *headers, "-c", folder / f"{entry['program']}.kasane.opencl.c", "-o", objects[1]])
    carried.must(["gcc", *objects, bundle / "library/libkasane_rt.a", *carried.libraries(entry["target"]), "-o", folder / "program"])


def isExact(bundle, entry):
    edge = str(PROGRAMS[entry["program"]][2])
    plain = bundle / entry["program"] / entry["type"] / "plain"
    carried.must(["gcc", "-O1", "-ffp-contract=off", "-w", "-I", bundle, f"-DREAL={TYPES[entry['type']]}", bundle / f"{entry['program']}.c", "-o", plain])
    ours = sh([(bundle / entry["program"] / entry["type"] / entry["kind"] / "strict/program").resolve(), edge, "29"])
    return ours.returncode == 0 and ours.stdout == sh([plain.resolve(), edge, "29"]).stdout


def timed(bundle, entry, runs):
    folder = (bundle / entry["program"] / entry["type"] / entry["kind"] / "contract").resolve()
    report, best = folder / "report.json", None
    env = dict(os.environ, KASANE_REPORT=str(report), KASANE_PROFILE="1", CUDA_MODULE_LOADING="EAGER")
    for _ in range(runs):
        report.unlink(missing_ok=True)
        done = sh([folder / "program", entry["edge"], entry["steps"]], env=env, timeout=300)
        if done.returncode:
            raise RuntimeError(done.stderr[-500:])
        region = json.loads(report.read_text())["regions"][0]
        if not region["ran"]:
            raise RuntimeError(region["reason"])
        best = region if best is None or region["kernel_seconds"] < best["kernel_seconds"] else best
    cells = (entry["edge"] - 2 * PROGRAMS[entry["program"]][3]) ** rankOf(entry["program"])
    entry.update({key: best[key] for key in ("family", "tile", "depth", "kernel_seconds", "predicted_seconds")})
    entry["gcells"] = round(cells * entry["steps"] / best["kernel_seconds"] / 1e9, 1)


def measure(args):
    entries = json.loads((args.bundle / "entries.json").read_text())
    carried.library(args.bundle / "library", [entries[0]["target"]])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: build(args.bundle, *pair), itertools.product(entries, ("contract", "strict"))))
    record = {"machine": args.machine, "date": datetime.date.today().isoformat(),
              "command": " ".join(["benchmarks/gpu/run.py", *sys.argv[1:]]), "unit": "Gcells/s", "entries": []}
    for entry in entries:
        try:
            entry["exact"] = isExact(args.bundle, entry)
            timed(args.bundle, entry, args.runs)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            entry["trouble"] = str(error)
        record["entries"].append(entry)
        args.json.write_text(json.dumps(record, indent=1) + "\n")  # a long run may be cut off
    show(record)
    return 0 if all(entry.get("exact") and "gcells" in entry for entry in record["entries"]) else 1


def show(record):
    for entry in record["entries"]:
        spelled = f"{entry['family']} {'x'.join(map(str, entry['tile']))} depth {entry['depth']}" if "family" in entry else entry["trouble"]
        print(f"{entry['program']:8} {entry['type']} {entry['kind']:6} {entry.get('gcells', 0):8.1f} Gcells/s  {spelled}  "
              f"{'exact' if entry.get('exact') else 'NOT exact'} under strict")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("make")
    command.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    command.add_argument("--target", choices=("cuda", "opencl"), default="cuda")
    command.add_argument("--machine", default="h200")
    command.add_argument("--programs", nargs="*", choices=PROGRAMS)
    command.add_argument("--pipelines", nargs="*", default=[], metavar="TILE-DEPTH", help="these, too, of programs of one rank")
    command.add_argument("--edge", type=int, help="instead of each program's own")
    command.add_argument("--out", type=pathlib.Path, required=True)
    command.set_defaults(run=make)
    command = commands.add_parser("measure")
    command.add_argument("bundle", type=pathlib.Path)
    command.add_argument("--runs", type=int, default=3)
    command.add_argument("--machine", default="not said")
    command.add_argument("--json", type=pathlib.Path, required=True)
    command.set_defaults(run=measure)
    command = commands.add_parser("show")
    command.add_argument("record", type=pathlib.Path)
    command.set_defaults(run=lambda args: show(json.loads(args.record.read_text())))
    args = parser.parse_args()
    sys.exit(args.run(args))


if __name__ == "__main__":
    main()
