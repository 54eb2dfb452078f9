#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays that members keep between the regions of a scope, in parts of one process and on ranks: the bits of the plain
build whatever regions follow each other, no array is moved that members have, and no job hangs whoever leaves it."""

import itertools
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import toolchain
from check_ranks import compile, processesOf
from mpi_jobs import LIMIT, Launcher, expect, main
from toolchain import Failure

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "kept.c"
FALLBACK = {"KASANE_FALLBACK": "1"}  # one of the regions can't be cut
SHAPES = [(40, 19, 40), (20, 5, 90), (20, 33, 7), (5, 5, 4)]  # calls, columns, rows
NEVER_KEPT = {"halved", "wrapped", "watched"}  # host code looks at the arrays, or the original loops run
# kept.c's WHAT: the number of a call, and a number for it.
SMOOTH, HEAT, EDGE, AROUND, WEIGHTED = 0, 1, 3, 4, 5
OTHER_SMOOTH, ALONG, OTHER_ALONG, TWICE, OTHER_ROWS = 9, 11, 12, 14, 15


def what(call, number=0, exchanges=0):
    """`exchanges`: the two arrays' pointers behind it."""
    return call + 16 * number + 1280 * exchanges


# What one region leaves beside a member's own planes, and another must not take for new.
INTENDED = [
    [what(EDGE), what(TWICE, 0, 1), what(ALONG)],  # the inside of planes is made by both neighbours
    [what(AROUND, 3), what(WEIGHTED)],             # planes beyond the ends of a ring
    [what(ALONG, 1), what(ALONG)],                 # a wider box
    [what(WEIGHTED, 1, 1), what(OTHER_SMOOTH), what(OTHER_ROWS, 10)],  # two cuts that both have the rows
]


class Programs:
    """One for each target, and what the plain build says."""

    def __init__(self, tools, attempt, source=SOURCE):
        self.tools, self.attempt, self.source = tools, attempt, source
        self.plain = tools.oracle(source, [])
        self.kept = {}
        self.runs = 0

    def compile(self, target, distribute, flags=()):
        name = self.tools.work / f"{self.source.stem}-{target}{''.join(distribute)}{''.join(flags)}"
        return compile(self.tools, self.source, name, [], flags, distribute, target)

    def regions(self, run, args, env):
        """Of a run with the bits of the plain one."""
        self.runs += 1
        report = self.tools.work / "report.json"
        report.unlink(missing_ok=True)
        done = run([str(arg) for arg in args], {**FALLBACK, **env, "KASANE_REPORT": str(report)})
        expect(done, 0, output=self.tools.run([self.plain, *map(str, args)]).stdout)
        return {region["function"]: region for region in toolchain.reportOf(report)}

    def checkBits(self, run, seed, shape, env):
        for name, region in self.regions(run, [seed, *shape], env).items():
            if name in ("halved", "wrapped"):
                continue
            if not region["ran"] or (region["steps"] and region["placement"] != "distributed"):
                raise Failure(f"{name} ran {region['placement']}: {region['reason']}")
            self.kept[name] = self.kept.get(name, 0) + region.get("kept", 0)

    def checkScarce(self, run, env):
        """What is kept makes room for regions that find none beside it. Others have too little anyway."""
        def refused(limit):
            args = [1, 8, 19, 40, "in order", what(SMOOTH), what(OTHER_ALONG)]  # each has two arrays of three
            ran = self.regions(run, args, {**env, "KASANE_DEVICE_MEMORY": f"{limit}B"}).values()
            return [region["name"] for region in ran if "there are" in region["reason"]]

        memories = len(set(env.get("KASANE_DEVICES", "").split(",")))
        few, enough = refused(6000 // memories), refused(9000 // memories)
        if not few or enough:
            raise Failure(f"of 6000 bytes {few} were refused, of 9000 {enough}, in {memories} memories")

    def checkKept(self):
        """Each kind of region has found arrays, whatever came before it."""
        for name, count in self.kept.items():
            if (count > 0) == (name in NEVER_KEPT):
                raise Failure(f"{count} arrays of {name} were kept")

    def checkMoved(self, run, env):
        """From the second call on nothing moves but planes between members."""
        few, many = (self.regions(run, [1, calls, 19, 60, "in order", what(HEAT, 3)], env)["heat"] for calls in (1, 9))
        if many["bytes"] != few["bytes"] or many["kept"] != 16:
            raise Failure(f"{many['bytes']} bytes in nine calls, {few['bytes']} in one; {many['kept']} arrays kept")
        if many["exchanged_bytes"] < 5 * few["exchanged_bytes"] or not few["exchanged_bytes"]:
            raise Failure(f"{many['exchanged_bytes']} bytes between members, {few['exchanged_bytes']} in one call")

    def checkVerified(self, run, env):
        """What is compared at home isn't kept."""
        for region in self.regions(run, [3, 20, 19, 40], {**env, "KASANE_VERIFY": "1", "KASANE_QUIET": ""}).values():
            isCompared = region["ran"] and region["function"] != "watched"  # host code writes arrays there
            if region.get("kept") or (isCompared and region["verified"] != region["calls"]):
                raise Failure(f"{region['name']}: {region['verified']} of {region['calls']} calls verified")

    def checkAll(self, where, run, counts, asked, seeds):
        """`asked`: the settings for so many members."""
        shapes, betweens = itertools.cycle(SHAPES), itertools.cycle((0, 1, 3, 0, 2))
        for seed, count in zip(range(seeds), itertools.cycle(counts)):
            shape, between = next(shapes), next(betweens)
            env = {**asked(count), **({"KASANE_STEPS": str(between)} if between else {})}
            self.attempt(f"{where}: {count} members, seed {seed}, {shape}, exchange every {between}", self.checkBits,
                         run(count), seed, shape, env)
        for whats in INTENDED:
            self.attempt(f"{where}: {whats}", self.checkBits, run(3), 1, [12, 19, 40, "in order", *whats],
                         {**asked(3), "KASANE_STEPS": "3"})
        for count in counts:
            self.attempt(f"{where}: {count} members, moved", self.checkMoved, run(count), asked(count))
        if not where.startswith("ranks"):
            self.attempt(f"{where}: no room", self.checkScarce, run(2), asked(2))
        self.attempt(f"{where}: verified", self.checkVerified, run(counts[0]), asked(counts[0]))


def checkEnds(launcher, program):
    """In the scope, while workers keep parts of the arrays."""
    for how, status in (("exit", 4), ("abort", None)):
        done = launcher.run(3, [program, "1", "10", "19", "40", how], FALLBACK)
        expect(done, status)
        if status is None and done.returncode == 0:
            raise Failure(f"{how}: a job that was left badly ends with status 0")


def checkKilled(launcher, program):
    """A worker that has a part of what is kept."""
    launcher.tools.env.update(FALLBACK)
    job = launcher.begin(3, [program, "1", "10", "19", "40", "waits", what(HEAT, 3)])
    for line in job.stderr:
        if "call 5" in line:
            break
    for folder in processesOf(program, 2):
        os.kill(int(folder.name), signal.SIGKILL)
    try:
        job.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        job.kill()
        raise Failure("a worker was killed, and the job goes on") from None
    if job.returncode == 0:
        raise Failure("a worker was killed, and the job's status is 0")


def onParts(count):
    return {"KASANE_PARTS": str(count)}


def onCards(count):
    """As many members as that, each card in turn."""
    return {"KASANE_DEVICES": ",".join(str(member % toolchain.cardCount()) for member in range(count))}


def checkParts(tools, programs):
    for target, distribute, flags, asked, seeds in (("openmp", ["--distribute"], [], onParts, 24),
                                                    ("openmp", ["--distribute"], ["-DDEEP"], onParts, 12),
                                                    ("opencl", [], ["-DDEEP"], onParts, 6),
                                                    ("cuda", [], [], onCards, 12),
                                                    ("cuda", [], ["-DDEEP"], onCards, 6)):
        if reason := toolchain.missing(target):
            print(f"SKIPPED kept on {target}: {reason}")
            continue
        program = programs.compile(target, distribute, flags)

        def run(args, env, program=program):
            return tools.run([program, *args], env)

        programs.checkAll(f"{target} {shlex.join(flags)}", lambda _, run=run: run, (2, 3, 5), asked, seeds)


def checkRanks(launcher, programs, attempt):
    for target, seeds in (("openmp", 8), ("opencl", 3), ("cuda", 6)):
        if toolchain.missing(target):
            continue
        program = programs.compile(target, ["--distribute=mpi"])

        def runOn(count, program=program):
            return lambda args, env: launcher.run(count, [program, *args], env)

        programs.checkAll(f"ranks, {target}", runOn, (2, 3), lambda count: {}, seeds)
        attempt(f"ranks, {target}: ends", checkEnds, launcher, program)
        attempt(f"ranks, {target}: killed", checkKilled, launcher, program)


def checkAll(tools, attempt):
    programs = Programs(tools, attempt)
    tools.env["OMP_NUM_THREADS"] = "1"
    checkParts(tools, programs)
    if shutil.which("mpicc") and shutil.which("mpirun"):
        checkRanks(Launcher(tools), programs, attempt)
    else:
        print("SKIPPED kept on ranks: no mpicc, or no mpirun")
    attempt("all together", programs.checkKept)
    return programs.runs


if __name__ == "__main__":
    sys.exit(main("kept", __doc__, [HERE.parent / "kernels"], checkAll, needs=()))
