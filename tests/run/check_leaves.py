#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fills and nests over the leaves of random forests (leaves.c), in 2D and 3D, with radius 1 to 3: what `kasane cc`
makes of them has the bits of gcc's build, ghosts included, and its regions ran. The same where levels have steps of
their own, under `keep` (levels.c). With --rows: of schedule rows, with blocks of several sizes. With --ways: of
schedules families and classes.

  check_leaves.py --kasane build/tools/kasane/kasane --library build/mesh/libkasane_mesh.a --include mesh/include
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import toolchain

SOURCE, LEVELS, NESTS = (Path(__file__).resolve().parent / name for name in ("leaves.c", "levels.c", "leaf_nests.c"))
SEEDS = ["1", "3", "7"]
STEPS = "3"


def run(words, folder, **more):
    environment = {**os.environ, "OMP_WAIT_POLICY": "passive", **more}
    words = [str(word) for word in words]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Checker:
    def __init__(self, options, work):
        self.options, self.work, self.runs, self.families = options, work, 0, 0
        self.library = [options.library.resolve(), "-lm"]

    def build(self, compiler, flags, name, source=SOURCE):
        include = f"-I{self.options.include.resolve()}"
        run([*compiler, include, *flags, source, *self.library, "-o", name], self.work)
        return Path(self.work) / name

    def plain(self, flags, source=SOURCE):
        return self.build(["gcc", "-O1", "-ffp-contract=off", "-Wno-unknown-pragmas"], flags, "plain", source)

    def translated(self, target, schedule, flags, source=SOURCE):
        how = [self.options.kasane, "cc", "-O1", "--fp=strict", f"--target={target}"]
        how += [f"--schedule={schedule}"] if schedule else []
        return self.build(how, flags, "translated", source)

    def check(self, target, flags, plain, seeds, family="sweep", name="filled", source=SOURCE):
        program = self.translated(target, name, flags, source)
        for seed in seeds:
            where = f"{target} {name} {' '.join(flags)}, seed {seed}"
            expected = run([plain, seed, STEPS], self.work).stdout
            self.families += sum(int(each) for each in re.findall(r"(\d+) families", expected))
            for verify in ("0", "1"):
                done = run([program, seed, STEPS], self.work, KASANE_REPORT="report.json", KASANE_VERIFY=verify)
                self.runs += 1
                if done.stdout != expected:
                    sys.exit(f"{where}: another result\n{expected}{done.stdout}{done.stderr}")
                if "nothing to compare" in done.stderr:
                    sys.exit(f"{where}: {done.stderr}")
                self.checkReport(where, "-DWHOLE=1" in flags, family)

    def checkLevels(self, target, schedule, family, flags, seeds):
        """`schedule`: "" where the tuner is to find the family itself."""
        plain = self.plain(flags, LEVELS)
        program = self.translated(target, schedule, flags, LEVELS)
        for seed in seeds:
            where = f"levels {target} {schedule} {' '.join(flags)}, seed {seed}"
            expected = run([plain, seed], self.work).stdout
            _, _, calls, arrays = (int(word) for word in re.findall(r"\d+", expected.splitlines()[0]))
            for verify in ("0", "1"):
                done = run([program, seed], self.work, KASANE_REPORT="report.json", KASANE_VERIFY=verify)
                self.runs += 1
                if done.stdout != expected or "nothing to compare" in done.stderr:
                    sys.exit(f"{where}: another result\n{expected}{done.stdout}{done.stderr}")
                (region,) = json.loads((Path(self.work) / "report.json").read_text())["regions"]
                if not region["ran"] or region["declined"] or region["family"] != family or region["calls"] != calls:
                    sys.exit(f"{where}: {region}")
                # Arrays go to the device and home once, the mesh's lists there; calls would move 10 times as much.
                if family == "mapped" and verify == "0" and region["bytes"] > 4 * arrays:
                    sys.exit(f"{where}: {region['bytes']} bytes moved, for arrays of {arrays} and {calls} calls")

    def checkReport(self, where, isWhole, family):
        regions = json.loads((Path(self.work) / "report.json").read_text())["regions"]
        (region,) = [each for each in regions if each["calls"]]
        calls = 1 if isWhole else int(STEPS)
        isIt = region["family"] == family and region["calls"] == calls
        if not region["ran"] or region["declined"] or not isIt:
            sys.exit(f"{where}: {region}")


# Cells of a block, ghost layers, and how often the forest is changed; 0: one level, whose leaves are their own
# neighbours.
BLOCKS = ((4, 1, 3), (4, 2, 0), (8, 2, 4), (8, 3, 4), (16, 1, 2), (16, 3, 0), (18, 2, 2), (32, 1, 1))


def checkRows(checker):
    for rank in (2, 3):
        for number, (cells, ghosts, rounds) in enumerate(BLOCKS):
            if number != 2 and (number + rank) % 2:  # each size of blocks once
                continue
            flags = [f"-DRANK={rank}", f"-DG={ghosts}", f"-DCELLS={cells}", f"-DROUNDS={rounds}"]
            plain = checker.plain([*flags, "-DWHOLE=0"])
            for whole in (0, 1) if number == 2 else (1,):
                checker.check("openmp", [*flags, f"-DWHOLE={whole}"], plain, SEEDS[:2], "rows", "rows")
    nests = ["-DWHOLE=1"]  # one region, which makes all steps
    checker.check("openmp", nests, checker.plain(nests, NESTS), SEEDS, "rows", "rows", NESTS)
    for rank in (2, 3):
        for between in (0, 1):
            flags = [f"-DRANK={rank}", f"-DG={1 + between}", f"-DBETWEEN={between}"]
            checker.checkLevels("openmp", "rows", "rows", flags, SEEDS[:1])


def checkWays(checker, targets):
    """Radius 1 to 3 and all sizes of blocks on the first target, each by one way, and one size by all, on all."""
    for turn, way in enumerate(("families", "classes")):
        for rank in (2, 3):
            for number, (cells, ghosts, rounds) in enumerate(BLOCKS):
                if number != 2 and (number + turn + rank) % 2:
                    continue
                flags = [f"-DRANK={rank}", f"-DG={ghosts}", f"-DCELLS={cells}", f"-DROUNDS={rounds}"]
                plain = checker.plain([*flags, "-DWHOLE=0"])
                for target in targets if number == 2 else targets[:1]:
                    checker.check(target, [*flags, "-DWHOLE=1"], plain, SEEDS[:1], way, way)
            for between in (0, 1):
                flags = [f"-DRANK={rank}", f"-DG={1 + between}", f"-DBETWEEN={between}"]
                checker.checkLevels(targets[between % len(targets)], way, way, flags, SEEDS[:1])
    if checker.families < 100:
        sys.exit(f"no more than {checker.families} families")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--library", required=True, type=Path)
    parser.add_argument("--include", required=True, type=Path)
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--ways", action="store_true")
    options = parser.parse_args()
    missing = {target for target in ("opencl", "openacc") if toolchain.missing(target)}
    with tempfile.TemporaryDirectory(prefix="kasane-leaves-") as work:
        checker = Checker(options, work)
        if options.rows:
            checkRows(checker)
            print(f"leaves: {checker.runs} runs")
            return
        if options.ways:
            checkWays(checker, [each for each in ("openmp", "opencl", "openacc") if each not in missing])
            print(f"leaves: {checker.runs} runs, {checker.families} families")
            return
        for rank in (2, 3):
            for radius in (1, 2, 3):
                flags = [f"-DRANK={rank}", f"-DG={radius}"]
                plain = checker.plain([*flags, "-DWHOLE=0"])
                # Both forms, in turn; devices take long to compile.
                forms = [[*flags, f"-DWHOLE={whole}"] for whole in (0, 1)]
                for form in forms if radius == 1 else [forms[(rank + radius) % 2]]:
                    checker.check("openmp", form, plain, SEEDS)
                for target in {"opencl", "openacc"} - missing:
                    if radius == (2 if target == "opencl" else 1):
                        checker.check(target, forms[rank % 2], plain, SEEDS[:1])
                for target in {"opencl", "openacc"} - missing:
                    for form in forms if radius == 1 else forms[1:]:
                        checker.check(target, form, plain, SEEDS[: 1 + (radius == 2)], "mapped", "mapped")
            for between in (0, 1):
                flags = [f"-DRANK={rank}", f"-DG={1 + between}", f"-DBETWEEN={between}"]
                checker.checkLevels("openmp", "", "sweep", flags, SEEDS[:1])
                for target in {"opencl", "openacc"} - missing:
                    checker.checkLevels(target, "", "mapped", flags, SEEDS[: 1 + between])
                    checker.checkLevels(target, "filled", "sweep", flags, SEEDS[:1])
    print(f"leaves: {checker.runs} runs" + "".join(f", without {target}" for target in sorted(missing)))


if __name__ == "__main__":
    main()
