#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of docs/design/*.md and the dumps of docs/architecture.md, made again by the translator and the runtime;
the programs of docs/language.md and README.md, translated.

  check_tables.py --kasane build/tools/kasane/kasane --runtime build/runtime/libkasane_rt.a \
    --include runtime/include [PAGE ..]
  check_tables.py .. --write          puts in what comes out

A table stands between `<!-- table: NAME -->` and `<!-- end -->`. The program heat.c is the one of docs/architecture.md.
Exit status 77: a page needs a compiler that isn't here, and the others are right.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ARCHITECTURE = ROOT / "docs/architecture.md"


class Skipped(Exception):
    pass


def run(command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


def table(head, rows):
    return [
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(map(str, row)) + " |" for row in rows),
    ]


def heat(folder):
    text = re.search(r"```c\n(void heat\(.*?)```", ARCHITECTURE.read_text(), re.S)
    (folder / "heat.c").write_text(text[1])
    return folder / "heat.c"


def dump(options, folder, step, *more):
    return run([options.kasane, "heat.c", *more, f"--dump-after={step}"], cwd=folder).stdout


# ---- overlap
def rangeOf(text, axis, extent):
    """The offsets of `cells y in [ksn_max((y0 - 2), 1), ksn_min(((y0 + 16) + 2), ..)`."""
    lo = re.search(rf"cells {axis} in \[ksn_max\(\(?{axis}0(?: - (\d+))?", text)
    hi = re.search(rf"cells {axis} in .*ksn_min\(\(+{axis}0 \+ {extent}\)(?: \+ (\d+)\))?", text)
    assert lo and hi, text
    back, ahead = int(lo[1] or 0), int(hi[1] or 0)
    return f"{axis}0{f' - {back}' if back else ''} .. {axis}0 + {extent + ahead}"


def placeOf(name):
    return f"`{name.removesuffix('_tile')}` on chip" if name.endswith("_tile") else f"`{name}` in memory"


def overlap(options, folder):
    kernel = dump(options, folder, "lower", "--schedule=overlap", "--tile=64x16", "--depth=3")
    kernel = kernel[: kernel.index("\nkernel", kernel.index("_pass3"))]
    rows = []
    for part in re.split(r"    barrier\n", kernel):
        loads = re.findall(r"(    if .*\n      cells y .*\n(?:        .*\n)*)", part)
        steps = re.findall(r"    ; (step \d) of 3, loop nest 1\n((?:    .*\n?)*)", part)
        for title, text in [*((None, load) for load in loads), *steps]:
            to, value = re.search(r"(\w+)\[\(.*?\] := (.*)", text).groups()
            read = re.search(r"([a-z]\w*)\[", value)[1]
            rows.append(
                (
                    title or "before, at the border",
                    placeOf(read),
                    placeOf(to) + ("" if title else ", outside of the domain"),
                    rangeOf(text, "y", 16),
                    rangeOf(text, "x", 64),
                )
            )
    return table(("step", "reads", "writes", "rows", "columns"), rows)


# ---- diamond
def diamond(options, folder):
    """Rows of 12 (ny 14) that each of 5 steps makes in each front, by the dumped expressions."""
    kernel = dump(options, folder, "lower", "--schedule=diamond", "--tile=64x4")
    known = {"ny": 14, "ksn_steps": 5, "ksn_max": max, "ksn_min": min}

    def number(text, **more):
        return eval(text.replace("/", "//"), {}, {**known, **more})  # none is negative where it divides

    def let(name, **more):
        return number(re.search(rf"let {name} = (.*)", kernel)[1], **more)

    first, end = (number(text) for text in re.search(r"fronts front in \[(.*), (\(+.*\))\)\n", kernel).groups())
    lo, hi = re.search(r"grid diamond from (.*) to (.*) step 1", kernel).groups()
    made = {}
    for front in range(first, end):
        steps = {name: let(name, front=front) for name in ("first_step", "end_step")}
        for tile in range(number(lo, front=front, **steps), number(hi, front=front, **steps)):
            at = {name: let(name, front=front, diamond=tile) for name in ("rise", "fall")}
            for step in range(steps["first_step"], steps["end_step"]):
                rows = [let(name, step=step, **at) for name in ("y_from", "y_until")]
                if rows[0] < rows[1]:
                    made.setdefault((step, front), []).append(rows)
    fronts = range(first, end)
    assert all(
        sorted(y for front in fronts for lo, hi in made.get((step, front), []) for y in range(lo, hi)) == [*range(1, 13)]
        for step in range(5)
    ), "each row is made once in each step"
    spell = lambda rows: ", ".join(f"{a}" if b == a + 1 else f"{a} .. {b - 1}" for a, b in sorted(rows))  # noqa: E731
    return table(
        ("", *(f"front {n + 1}" for n in range(len(fronts)))),
        [(f"step {step + 1}", *(spell(made.get((step, front), [])) for front in fronts)) for step in range(5)],
    )


# ---- pipeline
def pipeline(options, folder):
    done = run(
        [options.kasane, "explain", "heat.c", "--target=cuda", "--schedule=pipeline", "--depth=4", "--format=json"],
        cwd=folder,
    )
    stream = json.loads(done.stdout)["regions"][0]["schedules"][0]["stream"]
    levels = [(level["lag"], level["reach"]["hi"][-1]) for level in stream["levels"]]
    loaded = levels[0][1] + 1  # planes behind the tile; the radius is 1
    rows = [
        (
            i,
            f"{i} of {', '.join(f'`{name}`' for name in stream['loaded'])}",
            *(i - lag if i - lag >= loaded - reach else "-" for lag, reach in levels),
        )
        for i in range(2 * len(levels) + 2)
    ]
    return table(("iteration", "loaded", *(f"step {n + 1}" for n in range(len(levels)))), rows)


# ---- host-code
def hostCode(options, folder):
    run(
        [options.kasane, HERE / "points.c", "--schedule=overlap", "--tile=64x16", "--depth=4", "-o-dir", "out"],
        cwd=folder,
    )
    kernels = next((folder / "out").glob("*.openmp.c"))
    text = re.sub(
        r"(static void ksn_\w+_(pass|last|sweep)(\d+)\([^{]*\) \{\n)",
        r'\1  fprintf(stderr, "\2 \3\\n");\n',
        kernels.read_text(),
    )
    kernels.write_text("#include <stdio.h>\n" + text)
    build(options, folder, ["-fopenmp"])
    step, rows = 0, []
    for line in run(["./program"], cwd=folder).stderr.splitlines():
        kind, number, *_ = line.split()
        if kind == "host":
            rows.append((f"{number}", "", f"`save(a, {number})`, at home"))
            continue
        steps = 1 if kind == "sweep" else int(number)
        what = {"pass": f"a pass of {steps}", "last": f"the last pass, of {steps}", "sweep": "a sweep"}[kind]
        rows.append((f"{step} .. {step + steps - 1}" if steps > 1 else step, what, ""))
        step += steps
    return table(("steps", "made by", "host code"), rows)


# ---- rings, runtime
def build(options, folder, flags):
    run(
        [
            "gcc",
            "-O1",
            *flags,
            "-Wno-unknown-pragmas",
            "-iquote",
            HERE,
            "-I",
            options.include,
            *sorted((folder / "out").glob("*.c")),
            *([HERE / "trace.c"] if "-fopenacc" in flags else []),
            options.runtime,
            "-pthread",
            "-lm",
            "-ldl",
            "-o",
            "program",
        ],
        cwd=folder,
    )


def traced(options, folder, slab, defines):
    """What the program's run says: copies in and out, and the planes of each launch."""
    found = subprocess.run(
        ["gcc", "-fopenacc", "-x", "c", "-", "-o", "/dev/null"],
        input="#include <openacc.h>\nint main(void) { return 0; }\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        raise Skipped("no gcc with OpenACC")
    run(
        [options.kasane, HERE / "streamed.c", "--target=openacc", "--schedule=sweep", "-o-dir", "out", "--", *defines],
        cwd=folder,
    )
    kernels = next((folder / "out").glob("*.openacc.c"))
    text = re.sub(
        r"  ksn_tell\(&\w+_told, &ksn_told",
        r'  fprintf(stderr, "launch %lld %lld\\n", (long long)ksn_told.ksn_from,'
        r" (long long)ksn_told.ksn_until);\n\g<0>",
        kernels.read_text(),
    )
    kernels.write_text("#include <stdio.h>\n" + text)
    build(
        options,
        folder,
        [
            "-fopenacc",
            "-foffload=disable",
            *defines,
            "-Wl,--wrap=acc_memcpy_to_device_async,--wrap=acc_memcpy_from_device_async",
        ],
    )
    environment = {"PATH": "/usr/bin:/bin", "KASANE_SLAB": str(slab), "KASANE_STEPS": "2", "ACC_DEVICE_TYPE": "host"}
    lines = [line.split() for line in run(["./program"], cwd=folder, env=environment).stderr.splitlines()]
    plain = folder / "plain"
    run(["gcc", "-O1", "-ffp-contract=off", "-Wno-unknown-pragmas", *defines, HERE / "streamed.c", "-o", plain])
    assert (
        run([plain]).stdout == run(["./program"], cwd=folder, env=environment).stdout
    ), "the streamed program gives another sum"
    return [line for line in lines if line[0] in ("home", "in", "out", "launch")]


def sortedBySlab(lines, slab, isRing):
    """A row for each slab. On a ring planes count on beyond the ends; its first planes come again from copies."""
    _, base, planes, bytesOf = lines[0]
    base, planes, bytesOf = int(base, 16), int(planes), int(bytesOf)
    rows, came, done = [], [], [None, None]
    isBehind = True  # the launch before was of the second step
    for kind, first, second in lines[1:]:
        if kind == "launch":
            at, end = int(first), int(second)
            step = 0 if done[0] in (None, at) else 1
            if step == 0 and isBehind:
                rows.append({})
            isBehind = step == 1
            row = rows[-1]
            row[step] = (row[step][0] if step in row else at, end)
            done[step] = end
            continue
        place, rest = divmod(int(first, 16) - base, bytesOf)
        count = int(second) // bytesOf
        isOurs = rest == 0 and 0 <= place < planes
        if kind == "in" and count and (isOurs or (isRing and came and came[-1][1] >= planes)):
            at = came[-1][1] if came else (place - planes if isRing and place else place)
            if not isOurs and at + count > planes + 2:  # the other array's; two steps look at two planes behind the end
                continue
            assert not isOurs or (at - place) % planes == 0, (at, place)
            came.append((at, at + count))
        elif kind == "out" and isOurs and count:
            rows[-1]["out"] = (rows[-1]["out"][0] if "out" in rows[-1] else place, place + count)
    start = came[0][0]
    for number, row in enumerate(rows):
        row["in"] = (start + number * slab, min(start + (number + 1) * slab, came[-1][1]))
    return rows


def streamed(options, folder, slab, defines):
    rows = sortedBySlab(traced(options, folder, slab, defines), slab, bool(defines))
    spell = lambda pair: f"{pair[0]} .. {pair[1]}" if pair else ""  # noqa: E731
    return table(
        ("slab", "planes come in", "step 1 makes", "step 2 makes", "`a` goes home"),
        [(number, *(spell(row.get(key)) for key in ("in", 0, 1, "out"))) for number, row in enumerate(rows)],
    )


def rings(options, folder):
    return streamed(options, folder, 6, ["-DRING"])


def runtime(options, folder):
    return streamed(options, folder, 8, [])


TABLES = {"overlap": overlap, "diamond": diamond, "pipeline": pipeline, "rings": rings, "host-code": hostCode, "runtime": runtime}


# ---- architecture: what the steps leave
def checkDumps(options, folder):
    text = ARCHITECTURE.read_text()
    pins = ("--schedule=overlap", "--tile=64x16", "--depth=2")
    plan = dump(options, folder, "lower", *pins)
    wanted = {step: dump(options, folder, step, *pins) for step in ("frontend", "bounds", "schedule")}
    wanted["lower"] = plan[plan.index("\nhost") + 1 :]
    return [
        f"docs/architecture.md: what {step} leaves is\n{left}"
        for step, left in wanted.items()
        if f"```\n{left}```" not in text
    ]


# ---- language, README: programs that are translated as they stand
def checkPrograms(options, folder):
    problems = []
    for page, head in (("docs/language.md", "## Examples"), ("README.md", "")):
        text = (ROOT / page).read_text()
        text = text[text.index(head) :].split("\n## Where", 1)[0]
        for number, program in enumerate(re.findall(r"```c\n(.*?)```", text, re.S)):
            source = folder / f"program{number}.c"
            source.write_text(program)
            done = subprocess.run(
                [options.kasane, source, "-o-dir", folder / "out", "-Werror"],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                problems.append(f"{page}: program {number + 1} isn't translated\n{done.stderr}")
    return problems


def checkTable(options, folder, name):
    page = ROOT / f"docs/design/{name}.md"
    text = page.read_text()
    made = "\n".join(TABLES[name](options, folder)) + "\n"
    found = re.search(rf"(<!-- table: {name} -->\n)(.*?)(<!-- end -->)", text, re.S)
    if not found:
        return [f"{page}: no table {name}"]
    if options.write:
        page.write_text(text[: found.start(2)] + made + text[found.end(2) :])
        return []
    return [] if found[2] == made else [f"{page}: the table should be\n{made}"]


TEXTS = {"architecture": checkDumps, "programs": checkPrograms}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--runtime", type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--include", type=lambda text: pathlib.Path(text).resolve(), required=True)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("pages", nargs="*", default=[])
    options = parser.parse_args()
    problems, skipped = [], []
    for name in options.pages or [*TABLES, *TEXTS]:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            heat(folder)
            try:
                problems += TEXTS[name](options, folder) if name in TEXTS else checkTable(options, folder, name)
            except Skipped as why:
                skipped.append(f"skipped {name}: {why}")
    print("\n".join(problems + skipped))
    return 1 if problems else 77 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
