# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of the file as one array of structs: cells_f[j][i].u for u[j][i]."""

import random
import re


def element(text, start, name, subscripts):
    """Where the element that starts here ends, if it has so many subscripts: u[..][..]"""
    at = start + len(name)
    for _ in range(subscripts):
        if text[at:at + 1] != "[":
            return None
        open_ = 0
        while True:
            open_ += {"[": 1, "]": -1}.get(text[at], 0)
            at += 1
            if not open_:
                break
    return at


def places(text, array):
    """(start, end) of the array's elements, None where it is named otherwise."""
    subscripts = len(array.axes) + (array.levels > 1)
    named = [found.start() for found in re.finditer(rf"(?<!\.)\b{array.name}\b", text)]
    return [(start, element(text, start, array.name, subscripts)) for start in named]


def choose(f, lines):
    """Arrays of one type and shape that the text names by their elements only."""
    rng = random.Random(f"{f.formSeed} cells")
    declared = [f"{a.type} {a.name}{f.dims(a)};" for a in f.arrays]
    text = "\n".join(line for line in lines if line.strip().removeprefix("static ") not in declared)
    fit = [a for a in f.arrays if a.form == "global" and all(end for _, end in places(text, a))]
    if not fit:
        return []
    first = rng.choice(fit)
    return [a for a in fit if (a.type, f.dims(a)) == (first.type, f.dims(first)) and (a is first or rng.random() < 0.7)]


def asCells(f, lines):
    f.cells_ = choose(f, lines)
    if not f.cells_:
        return lines
    rng = random.Random(f"{f.formSeed} cells' members")
    members = [a.name for a in f.cells_] + (["spare"] if rng.random() < 0.3 else [])
    rng.shuffle(members)
    first = f.cells_[0]
    declared = [f"{first.type} {a.name}{f.dims(a)};" for a in f.cells_]
    lines = [line for line in lines if line.strip().removeprefix("static ") not in declared]
    text = "\n".join(lines)
    for array in f.cells_:
        for start, end in reversed(places(text, array)):
            text = f"{text[:start]}cells_{f.name}{text[start + len(array.name):end]}.{array.name}{text[end:]}"
    return [f"static struct {{ {first.type} {', '.join(members)}; }} cells_{f.name}{f.dims(first)};", *text.split("\n")]


def driverOfCells(f, lines):
    """All members are filled and shown at once."""
    out = []
    for line in lines:
        found = [n for n, a in enumerate(f.cells_) if re.match(rf'  (fill\(|show\("[^"]*", ){a.name}, ', line)]
        if not found:
            out.append(line)
        elif found == [0]:
            first = f.cells_[0]
            out.append(line.replace(f"{first.name}, {f.cells(first)} * sizeof({first.type})",
                                    f"cells_{f.name}, sizeof cells_{f.name}"))
    return out
