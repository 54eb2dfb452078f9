# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Illegal edits of what is around the cells: clauses, loops and their bounds, pointers between steps, ways out of the
region, types of elements, and calls with arrays that overlap. See edits_cell.py."""

import re

from edited import FLOATING, NotHere, mark, raw

CLAUSES = ("tile(0)", "tile(-4)", "tile(4, 4, 4, 4)", "tile()", "tile(a)", "tile(4.5)", "tile", "tile(99999, 99999)",
           "depth(0)", "depth(65)", "depth(x)", "depth()", "depth", "depth(2) depth(2)", "depth(-1)",
           "sheduled(overlap)", "shedule(overlap)", "Schedule(overlap)", "schedule()", "schedule", "schedule(nosuch)",
           "schedule(overlap, sweep)", "schedule(sweep) depth(3)", "schedule(sweep) schedule(overlap)",
           "target(nosuch)", "target()", "noalias", "noalias(nosuch, other)", "scratch(nosuch)", "scratch()",
           "host(reed: nosuch)", "host(read: nosuch)", "host()", "shape(3)", "shape(nosuch[4])", "keep", "outofcore",
           "distribute(2)", "frobnicate", "4", "overlap", "depth 4", "depth(4", "tile(4,)", "tile(4 4)", "depth(4))",
           "{ }", "depth(1 + 1)", "schedule(\"overlap\")", "tile(0x)", "depth(99999999999999999999)",
           "tile(4294967297)")


def clause(e):
    """A clause that is missing something, misspelt, given twice, or of the wrong content."""
    e.f.pragma = " " + e.rng.choice(CLAUSES)
    e.ownClauses = True
    e.replaceInDefinition("#pragma stencil" + e.f.pragma, mark("#pragma stencil" + e.f.pragma))


def aliasedCall(e):
    """Two of the pointers passed overlap."""
    e.f.contiguous = False
    passed = e.f.passed()
    pairs = [(a, b) for n, a in enumerate(passed) for b in passed[n + 1:] if a.type == b.type]
    if not pairs:
        raise NotHere
    a, b = e.rng.choice(pairs)
    row = e.f.extents[0]
    cells = e.f.cells(a)
    shift = min(cells, e.rng.choice((0, 0, 1, row, row + 1, cells // 2, cells - 1, cells)))

    def change(lines):
        both = f"({cells} + {e.f.cells(b)})"
        lines = [line.replace(f"*{a.name}_ = room({cells} *", f"*{a.name}_ = room({both} *") for line in lines]
        swapped = e.f.cells(b)
        return [re.sub(rf"\*{b.name}_ = room\({swapped} \* sizeof\(([\w ]+)\)\)",
                       rf"*{b.name}_ = (char *){a.name}_ + {shift} * sizeof(\1)", line) for line in lines]
    e.aroundDriver.append(change)


def leaves(e):
    """A way out of the middle of the region."""
    region = e.region(timed=False)
    stage = e.stage(region)
    here = e.read(*stage.body[-1][1:3])
    way = e.rng.choice(("return", "goto", "break", "exit", "switch", "continue", "back"))
    condition = f"if ({here} > 0)"
    if way == "goto":
        out = e.own("out")
        e.anywhereInCell(stage, raw(f"{condition} {mark(f'goto {out}')}"))
        e.aroundDefinition.append(lambda lines: [*lines[:-1], f"  {out}:;", "}"])
    elif way == "back":
        stage.body[0:0] = [raw("int again = 0"), raw(mark(f"{e.own('again')}:"))]
        e.anywhereInCell(stage, raw(f"if (again++ < 2) {mark(f'goto ' + e.own('again'))}"))
        stage.body.sort(key=lambda s: s[1] not in ("int again = 0", mark(f"{e.own('again')}:")))
    elif way == "exit":
        stage.body.append(raw(f"if ({here} > 1e30) {mark('exit(0)')}"))
        e.alone = True
    elif way == "switch":
        e.anywhereInCell(stage, raw(mark(f"switch ({e.f.axisNames[0]} & 1) {{ case 0: break; default: ; }}")))
    else:
        e.anywhereInCell(stage, raw(f"{condition} {mark(way)}"))


def leavesStep(e):
    """The same between the nests of a step."""
    region = e.region()
    out = e.own("out")
    way = e.rng.choice(("return", f"goto {out}", "continue", "exit(0)"))
    e.inStep(region, f"if ({e.f.timeName} == {region.first + region.stride}) {mark(way)}")
    e.alone = way == "exit(0)"
    if way.startswith("goto"):
        e.aroundDefinition.append(lambda lines: [*lines[:-1], f"  {out}:;", "}"])


def boundChanged(e):
    if e.f.literal:
        raise NotHere
    axis = e.rng.randrange(e.f.rank)
    n = e.f.extent(axis)
    e.f.extents[axis] += 2
    least = e.f.extents[axis] - 2
    way = e.rng.randrange(4)
    change = e.rng.choice((f"{n} = {n} > {least} ? {n} - 1 : {n}", f"if ({n} > {least}) {n}--",
                           f"*&{n} -= {n} > {least}"))
    if way == 0:
        e.anywhereInCell(e.stage(e.region()), raw(mark(change)))
    elif way == 1:
        e.inStep(e.region(), mark(change))
    elif way == 2:  # through a pointer
        e.beforeRegion(f"{e.f.indexType} *to_bound = &{n};")
        e.inStep(e.region(), mark(f"*to_bound -= *to_bound > {least}"))
    else:  # by a function
        shrink = e.own("shrink")
        e.before.append(f"static void {shrink}({e.f.indexType} *n) {{ {mark(f'*n -= *n > {least}')}; }}")
        e.inStep(e.region(), mark(f"{shrink}(&{n})"))


def stepsChanged(e):
    region = e.region()
    count = f"steps{e.f.regions.index(region)}"
    e.inStep(region, mark(e.rng.choice((f"if ({count} > 2) {count}--", f"{count} = {count} > 4 ? 4 : {count}",
                                        f"{count} -= {count} > 3"))))


def timeChanged(e):
    region = e.region()
    t = e.f.timeName
    text = e.rng.choice((f"{t}++", f"{t} += {t} % 2", f"if ({t} == {region.first}) {t}++", f"++*&{t}",
                         f"{t} = {t} + 1"))
    if e.rng.random() < 0.6 or "*&" in text:
        e.inStep(region, mark(text))
    else:
        e.anywhereInCell(e.stage(region), raw(mark(f"if ({t} < 3) {t}++")))


def loopVariableChanged(e):
    stage, _, _ = e.cell()
    loop = e.rng.choice(stage.loops)
    i = e.f.axisNames[loop.axis]
    stage.body.append(raw(mark(f"{i}--" if loop.down else f"{i}++")))
    # A loop further out would be stepped once for each cell within: still the original's meaning, and
    # no concern of ours.


def loopShape(e):
    """Bounds that depend on another loop or on the step, steps other than 1."""
    stage, _, _ = e.cell(timed=True)
    text = e.f.stageText(stage, "")
    n = e.rng.randrange(len(stage.loops))
    head = text[n].strip()
    inner = stage.loops[n]
    outer = e.f.axisNames[stage.loops[n - 1].axis] if n else e.f.timeName
    i = e.f.axisNames[inner.axis]
    if inner.down:
        raise NotHere
    low = stage.low[inner.axis]
    way = e.rng.choice(("first", "last", "stride", "time"))
    outer = e.f.timeName if way == "time" else outer
    heads = [e.f.loopHead(stage, loop) for loop in stage.loops]
    new = {"first": head.replace(f"{i} = {low};", f"{i} = {low} + ({outer} & 1);"),
           "last": re.sub(r"(<=? [^;]*);", rf"\1 - ({outer} & 1);", head),
           "time": re.sub(r"(<=? [^;]*);", rf"\1 - ({outer} % 2);", head),
           "stride": re.sub(rf"; (\+\+{i}|{i}\+\+)\)", f"; {i} += {e.rng.choice((2, 2, 3))})", head)}[way]
    marked = mark(new[:-2]) + " {" if new.endswith("{") else mark(new)

    def change(lines):
        row = next(r for r in range(len(lines)) if all(lines[r + k].strip().startswith(h) for k, h in enumerate(heads)))
        lines[row + n] = lines[row + n].replace(head, marked)
        return lines
    e.aroundDefinition.append(change)


def exchange(e):
    """Pointers that are exchanged incompletely, under a condition, or shifted."""
    region = e.region()
    rotations = [s for s in region.stages if isinstance(s, tuple) and s[0] == "rotate"]
    if not rotations:
        raise NotHere
    names = e.rng.choice(rotations)[1]
    lines = e.f.rotation(names, "    ", e.f.tempName)
    row = region.stages.index(next(s for s in rotations if s[1] == names))
    way = e.rng.choice(("missing", "missing", "condition", "shifted", "order"))
    if way == "missing":
        gone = e.rng.randrange(1, len(lines))
        kept = [mark(line.strip()) for n, line in enumerate(lines) if n != gone]
    elif way == "order":
        kept = [mark(lines[0].strip()), mark(lines[-1].strip()), *(mark(line.strip()) for line in lines[1:-1])]
    elif way == "shifted":
        kept = [*(line.strip() for line in lines[:-1]), mark(f"{lines[-1].strip()[:-1]} + {e.rng.choice((0, 1))};")]
        e.roomAround()
    else:
        kept = [mark(f"if ({e.f.timeName} % 3 == 0) {{"), *(mark(line.strip()) for line in lines), "}"]
    bare = type(e.stage(region))([], {}, {}, {},
                                 [raw(" ".join(kept).rstrip(";") if way != "condition" else " ".join(kept))])
    region.stages[row] = bare


class Typed(str):
    """A type's text that still fills as its base does."""

    def __new__(cls, text, base):
        made = super().__new__(cls, text)
        made.base = base
        return made

    def __getitem__(self, key):
        return self.base[key]


def groupOf(e, array):
    """The arrays that exchange names with it."""
    for region in e.f.regions:
        for s in region.stages:
            if isinstance(s, tuple) and s[0] == "rotate" and array.name in s[1]:
                return [e.array(n) for n in s[1]]
    return [array]


def elementType(e):
    array = e.rng.choice(e.f.arrays)
    odd = ("long double", "_Float16") if array.type in FLOATING else ("__int128",)
    type_ = e.rng.choice((f"volatile {array.type}", f"_Atomic {array.type}", *odd))
    e.roomAround()
    for a in groupOf(e, array):
        a.type = Typed(type_, a.type)
    e.notCompared = type_ in ("long double", "_Float16")  # what they are filled with is no number of theirs


def scalarType(e):
    stage, _, _ = e.cell()
    type_ = e.rng.choice(("volatile float", "_Atomic int", "long double", "volatile int", "_Complex float"))
    if e.rng.random() < 0.5:
        e.beforeStore(stage, raw(mark(f"{type_} odd = 2")))
    else:
        e.beforeRegion(f"{type_} odd = 2;")
    e.addToStore(stage, mark("odd"))


def member(e):
    """Elements that are structs, with plain members or bit-fields."""
    array = e.rng.choice(e.f.arrays)
    group = groupOf(e, array)
    names = {a.name for a in group}
    cell = e.own("cell")
    bits = e.rng.random() < 0.4
    inside = "int v : 20; int rest : 12;" if bits else f"{array.type} v;" + e.rng.choice(("", f" {array.type} rest;"))
    e.before.append(f"typedef struct {{ {inside} }} {cell};")
    for a in group:
        a.type = Typed(cell, a.type)
    plain = e.f.element
    own = lambda name: (name if isinstance(name, str) else name[0]) in names
    e.f.element = lambda name, place: plain(name, place) + (".v" if own(name) else "")
    for n, region in enumerate(e.f.regions):
        for s in region.stages:
            if hasattr(s, "body"):
                s.body.append(raw(mark("(void)0")))  # the whole program changes; any place in the region is right


def staticLocal(e):
    region = e.region(timed=False)
    stage = e.stage(region)
    way = e.rng.randrange(3)
    if way == 0 and region.timeLoop:
        e.inStep(region, mark("static int kept; kept++"))
    elif way == 1:
        e.beforeStore(stage, raw(mark("static int kept")), raw("kept = (kept + 1) % 7"))
        e.addToStore(stage, "kept")
    else:
        e.beforeStore(stage, raw(mark("static const float kept = 0.5f")))
        e.addToStore(stage, "kept")


def arrayInside(e):
    stage, _, _ = e.cell()
    e.beforeStore(stage, raw(f"float {mark('few')}[2] = {{0.25f, 0.5f}}"))
    e.addToStore(stage, mark(f"few[{e.f.axisNames[0]} & 1]"))


def afterInnerLoop(e):
    """A statement that follows an inner loop."""
    stage, name, place = e.cell(wanted=lambda s: len(s.loops) == e.f.rank > 1 and s.braces)
    axis = stage.loops[-1].axis
    value = "0.25f" if e.array(name).type in FLOATING else "3"
    fixed = e.rng.choice((("lo", 0), ("hi", 0), ("lo", stage.low[axis])))
    text = e.read(name, tuple(fixed if a == axis else p for a, p in enumerate(place)))
    heads = [e.f.loopHead(stage, loop) for loop in stage.loops]

    def change(lines):
        rows = [n for n in range(len(heads) - 1, len(lines))
                if all(lines[n - d].strip().startswith(head) for d, head in enumerate(reversed(heads)))]
        if not rows:
            return lines
        end = next(n for n in range(rows[0], len(lines))
                   if re.match(rf"{' ' * (len(lines[rows[0]]) - len(lines[rows[0]].lstrip()))}\}}", lines[n]))
        opened = lines[rows[0] - 1] + " {"
        return [*lines[:rows[0] - 1], opened, *lines[rows[0]:end + 1], f"    {mark(f'{text} = {value}')};", "    }",
                *lines[end + 1:]]
    e.aroundDefinition.append(change)


def hostChanges(e):
    """Host code that changes what the region depends on."""
    region = e.region()
    if e.f.literal:
        raise NotHere
    axis = e.rng.randrange(e.f.rank)
    n = e.f.extent(axis)
    e.f.extents[axis] += 2
    least = e.f.extents[axis] - 2
    hidden = e.own("hidden")
    e.before += [f"static void (*{hidden})(void *, const void *);"]
    e.before += [f"static void shrink_{e.name}(void *n, const void *unused) {{ {e.f.indexType} *of = n; *of -= *of > "
                 f"{least}; (void)unused; }}"]
    e.aroundDriver.append(lambda lines: [lines[0], f"  {hidden} = shrink_{e.name};", *lines[1:]])
    e.inStep(region, mark(f"if ({e.f.timeName} == {region.first + region.stride}) {hidden}(&{n}, 0)"))
    e.mayStop = True


AROUND = (clause, clause, aliasedCall, aliasedCall, leaves, leavesStep, boundChanged, stepsChanged, timeChanged,
          loopVariableChanged, loopShape, exchange, elementType, scalarType, member, staticLocal, arrayInside,
          afterInnerLoop, hostChanges)
