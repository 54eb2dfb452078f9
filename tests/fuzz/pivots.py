#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random nests whose cells look at the row and the column of the step, through schedule pivot: their results are those
of the plain C build, bit for bit.

  pivots.py --kasane K [--targets openmp,opencl] [--seed 1] [--count 4]

A program has several nests: other statements, types, bounds and shapes. What is drawn may be refused where the blocked
form isn't made for it; the last line counts."""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NESTS = 6
TILES = {"openmp": [(None, 3), (None, 8), (None, 32)],
         "opencl": [("64x64", 16), ("64x128", 32), ("128x64", 16), ("128x128", 64)]}
HEAD = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned state = 1;
static unsigned next(void) { state = state * 1664525u + 1013904223u; return state >> 8; }
static uint64_t bits(const void *data, size_t bytes) {
  const unsigned char *c = data;
  uint64_t out = 1469598103934665603u;
  for (size_t n = 0; n < bytes; n++) out = (out ^ c[n]) * 1099511628211u;
  return out;
}
"""


class Nest:
    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.type = rng.choice(["float", "float", "double", "int", "unsigned", "short", "unsigned char"])
        self.isFloat = self.type in ("float", "double")
        self.hasSecond = rng.random() < 0.3
        self.hasFixed = rng.random() < 0.25
        self.shift = [rng.choice([0, 0, 0, 1]) for _ in "xy"]  # of column and row against k

    def operand(self):
        r = self.rng.random()
        column, row = self.places()
        if r < 0.3:
            return "d[i][j]"
        if r < 0.55:
            return f"d[i][{column}]"
        if r < 0.8:
            return f"d[{row}][j]"
        if r < 0.86:
            return f"d[{row}][{column}]"
        if r < 0.92 and self.hasFixed:
            return "w[i][j]"
        return str(self.rng.randint(1, 9)) if not self.isFloat else f"({self.type}){self.rng.randint(1, 9)}"

    def places(self):
        return ["k + 1" if s else "k" for s in self.shift]

    def expression(self, depth):
        if depth == 0 or self.rng.random() < 0.15:
            return self.operand()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        if self.rng.random() < 0.25:
            return f"({a} {self.rng.choice('<>')} {b} ? {self.expression(depth - 1)} : {b})"
        if self.isFloat:
            if self.rng.random() < 0.5:
                return f"({self.type})(0.5 * ({a} {self.rng.choice('+-')} {b}))"
            return f"({a} + {b})"
        if self.type in ("int", "short"):
            return f"(({a} + {b}) % 1009)"
        return f"({a} {self.rng.choice('+^|&*')} {b})"

    def statement(self):
        column, row = self.places()
        sums = f"d[i][{column}] + d[{row}][j]"
        if self.type in ("int", "short"):
            sums = f"({sums}) % 1009"
        pick = self.rng.random()
        second = " p[i][j] = p[i][%s];" % column if self.hasSecond else ""
        if pick < 0.25:
            return f"if ({sums} < d[i][j]) {{ d[i][j] = {sums};{second} }}"
        if pick < 0.4:
            return f"const {self.type} s = {sums}; if (s > d[i][j]) {{ d[i][j] = s;{second} }}"
        if pick < 0.5:
            return f"d[i][j] = d[i][j] < {sums} ? d[i][j] : {sums};"
        return f"d[i][j] = {self.expression(2)};{second}"

    def text(self):
        rng, (column, row) = self.rng, self.places()
        guard = rng.choice(["", "", "", "if (i != k) ", "if (i != k && j != k) ", "if (j > i) ",
                            "if ((i + j + k) % 3) "])
        loops = []
        for var, place, end in (("i", row, "n"), ("j", column, "m")):
            lo = rng.choice(["0", "0", "0", f"{place} + 1"])
            loops.append(f"for (int {var} = {lo}; {var} < {end}; {var}++)")
        if rng.random() < 0.3:
            loops.reverse()
        body = f"{loops[0]} {loops[1]} {guard}{{ {self.statement()} }}"
        if rng.random() < 0.2 and self.isFloat:
            body = f"for (int i = {row} + 1; i < n; i++) d[i][{column}] /= d[{row}][{column}] + 3; {body}"
        fixed = f", const {self.type} w[n][m]" if self.hasFixed else ""
        second = ", int p[n][m]" if self.hasSecond else ""
        return (f"static void nest{self.number}(int n, int m, int steps, {self.type} d[n][m]{second}{fixed}) {{\n"
                f"#pragma stencil\n  for (int k = 0; k < steps; k++) {{ {body} }}\n}}\n")

    def call(self):
        value = "next() / 16777216.0 - 0.4" if self.isFloat else "next() % 97"
        lines = [f"{self.type} *d = malloc(all * sizeof *d), *w = malloc(all * sizeof *w);",
                 "int *p = malloc(all * sizeof *p);",
                 f"for (size_t c = 0; c < all; c++) {{ d[c] = ({self.type})({value}); w[c] = ({self.type})({value});"
                 " p[c] = (int)(c % 1000); }"]
        more = ", (int (*)[m])p" if self.hasSecond else ""
        more += f", (const {self.type} (*)[m])w" if self.hasFixed else ""
        lines.append(f"nest{self.number}(n, m, steps, ({self.type} (*)[m])d{more});")
        lines.append(f'printf("{self.number} %llx %llx\\n", (unsigned long long)bits(d, all * sizeof *d),'
                     " (unsigned long long)bits(p, all * sizeof *p));")
        return "  {\n    " + "\n    ".join(lines) + "\n    free(d); free(w); free(p);\n  }\n"


def run(command, **more):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600, **more)


def isTaken(options, source, target):
    tile, depth = TILES[target][0]
    pins = [f"--depth={depth}"] + ([f"--tile={tile}"] if tile else [])
    done = run([options.kasane, source, "--fp=strict", f"--target={target}", "--schedule=pivot", *pins, "-o-dir",
                source.parent / "tried"])
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{target}: {done.stderr[-2000:]}")
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--targets", default="openmp,opencl")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4)
    parser.add_argument("--light", action="store_true", help="OpenCL's compiler doesn't optimise")
    options = parser.parse_args()
    drawn = taken = runs = failures = 0
    work = Path(tempfile.mkdtemp(prefix="kasane-pivots-"))
    environment = {**os.environ, **({"KASANE_OPENCL_OPTIONS": "-cl-opt-disable"} if options.light else {})}
    for number in range(options.count):
        rng = random.Random(options.seed * 100003 + number)
        folder = work / str(number)
        folder.mkdir()
        nests = []
        while len(nests) < NESTS:
            nest = Nest(rng, len(nests))
            text = nest.text()
            drawn += 1
            one = folder / "one.c"
            one.write_text(HEAD + text)
            if all(isTaken(options, one, target) for target in options.targets.split(",")):
                nests.append((nest, text))
                taken += 1
        source = folder / "program.c"
        source.write_text(HEAD + "".join(text for _, text in nests) +
                          "int main(int argc, char **argv) {\n  const int n = atoi(argv[1]), m = atoi(argv[2]), steps ="
                          " atoi(argv[3]);\n  const size_t all = (size_t)n * m;\n  (void)argc;\n" +
                          "".join(nest.call() for nest, _ in nests) + "  return 0;\n}\n")
        done = run(["gcc", "-O1", "-fwrapv", "-ffp-contract=off", "-w", source, "-o", folder / "plain"])
        if done.returncode:
            raise RuntimeError(done.stderr)
        sizes = [(rng.randint(2, 150), rng.randint(2, 150)) for _ in range(3)] + [(131, 131)]
        for target in options.targets.split(","):
            tile, depth = rng.choice(TILES[target])
            pins = [f"--depth={depth}"] + ([f"--tile={tile}"] if tile else [])
            done = run([options.kasane, "cc", "-O1", "-fwrapv", "--fp=strict", f"--target={target}", "--schedule=pivot",
                        *pins, source, "-o", folder / target])
            if done.returncode:
                print(f"FAIL seed {options.seed} program {number} {target} {pins}: {done.stderr[-500:]}")
                failures += 1
                continue
            for n, m in sizes:
                sized = [n, m, max(min(n, m) - 1, 0)]
                report = folder / "report.json"
                expected = run([folder / "plain", *sized])
                got = run([folder / target, *sized], env={**environment, "KASANE_REPORT": str(report)})
                regions = json.loads(report.read_text())["regions"] if got.returncode == 0 else []
                isPivot = regions and all(r["ran"] and r["family"] == "pivot" for r in regions)
                runs += 1
                if got.stdout != expected.stdout or not isPivot:
                    failures += 1
                    print(f"FAIL {source} {target} {pins} {sized}: {got.stderr[-300:]}\n{expected.stdout}{got.stdout}")
    if not failures:
        shutil.rmtree(work)
    print(f"pivots seed {options.seed}: {drawn} nests drawn, {taken} taken, {runs} runs, {failures} failures")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
