#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds one sample with the plain compiler and translated, runs both at a small size, each in a folder of its own, and
compares what they print and every file that they write, byte for byte. The report must say that each region ran as asked.

  run_sample.py --kasane build/bin/kasane --runtime build/runtime/libkasane_rt.a --include runtime/include samples/heat2d.c
"""

import argparse
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "run"))

import run_kernel  # noqa: E402
import toolchain  # noqa: E402
from toolchain import Failure  # noqa: E402

SKIPPED = 77


class Sample:
    """How a sample is run: its arguments, and the steps of each call of its one region. None: as many as it prints."""

    def __init__(self, rank, args, calls, flags=(), devices=False, picture=True, depth=3, pivot=None):
        self.rank, self.args, self.calls = rank, args.split(), calls
        self.flags, self.devices, self.picture, self.depth = list(flags), devices, picture, depth
        self.pivot = pivot  # steps of a pass where cells look at the row and the column of the step


# Sizes are odd and no multiples of tiles, step counts no multiples of the depth.
SAMPLES = {
    "cip2d": Sample(2, "37 25", [25]),
    "closure": Sample(2, "131", [131], devices=True, picture=False, depth=1, pivot=16),
    "fdtd2d": Sample(2, "43", [43], ["-DNX=61", "-DNY=47"], devices=True),
    "grayscott": Sample(2, "47 41 50", [50]),
    "heat1d": Sample(1, "61 7 500", [500] * 7),
    "heat2d": Sample(2, "53 40", [40], devices=True),
    "heat3d": Sample(3, "23 19 17 20", [20]),
    "himeno": Sample(3, "XS 4", [4], picture=False),
    "inverse": Sample(2, "83", [83], devices=True, picture=False, depth=1, pivot=16),
    "laplace": Sample(2, "31 1e-3 1000", None),
    "life": Sample(2, "50", [50], ["-DW=45", "-DH=37"]),
    "paths": Sample(2, "11", [121], devices=True, depth=1, pivot=16),
    "wave3d": Sample(3, "23 19 25 20", [20]),
}
TILES = {1: "16", 2: "16x5", 3: "16x5x3"}


def configsOf(sample):
    yield run_kernel.Config("openmp", "sweep")
    if sample.depth > 1:
        yield run_kernel.Config("openmp", "overlap", TILES[sample.rank], sample.depth)
    if sample.pivot:
        yield run_kernel.Config("openmp", "pivot", "128x8", sample.pivot)
    if sample.devices:
        yield run_kernel.Config("opencl", "sweep")
        if sample.pivot:
            yield run_kernel.Config("opencl", "pivot", "64x64", sample.pivot)
        yield run_kernel.Config("cuda", "sweep")


def outputOf(tools, program, args, folder, env=None):
    """What a program prints, and the files that it writes."""
    folder.mkdir()
    done = toolchain.call([str(program), *args], dict(tools.env, **(env or {})), cwd=folder)
    if done.returncode != 0:
        raise Failure(f"exit {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout, {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def plain(tools, source, sample, libraries):
    program = tools.work / "plain"
    compiled = tools.object(source, toolchain.ORACLE, sample.flags, source.parent)
    toolchain.must(["gcc", compiled, *libraries, "-lm", "-o", program])
    printed, files = outputOf(tools, program, sample.args, tools.work / "in-plain")
    if not printed or re.search(rb"\b(nan|inf)\b", printed):
        raise Failure(f"the original prints nothing to look at: {printed.decode()}")
    if sample.picture and f"{source.stem}.png" not in files:
        raise Failure(f"the original writes no {source.stem}.png, only {list(files)}")
    return printed, files


def check(tools, source, sample, config, expected, libraries):
    name = f"{config.target}-{config.family}"
    out = tools.work / name
    files = tools.translate(source, out, config.options(), sample.flags)
    program = tools.build(files, sample.flags, source.parent, out / "program", more=libraries)
    report = tools.work / f"{name}.json"
    printed, written = outputOf(tools, program, sample.args, tools.work / f"in-{name}", {"KASANE_REPORT": str(report)})
    if printed != expected[0]:
        raise Failure(f"another result\n{run_kernel.difference(expected[0], printed)}")
    for file in sorted({*written, *expected[1]}):
        if written.get(file) != expected[1].get(file):
            raise Failure(f"another {file}")
    calls = sample.calls or [int(re.search(rb"(\d+) iterations", printed)[1])]
    run_kernel.checkReport(toolchain.reportOf(report), config, [calls], None, False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True, action="append", help="a library to link, may be repeated")
    parser.add_argument("--include", action="append", default=[], help="folder of kasane_rt.h")
    options = parser.parse_args()

    source = options.source.resolve()
    sample = SAMPLES[source.stem]
    picture = source.parent / "picture.c"
    if sample.picture and toolchain.call(["gcc", "-fsyntax-only", str(picture)]).returncode != 0:
        print(f"SKIPPED {source.stem}: libpng's headers are missing")
        return SKIPPED
    work = Path(tempfile.mkdtemp(prefix="kasane-sample-"))
    failures = runs = 0
    try:
        tools = toolchain.Toolchain(options.kasane, options.runtime, work, options.include)
        libraries = [tools.object(picture, toolchain.USER, [], source.parent), "-lpng"] if sample.picture else []
        expected = plain(tools, source, sample, libraries)
        for config in configsOf(sample):
            missing = toolchain.missing(config.target)
            if missing:
                print(f"SKIPPED {source.stem} on {config.target}: {missing}")
                continue
            runs += 1
            try:
                check(tools, source, sample, config, expected, libraries)
            except Failure as failure:
                failures += 1
                print(f"FAIL {source.stem}: {config} {shlex.join(sample.args)}\n  " + str(failure).replace("\n", "\n  "))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"sample {source.stem}: {runs} runs, {failures} failures; {expected[0].decode().strip()}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
