# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that are large in one dimension each: a function of the size gives the C text of a whole file."""

GRID = "#define NX 64\n#define NY 64\n"
LOOPS = "for (int j = {r}; j < NY - {r}; j++) for (int i = {r}; i < NX - {r}; i++)"
STAR = "0.25 * ({a}[j - 1][i] + {a}[j + 1][i] + {a}[j][i - 1] + {a}[j][i + 1])"


def region(body, arrays, before="", head=GRID):
    """A function with one region of so many steps over arrays of the file."""
    declared = "".join(f"double {array};\n" for array in arrays)
    return f"{head}{declared}{before}void run(int steps) {{\n#pragma stencil\n  for (int t = 0; t < steps; t++) {{\n{body}  }}\n}}\n"


def nest(statements, radius=1):
    inside = "".join(f"      {line}\n" for line in statements)
    return f"    {LOOPS.format(r=radius)} {{\n{inside}    }}\n"


def statements(n):
    """n statements in a cell, each of which looks at the one before."""
    lines = ["double x0 = a[j][i - 1] + a[j][i + 1];"]
    lines += [f"double x{k} = 0.5 * x{k - 1} + a[j][i];" for k in range(1, n)]
    return region(nest([*lines, f"b[j][i] = x{n - 1};"]) + nest(["a[j][i] = b[j][i];"]), ["a[NY][NX]", "b[NY][NX]"])


def stores(n):
    """n arrays that a cell stores to, of one that it reads."""
    lines = [f"b{k}[j][i] = {k}.5 * a[j][i + 1] + b{k}[j][i];" for k in range(n)]
    return region(nest(lines), ["a[NY][NX]", *(f"b{k}[NY][NX]" for k in range(n))])


def arrays(n):
    """n arrays that a cell reads, through pointers that may overlap."""
    body = nest(["b[j][i] = " + " + ".join(f"a{k}[j][i]" for k in range(n)) + ";"])
    parameters = ", ".join(["int steps", "double (*b)[NX]", *(f"double (*a{k})[NX]" for k in range(n))])
    return region(body, []).replace("int steps", parameters, 1)


def pairs(n):
    """n pairs of arrays that exchange their pointers."""
    body = "".join(nest([f"b{k}[j][i] = {STAR.format(a=f'a{k}')};"]) for k in range(n))
    body += "".join(f"    double (*t{k})[NX] = a{k}; a{k} = b{k}; b{k} = t{k};\n" for k in range(n))
    parameters = ", ".join(["int steps", *(f"double (*a{k})[NX], double (*b{k})[NX]" for k in range(n))])
    return region(body, []).replace("int steps", parameters, 1)


def conditions(n):
    """n conditions that decide one index."""
    lines = ["int e = i;", *(f"if (i == {k + 1}) e = i + 1;" for k in range(n)), "b[j][i] = a[j][e];"]
    return region(nest(lines), ["a[NY][NX]", "b[NY][NX]"])


def wavering(n):
    """n conditions on data that decide one index."""
    lines = ["int e = i;", *(f"if (a[j][i] > {k}) e = i + {k % 2};" for k in range(n)), "b[j][i] = c[j][e];"]
    return region(nest(lines), ["a[NY][NX]", "b[NY][NX]", "c[NY][NX]"])


def choices(n):
    """n indices that a condition each decides, in one sum."""
    lines = [f"int e{k} = i > {k + 1} ? i - 1 : i;" for k in range(n)]
    return region(nest([*lines, "b[j][i] = " + " + ".join(f"a[j][e{k}]" for k in range(n)) + ";"]), ["a[NY][NX]", "b[NY][NX]"])


def branches(n):
    """n tests within each other around one store."""
    line = "".join(f"if (a[j][i] > {k}) " for k in range(n)) + "b[j][i] = a[j][i + 1];"
    return region(nest([line]), ["a[NY][NX]", "b[NY][NX]"])


def alternatives(n):
    """n arms of one if that each store."""
    line = " else ".join(f"if (a[j][i] < {k}) b[j][i] = {k} * a[j][i + 1];" for k in range(n))
    return region(nest([line]), ["a[NY][NX]", "b[NY][NX]"])


def regions(n):
    """n functions with a small region each."""
    one = "void run{k}(int steps) {{\n#pragma stencil\n  for (int t = 0; t < steps; t++) {{\n{body}  }}\n}}\n"
    body = nest([f"b[j][i] = {STAR.format(a='a')};"]) + nest(["a[j][i] = b[j][i];"])
    return GRID + "double a[NY][NX], b[NY][NX];\n" + "".join(one.format(k=k, body=body) for k in range(n))


def depth(n):
    """An expression of n operators, each within the one before."""
    value = "(" * n + "a[j][i]" + "".join(f" * 0.5 + {k}.0)" for k in range(n))
    return region(nest([f"b[j][i] = {value};"]), ["a[NY][NX]", "b[NY][NX]"])


def parentheses(n):
    """n brackets around one element."""
    return region(nest([f"b[j][i] = {'(' * n}a[j][i + 1]{')' * n};"]), ["a[NY][NX]", "b[NY][NX]"])


def terms(n):
    """A sum of n products."""
    return region(nest(["b[j][i] = " + " + ".join(f"{k}.5 * a[j][i + {k % 3 - 1}]" for k in range(n)) + ";"]), ["a[NY][NX]", "b[NY][NX]"])


def nests(n):
    """n nests in a step, each of which reads what the one before it stores."""
    body = "".join(nest([f"{'ab'[1 - k % 2]}[j][i] = {STAR.format(a='ab'[k % 2])};"]) for k in range(n))
    return region(body, ["a[NY][NX]", "b[NY][NX]"])


def plain(n):
    """n functions without a region beside one with a region."""
    other = "".join(f"double f{k}(double x) {{ double y = x; for (int i = 0; i < {k}; i++) y = y * x + i; return y; }}\n" for k in range(n))
    return region(nest(["b[j][i] = a[j][i + 1];"]), ["a[NY][NX]", "b[NY][NX]"], other)


def components(n):
    """n components of one array, each stored of all those before and behind."""
    lines = [f"v[{k}][j][i] = u[{k}][j][i + 1] - u[{(k + 1) % n}][j - 1][i];" for k in range(n)]
    return region(nest(lines), [f"u[{n}][NY][NX]", f"v[{n}][NY][NX]"])


def window(n):
    """A window of n by n cells that small loops go through."""
    line = f"for (int q = 0; q < {n}; q++) for (int p = 0; p < {n}; p++) s += w[q][p] * a[j + q - {n // 2}][i + p - {n // 2}];"
    table = f"const double w[{n}][{n}] = {{{{1}}}};\n"
    return region(nest(["double s = 0;", line, "b[j][i] = s;"], n // 2), ["a[NY][NX]", "b[NY][NX]"], table)


def calls(n):
    """n functions, each of which calls the one before, and a cell that calls the last."""
    functions = "static double f0(double x) { return x + 1; }\n"
    functions += "".join(f"static double f{k}(double x) {{ return 0.5 * f{k - 1}(x) + x; }}\n" for k in range(1, n))
    return region(nest([f"b[j][i] = f{n - 1}(a[j][i + 1]);"]), ["a[NY][NX]", "b[NY][NX]"], functions)


def collected(n):
    """n sums over the cells, in one nest."""
    sums = "".join(f"double s{k};\n" for k in range(n))
    body = "".join(f"    s{k} = 0;\n" for k in range(n)) + nest([f"s{k} += a[j][i] * {k};" for k in range(n)])
    return region(body + nest(["a[j][i] = a[j][i] * 0.5;"]), ["a[NY][NX]"], sums)


def clauses(n):
    """n arrays in a clause."""
    text = stores(n)
    return text.replace("#pragma stencil", "#pragma stencil noalias(" + ", ".join(f"b{k}" for k in range(n)) + ")")


def reactions(n):
    """n rates between 32 species, each in numbers of the cell's own, written out as a tool does it."""
    lines = ["double c[32], d[32], q;", *(f"c[{k}] = y[{k}][j][i];" for k in range(32))]
    lines += [f"d[{k}] = y[{k}][j][i - 1] + y[{k}][j][i + 1] - 2 * c[{k}];" for k in range(32)]
    for k in range(n):
        a, b, c = k % 32, (7 * k + 3) % 32, (11 * k + 5) % 32
        lines += [f"q = {k}e-5 * c[{a}] * c[{b}];", f"d[{a}] -= q; d[{c}] += q;"]
    lines += [f"w[{k}][j][i] = c[{k}] + 0.01 * d[{k}];" for k in range(32)]
    return region(nest(lines), ["y[32][NY][NX]", "w[32][NY][NX]"])


def grids(n):
    """Structs that hold grids of n by n numbers, copied as a whole."""
    head = (f"#define NX {n}\n#define NY {n}\n"
            "struct field { double a[NY][NX], b[NY][NX]; };\nstruct field u, before;\n")
    return region("    before = u;\n" + nest(["u.a[j][i] = before.a[j][i - 1] + before.b[j + 1][i];"]), [], head=head)


def rounds(n):
    """A short loop of n rounds within a step, of two nests each."""
    inner = nest([f"b[j][i] = {STAR.format(a='a')};"]) + nest(["a[j][i] = b[j][i];"])
    return region(f"    for (int k = 0; k < {n}; k++) {{\n{inner}    }}\n", ["a[NY][NX]", "b[NY][NX]"])


# By dimension: the function and the sizes. The last size is one that a program may well have, or that is refused.
DIMENSIONS = {
    "statements": (statements, (16, 64, 256)),
    "stores": (stores, (8, 32, 64)),
    "arrays": (arrays, (16, 64, 128)),
    "pairs": (pairs, (16, 64, 250)),
    "conditions": (conditions, (8, 16, 64)),
    "wavering": (wavering, (4, 16, 64)),
    "choices": (choices, (8, 32, 128)),
    "branches": (branches, (8, 64, 200)),
    "alternatives": (alternatives, (8, 64, 200)),
    "regions": (regions, (10, 50, 300)),
    "depth": (depth, (16, 64, 250)),
    "parentheses": (parentheses, (16, 64, 250)),
    "terms": (terms, (16, 128, 1000)),
    "nests": (nests, (8, 32, 128)),
    "plain": (plain, (100, 1000, 4000)),
    "components": (components, (4, 16, 64)),
    "window": (window, (3, 9, 21)),
    "calls": (calls, (4, 16, 64)),
    "collected": (collected, (4, 16, 32)),
    "clauses": (clauses, (8, 32, 64)),
    "reactions": (reactions, (32, 128, 400)),
    "grids": (grids, (24, 64, 256)),
    "rounds": (rounds, (4, 16, 64)),
}
