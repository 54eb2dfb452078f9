#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
r"""Translates one kernel for every target under several forced schedules, runs it beside the plain build, and compares
the output byte for byte and the report with what was asked. A fallback is a failure.

  run_kernel.py --kasane build/bin/kasane --runtime build/runtime/libkasane_rt.a \
                --include runtime/include tests/kernels/heat2d_swap.c [--full]

--record DIR translates only, and keeps what came of it; --replay DIR builds and runs that where there is no translator.
"""

import argparse
import itertools
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

import kernels
import toolchain
from toolchain import Failure

TILES = {
    1: ["7", "64", "1", "1000"],
    2: ["5x3", "16x4", "1x1", "64x64"],
    3: ["5x3x2", "8x4x4", "1x2x1", "32x16x8"],
}
# Of pipelines: along the slowest of several axes the planes of one.
STREAMS = {1: ["7", "124"], 2: ["20x7", "61x5"], 3: ["12x9x5", "30x7x3"]}


# Arrays that are read at the cell itself are held on chip.
HELD = ("pipeline", "4x2x5", 2, "h200")
# Streams that are short, and long ones of which windows are launched.
ENDS = {2: [("24x16", None)], 3: [("8x8x6", None), ("8x8x80", {"KASANE_SLAB": "7", "KASANE_STEPS": "6"})]}


class Config:
    """One forced schedule on one target, for a machine, or the one that is chosen for it."""

    def __init__(self, target, family, tile=None, depth=1, machine=None):
        self.target, self.family, self.tile, self.depth, self.machine = target, family, tile, depth, machine

    @property
    def isChosen(self):
        return self.family is None

    def options(self):
        options = [f"--target={self.target}"] + ([f"--machine={self.machine}"] if self.machine else [])
        if self.isChosen:
            return options
        options.append(f"--schedule={self.family}")
        if self.tile:
            options.append(f"--tile={self.tile}")
        if self.family != "sweep":
            options.append(f"--depth={self.depth}")
        return options

    def __str__(self):
        return shlex.join(self.options())


def depthsFor(kernel, target, full, cheap):
    """(number, depth): all of them; half of them on devices, or of what is to be cheap; of that one on devices."""
    turn = sum(map(ord, kernel.name))
    for k, depth in enumerate(kernel.depths):
        isOne, isOfHalf = k == turn % len(kernel.depths), (turn + k) % 2 == 0 or len(kernel.depths) == 1
        if full or (target == "openmp" and not cheap) or (isOne if target != "openmp" and cheap else isOfHalf):
            yield k, depth


def configsFor(kernel, target, full, machine=None, cheap=False):
    """The default matrix takes every depth once, the tiles in turn, sweeps with a tile for every other kernel (the
    others are built with sanitizers), and every other depth on devices, whose kernels take long to compile; the full
    one takes all, the cheap one half of the depths, and on devices one depth of one family. OpenCL's tiles are a
    processor's for half of the kernels."""
    tiles = TILES[kernel.rank]
    turn = sum(map(ord, kernel.name))
    few = target != "openmp" and not full
    if machine:
        yield Config(target, None, machine=machine)
    yield Config(target, "sweep")
    if target in toolchain.ONLY_SWEEPS:
        return
    if full or (not few and turn % 2):
        yield Config(target, "sweep", tiles[0])
    isStreamed = kernel.streams and target != "openmp"
    if isStreamed and not (cheap and turn % 2):
        wanted = {1: (2 + turn % 2, 5), 2: (2 + turn % 2,), 3: (2,)}[kernel.rank]
        wanted = wanted[:1] if cheap else wanted
        for k, depth in enumerate(d for d in kernel.depths if full or d in wanted):
            which = 0 if kernel.rank == 3 and not full else (turn + k) % 2
            yield Config(target, "pipeline", STREAMS[kernel.rank][which], depth)
    if kernel.heldOnChip and target != "openmp":
        yield Config(target, *HELD)
    if kernel.rowsAtOnce and target != "openmp":
        yield Config(target, "sweep", {2: "128x8", 3: "128x4x2"}[kernel.rank], machine="h200")
    if full:
        if kernel.streams and kernel.rank == 3 and target != "openmp" and 2 in kernel.depths:
            yield Config(target, "pipeline", "28x60x9", 2)  # work-items hold much
        for depth, tile in itertools.product(kernel.depths, tiles):
            yield Config(target, "overlap", tile, depth)
        return
    if cheap and isStreamed and turn % 2 == 0:
        return
    processor = "pocl-avx512" if target == "opencl" and turn // 8 % 2 else None  # there a work-group is one work-item
    for k, depth in depthsFor(kernel, target, full, cheap):
        # A tile of one cell is slow to run at depth: only at the small depths.
        usable = tiles if depth < 3 else [tiles[0], tiles[1], tiles[3]]
        yield Config(target, "overlap", usable[(turn + k) % len(usable)], depth, processor)


class Runner:
    def __init__(self, tools, kernel, full, machine=None, prefix=(), few=False, cheap=False):
        self.tools, self.kernel, self.machine, self.prefix = tools, kernel, machine, prefix
        self.full, self.few, self.cheap = full, few, cheap
        self.runs = self.builds = self.unfit = 0
        self.failures = []
        self.expected = {}

    def fail(self, where, text):
        if toolchain.UNFIT.search(text):
            self.unfit += 1  # the tile, which was forced, is too large for this device: an error, as it should be
            return
        self.failures.append(where)
        print(f"FAIL {self.kernel.name}: {where}\n  " + text.strip().replace("\n", "\n  "), flush=True)

    def attempt(self, where, action, *arguments):
        try:
            return action(*arguments)
        except Failure as failure:
            self.fail(where, str(failure))
            return None

    def outputOf(self, source, flags, args):
        program = self.tools.oracle(source, flags)
        key = (program, tuple(args))
        if key not in self.expected:
            done = self.tools.run([program, *args])
            if done.returncode != 0:
                raise Failure(f"the original itself fails with {args}: {done.stderr.decode(errors='replace')}")
            self.expected[key] = done.stdout
        return self.expected[key]

    def buildOf(self, source, config, flags, tag, user=toolchain.USER, generated=toolchain.GENERATED):
        out = self.tools.work / f"out-{tag}"
        files = self.tools.translate(source, out, config.options(), flags)
        if self.tools.record:
            return None
        program = self.tools.build(files, flags, source.parent, out / "program", user, generated)
        self.builds += 1
        return program

    def checkChunked(self, program, config, flags, args, steps):
        """The arrays streamed through the device: a few planes at a time, and fewer steps a visit than
        there are, or more."""
        both = ((1, 2 * config.depth), (4, 3 * config.depth + 1))
        for slab, visit in both if self.full else both[config.depth % 2 :][:1]:
            env = {"KASANE_SLAB": str(slab), "KASANE_STEPS": str(visit)}
            whole = self.kernel.whole or (config.family != "sweep" and self.kernel.wholeInTiles)
            if not whole:
                self.check(program, self.kernel.path, config, flags, args, steps, env=env, prefix=self.prefix,
                           placement="chunked")
                continue
            done = self.tools.run([*self.prefix, program, *args], env)
            self.runs += 1
            message = done.stderr.decode(errors="replace")
            if done.returncode != 1 or "cannot be streamed through the device: " not in message or whole not in message:
                raise Failure(f"exit {done.returncode}, expected was a refusal to stream, {whole}\n{message[-1000:]}")

    def checkBlocks(self, program, config, flags, args, steps):
        """The least memory that the report names does, with blocks, and a little more, as may be."""
        env = {"KASANE_SLAB": "1", "KASANE_STEPS": "1"}
        self.check(program, self.kernel.path, config, flags, args, steps, env=env, prefix=self.prefix,
                   placement="chunked")
        least = max(region["least_memory"] for region in toolchain.reportOf(self.tools.work / "report.json"))
        for memory in (least, least * 5 // 4):
            env = {"KASANE_DEVICE_MEMORY": str(memory)}
            self.check(program, self.kernel.path, config, flags, args, steps, env=env, prefix=self.prefix,
                       placement="chunked")
            for region in toolchain.reportOf(self.tools.work / "report.json"):
                if (memory == least and region["block"] < 1) or region["memory"] > memory:
                    raise Failure(f"{region['name']}: blocks of {region['block']} rows in {region['memory']} bytes of "
                                  f"{memory}")

    def check(self, program, source, config, flags, args, steps, mayDecline=False, env=None, prefix=(), placement=None):
        """One run against the original's output and the report against the schedule."""
        expected = self.outputOf(source, flags, args)
        report = self.tools.work / "report.json"
        report.unlink(missing_ok=True)
        done = self.tools.run([*prefix, program, *args], dict(env or {}, KASANE_REPORT=str(report)))
        self.runs += 1
        if done.returncode != 0:
            raise Failure(f"exit {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}")
        if done.stdout != expected:
            raise Failure(f"another result\n{difference(expected, done.stdout)}\n"
                          f"{done.stderr.decode(errors='replace')[-500:]}")
        if self.kernel.countsSteps:
            steps = int(re.search(rb"^steps (\d+)$", expected, re.M)[1])
        checkReport(toolchain.reportOf(report), config, self.kernel.expectedCalls(steps), self.kernel.host, mayDecline,
                    placement or self.kernel.placement)

    def grid(self, small):
        """(arguments, steps, may decline); `small` takes fewer step counts on the lesser sizes, --few one of each."""
        if self.few:
            for args in {self.kernel.args[0]: 0, self.kernel.args[-1]: 0}:
                yield kernels.withSteps(args, self.kernel.steps[-1]), self.kernel.steps[-1], False
            return
        for n, args in enumerate(self.kernel.args):
            steps = self.kernel.steps if n == 0 or not small else self.kernel.steps[-1:]
            for step in steps:
                yield kernels.withSteps(args, step), step, False
        for args in self.kernel.tinyArgs:
            yield kernels.withSteps(args, self.kernel.steps[-1]), self.kernel.steps[-1], True

    def matrix(self, targets):
        for target in self.kernel.fitting(targets):
            for number, config in enumerate(configsFor(self.kernel, target, self.full, self.machine, self.cheap)):
                for flags in self.kernel.extra if self.full or number % 2 else self.kernel.extra[:1]:
                    self.oneConfig(config, flags, f"{target}-{number}")

    def ends(self, targets):
        for target, size in itertools.product(self.kernel.fitting(targets), self.kernel.endsArgs):
            schedules = [(("pipeline", tile, 2), env) for tile, env in ENDS[self.kernel.rank]]
            schedules += [(HELD, None)] * self.kernel.heldOnChip
            for number, (schedule, env) in enumerate(schedules if target in ("opencl", "cuda") else []):
                config, flags, steps = Config(target, *schedule), self.kernel.extra[0], self.kernel.steps[-1]
                where = f"{config} {shlex.join(flags)}: {size}, {env or 'in core'}"
                program = self.attempt(where, self.buildOf, self.kernel.path, config, flags, f"{target}-ends-{number}")
                if program:
                    self.attempt(where, self.check, program, self.kernel.path, config, flags,
                                 kernels.withSteps(size, steps), steps, False, env,
                                 self.prefix, "chunked" if env else None)

    def compilerFor(self, config):
        """gcc takes seconds to optimise many steps in one loop nest."""
        return toolchain.LIGHTLY if self.cheap and config.depth > 2 else toolchain.GENERATED

    def oneConfig(self, config, flags, tag):
        where = f"{config} {shlex.join(flags)}"
        program = self.attempt(where, self.buildOf, self.kernel.path, config, flags, tag, toolchain.USER,
                               self.compilerFor(config))
        for args, steps, mayDecline in self.grid(not self.full) if program else []:
            self.attempt(f"{where}: {shlex.join(args)}", self.check, program, self.kernel.path, config, flags, args,
                         steps, mayDecline, None, self.prefix)
        if program and config.target != "openmp" and not config.isChosen:
            args, steps = kernels.withSteps(self.kernel.args[0], self.kernel.steps[-1]), self.kernel.steps[-1]
            self.attempt(f"{where}, chunked: {shlex.join(args)}", self.checkChunked, program, config, flags, args,
                         steps)
            for size in self.kernel.blockArgs[: not self.few]:
                args = kernels.withSteps(size, steps)
                self.attempt(f"{where}, blocks: {shlex.join(args)}", self.checkBlocks, program, config, flags, args,
                             steps)

    def tiled(self, target, index):
        depths = self.kernel.depths
        if not depths or target in toolchain.ONLY_SWEEPS:
            return Config(target, "sweep", TILES[self.kernel.rank][0])
        return Config(target, "overlap", TILES[self.kernel.rank][0], depths[min(index, len(depths) - 1)])

    def isFor(self, work, target):
        """Kernels of devices take long to compile: either the mutations or the verification are made of each program's,
        or of every other one's."""
        turn = sum(map(ord, self.kernel.name)) % (4 if self.cheap else 2)
        isCheap = target == "openmp" or target in toolchain.ONLY_SWEEPS
        return self.full or isCheap or turn == ["mutations", "verification"].index(work)

    def mutations(self, targets):
        """Names and loop order carry no meaning."""
        variants = {"renamed": kernels.renamed(self.kernel), "permuted": kernels.permuted(self.kernel)}
        tiling = [target for target in self.kernel.fitting(targets) if self.full or target not in toolchain.ONLY_SWEEPS]
        for (variant, text), target in itertools.product(variants.items(), tiling):
            isLeftOut = text == self.kernel.text or not self.isFor("mutations", target)
            if isLeftOut or (not self.full and (variant == "renamed") == (target != "openmp")):
                continue
            folder = self.tools.work / variant
            folder.mkdir(exist_ok=True)
            source = folder / self.kernel.path.name
            source.write_text(text)
            config = self.tiled(target, -1)
            args, steps = kernels.withSteps(self.kernel.args[0], self.kernel.steps[-1]), self.kernel.steps[-1]
            where = f"{variant} {config}"
            flags = self.kernel.extra[0]
            program = self.attempt(where, self.buildOf, source, config, flags, f"{variant}-{target}")
            if program:
                self.attempt(where, self.check, program, source, config, flags, args, steps)

    def strictBuilds(self, targets):
        """Clean under warnings as errors, under the sanitizers, and against its own verification."""
        flags = self.kernel.extra[-1]
        for target in self.kernel.fitting(targets):
            config = self.tiled(target, 1)
            builds = [("warnings", toolchain.WARNINGS, {}), ("verify", toolchain.GENERATED, {"KASANE_VERIFY": "1"})]
            if target == "openmp" and (self.full or sum(map(ord, self.kernel.name)) % 2 == 0):
                builds.append(("sanitized", toolchain.SANITIZED, {"ASAN_OPTIONS": "detect_leaks=0"}))
            if target in toolchain.ONLY_SWEEPS:
                builds = [("verify", toolchain.WARNINGS, {"KASANE_VERIFY": "1"})]
            for tag, compiler, env in builds if self.isFor("verification", target) else builds[:1]:
                where = f"{tag} {config} {shlex.join(flags)}"
                user = compiler if tag != "verify" else toolchain.USER
                program = self.attempt(where, self.buildOf, self.kernel.path, config, flags, f"{tag}-{target}", user,
                                       compiler)
                if not program or tag == "warnings":
                    continue
                for args, steps, mayDecline in self.grid(True):
                    self.attempt(f"{where}: {shlex.join(args)}", self.check, program, self.kernel.path, config, flags,
                                 args, steps, mayDecline, env)


def difference(expected, got):
    left, right = expected.decode().split("\n"), got.decode(errors="replace").split("\n")
    shown = [f"expected {a}\ngot      {b}" for a, b in zip(left, right) if a != b][:3]
    count = sum(a != b for a, b in zip(left, right)) + abs(len(left) - len(right))
    return "\n".join([f"{count} of {len(left)} lines differ", *shown])


def checkReport(regions, config, expectedCalls, host, mayDecline, placement="in core"):
    if mayDecline:
        for region in regions:
            if not region["ran"] and not region["reason"]:
                raise Failure(f"{region['name']} declined without a reason")
        return
    for region in regions:
        if not region["ran"]:
            raise Failure(f"{region['name']} fell back: {region['reason']}")
        wanted = {"target": config.target, "placement": placement}
        if not config.isChosen:
            wanted.update(family=config.family, depth=config.depth)
        if config.tile:
            tile = [int(word) for word in config.tile.split("x")]
            wanted["tile"] = tile + [1] * (3 - len(tile))
        for key, value in wanted.items():
            if region[key] != value:
                raise Failure(f"{region['name']}: {key} is {region[key]}, asked was {value}")
    # The passes of a chosen schedule are those of the depth that it reports, when that is the same for all regions.
    depths = {region["depth"] for region in regions} if config.isChosen else {config.depth}
    depth = depths.pop() if len(depths) == 1 else None
    wanted = sorted((len(calls), sum(calls), depth and sum(kernels.passesOf(s, depth, host) for s in calls))
                    for calls in expectedCalls)
    got = sorted((region["calls"], region["steps"], depth and region["passes"]) for region in regions)
    if got != wanted:
        raise Failure(f"(calls, steps, passes) are {got}, expected {wanted}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernel", type=Path)
    parser.add_argument("--kasane")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--runtime", default=[], action="append", help="a library to link, may be repeated")
    parser.add_argument("--include", action="append", default=[], help="folder of kasane_rt.h")
    parser.add_argument("--targets", default="openmp,opencl,openacc,cuda")
    parser.add_argument("--machine", help="also the schedule that is chosen for it")
    parser.add_argument("--prefix", default="",
                        help="words before each translated program of the matrix, which is all that runs then")
    parser.add_argument("--few", action="store_true", help="each program with its first and last arguments only")
    parser.add_argument("--full", action="store_true",
                        help="every depth with every tile, every size with every step count")
    parser.add_argument("--cheap", action="store_true",
                        help="half of the depths, one family on devices, and for three of four kernels OpenCL's "
                             "compiler leaves out its optimiser")
    parser.add_argument("--keep", type=Path, help="keep what was built in this folder")
    options = parser.parse_args()
    if not options.kasane and not options.replay:
        parser.error("--kasane or --replay is needed")

    kernel = kernels.Kernel(options.kernel.resolve())
    work = (options.keep or Path(tempfile.mkdtemp(prefix="kasane-run-"))).resolve()
    work.mkdir(parents=True, exist_ok=True)
    targets = options.targets.split(",")
    skips = {} if options.record else {target: reason for target in targets if (reason := toolchain.missing(target))}
    targets = [target for target in targets if target not in skips]
    tools = toolchain.Toolchain(options.kasane, options.runtime, work, [kernel.path.parent, *options.include],
                                options.record,
                                options.replay)
    if options.cheap and sum(map(ord, kernel.name)) // 2 % 4:
        tools.env["KASANE_OPENCL_OPTIONS"] = "-cl-opt-disable"
    runner = Runner(tools, kernel, options.full, options.machine, shlex.split(options.prefix), options.few,
                    options.cheap)
    try:
        runner.matrix(targets)
        runner.ends(targets)
        if not options.prefix:
            runner.mutations(targets)
            runner.strictBuilds(targets)
    finally:
        if not options.keep:
            shutil.rmtree(work, ignore_errors=True)
    for target, reason in skips.items():
        print(f"SKIPPED {kernel.name} on {target}: {reason}")
    unfit = f", {runner.unfit} runs of tiles too large for the device" if runner.unfit else ""
    print(f"run {kernel.name}: {runner.builds} builds, {runner.runs} runs, {len(runner.failures)} failures{unfit}")
    return 1 if runner.failures else 0


if __name__ == "__main__":
    sys.exit(main())
