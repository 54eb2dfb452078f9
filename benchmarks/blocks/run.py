#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lattice Boltzmann on blocks of one level on a GPU: updates of a cell a second, of the schedules there are, beside the
same program on a grid without blocks.

  run.py make OUT [--kasane build/tools/kasane/kasane] [--machine h100]     translates, and gathers what is needed
  run.py measure OUT [--steps 20,220] [--json FILE]                         there: needs nvcc and gcc

With --directions 27 --schedules mapped,classes,families,filled: the ways over blocks of the same program. With
--target openacc `make` compiles too, by the gcc that is here: the machine with the card may have none for it.

Each program's result behind the first number of steps is compared with the plain C build's, bit for bit. Times are of
the steps between the two numbers: of the kernels; of schedule filled also of the whole call.
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

BLOCKS = (8, 16, 32)
FEW = 2  # steps of what makes ghosts on the host


def variants(options):
    for d in options.directions:
        yield {"directions": d, "blocks": 0, "schedule": ""}
        for b in BLOCKS:
            for schedule in options.schedules if d == options.directions[0] else options.schedules[:1]:
                yield {"directions": d, "blocks": b, "schedule": schedule}


def flags(program, n):
    shape = [f"-DB={program['blocks']}"] if program["blocks"] else ["-DUNIFORM"]
    return [*shape, f"-DN={n}", f"-DD={program['directions']}"]


def make(options):
    out, root = options.out, bundle.ROOT
    bundle.gather(options, HERE, ("run.py", "lbm.c"), ("runtime", "mesh"))
    programs = []
    for program in variants(options):
        program["folder"] = f"program{len(programs)}"
        pinned = [f"--schedule={program['schedule']}"] if program["schedule"] else []
        leaves = (options.cells // program["blocks"]) ** 3 if program["blocks"] else 0
        sized = [f"--size=m_leaves={leaves}"] if leaves else []
        command = [options.kasane, HERE / "lbm.c", "--fp=strict", f"--target={options.target}",
                   f"--machine={options.machine}", *pinned, *sized, "-o-dir", out / program["folder"], "--",
                   *flags(program, options.cells), f"-I{root / 'runtime/include'}", f"-I{root / 'mesh/include'}"]
        if bundle.translate(command, program):
            programs.append(program)
    made = {"cells": options.cells, "target": options.target, "programs": programs}
    (out / "programs.json").write_text(json.dumps(made, indent=1))
    if options.target == "openacc":
        sys.path.insert(0, str(out / "runtime"))
        import carried
        carried.copyOffload(out / "lib")
        buildAll(out, made)


def buildAll(out, made):
    import carried
    library = carried.library(out / "build", [made["target"]], jobs=os.cpu_count())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda program: build(out, program, made, library), made["programs"]))


def build(out, program, made, library):
    import carried
    folder, target = out / program["folder"], made["target"]
    headers = [*carried.headers(), f"-I{out / 'mesh/include'}"]
    generated = next(folder.glob("*.kasane.*"))
    mesh = sorted((out / "mesh/src").glob("*.c")) if program["blocks"] else []
    offload = carried.offload() if target == "openacc" else []
    if target == "cuda":
        compiler = [carried.nvcc(), *carried.NVCC, *carried.EXACT, "-arch=native"]
    else:
        compiler = ["gcc", "-O2", "-std=gnu11", "-ffp-contract=off", "-fopenacc", *offload]
    host = flags(program, made["cells"])
    commands = [
        ["gcc", "-O2", "-fopenmp", *host, *headers, "-c", folder / "lbm.c", "-o", folder / "lbm.o"],
        [*compiler, *headers, "-c", generated, "-o", folder / "generated.o"],
        ["gcc", "-O2", "-fopenmp", "-std=gnu11", "-ffp-contract=off", folder / "lbm.o", *mesh, *headers,
         folder / "generated.o", library, *offload, *carried.libraries(target), "-lm", "-o", folder / "lbm"],
    ]
    for command in commands:
        carried.must(command)


def plain(out, d, cells, steps):
    program = out / f"plain{d}"
    words = flags({"blocks": 0, "directions": d}, cells)
    subprocess.run(["gcc", "-O3", "-march=native", "-fopenmp", "-ffp-contract=off", "-Wno-unknown-pragmas", *words,
                    str(out / "lbm.c"), "-o", str(program)], check=True)
    return subprocess.run([program, str(steps)], capture_output=True, text=True, check=True).stdout


def run(program, steps):
    report = f"{program}.json"
    paths = os.pathsep.join([str(Path(program).parents[1] / "lib"), os.environ.get("LD_LIBRARY_PATH", "")])
    done = subprocess.run([program, str(steps)], capture_output=True, text=True,
                          env={**os.environ, "KASANE_REPORT": report, "LD_LIBRARY_PATH": paths})
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-300:])
    region = json.loads(Path(report).read_text())["regions"][0]
    assert region["ran"] and not region["declined"], region
    return done.stdout, region


def measure(options):
    out = options.out.resolve()
    sys.path.insert(0, str(out / "runtime"))
    made = json.loads((out / "programs.json").read_text())
    cells, programs = made["cells"], made["programs"]
    if made["target"] != "openacc":
        buildAll(out, made)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        expected = {(d, steps): pool.submit(plain, out, d, cells, steps) if steps == options.steps[0] else None
                    for d in {p["directions"] for p in programs} for steps in (options.steps[0],)}
    entries = []
    for program in programs:
        path = str(out / program["folder"] / "lbm")
        steps = options.steps if program["schedule"] != "filled" else (1, 1 + FEW)
        try:
            text, first = run(path, steps[0])
            _, last = run(path, steps[1])
        except RuntimeError as error:
            print(program, error, flush=True)
            continue
        updates = cells**3 * (steps[1] - steps[0]) / 1e9
        known = expected.get((program["directions"], steps[0]))
        entry = {**program, "family": last["family"], "tile": last["tile"],
                 "exact": text == known.result() if known else None,
                 "kernels": round(updates / (last["kernel_seconds"] - first["kernel_seconds"]), 2),
                 "predicted": round(updates / (last["predicted_seconds"] - first["predicted_seconds"]), 2)}
        if program["schedule"] == "filled":  # arrays go to and fro
            entry["call"] = round(updates / (last["seconds"] - first["seconds"]), 2)
        entry.pop("folder")
        entries.append(entry)
        print(json.dumps(entry), flush=True)
    bundle.write(options, "benchmarks/blocks/run.py make bundle; run.py measure bundle", entries,
                 what=f"10^9 updates a second, {cells}^3 cells of floats")
    return 0 if all(entry["exact"] is not False for entry in entries) else 1


def main():
    parser = bundle.parser(__doc__)
    parser.add_argument("--target", choices=("cuda", "openacc"), default="cuda")
    parser.add_argument("--cells", type=int, default=256)
    parser.add_argument("--directions", type=bundle.numbers, default=[19, 27])
    parser.add_argument("--schedules", type=lambda text: text.split(","), default=["mapped", "filled"],
                        help="of the first number of directions; the others have the first schedule only")
    parser.add_argument("--steps", type=bundle.numbers, default=[20, 220])
    return bundle.run(parser.parse_args(), make, measure)


if __name__ == "__main__":
    sys.exit(main())
