#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are MPI already, with calls that refresh halos in their time loops: the bytes of the plain build on any
number of ranks, planes made beside such calls where that is legal, and a message where a call touches more."""

import sys
from pathlib import Path

import mpi_jobs
import toolchain
from mpi_jobs import Launcher, expect, mpiIncludes, textOf
from toolchain import Failure

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "samples" / "mpi" / "pressure.c"
# The loop, and whether some planes are made beside its calls.
LOOPS = [("last", True), ("begins", True), ("wide", True), ("staggered", True), ("often", True), ("both", True),
         ("pair", True), ("summed", False), ("looks", False), ("sets", False), ("weighs", False)]
TOUCHED = {"pair": "touches ", "looks": "touches u in plane", "sets": "touches u in plane", "weighs": "touches rows"}


class Programs:
    """Built by mpicc alone, and by Kasane in its place."""

    def __init__(self, launcher, source):
        tools = launcher.tools
        self.launcher = launcher
        flags = ["-O1", "-ffp-contract=off", "-Wno-unknown-pragmas"]
        self.plain, self.ours = tools.work / f"{source.stem}-plain", tools.work / source.stem
        toolchain.must(["mpicc", *flags, source, "-lm", "-o", self.plain], tools.env, tools.work)
        words = [tools.kasane, "cc", "--fp=strict", "--target=openmp", *flags, *mpiIncludes(), source, "-lm"]
        toolchain.must([*words, "-o", self.ours], dict(tools.env, KASANE_CC="mpicc"), tools.work)

    def compare(self, ranks, arguments, env=None):
        """What the runs say, and the region of rank 0."""
        report = self.launcher.tools.work / "report.json"
        report.unlink(missing_ok=True)
        expected = self.launcher.run(ranks, [self.plain, *arguments])
        expect(expected, 0)
        done = self.launcher.run(ranks, [self.ours, *arguments], dict(env or {}, KASANE_REPORT=str(report)))
        expect(done, 0, output=expected.stdout)
        regions = [region for region in toolchain.reportOf(report) if region["calls"]]
        if len(regions) != 1 or not regions[0]["ran"]:
            raise Failure(f"{arguments}: {regions}")
        return done, regions[0]


def checkLoop(programs, name, isBeside):
    for ranks in (2, 3, 4):
        done, region = programs.compare(ranks, [name, 33])
        calls, beside = region.get("halo_calls", 0), region.get("calls_beside", 0)
        if not calls or (beside > 0) != isBeside:
            raise Failure(f"{name} on {ranks} ranks: {beside} of {calls} calls had other work beside them")
        said = textOf(done)
        if ("ksn:" in said) != (name in TOUCHED) or TOUCHED.get(name, "") not in said:
            raise Failure(f"{name} on {ranks} ranks says\n{said}")


def checkVerified(programs):
    """Verification looks at whole arrays where host code runs: nothing goes on beside it."""
    done, region = programs.compare(1, ["last", 9], {"KASANE_VERIFY": "1"})
    if region.get("calls_beside"):
        raise Failure(f"beside verification\n{textOf(done)}")


def checkSample(programs):
    said = set()
    for ranks in (1, 2, 3, 4):
        done, region = programs.compare(ranks, [80, 24, 64, 30])
        said.add(done.stdout)
        if not region.get("calls_beside"):
            raise Failure(f"on {ranks} ranks no call had other work beside it")
    if len(said) != 1:
        raise Failure(f"ranks differ: {said}")


def checkFewPlanes(programs):
    """As many planes as there are ranks, and small ones: all is made before the call."""
    for ranks, arguments in ((3, [5, 8, 8, 20]), (4, [6, 3, 3, 20]), (2, [40, 24, 64, 0]), (2, [40, 24, 64, 1])):
        programs.compare(ranks, arguments)


def checkHides(programs):
    """Where an exchange takes long, work goes on beside it. How much of it does depends on how busy the machine is."""
    _, region = programs.compare(1, [66, 64, 128, 60], {"DELAY": "8000"})
    if not region["calls_beside"]:
        raise Failure(f"none of {region['halo_calls']} calls had other work beside it")


def checkAll(tools, attempt):
    launcher = Launcher(tools)
    loops, sample = Programs(launcher, HERE / "neighbours.c"), Programs(launcher, SAMPLE)
    for name, isBeside in LOOPS:
        attempt(name, checkLoop, loops, name, isBeside)
    attempt("verified", checkVerified, loops)
    attempt("sample", checkSample, sample)
    attempt("few planes", checkFewPlanes, sample)
    attempt("hides", checkHides, sample)
    return launcher.runs


if __name__ == "__main__":
    sys.exit(mpi_jobs.main("neighbours", __doc__, [], checkAll))
