#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Planes of kept arrays that come home for a statement, in one memory, in parts and on ranks: the bits of the plain
build whatever the statements look at and write, no more bytes than they ask for, and no memory of rank 0 for a field
that only the ranks hold."""

import hashlib
import itertools
import os
import shutil
import sys
import threading
import time
from pathlib import Path

import toolchain
from check_kept import Programs
from check_ranks import compile
from mpi_jobs import Launcher, expect, main
from toolchain import Failure

HERE = Path(__file__).resolve().parent
SAMPLE = HERE.parents[1] / "samples" / "mpi" / "volume.c"
SHAPES = [(60, 9, 20), (60, 5, 41), (40, 7, 5)]  # calls, width, planes
ROWS, FLOAT = 6, 4
# homes.c's WHAT: the region, and what the statement behind it does.
WHOLE, TABLE = 2, 3
WRITES_OUT, CHANGES, LOOKS_AT_ALL, CALLS, PART_OF_LINE, NOTHING = 0, 2, 4, 5, 7, 11

# Planes that move, of so many that a statement asks for; None: all. Of arrays that nobody has written none does.
EXPECTED = [
    (WHOLE, WRITES_OUT, 5, 5), (WHOLE, WRITES_OUT, 1, 1), (WHOLE, CHANGES, 3, 6), (WHOLE, LOOKS_AT_ALL, 1, None),
    (TABLE, WRITES_OUT, 5, 0), (TABLE, CALLS, 5, 0), (TABLE, PART_OF_LINE, 5, 0),
]

# How much memory a process took, for rank 0 of a job or for one alone.
PEAK = """
import os, resource, subprocess, sys
done = subprocess.run(sys.argv[2:])
if os.environ.get("OMPI_COMM_WORLD_RANK", os.environ.get("PMI_RANK", "0")) == "0":
    with open(sys.argv[1], "w") as file:
        file.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(done.returncode)
"""


def what(region, look, planes, plane, count):
    return next(number for number in itertools.count()
                if number % 12 == look and number // 16 % 4 == region and number // 64 % planes == plane
                and number // 4096 % (planes - plane) + 1 == count)


class Homes:
    def __init__(self, programs):
        self.programs = programs

    def checkInCore(self, run, seed, shape, env):
        for name, region in self.programs.regions(run, [seed, *shape], env).items():
            if not region["ran"]:
                raise Failure(f"{name} didn't run: {region['reason']}")

    def bytes(self, run, env, region, look, count):
        """That three calls move beyond those whose statements look at nothing."""
        nx, planes = 8, 21

        def moved(look):
            args = [1, 3, nx, planes, what(region, look, planes, 4, count)]
            return sum(region["bytes"] for region in self.programs.regions(run, args, env).values())

        return moved(look) - moved(NOTHING), 3 * ROWS * nx * FLOAT, planes

    def checkBytes(self, run, env):
        for region, look, count, planes in EXPECTED:
            moved, plane, all = self.bytes(run, env, region, look, count)
            if moved != plane * (all if planes is None else planes):
                raise Failure(f"region {region}, statement {look}: {moved} bytes for {count} planes of {plane}")

    def checkAll(self, where, run, counts, asked, seeds, attempt):
        check = self.programs.checkBits if counts else self.checkInCore
        for seed, count, shape in zip(range(seeds), itertools.cycle(counts or (1,)), itertools.cycle(SHAPES)):
            attempt(f"{where}: {count} members, seed {seed}, {shape}", check, run(count), seed, shape, asked(count))
        for count in counts or (1,):
            attempt(f"{where}: {count} members, bytes", self.checkBytes, run(count), asked(count))
        attempt(f"{where}: verified", self.checkInCore, run(2), 1, SHAPES[0], {**asked(2), "KASANE_VERIFY": "1"})


def fieldOf(tools, run, words, env=None):
    """Runs the sample; gives how it ended and a digest of its file, which is a pipe: a large one needs no disk."""
    raw = tools.work / "volume.raw"
    os.mkfifo(raw)
    reading = os.open(raw, os.O_RDONLY | os.O_NONBLOCK)  # a writer need not wait for it
    os.set_blocking(reading, True)
    digest = hashlib.sha256()
    ended = threading.Event()

    def read():
        while True:
            isLast = ended.is_set()  # asked before: what was written until then is read
            part = os.read(reading, 1 << 20)
            digest.update(part)
            if not part and isLast:
                return
            if not part:  # nobody has opened it yet
                time.sleep(0.01)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        done = run([str(word) for word in words], env)
    finally:
        ended.set()
        reader.join()
        os.close(reading)
        raw.unlink()
    return done, digest.hexdigest()


def checkVolume(tools, run, program, size, peaks=None):
    """The sample's file, and nothing that moves but the planes in it. Returns the plain build's peak."""
    report = tools.work / "report.json"
    wrapped = [sys.executable, tools.work / "peak.py", peaks] if peaks else []
    plain, field = fieldOf(tools, tools.run, [*wrapped, tools.oracle(SAMPLE, []), size, 2])
    expect(plain, 0)
    alone = int(peaks.read_text()) << 10 if peaks else 0
    done, its = fieldOf(tools, run, [*wrapped, program, size, 2], {"KASANE_REPORT": str(report)})
    expect(done, 0, output=plain.stdout)
    if its != field:
        raise Failure("another field")
    moved = sum(region["bytes"] for region in toolchain.reportOf(report))
    if moved != size**3 * FLOAT:
        raise Failure(f"{moved} bytes for a field of {size}^3")
    return alone


def checkMemory(launcher):
    """Rank 0 has its part of the field, and planes of it one after the other."""
    tools, ranks, size = launcher.tools, 4, 368
    field, peaks = size**3 * FLOAT, tools.work / "peak.txt"
    (tools.work / "peak.py").write_text(PEAK)
    program = compile(tools, SAMPLE, tools.work / "volume")
    alone = checkVolume(tools, lambda words, env: launcher.run(ranks, words, env), program, size, peaks)
    peak = int(peaks.read_text()) << 10
    print(f"a field of {field >> 20} MiB, {ranks} ranks: rank 0 took {peak >> 20} MiB, the plain build {alone >> 20}")
    if alone < 2 * field or peak > 0.9 * field:
        raise Failure(f"{peak} bytes at rank 0, {alone} alone, a field of {field}")


def checkHuge(launcher):
    """malloc gives what this machine lacks, to a program that runs on ranks; alone it refuses as ever."""
    tools = launcher.tools
    program = compile(tools, HERE / "homes_huge.c", tools.work / "huge")
    expect(launcher.run(2, [program]), 0, output=b"taken\n")
    expect(tools.run([program]), 0, output=b"refused\n")


def checkParts(tools, homes, attempt):
    for target, distribute, seeds in (("openmp", ["--distribute"], 18), ("opencl", [], 6), ("openacc", [], 4),
                                      ("cuda", [], 4)):
        if reason := toolchain.missing(target):
            print(f"SKIPPED homes on {target}: {reason}")
            continue
        program = homes.programs.compile(target, distribute)

        def run(args, env, program=program):
            return tools.run([program, *args], env)

        homes.checkAll(f"{target} in parts", lambda _, run=run: run, (2, 3, 5),
                       lambda count: {"KASANE_PARTS": str(count)}, seeds, attempt)
        sample = compile(tools, SAMPLE, tools.work / f"volume-{target}", distribute=distribute, target=target)
        attempt(f"{target} in parts: a field", checkVolume, tools,
                lambda words, env: tools.run(words, {**env, "KASANE_PARTS": "3"}), sample, 20)
        if target != "openmp":
            attempt(f"{target}: a field", checkVolume, tools, tools.run, sample, 20)
            homes.checkAll(target, lambda _, run=run: run, (), lambda _: {}, seeds, attempt)
        else:  # nothing is kept elsewhere
            attempt("openmp", homes.checkInCore, run, 1, SHAPES[0], {})


def checkRanks(launcher, homes, attempt):
    for target, seeds in (("openmp", 6), ("opencl", 2)):
        if toolchain.missing(target):
            continue
        program = homes.programs.compile(target, ["--distribute=mpi"])

        def runOn(count, program=program):
            return lambda args, env: launcher.run(count, [program, *args], env)

        homes.checkAll(f"ranks, {target}", runOn, (2, 4), lambda count: {}, seeds, attempt)
    attempt("memory of rank 0", checkMemory, launcher)
    attempt("more than there is", checkHuge, launcher)


def checkAll(tools, attempt):
    homes = Homes(Programs(tools, attempt, HERE / "homes.c"))
    tools.env["OMP_NUM_THREADS"] = "1"
    checkParts(tools, homes, attempt)
    if shutil.which("mpicc") and shutil.which("mpirun"):
        checkRanks(Launcher(tools), homes, attempt)
    else:
        print("SKIPPED homes on ranks: no mpicc, or no mpirun")
    return homes.programs.runs


if __name__ == "__main__":
    sys.exit(main("homes", __doc__, [HERE.parent / "kernels"], checkAll, needs=()))
