#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shortest paths between all pairs on a GPU: updates of one cell by one step, a second, of schedule pivot.

  run.py make OUT [--kasane build/tools/kasane/kasane] [--machine h100]     translates, and gathers what is needed
  run.py measure OUT [--sizes 1024,4096] [--rounds 3] [--json FILE]         there: needs nvcc, gcc and an OpenCL driver

Each program is first compared with the plain C build, at N = 1000, bit for bit. Times are those of the kernels, as the
report has them; the arrays are on the device. Where the chosen schedule is one of the pinned ones, the times are its.
"""

import concurrent.futures
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # in a bundle it lies beside this
import bundle  # noqa: E402

TYPES = {"f32": ["-DT=float"], "i32": ["-DT=int"], "f64": ["-DT=double"], "f32 via": ["-DT=float", "-DVIA"]}
SCHEDULES = {  # "": what is chosen
    "f32": ["", "128x64x64", "64x64x64", "128x64x128", "128x128x128"],
    "i32": ["", "128x64x64", "64x64x64", "128x64x128"],
    "f64": ["", "64x64x64", "64x64x128"],
    "f32 via": ["", "64x64x64", "64x64x128"],
}
OPENCL = ("f32", "i32")  # what is chosen
CHOSEN_FOR = (1024, 8192)


def pinned(schedule):
    if not schedule:
        return ["--schedule=pivot"]
    x, y, depth = schedule.split("x")
    return ["--schedule=pivot", f"--tile={x}x{y}", f"--depth={depth}"]


def make(options):
    out = options.out
    bundle.gather(options, HERE, ("run.py", "paths.c"))
    programs = []
    for target in ("cuda", "opencl"):
        for kind, schedules in SCHEDULES.items():
            for schedule in schedules if target == "cuda" else [""] if kind in OPENCL else []:
                for size in CHOSEN_FOR if not schedule else (None,):
                    sized = [f"--size=n={size}"] if size else []
                    folder = f"program{len(programs)}"
                    command = [options.kasane, HERE / "paths.c", "--fp=strict", f"--target={target}",
                               f"--machine={options.machine}", *pinned(schedule), *sized, "-o-dir", out / folder, "--",
                               *TYPES[kind], f"-I{bundle.ROOT / 'runtime/include'}"]
                    if bundle.translate(command, f"{target} {kind} {schedule}"):
                        programs.append({"target": target, "type": kind, "schedule": schedule, "for": size,
                                         "folder": folder})
    (out / "programs.json").write_text(json.dumps(programs, indent=1))


def build(out, program, library):
    import carried
    folder, flags = out / program["folder"], TYPES[program["type"]]
    generated = next(folder.glob("*.kasane.*"))
    if program["target"] == "cuda":
        compiler = [carried.nvcc(), *carried.NVCC, *carried.EXACT, "-arch=native"]
    else:
        compiler = ["gcc", "-O2"]
    commands = [
        ["gcc", "-O2", *flags, *carried.headers(), "-c", folder / "paths.c", "-o", folder / "paths.o"],
        [*compiler, *carried.headers(), "-c", generated, "-o", folder / "generated.o"],
        ["gcc", folder / "paths.o", folder / "generated.o", library, *carried.libraries(program["target"]), "-o",
         folder / "paths"],
    ]
    for command in commands:
        subprocess.run(list(map(str, command)), check=True)


def run(program, n, rounds):
    report = f"{program}.json"
    done = subprocess.run([program, str(n), str(rounds)], capture_output=True, text=True,
                          env={**os.environ, "KASANE_REPORT": report})
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-300:])
    region = json.loads(Path(report).read_text())["regions"][0]
    assert region["ran"] and region["family"] == "pivot", region
    return done.stdout, region


def measure(options):
    out = options.out.resolve()
    sys.path.insert(0, str(out / "runtime"))
    import carried
    programs = json.loads((out / "programs.json").read_text())
    library = carried.library(out / "build", ["cuda", "opencl"], jobs=os.cpu_count())
    library = library if isinstance(library, (str, Path)) else library[0]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda program: build(out, program, library), programs))
    plain = {}
    entries = []
    times = {}  # by schedule
    for program in programs:
        kind, path = program["type"], str(out / program["folder"] / "paths")
        if kind not in plain:
            flags = ["-O2", "-march=native", "-ffp-contract=off", *TYPES[kind]]
            subprocess.run(["gcc", *flags, str(out / "paths.c"), "-o", str(out / "plain")], check=True)
            plain[kind] = subprocess.run([str(out / "plain"), "1000"], capture_output=True, text=True).stdout
        entry = {key: program[key] for key in ("target", "type", "for")}
        text, region = run(path, 1000, 1)
        entry.update(exact=text == plain[kind], tile=region["tile"][:2], depth=region["depth"], updates={})
        schedule = (program["target"], kind, *entry["tile"], entry["depth"])
        for n in options.sizes if schedule not in times else []:
            _, region = run(path, n, options.rounds)
            entry["updates"][str(n)] = round(n**3 * options.rounds / region["kernel_seconds"] / 1e12, 2)
        entry["updates"] = times.setdefault(schedule, entry["updates"])
        entries.append(entry)
        print(json.dumps(entry), flush=True)
    command = f"benchmarks/pivot/run.py make bundle; run.py measure bundle --rounds {options.rounds}"
    bundle.write(options, command, entries, what="10^12 updates a second")
    return 0 if all(entry["exact"] for entry in entries) else 1


def main():
    parser = bundle.parser(__doc__)
    parser.add_argument("--sizes", type=bundle.numbers,
                        default=[1024, 2048, 4096, 8192, 16384])
    parser.add_argument("--rounds", type=int, default=2)
    return bundle.run(parser.parse_args(), make, measure)


if __name__ == "__main__":
    sys.exit(main())
