#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The static choice against the exhaustive best, for every sample.

  run.py make --kasane build/tools/kasane/kasane --target cuda --sizes gpu --out bundle       translates; needs LLVM
  run.py measure bundle --json result.json --devices 4                  builds and runs; needs gcc, nvcc (cuda), OpenCL (opencl)
  run.py tune --target openmp --machine cpu.yaml --json result.json    kasane --tune=exhaustive for each, on this machine
  run.py rank result.json --machine h200                  which measured schedule the model ranks first now; runs nothing
  run.py show result.json

A bundle holds each sample once for every schedule, and the runtime, so that it can be measured on a machine that has no
LLVM. Of the times in kernels the least counts; programs start side by side, and have the device in turn. The first
schedule of a sample is the one that the translator chooses. `tune` has the regions alone timed, on synthetic data; see
docs/tuner.md. With --sizes set these are the programs of `programs`, not the samples (sizes.py).
"""
import argparse
import concurrent.futures
import datetime
import itertools
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE / "runtime"), str(ROOT / "runtime"), str(ROOT / "benchmarks")]  # in a bundle, in the repository
import carried  # noqa: E402
import records  # noqa: E402
from sizes import RANKS, SET, SIZES, sourceOf, stepsOf  # noqa: E402

FLAGS = ["-O3", "-march=native", "-fno-trapping-math", "-fopenmp"]

# What an exhaustive search looks at, fastest axis first.
TILES = {
    "openmp": {
        "sweep": {1: ["1024", "4096", "16384", "65536"],
                  2: ["256x16", "512x1", "1024x8", "2048x1", "4096x4"],
                  3: ["64x16x1", "128x8x8", "256x16x1", "512x1x1", "512x8x4"]},
        "overlap": {1: ["1024", "4096", "16384", "65536"],
                    2: ["128x32", "256x64", "512x32", "1024x32", "512x64", "1024x64"],
                    3: ["64x16x16", "128x16x16", "320x16x16", "128x32x16"]},
    },
    "opencl": {
        "sweep": {1: ["64", "128", "256", "512", "1024"],
                  2: ["32x4", "32x8", "64x4", "64x8", "128x2", "256x1", "128x8", "64x32"],
                  3: ["32x4x2", "32x8x1", "64x4x1", "128x2x1", "256x1x1", "64x4x8", "32x8x8"]},
        "overlap": {1: ["512", "1024", "2048", "4096"],
                    2: ["32x16", "32x32", "64x32", "64x64", "56x24"],
                    3: ["16x8x8", "32x8x4", "32x8x8"]},
    },
}
# A processor's groups are threads, as OpenMP has them; small tiles are what GPUs like.
TILES["opencl on processors"] = {family: {rank: tiles + TILES["opencl"][family][rank][-3:] for rank, tiles in byRank.items()}
                                 for family, byRank in TILES["openmp"].items()}
# What the set looks at: it has more programs than there is time for all of that.
BRIEF = {"sweep": {2: ["32x8", "64x4", "128x2", "256x1", "128x8"],
                   3: ["32x8x1", "64x4x1", "64x4x8", "128x2x1", "128x4x2", "128x8x16", "256x1x1"]},
         "overlap": {2: ["64x32"], 3: ["32x8x8"]}}
BRIEF_DEPTHS, BRIEF_STREAM_DEPTHS, BRIEF_PLACES = [2], {2: [1, 2, 4, 8], 3: [1, 2, 3, 4]}, [0, 1, 3]
ALONE = {2: ["64x8", "128x4", "256x1"], 3: ["256x1x1", "128x4x1", "64x8x1"]}  # tiles of one step: several loop nests in one
DEPTHS = {1: [2, 4, 8, 16], 2: [2, 4, 8], 3: [2, 3]}
STREAM_DEPTHS = {1: [4, 8, 12, 16, 24, 32], 2: [1, 2, 4, 6, 8, 12], 3: [1, 2, 3, 4]}
STREAM_PLACES = {1: [0, 1, 2, 3, 5], 2: [0, 1, 3, 7, 11], 3: [0, 1, 3, 7, 11]}  # among the tiles that the model likes best for a depth
MOST_SOURCE = 1 << 20  # bytes; compilers take minutes for more
FLAT = {(3, 2): ["60x12x48", "60x12x64", "28x28x48"]}  # work-items with few cells, and registers for what they hold


def explained(kasane, name, target, machine, sizes, pins):
    """What `explain` says of the sample's region under these options; None where they are refused."""
    _, defines, lengths = SIZES[sizes][name]
    source, more = sourceOf(name)
    command = [kasane, "explain", "--format=json", source, f"--target={target}", f"--machine={machine}",
               f"--size={lengths}", *pins, "--", *defines, *more]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stdout)["regions"][0]["schedules"][0] if done.returncode == 0 else None


def isProcessor(args):
    described = subprocess.run([args.kasane, "machines", args.machine, "--format=json"], capture_output=True, text=True, check=True)
    return json.loads(described.stdout)["machines"][0]["class"] == "cpu"


def schedulesFor(args, name):
    rank = RANKS.get(name, 2)
    lattice = TILES["openmp" if args.target == "openmp" else "opencl on processors" if isProcessor(args) else "opencl"]
    depths, stream_depths, places = DEPTHS[rank], STREAM_DEPTHS.get(rank, []), STREAM_PLACES[rank]
    if name in SET:
        lattice, depths, stream_depths, places = BRIEF, BRIEF_DEPTHS, BRIEF_STREAM_DEPTHS[rank], BRIEF_PLACES
    yield []
    for tile in lattice["sweep"][rank]:
        yield ["--schedule=sweep", f"--tile={tile}"]
    for tile, depth in itertools.product(lattice["overlap"][rank], depths):
        yield ["--schedule=overlap", f"--tile={tile}", f"--depth={depth}"]
    for tile in ALONE.get(rank, [])[:1 if name in SET else None] if args.target != "openmp" else []:
        yield ["--schedule=overlap", f"--tile={tile}", "--depth=1"]
    for depth in stream_depths if args.target in ("cuda", "opencl") else []:
        pins = ["--schedule=pipeline", f"--depth={depth}"]
        found = explained(args.kasane, name, args.target, args.machine, args.sizes, pins)
        tiles = list(dict.fromkeys("x".join(map(str, c["schedule"]["tile"][:rank])) for c in found["candidates"])) if found else []
        flat = FLAT.get((rank, depth), []) if name not in SET else []
        for tile in [tiles[place] for place in places if place < len(tiles)] + flat:
            yield [*pins, f"--tile={tile}"]


def make(args):
    shutil.rmtree(args.out, ignore_errors=True)
    out = args.out
    shutil.copytree(ROOT / "runtime", out / "runtime")
    shutil.copytree("/usr/include/CL", out / "headers/CL")
    for part in [__file__, ROOT / "benchmarks/records.py", HERE / "sizes.py", HERE / "turn.c", HERE / "programs/grid.h",
                 ROOT / "benchmarks/gpu/bench.h"]:
        shutil.copy(part, out)
    (out / "picture.h").write_text((ROOT / "samples/picture.h").read_text())
    (out / "picture.c").write_text('#include "picture.h"\nint write_picture(const char *path, int width, int height, '
                                   "const float *values, float low, float high) {\n  (void)path, (void)width, "
                                   "(void)height, (void)values, (void)low, (void)high;\n  return 0;\n}\n")
    entries = []

    def translated(name, number, schedule):
        folder = out / name / str(number)
        folder.mkdir(parents=True)
        arguments, defines, lengths = SIZES[args.sizes][name]
        source, more = sourceOf(name)
        command = [args.kasane, source, f"--target={args.target}", f"--fp={args.fp}", "-o-dir", folder,
                   f"--machine={args.machine}", f"--size={lengths}", *schedule, "--", *defines, *more]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            if not schedule:
                sys.exit(done.stderr)
            shutil.rmtree(folder)
            return
        said = explained(args.kasane, name, args.target, args.machine, args.sizes, schedule)
        entries.append({"program": name, "number": number, "schedule": " ".join(schedule) or "chosen", "target": args.target,
                        "group": said["group"], "args": arguments.split(), "flags": defines, "steps": stepsOf(args.sizes, name),
                        "predicted": said["predicted"]["step_seconds"]})
        length = sum(part.stat().st_size for part in folder.iterdir())
        if length > MOST_SOURCE:
            entries[-1]["trouble"] = f"{length} bytes of source"
            shutil.rmtree(folder)

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        under_way = []
        for name in args.programs or SIZES[args.sizes]:
            asked = (s for s in schedulesFor(args, name) if not s or s[0] not in [f"--schedule={family}" for family in args.without])
            for number, schedule in enumerate(asked):
                under_way.append(pool.submit(translated, name, number, schedule))
        for each in under_way:
            each.result()
    entries.sort(key=lambda e: (e["program"], e["number"]))
    (out / "entries.json").write_text(json.dumps(entries, indent=1))
    print(f"{len(entries)} programs")


def build(bundle, entry):
    folder = bundle / entry["program"] / str(entry["number"])
    kernels = list(folder.glob("*.cu"))
    if kernels:
        carried.must([carried.nvcc(), *carried.NVCC, "-arch=native", *carried.headers(), "-c", *kernels, "-o", folder / "kernels.o"])
    carried.must(["gcc", *FLAGS, "-I", bundle, *carried.headers(), *entry["flags"], *folder.glob("*.c"), *folder.glob("kernels.o"),
                  bundle / "picture.c", bundle / "turn.c", "-Wl,--wrap=ksn_begin,--wrap=ksn_end", bundle / "library/libkasane_rt.a", "-o", folder / "program", *carried.libraries(entry["target"])])


def tryBuild(bundle, entry):
    try:
        build(bundle, entry)
    except RuntimeError as error:
        entry["trouble"] = str(error)[-300:]


def secondsOf(bundle, entry, device, turn, patience):
    folder = (bundle / entry["program"] / str(entry["number"])).resolve()
    report = folder / "report.json"
    env = dict(os.environ, KASANE_REPORT=str(report), KASANE_PROFILE="1", KASANE_FALLBACK="0", CUDA_VISIBLE_DEVICES=str(device))
    if entry["target"] == "openmp":
        env["TUNING_TOUCH"] = "1"
    if turn:
        env["TUNING_TURN"] = str((bundle / f"turn{device}").resolve())
    subprocess.run([folder / "program", *entry["args"]], cwd=folder, env=env, check=True, capture_output=True, text=True,
                   timeout=patience)
    regions = json.loads(report.read_text())["regions"]
    assert regions and all(region["ran"] for region in regions), regions
    entry["tile"], entry["depth"], entry["family"] = (regions[0][key] for key in ("tile", "depth", "family"))
    return sum(region["kernel_seconds"] for region in regions)


def measure(args):
    bundle = args.bundle
    entries = json.loads((bundle / "entries.json").read_text())
    carried.library(bundle / "library", [entries[0]["target"]], ["-I", bundle / "headers"])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda entry: "trouble" in entry or tryBuild(bundle, entry), entries))
    record = {"machine": args.machine or platform.processor(), "date": datetime.date.today().isoformat(),
              "command": " ".join(["benchmarks/tuning/run.py", *sys.argv[1:]]), "runs": args.runs, "counts": "least", "unit": "s in kernels",
              "entries": []}
    jobs = args.jobs or (1 if entries[0]["target"] == "openmp" else max(1, os.cpu_count() // 2))
    writing = threading.Lock()

    def attempt(entry, device, act):
        try:
            act(entry, device)
        except subprocess.CalledProcessError as error:  # more local memory than there is
            entry["trouble"] = error.stderr.strip()[-300:]
        except subprocess.TimeoutExpired:
            entry["trouble"] = f"over {args.patience:g} s"

    def warm(entry, device):  # drivers of OpenCL compile for the first run, which must not be while others wait for their turn
        secondsOf(bundle, entry, device, False, args.patience)

    def time(entry, device):
        entry["seconds"] = [secondsOf(bundle, entry, device, True, args.patience) for _ in range(args.runs)]
        with writing:
            record["entries"].append(entry)
            pathlib.Path(args.json).write_text(json.dumps(record, indent=1) + "\n")  # a long run may be cut off

    deviceOf = {name: k % args.devices for k, name in enumerate(dict.fromkeys(e["program"] for e in entries))}  # all of a sample on one
    for act in [warm, time] if args.warm or entries[0]["target"] == "opencl" else [time]:
        with concurrent.futures.ThreadPoolExecutor(jobs * args.devices) as pool:
            list(pool.map(lambda e: "trouble" in e or attempt(e, deviceOf[e["program"]], act), entries))
    record["entries"] += [e for e in entries if e not in record["entries"]]
    record["entries"].sort(key=lambda e: (e["program"], e["number"]))
    pathlib.Path(args.json).write_text(json.dumps(record, indent=1) + "\n")
    show(record)


def tuned(args, name):
    """The entries of one sample, the translator's choice first."""
    _, defines, lengths = SIZES[args.sizes][name]
    source, more = sourceOf(name)
    command = [args.kasane, "explain", source, f"--target={args.target}", f"--fp={args.fp}", f"--machine={args.machine}",
               f"--size={lengths}", f"--tune={args.how}", "--format=json", "--", *defines, *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    region, = json.loads(done.stdout)["regions"]
    measured = region["schedules"][0]["measured"]
    if "not_measured" in measured:
        sys.exit(f"{name}: {measured['not_measured']}")
    entries = []
    for timed in sorted(measured["timed"], key=lambda t: t["schedule"] != measured["chosen_without"]):
        keys = ("target", "family", "tile", "group", "depth")
        entries.append({"program": name, "number": len(entries), **{key: timed["schedule"][key] for key in keys},
                        "predicted": timed["predicted_seconds"], "seconds": timed["samples"]})
        entries[-1]["schedule"] = "chosen" if timed["schedule"] == measured["chosen_without"] else spell(entries[-1])
    return entries, measured


def tune(args):
    record = {"machine": "", "machine_file": pathlib.Path(args.machine).read_text() if "/" in args.machine or "." in args.machine else args.machine,
              "date": datetime.date.today().isoformat(), "sizes": args.sizes, "unit": "s a step", "counts": "least", "failed": {},
              "command": " ".join(["benchmarks/tuning/run.py", *sys.argv[1:]]), "entries": []}
    for name in args.programs or SIZES[args.sizes]:  # one that was measured before comes from the cache
        entries, measured = tuned(args, name)
        record["machine"] = measured["device"]
        record["failed"][name] = measured["failed"]
        record["entries"] += entries
        pathlib.Path(args.json).write_text(json.dumps(record, indent=None, separators=(",", ":")).replace('{"program"', '\n{"program"') + "\n")
    show(record)


def spell(entry):
    return f"{entry['family']} {'x'.join('all' if extent == 0 else str(extent) for extent in entry['tile'])} depth {entry['depth']}"


def secondsIn(record, entry):
    return (min if record.get("counts") == "least" else statistics.median)(entry["seconds"])


def show(record):
    shares, errors = [], []
    for name, group in itertools.groupby(record["entries"], key=lambda e: e["program"]):
        ran = [(secondsIn(record, e), e) for e in group if "seconds" in e]
        chosen = next(((s, e) for s, e in ran if e["schedule"] == "chosen"), None)
        best = min(ran, key=lambda pair: pair[0])
        predicted = ""
        if chosen:
            shares.append(best[0] / chosen[0])
            if {"predicted", "steps"} <= chosen[1].keys():
                errors.append(chosen[1]["predicted"] * chosen[1]["steps"] / chosen[0])
                predicted = f", predicted {errors[-1]:.2f} of that"
        print(f"{name:14} {len(ran):4} best {best[0] * 1e3:10.4f} ms {spell(best[1]):28} chosen " +
              (f"{chosen[0] * 1e3:10.4f} ms {spell(chosen[1]):28} {100 * best[0] / chosen[0]:5.1f} %{predicted}" if chosen else "did not run"))
    if errors:
        print(f"predicted within 20 %: {sum(1 / 1.2 <= e <= 1.2 for e in errors)} of {len(errors)}")
    if shares:
        print(f"geometric mean {100 * statistics.geometric_mean(shares):.1f} %, worst {100 * min(shares):.1f} %")


def predict(kasane, machine, sizes, entry):
    """What the model says now of a schedule that was measured, and what the search has against it."""
    tile = "x".join(map(str, entry["tile"][: RANKS.get(entry["program"], 2)]))
    pins = [f"--schedule={entry['family']}", f"--depth={entry['depth']}", *([f"--tile={tile}"] if 0 not in entry["tile"] else [])]
    schedule = explained(kasane, entry["program"], entry["target"], machine, sizes, pins)
    if not schedule:
        sys.exit(f"{kasane} explain refuses {entry['program']} with {' '.join(pins)} for {machine}")
    entry["predicted"], entry["steps"] = schedule["predicted"]["step_seconds"], stepsOf(sizes, entry["program"])
    entry["margins"], entry["refused"] = schedule["margins"], schedule["refused"]


def firstOf(group):
    """As the search goes: the sweep of whole rows, what is better than that by its margin, and another family by another, which is
    also what a GPU's tiles of several steps take from those of one."""
    def marginFrom(first, entry):
        isSweep = first["family"] == "sweep" or (entry["target"] != "openmp" and first["family"] == entry["family"] and first["depth"] == 1 < entry["depth"])
        return entry["margins"]["family"] if entry["family"] != "sweep" and isSweep else first["margins"]["step"]

    allowed = [e for e in group if not e["refused"]]
    if all(e["family"] != "sweep" for e in allowed):  # none of those that the search looks at was measured
        allowed += [e for e in group if e["family"] == "sweep"]
    allowed.sort(key=lambda e: (e["family"] != "sweep", e["family"] != "overlap" or e["depth"] > 1, 0 not in e["tile"], e["predicted"]))
    first = allowed[0]
    for entry in allowed[1:]:
        if entry["predicted"] < first["predicted"] * marginFrom(first, entry):
            first = entry
    return first


def rank(args, record):
    ran = [entry for entry in record["entries"] if "seconds" in entry]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda e: predict(args.kasane, args.machine, args.sizes, e), ran))
    for _, entries in itertools.groupby(ran, key=lambda e: e["program"]):
        group = list(entries)
        first = firstOf(group)
        for entry in group:
            entry["schedule"] = "chosen" if entry is first else entry["schedule"].replace("chosen", "first chosen")
    show({**record, "entries": ran})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("make")
    command.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    command.add_argument("--target", default="openmp")
    command.add_argument("--sizes", choices=SIZES, default="cpu")
    command.add_argument("--fp", default="contract")
    command.add_argument("--programs", nargs="*")
    command.add_argument("--machine", default="avx512")
    command.add_argument("--without", nargs="*", default=[], metavar="FAMILY", help="families that aren't asked for; they can be chosen still")
    command.add_argument("--jobs", type=int, default=os.cpu_count())
    command.add_argument("--out", type=pathlib.Path, required=True)
    command.set_defaults(run=make)
    command = commands.add_parser("measure")
    command.add_argument("bundle", type=pathlib.Path)
    command.add_argument("--runs", type=int, default=3)
    command.add_argument("--devices", type=int, default=1, help="GPUs that measure side by side, a sample each")
    command.add_argument("--jobs", type=int, help="programs that run side by side on a GPU, their regions in turn; by default half of the processors")
    command.add_argument("--patience", type=float, default=150, help="seconds that a program may take, its turn on the device awaited")
    command.add_argument("--warm", action="store_true", help="run all once, uncounted, before; so it is for OpenCL in any case")
    command.add_argument("--machine")
    command.add_argument("--json", required=True)
    command.set_defaults(run=measure)
    command = commands.add_parser("tune")
    command.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    command.add_argument("--target", default="openmp")
    command.add_argument("--sizes", choices=SIZES, default="quick")
    command.add_argument("--fp", default="contract")
    command.add_argument("--programs", nargs="*")
    command.add_argument("--how", choices=["measure", "exhaustive"], default="exhaustive")
    command.add_argument("--machine", default="avx2", help="name, or the file of kasane probe")
    command.add_argument("--json", required=True)
    command.set_defaults(run=tune)
    command = commands.add_parser("show")
    command.add_argument("record", type=pathlib.Path)
    command.set_defaults(run=lambda args: [show(found) for found in records.read(args.record)])
    command = commands.add_parser("rank")
    command.add_argument("record", type=pathlib.Path)
    command.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    command.add_argument("--machine", required=True)
    command.add_argument("--sizes", choices=SIZES, default="cpu")
    command.set_defaults(run=lambda args: [rank(args, found) for found in records.read(args.record)])
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
