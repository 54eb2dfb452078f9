#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cells per second of stencils on a GPU, each by the schedule that the translator chooses, beside plain kernels.

  run.py make --kasane build/tools/kasane/kasane --machine h200 --target cuda --out bundle    translates; needs LLVM
  run.py make --target openacc --out loops         the plain loops with OpenACC's directives, built here; needs gcc-offload-nvptx
  run.py measure bundle --json result.json         builds and runs; needs nvcc (cuda), gcc, OpenCL (opencl), for openacc nothing
  run.py show result.json ..                       several: as one

A bundle holds each program by the chosen schedule and by a few sweeps, under --fp=contract, which is timed, and the chosen one and a
sweep under --fp=strict, too, whose output at a small size is compared with that of the plain build. The best of a few runs counts, of the time in
kernels. --tiny makes all of it small, for a trial.
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
sys.path[:0] = [str(HERE / "runtime"), str(ROOT / "runtime"), str(ROOT / "benchmarks")]  # in a bundle, in the repository
import carried  # noqa: E402
import records  # noqa: E402
import directives  # noqa: E402
import programs  # noqa: E402

KINDS = ("chosen", "asked", "sweep", "loops")


def sh(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


# ---- make
def schedulesOf(program, target, pipelines):
    """(kind, name of the folder, options, is the output compared?)"""
    if target == "openacc":
        return [("loops", "loops", [], True)]
    tiles = programs.SWEEPS[program.rank]
    asked = [("asked", f"pipeline-{tile}-{depth}", ["--schedule=pipeline", f"--tile={tile}", f"--depth={depth}"], True)
             for tile, _, depth in (text.partition("-") for text in pipelines)]
    return [("chosen", "chosen", [], True), *asked,
            *(("sweep", f"sweep-{tile}", ["--schedule=sweep", f"--tile={tile}"], tile == tiles[0]) for tile in tiles)]


def predicted(args, program, lengths, options, defines):
    """What binds the kernels on that machine, and the least time of a step that this resource allows."""
    done = sh([args.kasane, "explain", programs.path(program), f"--target={args.target}", f"--machine={args.machine}",
               program.sizeOf(lengths), "--format=json", *options, "--", *defines])
    if done.returncode:
        sys.exit(done.stderr)
    cost = json.loads(done.stdout)["regions"][0]["schedules"][0]["predicted"]
    return {"bound": cost["bound"], "bound_seconds": cost["seconds"][cost["bound"]], "bytes": cost["memory_bytes"]}


def translate(args, program, entry, options):
    defines = program.definesOf(entry["type"], entry["lengths"])
    for fp in entry["fps"]:
        folder = args.out / entry["folder"] / fp
        folder.mkdir(parents=True)
        if args.target == "openacc":
            (folder / f"{program.source}.c").write_text(directives.withDirectives(program, programs.path(program).read_text()))
            continue
        done = sh([args.kasane, programs.path(program), f"--target={args.target}", f"--machine={args.machine}", f"--fp={fp}",
                   program.sizeOf(entry["lengths"]), *options, "-o-dir", folder, "--", *defines])
        if done.returncode:
            sys.exit(done.stderr)
    if args.target != "openacc":
        entry.update(predicted(args, program, entry["lengths"], options, defines))


def make(args):
    shutil.rmtree(args.out, ignore_errors=True)
    shutil.copytree(ROOT / "runtime", args.out / "runtime")
    for source in [*HERE.glob("*.[ch]"), *HERE.glob("*.py"), ROOT / "benchmarks/records.py", ROOT / "samples/picture.h"]:
        shutil.copy(source, args.out)
    entries = []
    for name in args.programs or programs.PROGRAMS:
        program = programs.PROGRAMS[name]
        shutil.copy(programs.path(program), args.out)
        if args.target == "openacc" and not program.arrays:
            continue
        for real, (kind, label, options, isCompared) in itertools.product(program.types, schedulesOf(program, args.target, args.pipelines)):
            entry = {"program": name, "type": real, "kind": kind, "target": args.target, "folder": f"{name}/{real}/{label}",
                     "lengths": program.lengthsOf("tiny" if args.tiny else "full", args.edge), "fps": ["contract", "strict"][:1 + isCompared]}
            translate(args, program, entry, options)
            entries.append(entry)
    (args.out / "entries.json").write_text(json.dumps(entries, indent=1) + "\n")
    if args.target == "openacc":  # by the compiler that is here: the machine with the card may have none for it
        carried.copyOffload(args.out / "lib")
        buildAll(args.out, entries)
    print(f"{len(entries)} programs")


# ---- build
def plainOf(bundle, entry):
    return bundle / entry["program"] / entry["type"] / "plain"


def build(bundle, entry, fp):
    program = programs.PROGRAMS[entry["program"]]
    folder, target = bundle / entry["folder"] / fp, entry["target"]
    headers = [*carried.headers(), "-I", bundle, *program.definesOf(entry["type"], entry["lengths"])]
    exact = ["-ffp-contract=off"] if fp == "strict" else []
    own = []
    if target == "openacc":
        offload = [*carried.offload(), *(f"-foffload-options={flag}" for flag in exact)]
        own = ["-O3", "-fopenacc", *offload, *exact]
    objects = [folder / "main.o"]
    carried.must(["gcc", "-O2", *own, *headers, "-c", folder / f"{program.source}.c", "-o", objects[0]])
    if target != "openacc":
        objects.append(folder / "kernels.o")
        compiler = [carried.nvcc(), *carried.NVCC, "-arch=native", *(carried.EXACT if exact else [])] if target == "cuda" else ["gcc", "-O2"]
        text = folder / f"{program.source}.kasane.{target}.{'cu' if target == 'cuda' else 'c'}"
        carried.must([*compiler, *headers, "-c", text, "-o", objects[1]])
    carried.must(["gcc", *own, *objects, bundle / "library/picture.o", bundle / "library/libkasane_rt.a", *carried.libraries(target),
                  "-o", folder / "program"])


def buildPlain(bundle, entry):
    program = programs.PROGRAMS[entry["program"]]
    carried.must(["gcc", "-O1", "-ffp-contract=off", "-w", "-I", bundle, *program.definesOf(entry["type"], entry["lengths"]),
                  bundle / f"{program.source}.c", bundle / "library/picture.o", "-lm", "-o", plainOf(bundle, entry)])


def buildAll(bundle, entries):
    carried.library(bundle / "library", [entries[0]["target"]])
    carried.must(["gcc", "-O2", "-c", bundle / "picture.c", "-o", bundle / "library/picture.o"])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(build, bundle, entry, fp) for entry in entries for fp in entry["fps"]]
        jobs += [pool.submit(buildPlain, bundle, entry) for entry in {str(plainOf(bundle, e)): e for e in entries}.values()]
        for job in jobs:
            job.result()


# ---- measure
def environment(bundle, **more):
    paths = os.pathsep.join([str((bundle / "lib").resolve()), os.environ.get("LD_LIBRARY_PATH", "")])
    return {"CUDA_MODULE_LOADING": "EAGER", "ACC_DEVICE_TYPE": "nvidia", **os.environ, "LD_LIBRARY_PATH": paths, **more}


def agrees(ours, theirs, isLoose):
    """Sums of directives are formed in another order: then numbers with a point may differ a little."""
    def same(a, b):
        if a == b:
            return True
        try:
            return isLoose and "." in a and abs(float(a) - float(b)) <= 1e-4 * abs(float(b))
        except ValueError:
            return False
    return len(ours.split()) == len(theirs.split()) and all(map(same, ours.split(), theirs.split()))


def isExact(bundle, entry):
    program = programs.PROGRAMS[entry["program"]]
    args = program.argsOf({**entry["lengths"], **program.compared})
    ours = sh([(bundle / entry["folder"] / "strict/program").resolve(), *args], env=environment(bundle), timeout=300)
    theirs = sh([plainOf(bundle, entry).resolve(), *args], timeout=300)
    if ours.returncode or theirs.returncode:
        raise RuntimeError((ours.stderr + theirs.stderr)[-500:])
    return agrees(ours.stdout, theirs.stdout, bool(program.reduction) and entry["kind"] == "loops")


def runOnce(bundle, entry):
    """What its report says of a run; of loops with directives, what they say themselves."""
    program = programs.PROGRAMS[entry["program"]]
    folder = (bundle / entry["folder"] / "contract").resolve()
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    done = sh([folder / "program", *program.argsOf(entry["lengths"])], timeout=300,
              env=environment(bundle, KASANE_REPORT=str(report), KASANE_PROFILE="1"))
    if done.returncode:
        raise RuntimeError(done.stderr[-500:])
    if entry["kind"] == "loops":
        seconds = [float(words[1]) for words in map(str.split, done.stderr.splitlines()) if words[:1] == ["seconds"]]
        steps = entry["lengths"].get("steps", entry["lengths"].get("nn")) * len(seconds)
        return {"family": "loops", "tile": [], "depth": 1, "kernel_seconds": sum(seconds), "passes": steps, "steps": steps}
    region = json.loads(report.read_text())["regions"][0]
    if not region["ran"]:
        raise RuntimeError(region["reason"])
    return region


def timed(bundle, entry, runs):
    best = min((runOnce(bundle, entry) for _ in range(runs)), key=lambda region: region["kernel_seconds"])
    keys = ("family", "tile", "depth", "kernel_seconds", "predicted_seconds", "passes", "steps")
    entry.update({key: best[key] for key in keys if key in best})
    cells = programs.PROGRAMS[entry["program"]].cells(entry["lengths"])
    entry["gcells"] = round(cells * best["steps"] / best["kernel_seconds"] / 1e9, 1 if cells * best["steps"] > 1e8 * best["kernel_seconds"] else 6)


def measure(args):
    entries = json.loads((args.bundle / "entries.json").read_text())
    if entries[0]["target"] != "openacc":
        buildAll(args.bundle, entries)
    record = {"machine": args.machine, "date": datetime.date.today().isoformat(),
              "command": " ".join(["benchmarks/gpu/run.py", *sys.argv[1:]]), "unit": "Gcells/s", "entries": []}
    for entry in entries:
        try:
            if "strict" in entry["fps"]:
                entry["exact"] = isExact(args.bundle, entry)
            timed(args.bundle, entry, args.runs if entry["kind"] == "chosen" else 1)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            entry["trouble"] = str(error)
        record["entries"].append(entry)
        args.json.write_text(json.dumps(record, indent=1) + "\n")  # a long run may be cut off
    show([record])
    return 0 if all(entry.get("exact", True) and "gcells" in entry for entry in record["entries"]) else 1


# ---- show
def line(entry, plain):
    head = f"{entry['program']:9} {entry['type']} {entry['kind']:6}"
    if "gcells" not in entry:
        return f"{head} {entry['trouble'].strip()}"
    text = f"{head} {entry['gcells']:8.1f} Gcells/s  {entry['family']}"
    text += f" {'x'.join(map(str, entry['tile']))} depth {entry['depth']}" if entry["tile"] else ""
    text += f", {entry['kernel_seconds'] / entry['passes'] * 1e6:.2f} us a pass" if "passes" in entry else ""
    if "bound_seconds" in entry:
        share = 100 * entry["bound_seconds"] * entry["steps"] / entry["kernel_seconds"]
        text += f", {share:.0f} % of its {entry['bound']}, {100 * entry['predicted_seconds'] / entry['kernel_seconds']:.0f} % of the predicted speed"
    if entry["kind"] == "chosen" and plain:
        text += f", {entry['gcells'] / plain:.2f} x the best sweep"
    same = "same output" if entry["kind"] == "loops" else "exact under strict"
    return text + (f", {'' if entry['exact'] else 'NOT '}{same}" if "exact" in entry else "")


def show(sets):
    """The chosen schedule, the best sweep and the loops of each program, and whatever went wrong."""
    rows = {}
    for entry in (entry for record in sets for entry in record["entries"]):
        rows.setdefault((entry["target"], entry["program"], entry["type"], str(entry["lengths"])), []).append(entry)
    for entries in rows.values():
        fastest = {kind: max((e for e in entries if e["kind"] == kind and "gcells" in e), key=lambda e: e["gcells"], default=None) for kind in KINDS}
        for entry in entries:
            if entry is fastest[entry["kind"]] or "gcells" not in entry or not entry.get("exact", True):
                print(line(entry, fastest["sweep"] and fastest["sweep"]["gcells"]))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("make")
    command.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    command.add_argument("--target", choices=("cuda", "opencl", "openacc"), default="cuda")
    command.add_argument("--machine", default="h200")
    command.add_argument("--programs", nargs="*", choices=programs.PROGRAMS)
    command.add_argument("--pipelines", nargs="*", default=[], metavar="TILE-DEPTH", help="these, too, of programs of one rank")
    command.add_argument("--edge", type=int, help="instead of the program's own, where it has one")
    command.add_argument("--tiny", action="store_true")
    command.add_argument("--out", type=pathlib.Path, required=True)
    command.set_defaults(run=make)
    command = commands.add_parser("measure")
    command.add_argument("bundle", type=pathlib.Path)
    command.add_argument("--runs", type=int, default=3)
    command.add_argument("--machine", default="not said")
    command.add_argument("--json", type=pathlib.Path, required=True)
    command.set_defaults(run=measure)
    command = commands.add_parser("show")
    command.add_argument("records", type=pathlib.Path, nargs="+")
    command.set_defaults(run=lambda args: show([found for path in args.records for found in records.read(path)]))
    args = parser.parse_args()
    sys.exit(args.run(args))


if __name__ == "__main__":
    main()
