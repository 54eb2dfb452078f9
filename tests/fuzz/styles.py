#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs in the styles that people write stencils in: variables declared at the head of the function,
loops over neighbours, options, line buffers, index tables, look-up tables, colours, mirrored ghosts, output and
timers between the loops. Each program has one region, of statements in several of these styles, and prints all
that is left behind.

  styles.py --kasane build/tools/kasane/kasane --runtime libkasane_rt.a --include runtime/include --seed 1 --count 100

It runs, compares and counts as steps.py does.
"""

import random
import sys

import steps


RUNS = (("19", "7"), ("18", "30"), ("7", "12"), ("19", "0"), ("6", "3"))


class Storage:
    """How arrays are declared and an element is named."""

    def __init__(self, rng):
        self.kind = rng.choice(("flat", "flat", "macro", "function", "rows", "fixed", "struct"))
        self.number = rng.choice(("double", "double", "float"))
        self.fixed = 33

    def head(self):
        return {"macro": "#define IX(i, j) ((i) * w + (j))\n",
                "function": "static inline int ix(int i, int j, int w) { return i * w + j; }\n",
                "struct": f"struct field {{ int rows, cols; {self.number} *v; }};\n"}.get(self.kind, "")

    def width(self):
        return str(self.fixed) if self.kind == "fixed" else "w"

    def at(self, array, i, j):
        if self.kind in ("rows", "fixed"):
            return f"{array}[{i}][{j}]"
        place = {"macro": f"IX({i}, {j})", "function": f"ix({i}, {j}, w)"}.get(self.kind, f"({i}) * w + {j}")
        return f"{array}->v[{place}]" if self.kind == "struct" else f"{array}[{place}]"

    def pointer(self, name):
        return {"rows": f"{self.number} **{name}", "fixed": f"{self.number} (*{name})[{self.fixed}]",
                "struct": f"struct field *{name}"}.get(self.kind, f"{self.number} *{name}")

    def make(self, name):
        size = f"(size_t)n * {self.width()} * sizeof({self.number})"
        if self.kind == "rows":
            return (f"{self.pointer(name)} = malloc(n * sizeof *{name});\n"
                    f"  for (i = 0; i < n; i++) {name}[i] = malloc(w * sizeof **{name});")
        if self.kind == "struct":
            return (f"{self.pointer(name)} = malloc(sizeof *{name});\n"
                    f"  {name}->rows = n, {name}->cols = w, {name}->v = malloc({size});")
        return f"{self.pointer(name)} = malloc({size});"

    def swap(self):
        return f"{{ {self.pointer('t')} = a; a = b; b = t; }}"


class Program:
    def __init__(self, rng):
        self.rng, self.s = rng, Storage(rng)
        self.early = rng.random() < 0.6  # variables are declared at the head of the function
        self.head = {"i", "j"}           # that are

    def var(self, name, kind="int"):
        """'int ' where the variable is declared in place."""
        if self.early:
            self.head.add(name if kind == "int" else f"{kind} {name}")
        return "" if self.early else kind + " "

    def loops(self, low="1", high="1", body=""):
        i, j = (self.var(x) for x in "ij")
        braces = ("{\n      ", "\n    }") if ";" in body.rstrip(";") or self.rng.random() < 0.5 else ("", "")
        return (f"for ({i}i = {low}; i < n - {high}; i++)\n"
                f"      for ({j}j = {low}; j < {self.s.width()} - {high}; j++) {braces[0]}{body}{braces[1]}")

    def at(self, array, i="i", j="j"):
        return self.s.at(array, i, j)

    def number(self):
        return self.rng.choice(("0.25", "0.125", "0.2", "0.1", "0.05"))

    # --- statements that make b of a

    def cell(self):
        number = self.s.number
        v, at = self.var("v", number), self.at
        if self.s.kind in ("flat", "struct"):
            own = "->v" if self.s.kind == "struct" else ""
            c = self.var("c")
            return self.loops(body=f"{c}c = i * w + j;\n      {v}v = a{own}[c - 1] + a{own}[c + 1];\n"
                                   f"      v += a{own}[c - w] + a{own}[c + w];\n      b{own}[c] = {self.number()} * v;")
        return self.loops(body=f"{v}v = {at('a', 'i - 1')} + {at('a', 'i + 1')};\n"
                               f"      if (v > {self.number()}) v = 0.5 * v;\n"
                               f"      {at('b')} = {self.number()} * v + 0.4 * {at('a')};")

    def window(self):
        rng, at = self.rng, self.at
        p, q, sum_ = self.var("p"), self.var("q"), self.var("sum", self.s.number)
        skip = rng.choice(("", "if (p == i && q == j) continue;\n          ", "if (p != i || q != j)\n          "))
        body = (f"{sum_}sum = 0;\n      for ({p}p = i - 1; p <= i + 1; p++)\n"
                f"        for ({q}q = j - 1; q <= j + 1; q++) {{\n          {skip}sum += {at('a', 'p', 'q')};\n"
                f"        }}\n      {at('b')} = 0.1 * sum;")
        return self.loops(body=body)

    def offsets(self):
        rng, at = self.rng, self.at
        p, q, sum_ = self.var("p"), self.var("q"), self.var("sum", self.s.number)
        weight = rng.choice(("1", "w3[p + 1][q + 1]", "(p == 0 || q == 0 ? 0.5 : 0.25)"))
        test = rng.choice(("", "if (p || q) ", "if (!(p == 0 && q == 0)) "))
        return self.loops(body=f"{sum_}sum = 0;\n      for ({p}p = -1; p <= 1; p++)\n"
                               f"        for ({q}q = -1; q <= 1; q++)\n"
                               f"          {test}sum += {weight} * {at('a', 'i + p', 'j + q')};\n"
                               f"      {at('b')} = 0.1 * sum;")

    def clamped(self):
        at, last = self.at, f"{self.s.width()} - 1"
        p, q, count, sum_ = self.var("p"), self.var("q"), self.var("count"), self.var("sum", self.s.number)
        return self.loops("0", "0",
                          f"{sum_}sum = 0;\n      {count}count = 0;\n"
                          f"      for ({p}p = i > 0 ? i - 1 : 0; p <= (i < n - 1 ? i + 1 : n - 1); p++)\n"
                          f"        for ({q}q = j > 0 ? j - 1 : 0; q <= (j < {last} ? j + 1 : {last}); q++) {{\n"
                          f"          sum += {at('a', 'p', 'q')};\n          count++;\n        }}\n"
                          f"      {at('b')} = sum / count;")

    def radius(self):
        at = self.at
        p, sum_ = self.var("p"), self.var("sum", self.s.number)
        return self.loops("2", "2", f"{sum_}sum = {at('a')};\n      for ({p}p = 1; p <= r; p++)\n"
                                    f"        sum += 0.1 * ({at('a', 'i - p')} + {at('a', 'i + p')}) + 0.05 * "
                                    f"({at('a', 'i', 'j - p')} + {at('a', 'i', 'j + p')});\n"
                                    f"      {at('b')} = 0.5 * sum;")

    def ends(self):
        """Neighbours that are clamped, wrapped or reflected at the ends."""
        at, last, rng = self.at, f"{self.s.width()} - 1", self.rng
        names = [self.var(x) for x in ("up", "down", "left", "right")]
        how = rng.randrange(4)
        low = lambda x, end: {0: f"{x} > 0 ? {x} - 1 : 0", 1: f"{x} == 0 ? {end} : {x} - 1",
                              2: f"{x} >= 1 ? {x} - 1 : 1 - {x}", 3: f"({x} + {end}) % ({end} + 1)"}[how]
        high = lambda x, end: {0: f"{x} < {end} ? {x} + 1 : {end}", 1: f"{x} == {end} ? 0 : {x} + 1",
                               2: f"{x} < {end} ? {x} + 1 : 2 * ({end}) - {x} - 1", 3: f"({x} + 1) % ({end} + 1)"}[how]
        text = "\n      ".join(f"{names[k]}{name} = {value};" for k, (name, value) in enumerate(
            (("up", low("i", "n - 1")), ("down", high("i", "n - 1")), ("left", low("j", last)),
             ("right", high("j", last)))))
        return self.loops("0", "0",
                          f"{text}\n      {at('b')} = {self.number()} * ({at('a', 'up')} + {at('a', 'down')} + "
                          f"{at('a', 'i', 'left')} + {at('a', 'i', 'right')});")

    def tables(self):
        at = self.at
        return self.loops("0", "0",
                          f"{at('b')} = {self.number()} * ({at('a', 'im[i]')} + {at('a', 'ip[i]')} + "
                          f"{at('a', 'i', 'jm[j]')} + {at('a', 'i', 'jp[j]')});")

    def lookup(self):
        at, c = self.at, self.var("f", self.s.number)
        index = self.rng.choice(("kind[i * 40 + j]", "kind[i * 40 + j] ^ 1", f"({at('a')} > 0.3) + ({at('a')} > 0.6)"))
        return self.loops(body=f"{c}f = factor[{index}];\n"
                               f"      {at('b')} = f * {at('a')} + 0.1 * {at('a', 'i', 'j - 1')};")

    def switched(self):
        at, rng = self.at, self.rng
        end = "default" if rng.random() < 0.7 else "case 3"
        return self.loops(body=f"{at('b')} = {at('a')};\n      switch (kind[i * 40 + j]) {{\n      case 0:\n"
                               f"        {at('b')} = 0.5 * {at('a', 'i - 1')};\n        break;\n"
                               "      case 1:\n      case 2:\n"
                               f"        {at('b')} = 0.25 * ({at('a', 'i + 1')} + {at('a')});\n        break;\n"
                               f"      {end}:\n        {at('b')} = 0.3;\n        break;\n      }}")

    def option(self):
        one = self.rng.choice((self.cell, self.window))()
        other = self.loops(body=f"{self.at('b')} = 0.5 * {self.at('a')} + 0.25 * {self.at('a', 'i', 'j + 1')};")
        if self.rng.random() < 0.4:
            return (f"switch (mode) {{\n    case 0:\n    {one}\n    break;\n"
                    f"    case 1:\n    default:\n    {other}\n    break;\n    }}")
        return f"if (mode == 0) {{\n    {one}\n    }} else {{\n    {other}\n    }}"

    def buffer(self):
        """A row of values that the next loop of the row reads."""
        at, i, j = self.at, self.var("i"), self.var("j")
        width = self.s.width()
        return (f"for ({i}i = 1; i < n - 1; i++) {{\n      {self.s.number} row[80];\n"
                f"      for ({j}j = 0; j < {width}; j++)\n        row[j] = {at('a', 'i - 1')} + {at('a', 'i + 1')};\n"
                f"      for ({j}j = 1; j < {width} - 1; j++)\n"
                f"        {at('b')} = {self.number()} * (row[j - 1] + row[j + 1]);\n    }}")

    def temporary(self):
        """A work array of the step's."""
        at, number = self.at, self.s.number
        return (f"{{ {number} *work = malloc((size_t)n * 40 * sizeof *work);\n    for (int i = 0; i < n; i++)\n"
                f"      for (int j = 0; j < {self.s.width()}; j++)\n        work[i * 40 + j] = 0.5 * {at('a')};\n"
                f"    for (int i = 1; i < n - 1; i++)\n      for (int j = 1; j < {self.s.width()} - 1; j++)\n"
                f"        {at('b')} = {self.number()} * (work[(i - 1) * 40 + j] + work[(i + 1) * 40 + j] + "
                f"work[i * 40 + j - 1]);\n    free(work); }}")

    def inner(self):
        """A second loop with a fixed count in the step."""
        at, q = self.at, self.var("q")
        there = self.loops(body=f"{at('b')} = 0.25 * ({at('a', 'i - 1')} + {at('a', 'i + 1')}) + 0.3 * {at('a')};")
        back = self.loops(body=f"{at('a')} = {at('b')};")
        return f"for ({q}q = 0; q < 2; q++) {{\n    {there}\n    {back}\n    }}"

    # --- others

    def colours(self):
        at, col = self.at, self.var("col")
        near = f"{at('a', 'i - 1')} + {at('a', 'i + 1')} + {at('a', 'i', 'j - 1')} + {at('a', 'i', 'j + 1')}"
        cell = f"if ((i + j) % 2 != col)\n        continue;\n      {at('a')} = 0.5 * {at('a')} + 0.1 * ({near});"
        return f"for ({col}col = 0; col < 2; col++)\n    {self.loops(body=cell)}"

    def edges(self):
        at, last = self.at, f"{self.s.width()} - 1"
        i, j = self.var("i"), self.var("j")
        return self.rng.choice((
            f"for ({i}i = 0; i < n; i++)\n      {at('a', 'i', '0')} = {at('a', 'i', last)} = {self.number()};",
            f"for ({j}j = 0; j < {self.s.width()}; j++) {{\n      {at('a', '0', 'j')} = {at('a', '1', 'j')};\n"
            f"      {at('a', 'n - 1', 'j')} = {at('a', 'n - 2', 'j')};\n    }}",
            f"for ({i}i = 0; i < n; i++) {{\n      {at('a', 'i', '0')} = {at('a', 'i', last + ' - 1')};\n"
            f"      {at('a', 'i', last)} = {at('a', 'i', '1')};\n    }}"))

    def largest(self):
        d = self.var("d", "double")
        return "most = 0;\n    " + self.loops(body=f"{d}d = fabs({self.at('b')} - {self.at('a')});\n"
                                                   "      if (d > most)\n        most = d;")

    def sum(self):
        return "total = 0;\n    " + self.loops(body=f"total += {self.at('a')};")

    def talk(self):
        return self.rng.choice(('if (t % 3 == 0)\n      printf("step %d\\n", t);',
                                'if (t % 4 == 1) {\n      printf("%d %.17g\\n", t, most);\n      fflush(stdout);\n'
                                '    }',
                                "began = clock();", "busy += (double)(clock() - began);",
                                f"trace[t] = {self.at('a', '2', '3')};", "assert(n > 0);"))

    def step(self):
        rng = self.rng
        work = rng.choice((self.cell, self.window, self.offsets, self.clamped, self.radius, self.ends, self.tables,
                           self.lookup, self.switched, self.option, self.buffer, self.temporary, self.inner))
        advance = self.s.swap() if rng.random() < 0.5 else self.loops("0", "0", f"{self.at('a')} = {self.at('b')};")
        before = [rng.choice((self.edges, self.colours, self.sum, self.talk, self.cell))()
                  for _ in range(rng.randrange(0, 3))]
        after = [rng.choice((self.largest, self.talk, self.edges, self.talk))() for _ in range(rng.randrange(0, 3))]
        return [*before, work(), *after, advance,
                *(rng.choice(([], [self.talk()], ["if (most < 1e-9 && t > 20)\n      break;"])))]


MAIN = """int main(int argc, char **argv) {
  int n = atoi(argv[1]), steps = atoi(argv[2]), w = argc + 30, mode = steps % 2, r = 1 + n % 2, t@head;
  double most = 1, total = 0, busy = 0, *trace = calloc(steps + 1, sizeof *trace);
  clock_t began = clock();
  @a
  @b
  unsigned char *kind = malloc((size_t)n * 40);
  int *im = malloc(n * sizeof *im), *ip = malloc(n * sizeof *ip), jm[80], jp[80];
  for (i = 0; i < n; i++) {
    im[i] = i - 1;
    ip[i] = i + 1;
  }
  im[0] = @first;
  ip[n - 1] = @last;
  for (j = 0; j < @width; j++) {
    jm[j] = j - 1;
    jp[j] = j + 1;
  }
  jm[0] = 0;
  jp[@width - 1] = @width - 1;
  for (i = 0; i < n; i++)
    for (j = 0; j < 40; j++)
      kind[i * 40 + j] = (i * 5 + j * 3) % 4;
  for (i = 0; i < n; i++)
    for (j = 0; j < @width; j++) {
      @pa = ((i * 37 + j * 11) % 101) * 0.01;
      @pb = ((i * 17 + j * 29) % 91) * 0.01;
    }
#pragma stencil
  @loop
  printf("%d %.17g %.17g %d\\n", t, most + 0.0, total + 0.0, busy >= 0);
  for (i = 0; i <= steps; i++)
    printf("%a\\n", trace[i]);
  for (i = 0; i < n; i++)
    for (j = 0; j < @width; j++)
      printf("%a %a\\n", (double)@pa, (double)@pb);
  return 0;
}
"""


def program(seed, number):
    p = Program(random.Random(f"styles {seed}/{number}"))
    body = "\n    ".join(p.step())
    loop = p.rng.choice((f"for (t = 0; t < steps; t++) {{\n    {body}\n  }}",
                         f"t = 0;\n#pragma stencil\n  while (t < steps) {{\n    {body}\n    t++;\n  }}"))
    text = MAIN if loop.startswith("for") else MAIN.replace("#pragma stencil\n  @loop", "@loop")
    names = sorted(name for name in p.head if " " not in name)
    typed = sorted(name for name in p.head if " " in name)
    ring = p.rng.random() < 0.5
    head = "".join(f", {name}" for name in names) + "".join(f";\n  {name}" for name in typed)
    for pattern, meaning in (("@loop", loop), ("@head", head), ("@a\n", p.s.make("a") + "\n"),
                             ("@b\n", p.s.make("b") + "\n"), ("@pa", p.at("a")), ("@pb", p.at("b")),
                             ("@first", "n - 1" if ring else "0"), ("@last", "0" if ring else "n - 1"),
                             ("@width", p.s.width())):
        text = text.replace(pattern, meaning)
    tables = (f"static const {p.s.number} w3[3][3] = {{{{0.1, 0.2, 0.1}}, {{0.2, 0.4, 0.2}}, {{0.1, 0.2, 0.1}}}};\n"
              f"static {p.s.number} factor[4] = {{0.5, 0.75, 0.25, 0.9}};\n")
    included = "".join(f"#include <{name}.h>\n" for name in ("assert", "math", "stdio", "stdlib", "time"))
    return included + p.s.head() + tables + text


if __name__ == "__main__":
    sys.exit(steps.main(program, "styles", __doc__, RUNS))
