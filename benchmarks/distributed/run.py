#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One region on one card, and on several of one machine: seconds of a step, and how many times as fast.

  run.py make OUT [--kasane build/tools/kasane/kasane] [--machine h100]     translates, and gathers what is needed
  run.py measure OUT [--devices 0,1] [--sizes 512,1024] [--json FILE]       there: needs nvcc and gcc
  run.py make OUT --ranks; run.py measure OUT --ranks 2                     the same over MPI ranks: needs mpicc, too
  KASANE_WIRE=nccl run.py measure OUT --ranks 2                             .. straight from card to card

Each program first runs small, with one step and with several between exchanges, beside the plain C build: all bits must
be the same. So must those of one card and of several be at full size. Times are those of the kernels, as the report has
them; the best of the rounds counts. `by itself` chooses how many steps go between two exchanges while it runs.
`predicted` is what a step should take: as many planes of the one card's step as a card makes, those beside its own too,
and 8 us a round until its ends are made.
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

SCHEDULES = {"sweep": ["--schedule=sweep"], "chosen": []}
SMALL = ((201, 23), (64, 8))  # lengths of an axis, steps
STEPS = {128: 8000, 256: 4000, 512: 1000, 1024: 250}


def make(options):
    out = options.out
    bundle.gather(options, HERE, ("run.py", "heat.c"))
    programs = []
    for schedule, words in ((name, SCHEDULES[name]) for name in options.schedules):
        for size in options.sizes:
            folder = f"{schedule}-{size}"
            command = [options.kasane, HERE / "heat.c", "--fp=strict", "--target=cuda", f"--machine={options.machine}",
                       f"--size=n={size}", *words, *(["--distribute=mpi"] if options.ranks else []), "-o-dir",
                       out / folder]
            if not bundle.translate(command, folder):
                sys.exit(1)
            programs.append({"schedule": schedule, "n": size, "folder": folder})
    (out / "programs.json").write_text(json.dumps(programs, indent=1))


def build(out, program, library, ranks):
    """Unless it is there already."""
    import carried
    folder = out / program["folder"]
    mpi = ["mpicc", "-O2", *carried.headers(), out / "runtime/mpi/kasane_mpi.c"] if ranks else ["gcc"]
    if (folder / "heat").exists():
        return
    commands = [
        ["gcc", "-O2", "-fopenmp", *carried.headers(), "-c", folder / "heat.c", "-o", folder / "heat.o"],
        [carried.nvcc(), *carried.NVCC, *carried.EXACT, "-arch=native", *carried.headers(), "-c",
         folder / "heat.kasane.cuda.cu", "-o", folder / "kernels.o"],
        [*mpi, "-fopenmp", folder / "heat.o", folder / "kernels.o", library, *carried.libraries("cuda"), "-o",
         folder / "heat"],
    ]
    for command in commands:
        subprocess.run(list(map(str, command)), check=True)


def run(program, n, steps, env, ranks=0):
    """(what it printed, the report of its region)"""
    report = Path(f"{program}.json")
    report.unlink(missing_ok=True)
    launched = ["mpirun", "--oversubscribe", "-n", str(ranks)] if ranks else []
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run([*launched, program, str(n), str(steps)], capture_output=True, text=True,
                          env={**os.environ, **root, **env, "KASANE_REPORT": str(report)})
    if done.returncode:
        raise RuntimeError(f"{env}: {done.stderr.strip()[-300:]}")
    region = json.loads(report.read_text())["regions"][0]
    assert region["ran"], region
    return done.stdout, region


def ways(devices, ranks):
    """How members are asked for."""
    first = devices.split(",")[0]
    if ranks:
        yield {"KASANE_STEPS": "1"}
        yield {"KASANE_STEPS": "9"}
        yield {"KASANE_STEPS": "2", "KASANE_VERIFY": "1"}
        yield {"KASANE_STEPS": "2", "KASANE_WIRE": "late:20,20"}
        for between in ("1", "9"):
            yield {"KASANE_STEPS": between, "KASANE_WIRE": "nccl"}
        yield {"KASANE_STEPS": "2", "KASANE_WIRE": "nccl", "KASANE_VERIFY": "1"}
        return
    yield {"KASANE_DEVICE": first}
    yield {"KASANE_DEVICES": devices, "KASANE_STEPS": "2", "KASANE_VERIFY": "1"}
    for between in ("1", "9"):
        yield {"KASANE_DEVICE": first, "KASANE_PARTS": "3", "KASANE_STEPS": between}
        for numbers in (devices, f"{devices},{devices}", f"{first},{first}"):
            for wire in ("local", "host", "late:20,20"):
                yield {"KASANE_DEVICES": numbers, "KASANE_STEPS": between, "KASANE_WIRE": wire}


def checkSmall(out, program, options, plain):
    for n, steps in SMALL:
        for env in ways(options.devices, options.ranks):
            text, region = run(str(out / program["folder"] / "heat"), n, steps, env, options.ranks)
            expected = len(env["KASANE_DEVICES"].split(",")) if "KASANE_DEVICES" in env else 3 * ("KASANE_PARTS" in env)
            expected = options.ranks or expected
            isAsAsked = region["verified"] == ("KASANE_VERIFY" in env)
            isAsAsked &= env.get("KASANE_WIRE") != "nccl" or region["wire"] == "nccl"
            if text != plain[n] or region.get("members", 0) != expected or not isAsAsked:
                print(f"FAIL {program['folder']} {n}: {env}: {text} is not {plain[n]}, {region}", flush=True)
                return False
    return True


def predicted(one, n, cards, between):
    sides = min(cards - 1, 2)
    return one * (n / cards + sides * (between - 1) / 2) / n + 8 / between


def measureOne(out, program, options):
    devices, ranks, between = options.devices, options.ranks, options.between
    path, n = str(out / program["folder"] / "heat"), program["n"]
    steps = min(STEPS[n], options.steps)
    entry = {"schedule": program["schedule"], "n": n, "steps": steps}
    texts = set()
    between = between if n <= 512 else between[:1]
    several = {} if ranks else {"KASANE_DEVICES": devices}
    for key, env in {"one": {"KASANE_DEVICE": devices.split(",")[0]},
                     **{f"every {k}": {**several, "KASANE_STEPS": str(k)} for k in between},
                     "by itself": several}.items():
        best = None
        for _ in range(options.rounds):
            text, region = run(path, n, steps, env, ranks if key != "one" else 0)
            texts.add(text)
            if best is None or region["kernel_seconds"] < best["kernel_seconds"]:
                best = region
        entry[key] = {"us_a_step": round(best["kernel_seconds"] / steps * 1e6, 2)}
        if key != "one":
            members = ranks or len(devices.split(","))
            ideal = predicted(entry["one"]["us_a_step"], n, members, best["steps_per_exchange"])
            entry[key].update({name: best[name] for name in ("wire", "steps_per_exchange", "exchanges")},
                              predicted=round(ideal, 2),
                              times=round(entry["one"]["us_a_step"] / entry[key]["us_a_step"], 3),
                              us_an_exchange=round(best["exchange_seconds"] / max(best["exchanges"], 1) * 1e6, 2),
                              tried=[round(seconds * 1e6, 2) for seconds in best.get("tried", [])])
        else:
            entry.update(family=best["family"], tile=best["tile"], depth=best["depth"])
    entry["exact"] = len(texts) == 1
    return entry


def measure(options):
    out = options.out.resolve()
    sys.path.insert(0, str(out / "runtime"))
    import carried
    programs = [p for p in json.loads((out / "programs.json").read_text())
                if p["n"] in options.sizes and p["schedule"] in options.schedules]
    library = carried.library(out / "build", ["cuda"], jobs=os.cpu_count())
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda program: build(out, program, library, options.ranks), programs))
    subprocess.run(["gcc", "-O2", "-fopenmp", "-ffp-contract=off", "-w", out / "heat.c", "-o", out / "plain"],
                   check=True)
    plain = {n: subprocess.run([out / "plain", str(n), str(steps)], capture_output=True, text=True).stdout
             for n, steps in SMALL}
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        isExact = all(list(pool.map(lambda program: checkSmall(out, program, options, plain),
                                    [] if options.checked else programs)))
    print(f"small ones: {'all bits are those of the plain build' if isExact else 'FAILED'}", flush=True)
    entries = []
    for program in programs if isExact or options.anyway else []:
        entries.append(measureOne(out, program, options))
        print(json.dumps(entries[-1]), flush=True)
    how = f"--ranks {options.ranks}" if options.ranks else f"--devices {options.devices}"
    made = "bundle --ranks" if options.ranks else "bundle"
    command = f"benchmarks/distributed/run.py make {made}; run.py measure bundle {how}"
    bundle.write(options, command, entries)
    return 0 if isExact and all(entry["exact"] for entry in entries) else 1


def main():
    parser = bundle.parser(__doc__)
    parser.add_argument("--sizes", type=bundle.numbers, default=[128, 256, 512, 1024])
    parser.add_argument("--devices", default="0,1")
    parser.add_argument("--ranks", type=int, nargs="?", const=2, default=0, help="of MPI, with a card each")
    parser.add_argument("--between", type=bundle.numbers, default=[1, 2, 4, 8],
                        help="steps between two exchanges; beyond 512 the first only")
    parser.add_argument("--schedules", type=lambda text: text.split(","), default=list(SCHEDULES))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--steps", type=int, default=10**9, help="at most")
    parser.add_argument("--anyway", action="store_true", help="measure even if bits differ")
    parser.add_argument("--checked", action="store_true", help="leave out the small runs")
    return bundle.run(parser.parse_args(), make, measure)


if __name__ == "__main__":
    sys.exit(main())
