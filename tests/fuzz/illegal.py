#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random legal programs with one illegal edit each. Each must be refused with an error at a line of the region and no
file written, or translate and give the original's output bit for bit (guarded, or legal after all).

  illegal.py --kasane build/tools/kasane/kasane --runtime libkasane_rt.a --include runtime/include --seed 1 --count 200

Only edits that translate are built and run, several in a file.
"""

import argparse
import collections
import json
import multiprocessing
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path

import limits
from edited import Edited, NotHere, regionRows, unmarked
from edits_around import AROUND
from edits_cell import CELL
from edits_value import VALUE
from fuzz import report
from generate import Generator
from model import fileText
from pack import GENERATED, ORACLE, Bench, bucket, byFunction, call, randomSchedule

EDITS = CELL + AROUND + VALUE
PACK = 24
TOGETHER = 8


class Failure(Exception):
    pass


def edited(rng, name, edit):
    """A program with this edit; programs that have no place for it are passed over."""
    for _ in range(200):
        function = Generator(rng, spelling=False).function(name)
        case = Edited(function, rng)
        case.kind = edit.__name__
        try:
            edit(case)
        except (NotHere, KeyError):
            continue
        if not case.ownClauses:
            case.f.pragma = randomSchedule(rng, function).clauses() if rng.random() < 0.6 else ""
        return case
    raise Failure(f"no program has a place for {edit.__name__}")


def refusal(bench, case, target):
    """The diagnostic's text and how near it is, or None where the program translates; Failure for all else."""
    text, spans = unmarked(fileText([case]))
    source = bench.work / "one.c"
    source.write_text(text)
    out = bench.work / "one"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    code, _, err = limits.translate([bench.options.kasane, source, f"--target={target}", "--fp=strict", "-o-dir", out,
                                     "--", bench.include], bench.env)
    if code == 0:
        return None
    written = [p.name for p in out.iterdir()]
    if code != 1 or written or "internal error" in err:
        raise Failure(f"exit {code}, wrote {written}\n{err[-1500:]}")
    # An error in a header's function counts where the function is called.
    errors = re.findall(r"one\.c:(\d+):(\d+): (?:error: |note: (?='\w+' is called here))(.*)", err)
    if "because of the compiler's errors above" in err or not errors:
        raise Failure(f"the edit is no C, or no error has a place in the program\n{err[-1500:]}")
    at = [((int(line), int(column)), message) for line, column, message in errors]
    for place, message in at:
        if any(first <= place < last for first, last in spans):
            return message, "at the edit"
    for place, message in at:
        if any(first[0] <= place[0] <= last[0] for first, last in spans):
            return message, "in its line"
    lines = text.split("\n")
    for place, message in at:
        if place[0] - 1 in regionRows(lines):
            return message, "in the region"
    raise Failure(f"no error in the region\n{err[-1500:]}")


def runTogether(bench, cases, target, flags):
    """{name: what became of it} for cases that translate, in one file; Failure where the file as a whole fails."""
    source = bench.work / "pack.c"
    source.write_text(unmarked(fileText(cases))[0])
    code, _, err = call([*ORACLE, bench.include, source, "-o", bench.work / "oracle", "-lm"], bench.env)
    if code:
        raise Failure(f"the original does not build\n{err[-1500:]}")
    code, expected, err = call([bench.work / "oracle"], bench.env, timeout=20)
    if code:
        raise Failure(f"the original exits with {code}\n{err[-500:]}")
    out = bench.work / target
    shutil.rmtree(out, ignore_errors=True)
    code, err = bench.translation(source, [f"--target={target}", "--fp=strict"], out)
    if code:
        raise Failure(f"exit {code} in one file\n{err[-1500:]}")
    program, err = bench.build(sorted(f for f in out.iterdir() if f.suffix == ".c"), flags)
    if not program:
        raise Failure(f"does not build\n{err[-1500:]}")
    report = bench.work / "report.json"
    report.unlink(missing_ok=True)
    code, got, err = call([program], dict(bench.env, KASANE_REPORT=str(report)))
    bench.runs += 1
    if code == 1 and len(cases) == 1 and cases[0].mayStop and "ksn: " in err:
        return {cases[0].name: "stopped with a message"}
    if code:
        raise Failure(f"the translated program exits with {code}\n{err[-1500:]}")
    expected, got = byFunction(expected), byFunction(got)
    try:
        regions = json.loads(report.read_text())["regions"]
    except (OSError, ValueError) as error:
        raise Failure(f"no usable report: {error}: {report.read_text()[:200] if report.exists() else 'no file'}\n"
                      f"{err[-500:]}") from error
    return {c.name: verdict(c, expected.get(c.name), got.get(c.name), regions) for c in cases}


def verdict(case, expected, got, regions):
    mine = [r for r in regions if re.search(rf"_{case.name}_\d", r["name"] + "_0")]
    guarded = [r["reason"] for r in mine if not r["ran"]]
    what = "guarded: " + re.sub(r"\w+ and \w+ overlap", ".. and .. overlap", bucket(guarded[0])) if guarded else "ran"
    if got != expected and not case.notCompared:
        differing = [f"{a} | {b}" for a, b in zip(expected or [""], got or [""]) if a != b]
        raise Failure(f"difference, {what}\n" + "\n".join(differing[:8]))
    return what


def runPack(job):
    options, number, count = job
    work = Path(tempfile.mkdtemp(prefix="kasane-illegal-"))
    result = {"outcomes": collections.Counter(), "places": collections.Counter(), "examples": {}, "failures": []}
    try:
        bench = Bench(options, work)
        bench.include = f"-I{Path(__file__).resolve().parent}"
        left = translated(options, number, count, bench, result)
        rng = random.Random(f"{options.seed}/{number}/run")
        many = [case for case in left if not (case.alone or case.mayStop)]
        groups = [many[n:n + TOGETHER] for n in range(0, len(many), TOGETHER)]
        for cases in groups + [[case] for case in left if case not in many]:
            target = "opencl" if rng.random() < options.opencl else "openmp"
            compared(options, number, bench, cases, target, rng.choice(GENERATED), result)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return result


def translated(options, number, count, bench, result):
    """The cases that translate; the others are in the result."""
    left = []
    for n in range(count):
        rng = random.Random(f"{options.seed}/{number}/{n}")
        edits = [edit for edit in EDITS if options.edit in ("", edit.__name__)]
        case = edited(rng, f"f{n}", edits[(number * PACK + n) % len(edits)] if options.even else rng.choice(edits))
        try:
            said = refusal(bench, case, "openmp")
        except Failure as failure:
            result["failures"].append(kept(options, number, case, str(failure)))
            continue
        if not said:
            left.append(case)
            continue
        message, place = said
        tell(result, number, case, f"refused: {bucket(message)}")
        result["places"][case.kind, place] += 1
        result["examples"].setdefault(("", case.kind, place), f"--only {number}, {case.name}: {message}")
    return left


def tell(result, number, case, what):
    result["outcomes"][case.kind, what] += 1
    result["examples"].setdefault((case.kind, what), f"--only {number}, {case.name}")


def compared(options, number, bench, cases, target, flags, result):
    """Runs them; one by one where the file as a whole fails."""
    try:
        outcomes = runTogether(bench, cases, target, flags)
    except Failure as failure:
        if len(cases) == 1:
            result["failures"].append(kept(options, number, cases[0], f"target {target}: {failure}"))
            return
        for case in cases:
            compared(options, number, bench, [case], target, flags, result)
        return
    for case in cases:
        tell(result, number, case, outcomes[case.name])


def kept(options, number, case, trouble):
    text = f"// {case.kind}, --seed {options.seed} --only {number}, {case.name}\n"
    text += "".join(f"//   {line}\n" for line in trouble.split("\n")[:14])
    return {"kind": case.kind, "name": f"{case.kind}-{options.seed}-{number}-{case.name}.c",
            "text": text + unmarked(fileText([case]))[0], "trouble": trouble}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", type=lambda p: str(Path(p).resolve()), required=True)
    parser.add_argument("--runtime", action="append", default=[], help="library to link, may be repeated",
                        type=lambda p: str(Path(p).resolve()))
    parser.add_argument("--include", action="append", default=[], help="folder of kasane_rt.h",
                        type=lambda p: str(Path(p).resolve()))
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=96, help="edited programs")
    parser.add_argument("--only", type=int, help="this pack of the seed's only")
    parser.add_argument("--edit", default="", help="only edits of this name")
    parser.add_argument("--even", action="store_true", help="each edit in turn, rather than at random")
    parser.add_argument("--opencl", type=float, default=0.15,
                        help="share of the files that run on OpenCL, the others on OpenMP")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", type=Path, help="folder for failing programs; else they are printed")
    options = parser.parse_args()
    options.device = options.record = options.replay = None
    return options


def main():
    options = arguments()
    packs = [options.only] if options.only is not None else range(-(-options.count // PACK))
    jobs = [(options, n, PACK if options.only is not None else min(PACK, options.count - n * PACK)) for n in packs]
    outcomes, places, examples, failures = collections.Counter(), collections.Counter(), {}, 0
    with multiprocessing.Pool(options.jobs) as pool:
        for result in pool.imap_unordered(runPack, jobs):
            outcomes.update(result["outcomes"])
            places.update(result["places"])
            examples = {**result["examples"], **examples}
            failures += len(result["failures"])
            report(options, result["failures"])
    summary(outcomes, places, examples)
    ways = collections.Counter(re.sub(":.*", "", what) for (_, what), count in outcomes.items() for _ in range(count))
    print(f"illegal seed {options.seed}: {sum(outcomes.values()) + failures} edits, "
          f"{', '.join(f'{count} {way}' for way, count in ways.most_common())}; {failures} failures")
    return 1 if failures or not outcomes else 0


def summary(outcomes, places, examples):
    for kind in sorted({kind for kind, _ in outcomes}):
        near = ", ".join(f"{count} {place}" for (k, place), count in sorted(places.items()) if k == kind)
        print(f"{kind}: {sum(n for (k, _), n in outcomes.items() if k == kind)} ({near or 'none refused'})")
        for (k, what), count in outcomes.most_common():
            if k == kind:
                print(f"  {count:4} {what}  [{examples[k, what]}]")
        for place in ("in the region",):
            if ("", kind, place) in examples:
                print(f"       elsewhere: {examples['', kind, place]}")


if __name__ == "__main__":
    sys.exit(main())
