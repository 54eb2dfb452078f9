# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing function smaller while it fails in the same way: every edit is tried, the first that keeps the
failure is kept, until none does or the tries are used up."""

import copy

from model import Stage
from pack import Schedule


def subexpressions(e):
    return [(n, child) for n, child in enumerate(e) if isinstance(child, tuple) and child and child[0] in KINDS]


KINDS = {"num", "read", "name", "bin", "un", "sel", "call", "cast"}


def smaller(e):
    """Expressions with one edit each, large cuts first."""
    for _, child in subexpressions(e):
        yield child
    if e[0] == "read" and any(isinstance(o, int) and o for o in e[2]):
        for axis, o in enumerate(e[2]):
            if isinstance(o, int) and o:
                yield ("read", e[1], tuple(0 if a == axis else p for a, p in enumerate(e[2])))
    if e[0] not in ("num",):
        yield ("num", "1")
    for n, child in subexpressions(e):
        for edited in smaller(child):
            yield (*e[:n], edited, *e[n + 1:])


def editedBodies(body):
    for n, s in enumerate(body):
        yield body[:n] + body[n + 1:]
    for n, s in enumerate(body):
        if s[0] == "if":
            yield body[:n] + s[2] + body[n + 1:]
            if s[3]:
                yield body[:n] + [("if", s[1], s[2], [])] + body[n + 1:]
            for inner in editedBodies(s[2]):
                if inner:
                    yield body[:n] + [("if", s[1], inner, s[3])] + body[n + 1:]
            for condition in smaller(s[1]):
                yield body[:n] + [("if", condition, s[2], s[3])] + body[n + 1:]
            continue
        for value in smaller(s[-1]):
            yield body[:n] + [(*s[:-1], value)] + body[n + 1:]


def withChange(function, change):
    changed = copy.deepcopy(function)
    change(changed)
    return changed


def simplerFunctions(f):
    for name in f.forms:
        yield withChange(f, lambda g: g.forms.remove(name))
    for n in range(len(f.regions)):
        if len(f.regions) > 1:
            yield withChange(f, lambda g: g.regions.pop(n))
    for n, region in enumerate(f.regions):
        if len(region.steps) > 1:
            for call in range(len(region.steps)):
                yield withChange(f, lambda g: [setattr(r, "steps", [r.steps[call]]) for r in g.regions])
        for k in range(len(region.stages)):
            if len(region.stages) > 1:
                yield withChange(f, lambda g: g.regions[n].stages.pop(k))
        for k in range(len(region.collected)):
            yield withChange(f, lambda g: g.regions[n].collected.pop(k))
        for k in range(len(region.scalars)):
            yield withChange(f, lambda g: g.regions[n].scalars.pop(k))
        for key, plain in (("first", 0), ("stride", 1), ("inclusive", False), ("declared", True)):
            if getattr(region, key) != plain:
                yield withChange(f, lambda g: setattr(g.regions[n], key, plain))
        for steps in range(1, region.steps[0]):
            yield withChange(f, lambda g: g.regions[n].steps.__setitem__(0, steps))
    for key, plain in (("contiguous", False), ("indexType", "int"), ("padding", [0] * f.rank)):
        if getattr(f, key) != plain:
            yield withChange(f, lambda g: setattr(g, key, plain))
    for n in range(len(f.params)):
        yield withChange(f, lambda g: g.params.pop(n))
    for n in range(len(f.arrays)):
        yield withChange(f, lambda g: g.arrays.pop(n))
    for axis in range(f.rank):
        need = max([s.low.get(axis, 0) + s.high.get(axis, 0) for r in f.regions for s in r.stages
                    if isinstance(s, Stage)] + [0])
        for size in (need + 1, need + 2, (need + f.extents[axis]) // 2, f.extents[axis] - 1):
            if need < size < f.extents[axis]:
                yield withChange(f, lambda g: g.extents.__setitem__(axis, size))
    for n, region in enumerate(f.regions):
        for k, stage in enumerate(region.stages):
            if not isinstance(stage, Stage):
                continue
            for loop in range(len(stage.loops)):
                if stage.loops[loop].down or stage.loops[loop].inclusive:
                    yield withChange(f, lambda g: plainLoop(g.regions[n].stages[k].loops[loop]))
            for body in editedBodies(stage.body):
                if body:
                    yield withChange(f, lambda g: setattr(g.regions[n].stages[k], "body", body))


def plainLoop(loop):
    loop.down = loop.inclusive = False


def simplerSchedules(s):
    for depth in range(1, s.depth):
        yield Schedule(s.family, s.tile, depth)
    for axis, size in enumerate(s.tile):
        for other in (1, 2, 4):
            if other < size:
                yield Schedule(s.family, tuple(other if a == axis else t for a, t in enumerate(s.tile)), s.depth)


def reduceCase(function, schedule, stillFails, tries):
    """The smallest (function, schedule) found. stillFails(function, schedule) decides."""
    progress = True
    while progress and tries > 0:
        progress = False
        for candidate in [(function, s) for s in simplerSchedules(schedule)]:
            tries -= 1
            if tries > 0 and stillFails(*candidate):
                function, schedule = candidate
                progress = True
                break
        for edited in simplerFunctions(function):
            if tries <= 0:
                break
            tries -= 1
            if stillFails(edited, schedule):
                function, progress = edited, True
                break
    return function, schedule
