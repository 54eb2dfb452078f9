#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of the README: one program by plain gcc, with `omp parallel for` by hand, and by Kasane on the processor,
on one card and on all cards of this machine.

  run.py here                                     translates and measures here: needs kasane, and nvcc for the cards
  run.py make OUT --machine h200                  translates only
  run.py measure OUT --json front.json            there: needs gcc, and nvcc for the cards
  run.py show front.json [--plot front.svg]       the table

All are built with -O3 -march=native from one file of benchmarks/cpu. Plain gcc's program has one thread, the others on
the processor one a core. Each first runs small beside the original (KASANE_VERIFY=1). A speed is that of the call, for
cards with the way of the arrays there and back; so calls on cards make more steps. The runs of all contenders take
turns, and their medians count.
"""

import concurrent.futures
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # in a bundle it lies beside this
import bundle  # noqa: E402

# Each with its length of an axis, and its steps: by one thread, by all, on one card, on all cards.
PROGRAMS = {
    "heat2d": (8192, 20, 200, 40000, 80000),
    "heat3d": (512, 10, 100, 4000, 8000),
    "fdtd2d": (8192, 10, 100, 6000, 12000),
    "grayscott": (8192, 10, 100, 6000, 12000),
    "himeno": (256, 10, 50, 2000, 4000),
}
SMALL = (67, 9)
FLAGS = ["-O3", "-march=native", "-Wno-unknown-pragmas"]
KEYS = ("plain", "hand", "kasane", "card", "cards")


def make(options):
    sources = HERE.parent / "cpu"
    bundle.gather(options, HERE, ["run.py"])
    bundle.gather(options, sources, ["timing.h", *(f"{name}.c" for name in PROGRAMS)], folders=())
    for name in PROGRAMS:
        for target, machine in (("openmp", options.processor), ("cuda", options.machine)):
            command = [options.kasane, sources / f"{name}.c", f"--target={target}", "-o-dir",
                       options.out / target / name, *([f"--machine={machine}"] if machine else [])]
            if not bundle.translate(command, f"{name} for {target}"):
                sys.exit(1)


def cardCount():
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return 0
    return listed.count("GPU ")


def build(out, carried, folder, name, hasCards):
    """{contender: program}"""
    source, made = out / f"{name}.c", {key: folder / f"{name}.{key}" for key in ("plain", "hand", "kasane", "card")}
    ours, headers = out / "openmp" / name, carried.headers()
    commands = [
        ["gcc", *FLAGS, source, "-o", made["plain"], "-lm"],
        ["gcc", *FLAGS, "-fopenmp", "-DHAND", source, "-o", made["hand"], "-lm"],
        ["gcc", *FLAGS, "-fopenmp", "-iquote", out, *headers, *sorted(ours.glob("*.c")), folder / "libkasane_rt.a",
         "-pthread", "-lm", "-o", made["kasane"]],
    ]
    if hasCards:
        theirs, objects = out / "cuda" / name, (folder / f"{name}.o", folder / f"{name}.kernels.o")
        commands += [
            ["gcc", *FLAGS, "-iquote", out, *headers, "-c", theirs / f"{name}.c", "-o", objects[0]],
            [carried.nvcc(), *carried.NVCC, "-arch=native", *headers, "-c", theirs / f"{name}.kasane.cuda.cu", "-o",
             objects[1]],
            ["gcc", *objects, folder / "libkasane_rt.a", *carried.libraries("cuda"), "-o", made["card"]],
        ]
    for command in commands:
        subprocess.run(list(map(str, command)), check=True)
    return made


def speed(program, n, steps, env, report):
    """Gcells/s; translated programs must have run their regions."""
    report.unlink(missing_ok=True)
    done = subprocess.run([program, str(n), str(steps)], check=True, capture_output=True, text=True,
                          env={**os.environ, **env, "KASANE_REPORT": str(report)})
    regions = json.loads(report.read_text())["regions"] if report.exists() else []
    assert all(region["ran"] for region in regions), f"the original loops ran: {regions}"
    return float(done.stdout.split()[1]), regions


def measure(options):
    out = options.out.resolve()
    sys.path.insert(0, str(out / "runtime"))
    import carried
    threads, cards = len(os.sched_getaffinity(0)), cardCount()
    env = {"plain": {"OMP_NUM_THREADS": "1"}, "hand": {"OMP_NUM_THREADS": str(threads)},
           "card": {"KASANE_DEVICES": "0"}, "cards": {"KASANE_DEVICES": ",".join(map(str, range(cards)))}}
    env["kasane"] = env["hand"]
    keys = KEYS[: 3 + min(cards, 2)]
    entries = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        carried.library(folder, ["cuda"] if cards else ["openmp"], jobs=threads)
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            built = list(pool.map(lambda name: build(out, carried, folder, name, cards > 0), PROGRAMS))
        for name, made in zip(PROGRAMS, built):
            made["cards"] = made["card"]
            n, one, all_, *onCards = PROGRAMS[name]
            steps = dict(zip(KEYS, (one, all_, all_, *onCards)))
            for key in keys[2:]:
                _, regions = speed(made[key], *SMALL, {**env[key], "KASANE_VERIFY": "1"}, folder / "report.json")
                assert all(region["verified"] for region in regions), regions
            found = {key: [] for key in keys}
            schedules = {}
            for _ in range(options.runs):
                for key in keys:
                    got, regions = speed(made[key], n, steps[key], env[key], folder / "report.json")
                    found[key].append(got)
                    if regions:
                        schedules[key] = {word: regions[0][word] for word in ("family", "tile", "depth")}
            entries[name] = {"n": n, "steps": steps, "speeds": found, "schedules": schedules}
            print(name, {key: round(statistics.median(speeds), 3) for key, speeds in found.items()}, flush=True)
    command = "benchmarks/front/run.py make bundle --machine h200; run.py measure bundle" if options.what == "measure" \
        else "benchmarks/front/run.py here"
    bundle.write(options, command, entries, threads=threads, cards=cards, unit="Gcells/s")


def shown(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def show(path, plot):
    record = json.loads(Path(path).read_text())
    threads, cards = record["threads"], record["cards"]
    words = {"plain": "plain gcc, 1 thread", "hand": f"`omp parallel for` by hand, {threads} threads",
             "kasane": f"Kasane, {threads} threads", "card": "Kasane, one card", "cards": f"Kasane, {cards} cards"}
    from titles import SPEED, TITLES
    rows = []
    for name, entry in record["entries"].items():
        size = f"{entry['n']}²" if name.endswith("2d") or name == "grayscott" else f"{entry['n']}³"
        size = "256 x 256 x 512" if name == "himeno" else size
        title = f"{TITLES[name]}, {size}"
        rows.append((title, {key: statistics.median(speeds) for key, speeds in entry["speeds"].items()}))
    keys = [key for key in KEYS if key in rows[0][1]]
    print("| program | " + " | ".join(words[key] for key in keys) + " |")
    print("|---" * (len(keys) + 1) + "|")
    for title, values in rows:
        print(f"| {title} | " + " | ".join(shown(values[key]) for key in keys) + " |")
    if plot:
        import bars
        names = [words[key].replace("`", "") for key in keys]
        bars.draw(plot, f"One program each, on {record['machine']}", SPEED, names,
                  [(title, {word: values[key] for key, word in zip(keys, names)}) for title, values in rows],
                  shown, isLog=True)


def main():
    if sys.argv[1:2] == ["show"]:
        return show(sys.argv[2], sys.argv[4] if sys.argv[3:4] == ["--plot"] else None)
    parser = bundle.parser(__doc__)
    parser.add_argument("--processor", help="the machine file for openmp; default: what kasane takes by itself")
    parser.add_argument("--runs", type=int, default=5)
    if sys.argv[1:2] == ["here"]:
        with tempfile.TemporaryDirectory() as name:
            options = parser.parse_args(["make", f"{name}/bundle", *sys.argv[2:]])
            bundle.run(options, make, measure)
            options.what = "here"
            return measure(options)
    options = parser.parse_args()
    return bundle.run(options, make, measure)


if __name__ == "__main__":
    sys.exit(main())
