#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random steps: what a time loop's head, its condition and the statements of its body can be, in one order or
another, as programs of their own that print what is left of every variable. fuzz.py makes random nests; this makes
what is around them.

  steps.py --kasane build/tools/kasane/kasane --runtime libkasane_rt.a --include runtime/include --seed 1 --count 100

Each program is translated at one depth (at 1 where that one is refused), run at several sizes and step counts, plainly
and with KASANE_VERIFY=1, and must print what the plain build prints. A refusal is counted by its message.

Long: half of it is the C text around the steps.
"""

import argparse
import collections
import contextlib
import itertools
import multiprocessing
import random
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path


import limits
from pack import bucket, toolchain

RUNS = (("19", "7"), ("19", "30"), ("4", "12"), ("19", "0"), ("3", "3"))
DEPTHS = (1, 2, 3, 5)
DIAMOND = "diamond"  # for some programs on openmp, in place of a depth
WIDTH = 33
ARRAYS = "abc"
LIMITS = ("1e-3", "1e-2", "5e-2", "0.4", "3", "-1")


class Layout:
    """How the arrays are declared, passed and subscripted."""

    def __init__(self, rng):
        self.kind = rng.choice(("rows", "rows", "rows", "variable", "flat", "line", "cells", "held", "held"))
        self.number = rng.choice(("double", "double", "double", "float"))
        self.type = {"cells": "cell", "held": "grid"}.get(self.kind, self.number)
        self.width = "w" if self.kind == "variable" else str(WIDTH)
        self.rank = 1 if self.kind == "line" else 2
        rows = "a->n" if self.kind == "held" and rng.random() < 0.5 else "n"
        inner = f" for (int j = 1; j < {self.width} - 1; j++)" if self.rank == 2 else ""
        self.loops = f"for (int i = 1; i < {rows} - 1; i++){inner}"
        self.pointer = self.type + (f" (*%s)[{self.width}]" if self.kind in ("rows", "variable") else " *%s")
        self.sizes = ("n, " if self.kind != "variable" else "n, w, ")
        row = "" if self.rank == 1 else f"{self.width} * "
        self.bytes = f"n * {row}sizeof({self.number if self.kind == 'held' else self.type})"
        self.own = "->v" if self.kind == "held" else "" # where a pointer's array is

    def at(self, array, i, j):
        if self.kind == "line":
            return f"{array}[{i}]"
        if self.kind == "cells":
            return f"{array}[({i}) * {WIDTH} + {j}].{'u' if array != 'c' else 'v[1]'}"
        return f"{array}{self.own}[({i}) * {WIDTH} + {j}]" if self.kind in ("flat", "held") else f"{array}[{i}][{j}]"

    def near(self, array, di=0, dj=0):
        return self.at(array, f"i{di:+d}" if di else "i", f"j{dj:+d}" if dj else "j")

    def declare(self, *names):
        return ", ".join(self.pointer % name for name in names)

    def swap(self, x, y):
        return f"{{ {self.pointer % 't'} = {x}; {x} = {y}; {y} = t; }}"


FUNCTIONS = """static double nrm(@s, @ab) {
  double e = 0;
  @loops e += fabs(@b - @a);
  return e;
}
static double upd(@s, @ab) {
  double e = 0;
  @loops {
    @b = 0.25 * (@a-1 + @a+1) + 0.4 * @a;
    e = fmax(e, fabs(@b - @a));
  }
  @loops @a = @b;
  return e;
}
static void stp(@s, @ab) { @loops @b = 0.5 * @a + 0.125 * (@a-1 + @a+1); }
"""


def functions(layout):
    types = {"cells": f"typedef struct {{ {layout.number} v[2], u; }} cell;\n",
             "held": f"typedef struct {{ int n; {layout.number} *v; }} grid;\n"}
    text = types.get(layout.kind, "") + FUNCTIONS
    for pattern, meaning in (("@s", "int n, int w" if layout.kind == "variable" else "int n"),
                             ("@ab", layout.declare("a", "b")),
                             ("@loops", layout.loops), ("@a-1", layout.near("a", -1)), ("@a+1", layout.near("a", 1, 1)),
                             ("@a", layout.near("a")), ("@b", layout.near("b"))):
        text = text.replace(pattern, meaning)
    if layout.kind == "variable":
        return text
    return (text + f"typedef {layout.pointer % 'type'};\n"
            "static void swp(type *x, type *y) { type t = *x; *x = *y; *y = t; }\n")


class Steps:
    """The statements of one program's time loop."""

    def __init__(self, rng):
        self.rng = rng
        self.layout = Layout(rng)
        self.locals = [] # of the step

    def expression(self, x, y, free="ske"):
        rng = self.rng
        offset = lambda: rng.choice((-1, 0, 0, 1))
        terms = [f"{rng.choice(('0.25', '0.125', '0.2', '-0.1'))} * {self.layout.near(x, offset(), offset())}"
                 for _ in range(rng.randrange(1, 4))]
        if rng.random() < 0.3:
            terms.append(f"0.01 * {rng.choice([*free, *self.locals])}")
        if rng.random() < 0.2:
            terms.append(f"0.1 * {self.layout.near(y)}")
        if rng.random() < 0.15:
            terms.append("(k % 2 ? 0.01 : 0.02)")
        return " + ".join(terms)

    def call(self, name, *arrays):
        return f"{name}({self.layout.sizes}{', '.join(arrays)})"

    def measured(self):
        """An expression whose value decides something, with or without work in it."""
        rng = self.rng
        limit = rng.choice(LIMITS)
        what = rng.choice(("e", "e", self.call("nrm", "a", "b"), self.call("upd", "a", "b"),
                           f"(e = {self.call('upd', 'a', 'b')})", f"(e = {self.call('nrm', 'a', 'b')})"))
        return rng.choice((f"{what} > {limit}", f"{what} > {limit}", f"!({what} < {limit})"))

    def condition(self):
        text = self.measured()
        return f"{text} && {self.measured()}" if self.rng.random() < 0.25 else text

    def now(self):
        return f"k % {self.rng.randrange(2, 5)} == {self.rng.randrange(2)}"

    def statement(self):
        x, y = self.rng.sample(ARRAYS, 2)
        return self.rng.choice((self.sweep, self.sweep, self.sweep, self.edge, self.exchange, self.scalar,
                                self.reduction, self.reduction,
                                self.leave, self.look, self.point, self.function, self.sometimes))(x, y)

    def sweep(self, x, y):
        near, loops, rng = self.layout.near, self.layout.loops, self.rng
        return rng.choice((f"{loops} {near(y)} = {self.expression(x, y)};",
                           f"{loops} {near(y)} = {self.expression(x, y)};", f"{loops} {near(x)} = {near(y)};",
                           f"memcpy({x}{self.layout.own}, {y}{self.layout.own}, {self.layout.bytes});",
                           f"{loops} {near(x)} = 0.9 * {near(x)} + 0.01 * {rng.choice('sk1')};"))

    def edge(self, x, y):
        at = self.layout.at
        if self.layout.rank == 1:
            return self.rng.choice((f"{x}[0] = {x}[1];", f"{x}[n - 1] = {y}[n - 2];", f"{x}[0] = {y}[n - 2];"))
        rows = f"for (int j = 0; j < {self.layout.width}; j++) "
        last = f"{self.layout.width} - 1"
        return self.rng.choice((rows + f"{at(x, '0', 'j')} = {at(x, '1', 'j')};",
                                rows + f"{at(x, 'n - 1', 'j')} = {at(y, 'n - 2', 'j')};",
                                f"for (int i = 0; i < n; i++) {at(x, 'i', last)} = {at(y, 'i', last + ' - 1')};"))

    def exchange(self, x, y):
        how = self.rng.randrange(3)
        if how == 0 and self.layout.kind != "variable":
            return f"swp(&{x}, &{y});"
        return self.layout.swap(x, y) if how < 2 else f"{{ {self.layout.pointer % 't'} = a; a = b; b = c; c = t; }}"

    def scalar(self, x, y):
        at = self.layout.at
        if self.rng.random() < 0.3:
            value = self.rng.choice(("s * 0.5", "0.1 * k", "e + s", at(x, "1", "2"),
                                     *(f"{name} + 0.1 * e" for name in self.locals)))
            self.locals.append(f"q{len(self.locals)}")
            return f"double {self.locals[-1]} = {value};"
        return self.rng.choice(("s = 0.1 * k;", "s = s * 0.5 + 0.1;", "s += 0.01;", "s = e * 0.5;",
                                f"s = {at(x, '2', '3')};", f"s = 0.5 * {at(x, '1', '1')} + {at(y, '1', '2')};",
                                f"if (k > {self.rng.randrange(6)}) s = {self.rng.choice(('2', '0.5', 's * 0.5'))};"))

    def reduction(self, x, y):
        near, loops = self.layout.near, self.layout.loops
        return self.rng.choice((f"e = 0; {loops} e += fabs({near(x)} - {near(y)});",
                                f"e = 0; {loops} e = fmax(e, {near(x)});",
                                f"e = 0; {loops} {{ double v = {self.expression(x, y, 'sk')}; if (v > e) e = v; "
                                f"{near(y)} = v; }}", f"e = {self.call('nrm', x, y)};",
                                f"e = {self.call('upd', x, y)};"))

    def leave(self, x, y):
        rng = self.rng
        test = rng.choice(("e < 0.3", "s > 0.8", "k == 5", "e > 40", "k > 8 && e < 1", "s < 0.01",
                           f"{rng.choice(('++m', 'm++'))} {rng.choice(('>', '>=', '=='))} {rng.randrange(3, 20)}",
                           f"!({self.condition()})"))
        return f"if ({test}) break;"

    def look(self, x, y):
        return (f'if ({self.now()}) printf("%d %.17g %.17g\\n", k, {self.rng.choice("se")} + 0.0, '
                f'(double){self.layout.at(x, "1", "4")});')

    def point(self, x, y):
        place = self.layout.at(x, "1", "2")
        return self.rng.choice((f"{place} += 0.1 * k;", f"{place} = 0.5;", f"{place} = s;",
                                f"if ({self.now()}) {place} = 0.25;"))

    def function(self, x, y):
        return self.rng.choice((f"{self.call('stp', x, y)};", f"{self.call('upd', x, y)};"))

    def sometimes(self, x, y):
        stop = self.rng.choice(("", "", " if (e < 3) break;"))
        return self.rng.choice((f"if ({self.now()}) {{ e = 0; {self.layout.loops} e += {self.layout.near(x)};{stop} }}",
                                f"if ({self.now()}) e = {self.call('nrm', x, y)};"))

    def body(self):
        statements = [self.statement() for _ in range(self.rng.randrange(1, 8))]
        self.locals = []  # the work may come before them
        work = (f"{self.call('stp', 'a', 'b')}; {self.layout.swap('a', 'b')}", f"e = {self.call('upd', 'a', 'b')};",
                f"{self.layout.loops} {self.layout.near('b')} = {self.expression('a', 'b')};")
        statements.insert(self.rng.randrange(len(statements) + 1), self.rng.choice(work))
        return statements

    def loop(self):
        """The time loop: k counts its steps, and no program makes more than 40 where `steps` does not end it."""
        statements = self.body()
        counting = list(statements)
        counting.insert(self.rng.choice((0, len(counting))), "k++;")
        plain, counted = "\n    ".join(statements), "\n    ".join(counting)
        last = "\n    ".join([*counting, "if (++g > 40) break;"])
        test = self.condition()
        return self.rng.choice((
            f"for (k = 0; k < steps; k++) {{\n    {plain}\n  }}", f"for (k = 0; k < steps; k++) {{\n    {plain}\n  }}",
            f"for (k = 0; k < steps && {test}; k++) {{\n    {plain}\n  }}",
            f"while (k < steps) {{\n    {counted}\n  }}", f"while (k++ < steps) {{\n    {plain}\n  }}",
            f"while ({test}) {{\n    {last}\n  }}", f"do {{\n    {plain}\n  }} while (++k < steps);",
            f"do {{\n    {counted}\n  }} while (k < steps && {test});",
            f"for (;;) {{\n    {counted}\n    if (k >= steps) break;\n  }}", f"while (1) {{\n    {last}\n  }}",
            f"while (k < steps && {test}) {{\n    {counted}\n  }}", f"for (k = steps; k-- > 0;) {{\n    {plain}\n  }}",
            f"do {{\n    {last}\n  }} while ({test});", f"while ({test} && k < steps) {{\n    {counted}\n  }}",
            f"while (k++ < steps && {test}) {{\n    {plain}\n  }}",
            f"while ({test} && {self.rng.choice(('k++', '++k'))} < steps) {{\n    {plain}\n  }}",
            f"do {{\n    {plain}\n  }} while (++k < steps && {test});",
            f"do {{\n    {plain}\n  }} while ({test} && ++k < steps);"))


# + 0.0: fmax(0.0, -0.0) is either, and compilers swap its arguments.
MAIN = """int main(int argc, char **argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]), w = argc + 30, k = 0, g = 0, m = 0;
  double e = 1, s = 0.3;
  @make
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (@rank == 1 ? 1 : w); j++) {
      @whole
      @a = ((i * 37 + j * 11) % 101) * 0.01;
      @b = ((i * 17 + j * 29) % 91) * 0.01;
      @c = ((i * 7 + j * 19) % 81) * 0.01;
    }
#pragma stencil
  @loop
  printf("%d %d %d %.17g %.17g %d %d %d\\n", k, g, m, e + 0.0, s + 0.0,
         (void *)a == a0, (void *)b == b0, (void *)c == a0);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < (@rank == 1 ? 1 : w); j++) {
      printf("%a %a %a\\n", (double)@a, (double)@b, (double)@c);
      @others
    }
  free(a0), free(b0), free(c0);
  return 0;
}
"""


def program(seed, number):
    steps = Steps(random.Random(f"{seed}/{number}"))
    layout = steps.layout
    memory = (f"malloc(sizeof(grid)); *@ = (grid){{n, malloc({layout.bytes})}}" if layout.kind == "held"
              else f"malloc({layout.bytes})")
    make = "\n  ".join(f"{layout.pointer % x} = {memory.replace('@', x)}; void *{x}0 = {x};" for x in ARRAYS)
    isCell = layout.kind == "cells"
    whole = f"a[i * {WIDTH} + j] = b[i * {WIDTH} + j] = c[i * {WIDTH} + j] = (cell){{{{i, 2}}, j}};" if isCell else ""
    others = (f'for (int q = 0; q < 3; q++) printf("%a %a\\n", '
              f'(double)(&a[i * {WIDTH} + j].v[0])[q], (double)(&c[i * {WIDTH} + j].v[0])[q]);' if isCell else "")
    text = MAIN.replace("@whole", whole).replace("@others", others).replace("@make", make)
    text = text.replace("@rank", str(layout.rank)).replace("@loop", steps.loop())
    for x in ARRAYS:
        text = text.replace(f"@{x}", layout.near(x))
    included = "".join(f"#include <{name}.h>\n" for name in ("math", "stdio", "stdlib", "string"))
    return included + functions(layout) + text


def translated(tools, source, target, depth):
    """(files, depth), or (None, message)."""
    for chosen in dict.fromkeys((depth, 1)):
        schedule = "--schedule=diamond" if chosen == DIAMOND else f"--depth={chosen}"
        try:
            return tools.translate(source, source.parent / f"{target}{chosen}", [f"--target={target}", schedule],
                                   []), chosen
        except toolchain.Failure as failure:
            refusals = re.findall(r"program\.c:\d+:\d+: error: (.*)", str(failure))
            if not refusals:
                raise
    return None, refusals[0]


def within(command):
    code, _, err = limits.translate(command, None)
    if code == limits.BEYOND:
        raise toolchain.Failure(err.splitlines()[0])
    if code:
        raise toolchain.Failure(f"exit {code}\n{err[-3000:]}")


class Unfit(Exception):
    """The device has too little local memory for the tile of a depth that was drawn."""


def compare(tools, command, oracle, places, runs):
    for place in runs:
        expected = tools.run([oracle, *place])
        if expected.returncode:
            raise toolchain.Failure(f"{place}: the plain build exits with {expected.returncode}")
        for env in ({}, {"KASANE_VERIFY": "1"}):
            report = places / "report.json"
            got = tools.run([command, *place], {**env, "KASANE_REPORT": str(report)})
            if toolchain.UNFIT.search(got.stderr.decode(errors="replace")):
                raise Unfit
            if got.returncode or got.stdout != expected.stdout:
                differing = [f"{a.decode()} | {b.decode()}"
                             for a, b in zip(expected.stdout.splitlines(), got.stdout.splitlines()) if a != b]
                raise toolchain.Failure("\n".join([f"{place} {env}: exit {got.returncode}, another output",
                                                   *differing[:5], got.stderr.decode()[-500:]]))
            for region in toolchain.reportOf(report):
                # In a row of three the elements c[n - 2] and c[1] are one, which is seen at the call.
                isOne = place[0] == "3" and region["reason"] == "two parts of c overlap in memory"
                if not region["ran"] and not isOne:
                    raise toolchain.Failure(f"{place} {env}: fallback: {region['reason']}")


def depthsOf(options, number):
    rng = random.Random(f"depth {options.seed}/{number}")
    return rng.sample(DEPTHS, min(options.schedules, len(DEPTHS)))


def runOne(job):
    """(number, "ok", "refused" or "failed", text)"""
    options, number, program, runs = job
    if time.time() > options.end:
        return number, "late", ""
    work = Path(tempfile.mkdtemp(prefix="kasane-steps-"))
    try:
        source = work / "program.c"
        source.write_text(program(options.seed, number))
        tools = toolchain.Toolchain(options.kasane, options.runtime, work / "work", options.include)
        tools.callTranslator = within
        oracle, made = tools.oracle(source, []), 0
        for target, depth in itertools.product(options.targets.split(","), depthsOf(options, number)):
            if target == "openmp" and (number + depth) % 3 == 0:
                depth = DIAMOND
            files, found = translated(tools, source, target, depth)
            if files is None:
                return number, "refused", found
            with contextlib.suppress(Unfit):
                compare(tools, tools.build(files, [], source.parent, work / f"run-{target}{depth}"), oracle, work, runs)
                made += 1
        return number, "ok" if made else "unfit", f"depth {found}"
    except toolchain.Failure as failure:
        said = "".join(f"//   {line}\n" for line in str(failure).splitlines()[:20])
        head = f"// --seed {options.seed} --only {number}, depths {depthsOf(options, number)}\n"
        return number, "failed", head + said + source.read_text()
    finally:
        shutil.rmtree(work, ignore_errors=True)


def arguments(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", action="append", required=True, help="library to link, may be repeated")
    parser.add_argument("--include", action="append", required=True, help="folder of kasane_rt.h")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=64, help="programs")
    parser.add_argument("--only", type=int, help="this program of the seed only")
    parser.add_argument("--print", action="store_true", help="the program of --only, and no more")
    parser.add_argument("--targets", default="openmp")
    parser.add_argument("--schedules", type=int, default=1, help="depths for each program and target")
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--time", type=float, default=float("inf"), help="begin no program after so many seconds")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", type=Path, help="folder for failing programs; else they are printed")
    parser.add_argument("--max-refused", type=float, default=100.0,
                        help="fail when more per cent of the programs are refused")
    return parser.parse_args()


def main(program, name, description, runs=RUNS):
    """`program` makes the text of program number so and so of a seed; `runs`: its sizes and step counts."""
    options = arguments(description)
    if options.print:
        print(program(options.seed, options.only))
        return 0
    numbers = range(options.first, options.first + options.count) if options.only is None else [options.only]
    kinds, refused, examples = collections.Counter(), collections.Counter(), {}
    options.end = time.time() + options.time
    jobs = [(options, number, program, runs) for number in numbers]
    with multiprocessing.Pool(options.jobs) as pool:
        for number, kind, text in pool.imap_unordered(runOne, jobs):
            kinds[kind] += kind != "late"
            if kind == "refused":
                refused[bucket(text)] += 1
                examples.setdefault(bucket(text), f"program {number}: {text}")
            elif kind == "failed" and options.save:
                options.save.mkdir(parents=True, exist_ok=True)
                (options.save / f"{name}-{options.seed}-{number}.c").write_text(text)
                print(f"FAIL {name}-{options.seed}-{number}.c", flush=True)
            elif kind == "failed":
                print(text, flush=True)
    for message, count in refused.most_common():
        print(f"refused {count}: {message}\n  {examples[message]}")
    share = 100.0 * kinds["refused"] / max(sum(kinds.values()), 1)
    print(f"{name} seed {options.seed}: {sum(kinds.values())} programs, {kinds['refused']} refused ({share:.1f} %), "
          f"{kinds['unfit']} too large for the device, {kinds['failed']} failures")
    return 1 if not kinds or kinds["failed"] or share > options.max_refused else 0


if __name__ == "__main__":
    sys.exit(main(program, "steps", __doc__))
