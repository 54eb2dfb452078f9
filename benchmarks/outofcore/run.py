#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays streamed through a device that holds a quarter of them, beside the same program with all of them there.

  run.py make --kasane build/tools/kasane/kasane --machine h200 --target cuda --out bundle    translates; needs LLVM
  run.py measure bundle --json result.json                                    builds and runs; needs nvcc (cuda), gcc, OpenCL (opencl)
  run.py show result.json

Every program runs in core, then with the device capped: as the runtime chooses slab and steps, and with other numbers of steps
beside that, once each. Of the others the median of a few runs counts. All must end with the same checksums. The time is that of the
steps: without what goes to the device before the first and home after the last in core, with all transfers of the visits where the
arrays are streamed.
"""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE / "runtime"), str(ROOT / "runtime"), str(ROOT / "benchmarks")]  # in a bundle, in the repository
import carried  # noqa: E402
import records  # noqa: E402
import watched  # noqa: E402

# Arguments, lengths for the tuner, bytes of the arrays; the same small, for a try.
PROGRAMS = {
    "jacobi2d": {"full": ("47000 960", "n=47000,steps=960", 2 * 4 * 47000**2), "small": ("3000 40", "n=3000,steps=40", 2 * 4 * 3000**2)},
    "himeno": {"full": ("1024 512 512 360", "imax=1024,jmax=512,kmax=512,steps=360", 14 * 4 * 2**28),
               "small": ("128 64 64 24", "imax=128,jmax=64,kmax=64,steps=24", 14 * 4 * 2**19)},
    "cip2d": {"full": ("21700 360", "n=21700,steps=360", 8 * 4 * 21700**2), "small": ("1500 30", "n=1500,steps=30", 8 * 4 * 1500**2)},
    "grayscott": {"full": ("31600 480", "n=31600,steps=480", 4 * 4 * 31600**2), "small": ("1500 30", "n=1500,steps=30", 4 * 4 * 1500**2)},
}
FACTORS = (0.1, 0.5, 0.7, 1.4, 2.0)  # of the steps a visit that are chosen; with a tenth the link binds


def sh(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def make(args):
    shutil.rmtree(args.out, ignore_errors=True)
    shutil.copytree(ROOT / "runtime", args.out / "runtime")
    for source in [HERE / "bench.h", ROOT / "benchmarks/records.py", pathlib.Path(__file__)]:
        shutil.copy(source, args.out)
    for name in args.programs or PROGRAMS:
        done = sh([args.kasane, HERE / f"{name}.c", f"--target={args.target}", f"--machine={args.machine}", f"--fp={args.fp}",
                   f"--size={PROGRAMS[name][args.size][1]}", *args.options, "-o-dir", args.out / name])
        if done.returncode:
            sys.exit(done.stderr)
    settings = {"target": args.target, "machine": args.machine, "size": args.size, "fp": args.fp, "options": args.options,
                "programs": list(args.programs or PROGRAMS)}
    (args.out / "settings.json").write_text(json.dumps(settings) + "\n")
    if args.target == "openacc":  # by the compiler that is here: the machine with the card may have none for it
        carried.copyOffload(args.out / "lib")
        build(args.out, settings)


def build(bundle, settings):
    target = settings["target"]
    archive = carried.library(bundle / "library", [target])
    openacc = ["-fno-openmp", "-fopenacc", *carried.offload()] if target == "openacc" else []

    def program(name):
        folder, objects = bundle / name, []
        for source in sorted(p for p in folder.iterdir() if p.suffix in (".c", ".cu")):
            objects.append(source.with_suffix(".o"))
            compiler = [carried.nvcc(), *carried.NVCC, "-arch=native"] if source.suffix == ".cu" else ["gcc", "-O2", "-fopenmp"]
            carried.must([*compiler, *carried.headers(), "-I", bundle, *(openacc if ".kasane." in source.name else []), "-c", source,
                          "-o", objects[-1]])
        carried.must(["gcc", "-fopenmp", *objects, archive, *openacc[1:], "-o", folder / "program", *carried.libraries(target)])

    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(program, settings["programs"]))


def runOnce(bundle, name, arguments, env, context=0):
    """What the region says of itself, and what the driver counts, but for what a context takes of the card."""
    report = bundle / name / "report.json"
    report.unlink(missing_ok=True)
    start = time.time()
    paths = os.pathsep.join([str(bundle / "lib"), os.environ.get("LD_LIBRARY_PATH", "")])
    done, taken = watched.peakOf(lambda: sh([bundle / name / "program", *arguments.split()],
                                            env={**os.environ, **env, "KASANE_REPORT": str(report), "LD_LIBRARY_PATH": paths}))
    entry = {"program": name, "env": env, "wall": round(time.time() - start, 2)}
    if taken is not None:
        entry["driver_memory"] = taken - context
    if done.returncode:
        return {**entry, "trouble": done.stderr.strip()[-400:]}
    region, = json.loads(report.read_text())["regions"]
    keys = ("family", "tile", "depth", "placement", "passes", "steps", "visits", "visit_steps", "slab", "bytes", "memory", "seconds", "kernel_seconds",
            "predicted_seconds")
    return {**entry, "sums": done.stdout.split(), **{key: region[key] for key in keys if key in region}}


# Of the arrays. Sums over the cells may be formed in another order.
def checksOf(entry):
    return tuple(w for w in entry["sums"] if "0x" not in w)


def measure(args):
    settings = json.loads((args.bundle / "settings.json").read_text())
    if settings["target"] != "openacc":
        build(args.bundle, settings)
    record = {"date": datetime.date.today().isoformat(), "command": " ".join(["benchmarks/outofcore/run.py", *sys.argv[1:]]), **settings, "entries": []}
    if shutil.which("nvidia-smi"):
        record["device"] = sh(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).stdout.strip()

    def take(*what, times=args.runs):
        runs = [runOnce(args.bundle, *what, context) for _ in range(times)]
        good = sorted((run for run in runs if "trouble" not in run), key=lambda run: run["kernel_seconds"])
        entry = good[len(good) // 2] if len(good) == len(runs) else next(run for run in runs if "trouble" in run)
        entry["runs"] = [run.get("kernel_seconds") for run in runs]
        entry["alike"] = len({checksOf(run) for run in good}) <= 1
        record["entries"].append(entry)
        pathlib.Path(args.json).write_text(json.dumps(record, indent=1) + "\n")
        return entry

    for name in settings["programs"]:
        little = runOnce(args.bundle, name, PROGRAMS[name]["small"][0], {})
        if "trouble" in little:
            sys.exit(little["trouble"])
        context = little.get("driver_memory", little["memory"]) - little["memory"]
        arguments, _, data = PROGRAMS[name][settings["size"]]
        cap = {"KASANE_DEVICE_MEMORY": f"{data // 4}B"}
        take(name, arguments, {})
        chosen = take(name, arguments, cap)
        for factor in FACTORS if args.sweep and "visit_steps" in chosen else ():
            depth = chosen["depth"]
            steps = max(round(chosen["visit_steps"] * factor / depth), 1) * depth
            take(name, arguments, {**cap, "KASANE_STEPS": str(steps)}, times=1)
    show(record)


def show(record):
    print(f"{record['target']}, {record.get('device', record['machine'])}")
    inCore = {}
    for entry in record["entries"]:
        if "trouble" in entry:
            print(f"{entry['program']:9} {entry['trouble']}")
            continue
        first = inCore.setdefault(entry["program"], entry)
        same = checksOf(entry) == checksOf(first) and entry.get("alike", True)
        memory = f"{entry['memory'] / 1e9:.3f} GB" + (f" ({entry['driver_memory'] / 1e9:.3f} by the driver)" if "driver_memory" in entry else "")
        text = f"{entry['program']:9} {entry['placement']:8} {entry['kernel_seconds']:8.3f} s, region {entry['seconds']:8.3f} s"
        if entry["placement"] == "chunked":
            link = entry["bytes"] / entry["kernel_seconds"] / 1e9
            text += (f", loss {100 * (entry['kernel_seconds'] / first['kernel_seconds'] - 1):6.1f} %, {entry['visit_steps']} steps a visit, slab {entry['slab']}, "
                     f"{entry['visits']} visits, {link:.1f} GB/s both ways, {memory} on the device")
        else:
            text += f", {entry['family']} {'x'.join(map(str, entry['tile']))} depth {entry['depth']}, {memory} on the device"
        print(text + ("" if same else "  ANOTHER RESULT"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("make")
    command.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    command.add_argument("--target", choices=carried.TARGETS, default="cuda")
    command.add_argument("--machine", default="h200")
    command.add_argument("--fp", default="contract")
    command.add_argument("--size", choices=["full", "small"], default="full")
    command.add_argument("--programs", nargs="*", choices=PROGRAMS)
    command.add_argument("--options", nargs="*", default=[], help="more of the translator's, as --options=--depth=2")
    command.add_argument("--out", type=pathlib.Path, required=True)
    command.set_defaults(run=make)
    command = commands.add_parser("measure")
    command.add_argument("bundle", type=lambda text: pathlib.Path(text).resolve())
    command.add_argument("--runs", type=int, default=3, help="in core and as the runtime chooses; the median of their times counts")
    command.add_argument("--sweep", action="store_true", help="other numbers of steps, too")
    command.add_argument("--json", required=True)
    command.set_defaults(run=measure)
    command = commands.add_parser("show")
    command.add_argument("record", type=pathlib.Path)
    command.set_defaults(run=lambda args: [show(found) for found in records.read(args.record)])
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
