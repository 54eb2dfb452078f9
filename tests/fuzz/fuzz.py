#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Differential fuzzer: random legal programs, random schedules, every target, against the plain gcc build.

  fuzz.py --kasane build/bin/kasane --runtime libkasane_rt.a --include runtime/include --seed 1 --count 200 --jobs 2

Regions are also streamed through the device, as far as they can be. Refusals are counted by message (the language has
programs that are legal and not yet accepted); a fallback, a wrong report, a failed build or run and any differing bit
are failures. A failing program is reduced and kept under --save.
"""

import argparse
import collections
import copy
import multiprocessing
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from generate import Generator
from model import fileText
from pack import (GENERATED, HARMLESS, TILES, Bench, Outcome, Schedule, bucket, randomDiamond, randomSchedule, streams,
                  toolchain)

PACK = 8
ADVICE = ("use schedule(sweep)", "use another schedule, or leave it to the translator",
          "or leave the schedule to the translator")  # which is followed


def functionsOf(seed, number, count):
    """The programs of one file, and whether its schedule comes from options (then all have one rank and schedule)."""
    rng = random.Random(f"{seed}/{number}")
    fromOptions = rng.random() < 0.2
    rank = rng.choice((1, 2, 3)) if fromOptions else None
    return rng, [Generator(rng, rank).function(f"f{n}") for n in range(count)], fromOptions


def schedulesFor(rng, functions, fromOptions, target):
    groups = target != "openmp"
    if target in toolchain.ONLY_SWEEPS:
        tile = rng.choice(TILES[functions[0].rank])
        return {f.name: Schedule("sweep", tile if fromOptions else rng.choice(TILES[f.rank]), 1) for f in functions}
    if not groups and not fromOptions and rng.random() < 0.4:
        return {f.name: randomDiamond(rng, f) for f in functions}
    if fromOptions:
        # The smallest of what each would take, so that it suits all.
        pipelines = groups and all(streams(f) for f in functions)
        chosen = min((randomSchedule(rng, f, pipelines) for f in functions),
                     key=lambda s: (s.depth, s.family != "sweep"))
        return {f.name: chosen for f in functions}
    return {f.name: randomSchedule(rng, f, groups and streams(f)) for f in functions}


def runOne(job):
    options, number, count = job
    work = Path(tempfile.mkdtemp(prefix="kasane-fuzz-"))
    result = {"programs": count, "runs": 0, "streamed": 0, "asked": 0, "advised": 0, "unfit": 0,
              "refused": collections.Counter(),
              "examples": {}, "where": collections.defaultdict(set), "failures": []}
    try:
        rng, functions, fromOptions = functionsOf(options.seed, number, count)
        bench = Bench(options, work)
        drawn = random.Random(f"{options.seed}/{number}/slabs")
        bench.slabs = (drawn.randint(1, 5), drawn.randint(1, 17))
        expected, trouble = ({}, "") if options.record else bench.oracle(functions)
        if expected is None:
            result["failures"].append(failure(options, number, "all", "", None, Outcome("generator", trouble[-1500:]),
                                              functions))
            return result
        for target in options.targets.split(","):
            # There a work-group is one work-item.
            bench.machine = "pocl-avx512" if target == "opencl" and number % 2 else None
            bench.isLight = options.light and number % 4 != 3
            for _ in range(options.schedules):
                schedules = schedulesFor(rng, functions, fromOptions, target)
                flags = rng.choice(GENERATED)
                looked = [f for f in functions if options.family in (None, schedules[f.name].family)]
                outcomes = bench.runPack(looked, expected, target, schedules, fromOptions, flags) if looked else {}
                result["asked"] += len(looked)
                for f in looked:
                    schedule, outcome = schedules[f.name], outcomes[f.name]
                    if outcome.kind == "refused" and outcome.text.rstrip().endswith(ADVICE):
                        result["advised"] += 1
                        schedule = Schedule("sweep", TILES[f.rank][0], 1)
                        outcome = bench.runPack([f], expected, target, {f.name: schedule}, False, flags)[f.name]
                    collect(options, number, result, bench, f, target, schedule, outcome, flags)
        result["runs"], result["streamed"] = bench.runs, bench.streamed
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return result


def collect(options, number, result, bench, function, target, schedule, outcome, flags):
    if outcome.kind == "refused":
        key = bucket(outcome.text)
        result["refused"][key] += 1
        result["examples"].setdefault(key, f"pack {number} {function.name}: {outcome.text}")
        result["where"][key].add((number, function.name))
    result["unfit"] += outcome.kind == "unfit"
    if outcome.kind in HARMLESS:
        return
    kept = function
    if options.reduce and "only together" not in outcome.text:
        kept, schedule = reduced(options, bench, function, target, schedule, outcome, flags)
    kept.pragma = schedule.clauses()
    result["failures"].append(failure(options, number, function.name, target, schedule, outcome, [kept], bench.machine))


def reduced(options, bench, function, target, schedule, outcome, flags):
    from reduce import reduceCase

    small = Bench(options, bench.work / "reduce")
    small.machine, small.slabs, small.isLight = bench.machine, bench.slabs, bench.isLight

    def stillFails(candidate, itsSchedule):
        candidate = copy.deepcopy(candidate)
        try:
            expected, _ = small.oracle([candidate], checked=True)
        except KeyError:  # it names an array that is gone
            return False
        if expected is None:
            return False
        found = small.runPack([candidate], expected, target, {candidate.name: itsSchedule}, False, flags)
        return found[candidate.name].kind == outcome.kind

    if not stillFails(function, schedule):
        return function, schedule
    return reduceCase(copy.deepcopy(function), schedule, stillFails, options.reduce)


def failure(options, number, name, target, schedule, outcome, functions, machine=None):
    text = (f"// {outcome.kind}, --seed {options.seed} --only {number}, {name}, target {target}, "
            f"machine {machine or 'as usual'}, {schedule}\n")
    text += "".join(f"//   {line}\n" for line in outcome.text.strip().split("\n")[:12])
    return {"kind": outcome.kind, "name": f"{outcome.kind}-{options.seed}-{number}-{name}-{target}.c",
            "text": text + fileText(functions)}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", type=lambda p: str(Path(p).resolve()))
    parser.add_argument("--record", type=Path, help="translate only, and keep it in this folder")
    parser.add_argument("--replay", type=Path,
                        help="build and run what --record kept with the same seed, count and schedules: needs no "
                             "translator")
    parser.add_argument("--device", action="append",
                        help="KASANE_DEVICE of the runs; a second one takes the tiles for which the first has too "
                             "little local memory")
    parser.add_argument("--runtime", action="append", default=[], help="library to link, may be repeated",
                        type=lambda p: str(Path(p).resolve()))
    parser.add_argument("--include", action="append", default=[], help="folder of kasane_rt.h",
                        type=lambda p: str(Path(p).resolve()))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=64, help="programs")
    parser.add_argument("--first", type=int, default=0,
                        help="pass over the seed's files before this one, which an earlier call made")
    parser.add_argument("--only", type=int, help="this file of the seed's only")
    parser.add_argument("--targets", default="openmp,opencl,openacc")
    parser.add_argument("--family", help="only the functions for which a schedule of this family is drawn")
    parser.add_argument("--schedules", type=int, default=2, help="for each program and target")
    parser.add_argument("--light", action="store_true", help="OpenCL's compiler optimises every fourth file only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--reduce", type=int, default=150, help="most tries to reduce a failing program; 0: none")
    parser.add_argument("--save", type=Path, help="folder for failing programs; else they are printed")
    parser.add_argument("--max-refused", type=float, default=100.0,
                        help="fail when more per cent of the translations are refused")
    parser.add_argument("--time", type=float, default=0, help="stop after so many seconds")
    options = parser.parse_args()
    if not options.kasane and not options.replay:
        parser.error("--kasane or --replay is needed")
    return options


def report(options, failures):
    for f in failures:
        print(f"FAIL {f['kind']}: {f['name']}" + "".join(f": {line}" for line in f.get("trouble", "").splitlines()[:1]))
        if options.save:
            options.save.mkdir(parents=True, exist_ok=True)
            (options.save / f["name"]).write_text(f["text"])
        else:
            print(f["text"])
    sys.stdout.flush()


def main():
    options = arguments()
    packs = [options.only] if options.only is not None else range(options.first, -(-options.count // PACK))
    jobs = [(options, n, PACK if options.only is not None and not options.replay
             else min(PACK, options.count - n * PACK)) for n in packs]
    programs = asked = advised = runs = streamed = unfit = 0
    refused, examples, kinds, where = collections.Counter(), {}, collections.Counter(), collections.defaultdict(set)
    start = time.time()
    with multiprocessing.Pool(options.jobs) as pool:
        for result in pool.imap_unordered(runOne, jobs):
            programs += result["programs"]
            asked += result["asked"]
            advised += result["advised"]
            runs += result["runs"]
            streamed += result["streamed"]
            unfit += result["unfit"]
            refused.update(result["refused"])
            examples = {**result["examples"], **examples}
            for message, found in result["where"].items():
                where[message] |= found
            kinds.update(f["kind"] for f in result["failures"])
            report(options, result["failures"])
            if options.time and time.time() - start > options.time:
                pool.terminate()
                break
    for message, count in refused.most_common():
        print(f"refused {count}: {message}\n  {examples[message]}")
        print("  all: " + ", ".join(f"pack {number} {name}" for number, name in sorted(where[message])))
    refusedPrograms = len(set().union(*where.values()))
    share = 100.0 * sum(refused.values()) / max(asked, 1)
    trouble = ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "0 failures"
    trouble += f", {advised} by sweeps as the message says" if advised else ""
    trouble += f", {unfit} runs of tiles too large for the device" if unfit else ""
    print(f"fuzz seed {options.seed}: {programs} programs, {asked} translations, {sum(refused.values())} refused "
          f"({share:.1f} %; {refusedPrograms} programs), "
          f"{kinds['difference']} differences, {kinds['fallback']} fallbacks, {streamed} regions streamed too; "
          f"{trouble}")
    if not programs or share > options.max_refused:
        return 1
    isStreamed = {"opencl", "cuda"} & set(options.targets.split(","))
    if not streamed and programs >= 4 * PACK and not options.record and isStreamed:
        print("no region was streamed")
        return 1
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
