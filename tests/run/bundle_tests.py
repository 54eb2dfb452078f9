#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs what scripts/gpu-bundle gathered in this folder: every kernel under forced and chosen schedules
and random programs, each against the plain C build, bit for bit, with its report checked. Needs nvcc, gcc, an
OpenCL driver and Python.

  run-tests [--only REGEX] [--shard 1/4] [--targets cuda] [--few] [--no-fuzz] [--sanitize] [--time 500] [--results FILE]

Each result is a line of FILE as soon as there is one. The exit status is 1 when something failed, or nothing ran.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "runtime"))
import carried  # noqa: E402

SANITIZED = ("asymmetric conditional_store edges_differ fdtd2d grayscott heat1d_swap heat2d_swap heat3d_swap himeno "
             "integers redblack2d wave3d_radius4").split()
SANITIZERS = ("memcheck", "racecheck")
SKIPPED = 77  # an exit status: what is needed isn't here
ALONE = "memory"  # counts all that is taken of the card


class Results:
    def __init__(self, path):
        self.path, self.counts = path, collections.Counter()
        self.start = time.time()

    def add(self, name, code, text):
        ran = re.search(r"^run \w+: (\d+) builds, (\d+) runs, (\d+) failures", text, re.M)
        fuzzed = re.search(r"^fuzz seed .*$", text, re.M)
        builds, runs, failures = (int(n) for n in ran.groups()) if ran else (0, 0, 0)
        unfit = sum(int(n) for n in re.findall(r"(\d+) runs of tiles too large", text))
        bad = code not in (0, SKIPPED)
        self.counts.update(tests=1, builds=builds, runs=runs, failures=max(failures, int(bad)), failed=int(bad),
                           skipped=len(re.findall(r"^SKIPPED", text, re.M)), **{"too large for the device": unfit})
        line = {"name": name, "ok": not bad, "builds": builds, "runs": runs, "failures": failures, "too_large": unfit,
                "at": round(time.time() - self.start, 1)}
        if fuzzed:
            line["fuzz"] = fuzzed[0]
        if bad or not ran or name == ALONE:
            line["text"] = text[-6000:]
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        print(f"{'FAIL' if bad else 'ok  '} {name}: {fuzzed[0] if fuzzed else f'{builds} builds, {runs} runs'}",
              flush=True)
        if bad:
            print("  " + text.strip()[-1500:].replace("\n", "\n  "), flush=True)


def commandsFor(options, settings, library):
    """(name, command) of what the options leave."""
    tools = ["--runtime", library, "--include", HERE / "runtime/include", "--targets", options.targets]
    replayed = ["--replay", HERE / "translations", *tools, "--machine", settings["machine"]]
    kernel = [sys.executable, HERE / "tests/run/run_kernel.py", *replayed, *(["--few"] if options.few else []),
              *(["--light"] if options.light else [])]
    kernels = sorted((HERE / "tests/kernels").glob("*.c"))
    if options.sanitize:
        kernels = [k for k in kernels if k.stem in SANITIZED]
        kernel[kernel.index("--targets") + 1] = "cuda"
        for tool in SANITIZERS:
            prefix = ["--prefix",
                      f"compute-sanitizer --tool {tool} --error-exitcode 9 --print-limit 3 --log-file /dev/stderr"]
            yield from ((f"{tool}/{k.stem}", [*kernel, *prefix, k]) for k in kernels)
        return
    yield ALONE, [sys.executable, HERE / "tests/run/check_memory.py", *replayed]
    yield from ((k.stem, [*kernel, k]) for k in kernels)
    if options.fuzz and settings["fuzz"]:
        packs = -(-settings["fuzz"] // 8)
        fuzz = [sys.executable, HERE / "tests/fuzz/fuzz.py", "--replay", HERE / "random", *tools, "--seed",
                settings["seed"],
                "--count", settings["fuzz"], "--jobs", 1, "--reduce", 0, *(["--light"] if options.light else [])]
        yield from ((f"fuzz/{n}", [*fuzz, "--only", n]) for n in range(packs))


def main():
    settings = json.loads((HERE / "settings.json").read_text())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="tests whose names this finds something in")
    parser.add_argument("--shard", default="0/1", help="I/N: each Nth test from the Ith on, 0 to N - 1")
    parser.add_argument("--targets", default=settings["targets"])
    parser.add_argument("--few", action="store_true",
                        help="fewer sizes and steps: most of the time is what a program takes to begin and end")
    parser.add_argument("--light", action="store_true", help="OpenCL's compiler optimises few programs")
    parser.add_argument("--no-fuzz", dest="fuzz", action="store_false")
    parser.add_argument("--sanitize", action="store_true",
                        help="some kernels under compute-sanitizer, instead of all of the tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--time", type=float, default=1e9, help="begin no test after so many seconds")
    parser.add_argument("--results", type=Path, default=HERE / "results.jsonl")
    options = parser.parse_args()
    if options.fuzz and not settings["targets"].startswith(options.targets):
        print("no random programs: their schedules were drawn for the targets in turn, other ones first", flush=True)
        options.fuzz = False
    results = Results(options.results)
    library = carried.library(HERE / "build", options.targets.split(","), jobs=options.jobs)
    print(f"runtime built after {time.time() - results.start:.0f} s", flush=True)
    index, count = (int(n) for n in options.shard.split("/"))
    tests = [t for t in commandsFor(options, settings, library) if re.search(options.only, t[0])][index::count]

    def runOne(test):
        name, command = test
        if time.time() - results.start > options.time:
            results.counts["left out"] += 1
            return
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        results.add(name, done.returncode, done.stdout + done.stderr)

    for isAlone, jobs in ((True, 1), (False, options.jobs)):
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(runOne, [test for test in tests if (test[0] == ALONE) == isAlone]))
    print(f"bundle: {', '.join(f'{n} {what}' for what, n in results.counts.items())}, "
          f"{time.time() - results.start:.0f} s")
    return 1 if results.counts["failed"] or not results.counts["runs"] + results.counts["tests"] else 0


if __name__ == "__main__":
    sys.exit(main())
