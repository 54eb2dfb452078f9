# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Spellings that mean the same: each takes the text of a function and writes parts of it in another way. What a
spelling can't do to a function it leaves as it is. A spelling's choices come from the function's own seed, so that the
text stays the same while the reducer works on the model.

Long: a spelling is a function or two, and FORMS and SHARES name all of them."""

import random
import re

from records import asCells, driverOfCells

SHARES = {"selector": 0.5, "while": 0.12, "do": 0.08, "heads": 0.15, "locals": 0.15, "dereferenced": 0.08, "own": 0.12,
          "swaps": 0.2, "copied": 0.2, "around": 0.5, "tested": 0.2, "moved": 0.2, "host": 0.12,
          "members": 0.4, "chosen": 0.3, "cells": 0.4}


LATER = ("around", "tested", "cells")  # each with a draw of its own, so that the seeds' programs stay what they were


def chooseForms(rng, function):
    function.forms = [name for name, share in SHARES.items() if name not in LATER and rng.random() < share]
    function.formSeed = rng.randrange(10**6)
    function.forms += [name for name in LATER if random.Random(f"{function.formSeed} {name}").random() < SHARES[name]]
    timed = [r for r in function.regions if r.timeLoop]
    if any(s[0] == "test" for r in timed for s in r.stages if isinstance(s, tuple)):
        # With a test between them these would be other programs.
        function.forms = [name for name in function.forms if name not in ("selector", "host", "do")]
    if "do" in function.forms:
        for region in timed:
            region.steps = [max(1, steps) for steps in region.steps]


def spelled(function, lines):
    """The definition's text, with helpers before it."""
    helpers = []
    for name in SHARES:
        if name in function.forms and name in FORMS:
            lines = FORMS[name](function, lines, random.Random(f"{function.formSeed}/{name}"), helpers)
    start = next(n for n, line in enumerate(lines) if line.startswith("static void "))
    lines = lines[:start] + helpers + lines[start:]
    lines = asCells(function, lines) if "cells" in function.forms else lines
    return [asMember(function, line) for line in lines] if "members" in function.forms else lines


def spelledDriver(function, lines):
    lines = driverOfCells(function, lines) if "cells" in function.forms else lines
    return [asMember(function, line) for line in lines] if "members" in function.forms else lines


def timedRegions(lines):
    """(row of the pragma, row of the loop's last brace), last region first so that rows stay."""
    rows = [n for n, line in enumerate(lines) if line.startswith("#pragma stencil")]
    for n in reversed(rows):
        if lines[n + 1].endswith("{") and lines[n + 1].startswith("  for (") and re.search(r"steps\d", lines[n + 1]):
            yield n, next(row for row in range(n + 1, len(lines)) if lines[row] == "  }")


def isSwap(lines, n):
    found = re.match(r" +\S.*\b(\w+) = (\w+);$", lines[n])
    return (found and n + 2 < len(lines) and re.match(rf" +{found[2]} = (\w+);$", lines[n + 1])
            and lines[n + 2].strip() == f"{lines[n + 1].split()[-1][:-1]} = {found[1]};")


# --- the time loop

def selector(f, lines, rng, helpers):
    """u[now] and u[1 - now] for u[t % 2] and u[(t + 1) % 2]."""
    t = f.timeName
    if f"[{t} % 2]" not in "".join(lines) and f"[({t} + 1) % 2]" not in "".join(lines):
        return lines
    out = list(lines)
    next_ = rng.choice(("1 - now", "!now"))
    advance = rng.choice(("now = 1 - now;", "now = !now;", "now ^= 1;", "now = (now + 1) % 2;"))
    for number, (pragma, last) in enumerate(timedRegions(lines)):
        found = re.match(rf"  for \((int )?{t} = (\d+);.*{t}\+\+\)", lines[pragma + 1])
        if not found:
            continue
        for n in range(pragma + 1, last):
            out[n] = out[n].replace(f"[({t} + 1) % 2]", f"[{next_}]").replace(f"[{t} % 2]", "[now]")
        out[last:last] = [f"    {advance}"]
        out[pragma:pragma] = [f"  {'' if number else 'int '}now = {int(found[2]) % 2};"]
    # The last region comes first here, and the first one in the text declares the variable.
    declared = [n for n, line in enumerate(out) if re.match(r"  (int )?now = \d;$", line)]
    for k, n in enumerate(declared):
        out[n] = re.sub(r"  (int )?now", "  int now" if k == 0 else "  now", out[n])
    return out


def chosen(f, lines, rng, helpers):
    """Pointers to the two levels, which the step sets by ?: or in two arms, for u[t % 2] and u[(t + 1) % 2]."""
    t = f.timeName
    out = list(lines)
    for pragma, last in timedRegions(lines) if "host" not in f.forms else []:
        if not re.match(r"  (for|while|do) .*{$", lines[pragma + 1]):
            continue
        pointers = []
        for a in f.arrays:
            levels = {f"{a.name}[{t} % 2]": f"now_{a.name}", f"{a.name}[({t} + 1) % 2]": f"next_{a.name}"}
            text = "\n".join(out[pragma + 2:last])
            if a.levels != 2 or not any(level in text for level in levels):
                continue
            for n in range(pragma + 2, last):
                for level, pointer in levels.items():
                    out[n] = re.sub(rf"\b{re.escape(level)}", pointer, out[n])
            type_ = f"__typeof__({a.name}[0][0])"
            way = rng.random()
            if way < 0.3:
                pointers += [f"    {type_} *now_{a.name} = {a.name}[0], *next_{a.name} = {a.name}[1];",
                             f"    if ({t} & 1) {{", f"      now_{a.name} = {a.name}[1];",
                             f"      next_{a.name} = {a.name}[0];", "    }"]
            elif way < 0.65:
                pointers.append(f"    {type_} *now_{a.name} = {t} % 2 ? {a.name}[1] : {a.name}[0], *next_{a.name} = "
                                f"{t} & 1 ? {a.name}[0] : {a.name}[1];")
            else:
                pointers += [f"    {type_} *now_{a.name}, *next_{a.name};", f"    if ({t} % 2 == 0) {{",
                             f"      now_{a.name} = {a.name}[0];", f"      next_{a.name} = {a.name}[1];",
                             "    } else {", f"      now_{a.name} = {a.name}[1];",
                             f"      next_{a.name} = {a.name}[0];", "    }"]
        out[pragma + 1] = "\n".join([out[pragma + 1], *pointers])
    return [line for group in out for line in group.split("\n")]


def whileLoop(f, lines, rng, helpers, tested=False):
    t = f.timeName
    out = list(lines)
    for pragma, last in timedRegions(lines):
        found = re.match(rf"  for \((int )?{t} = (\S+); ({t} <=? [^;]*); (.*)\) {{$", lines[pragma + 1])
        if not found:
            continue
        declared, first, condition, advance = found.groups()
        ahead = advance == f"{t}++" and tested
        body = out[pragma + 2:last] + ([] if ahead else [f"    {advance};"])
        if ahead:
            head, tail = "  do {", "  } while (" + re.sub(rf"^{t}", f"++{t}", condition) + ");"
        elif advance == f"{t}++" and not re.search(rf"\b{t}\b", "".join(out[pragma + 2:last])) and rng.random() < 0.4:
            head, tail, body = f"  while ({re.sub(rf'^{t}', f'{t}++', condition)}) {{", "  }", out[pragma + 2:last]
            if not declared or "break;" in "".join(body):  # another last value
                continue
        else:
            head, tail = f"  while ({condition}) {{", "  }"
        text = [f"  {declared or ''}{t} = {first};", out[pragma], head, *body, tail]
        out[pragma:last + 1] = ["  {", *text, "  }"] if declared else text
    return out


def doLoop(f, lines, rng, helpers):
    return whileLoop(f, lines, rng, helpers, tested=True)


# --- nests

def heads(f, lines, rng, helpers):
    out = list(lines)
    for n, line in enumerate(lines):
        found = re.match(r"( +for \(\w+ (\w+) = \w+; )\2 < ([^;]*); \2\+\+(\).*)$", line)
        if found and found[2] != f.timeName:
            start, i, bound, end = found.groups()
            step = rng.choice((f"{i} += 1", f"{i} = {i} + 1", f"{i} = 1 + {i}", f"{i}++"))
            condition = rng.choice((f"{bound} > {i}", f"{i} <= {bound} - 1", f"{i} < ({bound})", f"{i} < {bound}"))
            if rng.random() < 0.03:
                condition = f"{i} + 1 <= {bound}"
            out[n] = f"{start}{condition}; {step}{end}"
    return out


def localIndices(f, lines, rng, helpers):
    """const int i_m = i - 1; .. u[j][i_m]"""
    out, n = [], 0
    while n < len(lines):
        out.append(lines[n])
        n += 1
        if not re.match(r" +for \(.*\{$", lines[n - 1]) or re.search(r"steps\d", lines[n - 1]) or rng.random() < 0.3:
            continue
        indent = len(lines[n - 1]) - len(lines[n - 1].lstrip())
        end = next(k for k in range(n, len(lines)) if lines[k] == " " * indent + "}")
        body = lines[n:end]
        for i in f.axisNames[: f.rank]:
            for sign, letter in (("-", "m"), ("+", "p")):
                pattern = rf"(\[|\+ ){i} \{sign} (\d+)\]"
                used = sorted({found[1] for line in body for found in re.findall(pattern, line)})
                for distance in used[: rng.choice((1, 2))]:
                    name = f"{i}_{letter}{distance}"
                    body = [re.sub(rf"(\[|\+ ){i} \{sign} {distance}\]", rf"\1{name}]", line) for line in body]
                    out.append(f"{' ' * indent}  {rng.choice(('', 'const '))}{f.indexType} {name} = {i} {sign} "
                               f"{distance};")
        out += body
        n = end
    return out


def dereferenced(f, lines, rng, helpers):
    """*(u + k) for u[k], where the array is flat."""
    flat = [a.name for a in f.arrays if a.form in ("flat", "macro")
            and rng.random() < (0.7 if len(a.axes) == 1 else 0.04)]
    inside = {n for pragma, last in timedRegions(lines) for n in range(pragma + 1, last)}
    out = []
    for n, line in enumerate(lines):
        for name in flat if n in inside else ():
            line = re.sub(rf"\b{name}\[([^][]*)\]", rf"(*({name} + (\1)))", line)
        out.append(line)
    return out


def ownArrays(f, lines, rng, helpers):
    """float l0_own[2]; l0_own[1] = ..; for a cell's float l0 = ..;"""
    out, own = [], {}
    for line in lines:
        indent = len(line) - len(line.lstrip())
        own = {name: (depth, element) for name, (depth, element) in own.items() if indent >= depth}
        found = re.match(r"( +)(?:const )?(float|double|int) (l\d+) = (.*);$", line)
        for name, (_, element) in own.items():
            line = re.sub(rf"\b{name}\b", element, line)
        if not found or rng.random() < 0.3:
            own.pop(found[3] if found else "", None)
            out.append(line)
            continue
        pad, type_, name = found[1], found[2], found[3]
        value, size = line.split(" = ", 1)[1][:-1], rng.randrange(1, 4)
        at = rng.randrange(size)
        own[name] = (indent, f"{name}_own[{at}]")
        how = rng.randrange(3)
        if how == 0:
            out += [f"{pad}{type_} {name}_own[{size}];", f"{pad}{name}_own[{at}] = {value};"]
        elif how == 1:
            out.append(f"{pad}{type_} {name}_own[{size}] = {{{', '.join(['1'] * at + [value])}}};")
        else:
            out += [f"{pad}{type_} {name}_own[{size}];", f"{pad}for (int own = 0; own < {size}; own++)",
                    f"{pad}  {name}_own[own] = {value};"]
    return out


# --- functions of the file

def swaps(f, lines, rng, helpers):
    """The exchange of two pointers by a function."""
    out, n = [], 0
    while n < len(lines):
        if not isSwap(lines, n):
            out.append(lines[n])
            n += 1
            continue
        a, b = lines[n].split()[-1][:-1], lines[n + 1].split()[-1][:-1]
        array = f.arrayOf(a)
        name = f"swap{len(helpers)}_of_{f.name}"
        sizes = [] if f.literal else f.extentNames[: f.rank]
        parameters = [*(f"{f.indexType} {size}" for size in sizes),
                      f.pointerTo(array, "*first"), f.pointerTo(array, "*second")]
        helpers += [f"static void {name}({', '.join(parameters)}) {{", f"  {f.pointerTo(array, 'kept')} = *first;",
                    "  *first = *second;", "  *second = kept;", "}"]
        pad = lines[n][: len(lines[n]) - len(lines[n].lstrip())]
        out.append(f"{pad}{name}({', '.join([*sizes, f'&{a}', f'&{b}'])});")
        n += 3
    return out


def nestsOf(lines, pragma, last):
    """(first row, row behind) of the step's nests."""
    n = pragma + 2
    while n < last:
        end = n + 1
        if re.match(r"    for \(", lines[n]):
            while end < last and lines[end].startswith("     "):
                end += 1
            end += lines[end] == "    }"
            yield n, end
        n = end


def copied(f, lines, rng, helpers):
    """A nest that copies cells of one array to another as a copy of all of it, by the library."""
    out = list(lines)
    for pragma, last in timedRegions(lines):
        for n, end in reversed(list(nestsOf(out, pragma, last))):
            stores = [line for line in out[n:end] if line.strip() != "}" and not line.lstrip().startswith("for (")]
            found = re.match(r" +(\w+)\[[^=;]*\] = (\w+)\[[^=;]*\];$", stores[0]) if len(stores) == 1 else None
            pair = [a for name in (found.groups() if found else ()) for a in f.arrays if a.name == name
                    and a.levels == 1]
            isPair = len(pair) == 2 and pair[0] != pair[1] and pair[0].type == pair[1].type
            if isPair and f.cells(pair[0]) == f.cells(pair[1]):
                fixed = pair[0].form in ("global", "local")
                size = f.cells(pair[0]) if fixed else " * ".join(f.extent(axis) for axis in pair[0].axes)
                out[n:end] = [f"    memcpy({found[1]}, {found[2]}, sizeof({pair[0].type}) * {size});"]
    return out


def around(f, lines, rng, helpers):
    """Indices that go round or stay inside, by a function of statements."""
    name, text = f"around_of_{f.name}", "\n".join(lines)
    names = "|".join(re.escape(n) for n in f.axisNames)
    round_ = re.compile(rf"\((({names}) [-+] \d+) (?:< 0|>= (\w+)) \? \1 [-+] (\w+) : \1\)")
    inside = re.compile(rf"\((({names}) [-+] \d+) (?:< 0 \? 0|> (\w+) - 1 \? \3 - 1) : \1\)")
    out = round_.sub(lambda found: f"{name}({found[1]}, {found[4]})", text)
    if out != text:
        last = rng.choice(("  else if (k >= n)\n    k -= n;", "  if (k >= n)\n    k -= n;"))
        helpers += [f"static inline {f.indexType} {name}({f.indexType} k, {f.indexType} n) {{", "  if (k < 0)",
                    "    k += n;", *last.split("\n"), "  return k;", "}"]
    if rng.random() < 0.5 and inside.search(out):
        name = f"inside_of_{f.name}"
        out = inside.sub(lambda found: f"{name}({found[1]}, {f.extent(f.axisNames.index(found[2]))})", out)
        helpers += [f"static inline {f.indexType} {name}({f.indexType} k, {f.indexType} n) {{",
                    f"  {f.indexType} at = k;", "  if (at < 0)", "    at = 0;", "  else if (at > n - 1)",
                    "    at = n - 1;", "  return at;", "}"]
    return out.split("\n")


def tested(f, lines, rng, helpers):
    """The step's first nest in a function that a condition calls, the loop's or that of a break. It
    never ends the loop."""
    out = list(lines)
    # `chosen` has other names for what the nest gets; an array of a value for each step needs a known extent.
    isMeant = "chosen" not in f.forms and not f.tables and all(a.levels <= 2 for a in f.arrays)
    for pragma, last in timedRegions(lines) if isMeant else []:
        n, end = next(nestsOf(lines, pragma, last), (0, 0))
        head = re.match(r"  for \((.*); (.*); (.*)\) {$", lines[pragma + 1])
        number = len(helpers)
        if not n or not head:
            continue
        call = movedNest(f, out[n:end], rng, helpers, "\n".join(out[pragma:last]))
        if len(helpers) == number:
            continue
        helper = helpers[number:]
        helper[0] = helper[0].replace("static void", "static int")
        inner = max(k for k, line in enumerate(helper) if line.strip() != "}") + 1
        if helper[inner].startswith("    "):  # in braces
            helper[inner:inner] = ["      seen_ += 1;"]
        helpers[number:] = [helper[0], "  int seen_ = 0;", *helper[1:-1], "  return seen_;", "}"]
        condition = f"{call[0].strip()[:-1]} >= 0"
        out[n:end] = []
        if n == pragma + 2 and rng.random() < 0.5:
            out[pragma + 1] = f"  for ({head[1]}; {head[2]} && {condition}; {head[3]}) {{"
        elif rng.random() < 0.4:
            out[n:n] = ["    int kept_;", f"    if ((kept_ = {call[0].strip()[:-1]}) < 0)", "      break;"]
        else:
            out[n:n] = [f"    if (!({condition}))", "      break;"]
    return out


def moved(f, lines, rng, helpers):
    """Nests in functions of their own, with names of their own."""
    out = list(lines)
    for pragma, last in timedRegions(lines):
        for n, end in reversed(list(nestsOf(lines, pragma, last))):
            if rng.random() < 0.5:
                out[n:end] = movedNest(f, out[n:end], rng, helpers, "\n".join(out[pragma:last]))
    return out


def movedNest(f, nest, rng, helpers, region):
    text = "\n".join(nest)

    def used(name):
        return re.search(rf"\b{name}\b", text)

    collected = [name for r in f.regions for _, name, _, _ in r.collected]
    tables = [table[1] for table in getattr(f, "tables", [])]
    if any(used(name) for name in [*collected, *tables, r"now\d+"]):
        return nest
    values = [(f.indexType, name) for name in ([] if f.literal else f.extentNames[: f.rank])]
    values += [(type_, name) for type_, name, _ in f.params if used(name)]
    values += [("int", f.timeName)] if used(f.timeName) else []
    values += [("int", "now")] if used("now") else []
    scalars = {name: type_ for r in f.regions for type_, name, _ in r.scalars}
    values += [(type_, name) for name, type_ in scalars.items() if used(name)]
    arrays = [a for a in f.arrays if used(a.name) and a.form != "global"]
    rename = {a.name: f"{a.name}_in" for a in arrays if rng.random() < 0.7}
    rename.update({name: f"{name}_in" for _, name in values if rng.random() < 0.5
                   and not (name in f.extentNames and "AT" in text)})
    parameters = [f"{type_} {name}" for type_, name in values] + [f.pointerTo(a, a.name) for a in arrays]

    def renamed(line):
        return re.sub(r"\b[A-Za-z_]\w*\b", lambda found: rename.get(found[0], found[0]), line)

    name = f"nest{len(helpers)}_of_{f.name}"
    helpers += [renamed(f"static void {name}({', '.join(parameters)}) {{"), *(renamed(line[2:]) for line in nest), "}"]
    return [f"    {name}({', '.join([name for _, name in values] + [a.name for a in arrays])});"]


# --- around

def host(f, lines, rng, helpers):
    """Something is printed in every few steps."""
    out = list(lines)
    for pragma, last in timedRegions(lines):
        n = rng.randrange(2, 5)
        when = f"{f.timeName} % {n} == {rng.randrange(n)}"
        array = rng.choice([a for a in f.arrays])
        seen = [f'      note("{f.name} step", {f.timeName});']
        if rng.random() < 0.6:
            seen.append(f'      show("{f.name} then", {array.name}, {f.cells(array)} * sizeof({array.type}));')
        out[last:last] = [f"    if ({when}) {{", *seen, "    }"]
    return out


def members(f, lines, rng, helpers):
    """Arrays of the file as members of a struct."""
    rows = [n for n, line in enumerate(lines) if any(line == f"static {a.type} {a.name}{f.dims(a)};" for a in f.arrays
                                                     if a.form == "global")]
    if not rows:
        return lines
    held = [f"  {lines[n][len('static '):]}" for n in rows]
    kept = [line for n, line in enumerate(lines) if n not in rows]
    return ["static struct {", *held, f"}} all_{f.name};", *kept]


def asMember(f, line):
    if not line.startswith("  ") or re.match(r"  (float|double|int|short|unsigned|long long) \w+(\[\d+\])+;$", line):
        return line
    for array in f.arrays:
        if array.form == "global":
            line = re.sub(rf'(?<!\.)\b{array.name}\b(?!")', f"all_{f.name}.{array.name}", line)
    return line


FORMS = {"selector": selector, "while": whileLoop, "do": doLoop, "heads": heads, "locals": localIndices,
         "dereferenced": dereferenced, "own": ownArrays, "swaps": swaps, "copied": copied, "around": around,
         "tested": tested, "moved": moved, "host": host, "members": members, "chosen": chosen}
