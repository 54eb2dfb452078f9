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
import programs
import toolchain
from matrix import ENDS, HELD, Config, configsFor, membersBy, partsFor, targetsOf, tiled, turnOf
from reports import checkMembers, checkReport, difference
from toolchain import Failure


class Job:
    """A program to be built, and what is done with it. `options`: further ones of OpenCL's compiler."""

    def __init__(self, where, source, config, flags, tag, use, user=toolchain.USER, generated=None, options=""):
        self.where, self.source, self.config, self.flags, self.tag, self.use = where, source, config, flags, tag, use
        self.user, self.generated, self.options = user, generated, options
        self.files = None

    @property
    def env(self):
        return {"KASANE_OPENCL_OPTIONS": self.options} if self.options and self.config.target == "opencl" else {}


class Runner:
    def __init__(self, tools, kernel, full, machine=None, prefix=(), few=False, cheap=False, light=False):
        self.tools, self.kernel, self.full, self.machine, self.prefix = tools, kernel, full, machine, prefix
        self.few, self.cheap, self.light = few, cheap, light
        self.turn = turnOf(kernel)
        self.runs = self.builds = self.unfit = 0
        self.failures = []
        self.expected = {}

    def fail(self, where, text):
        if toolchain.UNFIT.search(text):
            self.unfit += 1  # the tile, which was forced, is too large for this device: an error, as it should be
            return
        self.failures.append(where)
        print(f"FAIL {self.kernel.name}: {where}\n  " + text.strip().replace("\n", "\n  "), flush=True)

    def attempt(self, where, action, *arguments, **named):
        try:
            return action(*arguments, **named)
        except Failure as failure:
            self.fail(where, str(failure))
            return None

    def translated(self, targets, keeps=False):
        """The jobs with their translations."""
        jobs = [*self.matrix(targets), *self.ends(targets), *self.parts(targets)]
        if not self.prefix:
            jobs += [*self.mutations(targets), *self.strictBuilds(targets)]
        for job in jobs:
            job.files = self.attempt(
                job.where,
                self.tools.translate,
                job.source,
                self.tools.work / f"out-{job.tag}",
                job.config.options(),
                job.flags,
                keeps=keeps,
            )
        if self.cheap or self.light:
            self.chooseOptimised(jobs)
        return jobs

    def everything(self, targets):
        """Translates all first, so that what OpenCL's compiler does once a process is done once."""
        jobs = self.translated(targets)
        if self.tools.record:
            return
        programs.buildAhead(self.tools, [(job.files, job.options) for job in jobs if job.files])
        for job in jobs:
            program = self.attempt(job.where, self.buildOf, job) if job.files else None
            if program:
                job.use(job, program)
                self.tools.close(program)

    def chooseOptimised(self, jobs):
        """OpenCL's compiler optimises one program of every fourth kernel, if it takes no minutes."""
        matrix = [job for job in jobs if job.config.target == "opencl" and job.tag.startswith("opencl-") and job.files]
        short = [job for job in matrix if all(len(text) < programs.LONG for text in programs.sourcesOf(job.files))]
        for job in jobs:
            job.options = programs.LIGHTLY
        if self.cheap and short and self.turn // 2 % 4 == 0:
            short[self.turn // 8 % len(short)].options = ""

    def outputOf(self, source, flags, args):
        program = self.tools.oracle(source, flags)
        key = (program, tuple(args))
        if key not in self.expected:
            done = self.tools.run([program, *args])
            if done.returncode != 0:
                raise Failure(f"the original itself fails with {args}: {done.stderr.decode(errors='replace')}")
            self.expected[key] = done.stdout
        return self.expected[key]

    def buildOf(self, job):
        isHardly = job.config.target == "opencl" or sum(map(ord, job.tag)) % 2  # of the others every second one
        light = toolchain.HARDLY if isHardly else toolchain.LIGHTLY
        generated = job.generated or (light if self.cheap else toolchain.GENERATED)
        isChecked = self.cheap and job.user is toolchain.USER and job.source == self.kernel.path
        user = toolchain.WARNED_USER if isChecked else job.user
        # Those that verify keep a process for each run, as users have it.
        isMany = self.cheap and job.config.target == "opencl" and not job.tag.startswith("verify")
        isMany = isMany and not self.prefix and not self.kernel.hasRows
        program = self.tools.build(
            job.files, job.flags, job.source.parent, job.files[0].parent / "program", user, generated, isMany=isMany
        )
        self.builds += 1
        return program

    def checkChunked(self, program, config, flags, args, steps, env):
        """The arrays streamed through the device: a few planes at a time, and fewer steps a visit than there are,
        or more."""
        both = ((1, 2 * config.depth), (4, 3 * config.depth + 1))
        for slab, visit in both if self.full else both[config.depth % 2 :][:1]:
            env = dict(env, KASANE_SLAB=str(slab), KASANE_STEPS=str(visit))
            whole = self.kernel.whole or (config.family != "sweep" and self.kernel.wholeInTiles)
            if not whole:
                its = (program, self.kernel.path, config, flags, args, steps)
                self.check(*its, env=env, prefix=self.prefix, placement="chunked")
                continue
            self.checkRefused(program, args, env, "cannot be streamed through the device: ", whole)

    def checkParts(self, program, config, flags, args, steps, env):
        """The arrays cut among members, which exchange planes every few steps, or once a step."""
        every = [*itertools.product((2, 3, 5, 16), (1, 3 * config.depth))]
        number = (self.turn // 2 + config.depth + steps) % len(every)
        chosen = every if self.full else [every[number]]
        for (parts, between), isOnCards in itertools.product(chosen, range(1 + (config.target == "cuda"))):
            env = dict(env, KASANE_STEPS=str(between), **membersBy(parts, isOnCards, self.turn))
            streamed = self.kernel.placement == "chunked" and "they are to be streamed"
            atHome = config.target == "openmp" and self.kernel.wholeAtHome
            whole = streamed or atHome or self.kernel.whole or (config.family != "sweep" and self.kernel.wholeInTiles)
            its = (program, self.kernel.path, config, flags, args, steps)
            if whole:
                self.checkRefused(program, args, env, "cannot be cut ", whole)
                continue
            self.check(*its, env=env, prefix=self.prefix, placement="distributed")
            for region in toolchain.reportOf(self.tools.work / "report.json"):
                checkMembers(region, parts, between, isOnCards)

    def checkRefused(self, program, args, env, said, why):
        done = self.tools.run([*self.prefix, program, *args], env)
        self.runs += 1
        message = done.stderr.decode(errors="replace")
        if done.returncode != 1 or said not in message or why not in message:
            raise Failure(f"exit {done.returncode}, expected was a refusal, {said}{why}\n{message[-1000:]}")

    def checkBlocks(self, program, config, flags, args, steps, env):
        """The least memory that the report names does, with blocks, and a little more, as may be."""

        def check(**more):
            self.check(
                program,
                self.kernel.path,
                config,
                flags,
                args,
                steps,
                env=dict(env, **more),
                prefix=self.prefix,
                placement="chunked",
            )
            return toolchain.reportOf(self.tools.work / "report.json")

        least = max(region["least_memory"] for region in check(KASANE_SLAB="1", KASANE_STEPS="1"))
        for memory in (least, least * 5 // 4):
            for region in check(KASANE_DEVICE_MEMORY=str(memory)):
                if (memory == least and region["block"] < 1) or region["memory"] > memory:
                    raise Failure(
                        f"{region['name']}: blocks of {region['block']} rows in {region['memory']} bytes of {memory}"
                    )

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
            said = done.stderr.decode(errors="replace")[-500:]
            raise Failure(f"another result\n{difference(expected, done.stdout)}\n{said}")
        if self.kernel.countsSteps:
            steps = int(re.search(rb"^steps (\d+)$", expected, re.M)[1])
        calls, placement = self.kernel.expectedCalls(steps), placement or self.kernel.placement
        checkReport(toolchain.reportOf(report), config, calls, self.kernel.host, mayDecline, placement)

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

    def runGrid(self, job, program, small, env, prefix=()):
        for args, steps, mayDecline in self.grid(small):
            where = f"{job.where}: {shlex.join(args)}"
            self.checkJob(where, job, program, args, steps, mayDecline=mayDecline, env=env, prefix=prefix)

    def checkJob(self, where, job, program, args, steps, env, **more):
        its = (program, job.source, job.config, job.flags, args, steps)
        self.attempt(where, self.check, *its, env={**job.env, **env}, **more)

    def matrix(self, targets):
        for target in self.kernel.fitting(targets):
            for number, config in enumerate(configsFor(self.kernel, target, self.full, self.machine, self.cheap)):
                for k, flags in enumerate(self.kernel.extra if self.full or number % 2 else self.kernel.extra[:1]):
                    where, tag = f"{config} {shlex.join(flags)}", f"{target}-{number}-{k}"
                    yield Job(where, self.kernel.path, config, flags, tag, self.useAll)

    def useAll(self, job, program):
        config, flags = job.config, job.flags
        self.runGrid(job, program, not self.full, {}, self.prefix)
        if config.target == "openmp" or config.isChosen:
            return
        steps = self.kernel.steps[-1]
        sizes = [("chunked", self.checkChunked, self.kernel.args[0])]
        sizes += [("blocks", self.checkBlocks, size) for size in self.kernel.blockArgs[: not self.few]]
        if config.target in toolchain.PARTED:
            sizes += [("parts", self.checkParts, size) for size in self.kernel.args[: None if self.full else 1]]
        for how, check, size in sizes:
            args = kernels.withSteps(size, steps)
            where = f"{job.where}, {how}: {shlex.join(args)}"
            self.attempt(where, check, program, config, flags, args, steps, job.env)

    def ends(self, targets):
        for target, size in itertools.product(self.kernel.fitting(targets), self.kernel.endsArgs):
            schedules = [(("pipeline", tile, 2), env) for tile, env in ENDS[self.kernel.rank]]
            schedules += [(HELD, None)] * self.kernel.heldOnChip
            for number, (schedule, env) in enumerate(schedules if target in ("opencl", "cuda") else []):
                config, flags, steps = Config(target, *schedule), self.kernel.extra[0], self.kernel.steps[-1]

                def use(job, program, size=size, env=env, steps=steps):
                    args, placement = kernels.withSteps(size, steps), "chunked" if env else None
                    more = {"env": env or {}, "prefix": self.prefix, "placement": placement}
                    self.checkJob(job.where, job, program, args, steps, **more)

                where = f"{config} {shlex.join(flags)}: {size}, {env or 'in core'}"
                yield Job(where, self.kernel.path, config, flags, f"{target}-ends-{number}", use)

    def parts(self, targets):
        """Of openmp, in parts and as a whole: other targets' are in the matrix."""
        for number, config in enumerate(partsFor(self.kernel, self.full, self.cheap)):
            if "openmp" not in self.kernel.fitting(targets):
                return
            flags = self.kernel.extra[0]

            def use(job, program):
                steps = self.kernel.steps[-1]
                for size in self.kernel.args if self.full else {self.kernel.args[0]: 0, self.kernel.args[-1]: 0}:
                    args = kernels.withSteps(size, steps)
                    its = (program, job.config, job.flags, args, steps, job.env)
                    self.checkJob(job.where, job, program, args, steps, {}, prefix=self.prefix)
                    self.attempt(f"{job.where}, parts: {shlex.join(args)}", self.checkParts, *its)

            yield Job(str(config), self.kernel.path, config, flags, f"openmp-parts-{number}", use)

    def isFor(self, work, target):
        """Kernels of devices take long to compile: either the mutations or the verification are made of each program's,
        or of every other one's. Where all is to be cheap, mutations for processors are made of every other one's."""
        turn = self.turn % (4 if self.cheap else 2)
        isHost = target == "openmp" and not (self.cheap and work == "mutations" and self.turn % 2)
        isAlways = self.full or isHost or target in toolchain.ONLY_SWEEPS
        isNever = self.cheap and self.kernel.isReading
        return isAlways or not isNever and turn == ["mutations", "verification"].index(work)

    def mutations(self, targets):
        """Names and loop order carry no meaning."""
        variants = {"renamed": kernels.renamed(self.kernel), "permuted": kernels.permuted(self.kernel)}
        tiling = [t for t in self.kernel.fitting(targets) if self.full or t not in toolchain.ONLY_SWEEPS]
        for (variant, text), target in itertools.product(variants.items(), tiling):
            isOthers = not self.full and (variant == "renamed") == (target != "openmp")
            if text == self.kernel.text or not self.isFor("mutations", target) or isOthers:
                continue
            source = self.tools.work / variant / self.kernel.path.name
            source.parent.mkdir(exist_ok=True)
            source.write_text(text)
            config = tiled(self.kernel, target, 1 if self.cheap else -1)

            def use(job, program):
                args, steps = kernels.withSteps(self.kernel.args[0], self.kernel.steps[-1]), self.kernel.steps[-1]
                self.checkJob(job.where, job, program, args, steps, {})

            yield Job(f"{variant} {config}", source, config, self.kernel.extra[0], f"{variant}-{target}", use)

    def strictBuilds(self, targets):
        """Clean under warnings as errors, under the sanitizers, and against its own verification. Where all is to be
        cheap, this is the one program for processors that gcc optimises, but for kernels about how loops are written;
        all others are clean of warnings, too."""
        for target in self.kernel.fitting(targets):
            isSome = self.full or self.turn % (4 if self.cheap else 2) == 0
            builds = [("warnings", toolchain.WARNINGS, {}), ("verify", toolchain.GENERATED, {"KASANE_VERIFY": "1"})]
            if target in toolchain.ONLY_SWEEPS or self.cheap:
                isLight = self.cheap and (target != "openmp" or self.kernel.isReading)
                builds = [("verify", toolchain.LIGHTLY if isLight else toolchain.WARNINGS, {"KASANE_VERIFY": "1"})]
            if target == "openmp" and isSome:
                compiler = toolchain.SANITIZED_LIGHTLY if self.cheap else toolchain.SANITIZED
                builds.append(("sanitized", compiler, {"ASAN_OPTIONS": "detect_leaks=0"}))
            for tag, compiler, env in builds if self.isFor("verification", target) else builds[: not self.cheap]:
                yield self.strictJob(target, tag, compiler, env)

    def strictJob(self, target, tag, compiler, env):
        config, flags = tiled(self.kernel, target, 1), self.kernel.extra[-1]
        if self.cheap and target == "opencl":  # whose kernels take long to compile: one that is there already
            config = [*configsFor(self.kernel, target, self.full, None, True)][-1]
            compiler = toolchain.HARDLY

        def use(job, program):
            if tag == "warnings":
                return
            if self.cheap and tag == "verify" and target == "openmp":
                self.runGrid(job, program, True, {})
            self.runGrid(job, program, True, env)

        user = compiler if tag != "verify" else toolchain.USER
        where = f"{tag} {config} {shlex.join(flags)}"
        return Job(where, self.kernel.path, config, flags, f"{tag}-{target}", use, user, compiler)


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
    parser.add_argument(
        "--prefix", default="", help="words before each translated program of the matrix, which is all that runs then"
    )
    parser.add_argument("--few", action="store_true", help="each program with its first and last arguments only")
    parser.add_argument("--full", action="store_true", help="all depths with all tiles, all sizes with all step counts")
    parser.add_argument("--cheap", action="store_true", help="few schedules, few programs that compilers optimise")
    parser.add_argument("--light", action="store_true", help="OpenCL's compiler doesn't optimise")
    parser.add_argument("--keep", type=Path, help="keep what was built in this folder")
    parser.add_argument("--shared", type=Path, help="where to look for what tests have compiled, and to keep it")
    options = parser.parse_args()
    if not options.kasane and not options.replay:
        parser.error("--kasane or --replay is needed")
    kernel = kernels.Kernel(options.kernel.resolve())
    work = (options.keep or Path(tempfile.mkdtemp(prefix="kasane-run-"))).resolve()
    work.mkdir(parents=True, exist_ok=True)
    targets = options.targets.split(",")
    skips = {} if options.record else {target: reason for target in targets if (reason := toolchain.missing(target))}
    targets = targetsOf(kernel, [target for target in targets if target not in skips], options.cheap)
    tools = toolchain.Toolchain(
        options.kasane,
        options.runtime,
        work,
        [kernel.path.parent, *options.include],
        options.record,
        options.replay,
        options.shared,
    )
    prefix = shlex.split(options.prefix)
    runner = Runner(tools, kernel, options.full, options.machine, prefix, options.few, options.cheap, options.light)
    try:
        runner.everything(targets)
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
