# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Illegal edits of what a cell does: where it reads and stores, what it carries along, what it calls. Each takes
an Edited and changes it, or raises NotHere. The edited program's own run is defined, so that it can be compared
with the translated one's."""

from edited import FLOATING, NotHere, mark, raw


def gaussSeidel(e):
    stage, name, place = e.cell()
    e.addToStore(stage, mark(e.read(name, e.step(stage, place))))


def gaussSeidelChosen(e):
    """By an index that stays inside by itself."""
    stage, name, place = e.cell(wanted=lambda s: not any(s.body[-1][2]))
    axis = e.rng.randrange(e.f.rank)
    chosen = (e.rng.choice(("rem", "wrap", "clamp")), e.rng.choice((-1, 1)))
    e.f.extents[axis] += 1
    e.addToStore(stage, mark(e.read(name, tuple(chosen if a == axis else p for a, p in enumerate(place)))))


def gaussSeidelThroughPointer(e):
    """The stored array under another name."""
    stage, name, place = e.cell(timed=True, wanted=lambda s: isinstance(s.body[-1][1], str))
    array = e.array(name)
    alias = "other_name"
    text = e.read(name, e.step(stage, place))
    if e.f.name in name or not text.startswith(f"{name}["):
        raise NotHere
    region = [r for r in e.f.regions if stage in r.stages][0]
    declared = f"{e.f.pointerTo(array, alias)} = {name}"
    e.addToStore(stage, mark(text.replace(name, alias, 1)))
    if e.rng.random() < 0.5:
        region.stages.insert(region.stages.index(stage), type(stage)([], {}, {}, {}, [raw(declared)]))
    else:
        e.beforeRegion(declared + ";")


def storedTwice(e):
    """Two cells store to one element."""
    stage, name, place = e.cell()
    value = ("num", "0.25f" if e.array(name).type in FLOATING else "3")
    if e.rng.random() < 0.5:
        place = e.step(stage, place)
        stage.body.append(("set", mark(e.read(name, place)), "=", value))
        return
    axis = e.rng.randrange(e.f.rank)
    i, n = e.f.axisNames[axis], e.f.extent(axis)
    index = e.rng.choice(("0", f"{i} / 2", f"({i} * {i}) % {n}", f"{n} - 1 - {i}", f"{i} & ~1", f"{i} % 2", f"{n} - 1"))
    stage.body[-1] = ("set", mark(e.subscripted(name, place, axis, index)), "=", stage.body[-1][4])


def storeChosen(e):
    stage, name, place = e.cell(wanted=lambda s: not any(s.body[-1][2]))
    axis = e.rng.randrange(e.f.rank)
    i, n = e.f.axisNames[axis], e.f.extent(axis)
    index = e.rng.choice((f"{i} > 0 ? {i} - 1 : 0", f"({i} + 1) % {n}", f"{i} + 1 < {n} ? {i} + 1 : 0"))
    stage.body[-1] = ("set", mark(e.subscripted(name, place, axis, index)), "=", stage.body[-1][4])


def outOfBounds(e):
    """A subscript that leaves the array, in memory that exists; far enough that nobody takes it for another
    row of the domain."""
    e.roomAround()
    stage, name, place = e.cell()
    array = e.array(name)
    store = e.rng.random() < 0.3
    if not store:
        array = e.other(stage, lambda a: a.form not in ("global", "local"))
        name = array.name
    if array.form in ("global", "local"):
        raise NotHere
    axis = e.rng.randrange(e.f.rank)
    n = e.f.extents[axis]
    far = e.rng.choice((stage.high[axis] + 1, -stage.low[axis] - 1, n, -n, n - 1, stage.high[axis] + 2))
    text = mark(e.read(name, tuple(far if a == axis else p for a, p in enumerate(place))))
    if store:
        stage.body[-1] = ("set", text, "=", stage.body[-1][4])
    else:
        e.addToStore(stage, text)


def loopTooWide(e):
    """The loop leaves the array rather than the subscript."""
    e.roomAround()
    stage, name, _ = e.cell()
    if any(a.form in ("global", "local") for a in e.f.arrays):
        raise NotHere
    axis = e.rng.randrange(e.f.rank)
    if e.rng.random() < 0.5:
        stage.low[axis] = -1
    else:
        stage.high[axis] = -e.rng.choice((1, 2))


def extentTooSmall(e):
    """The array is passed with fewer cells than the loops go over: legal text, wrong call."""
    e.roomAround()
    if e.f.literal:
        raise NotHere
    e.cell()
    n = e.rng.choice((1, 2, 3, 4))
    axis = e.rng.randrange(e.f.rank)
    if any(len(a.axes) != e.f.rank or a.form in ("global", "local") for a in e.f.arrays) or axis == e.f.rank - 1:
        raise NotHere
    e.f.extents[axis] = n


def indirect(e):
    stage, name, place = e.cell()
    array = e.other(stage)
    axis = e.rng.randrange(e.f.rank)
    table, i = e.own("indices"), e.f.axisNames[axis]
    cells = ", ".join(str(e.rng.randrange(e.f.extents[axis])) for _ in range(8))
    e.before.append(f"static {e.rng.choice(('', 'const '))}int {table}[8] = {{{cells}}};")
    index = f"{table}[{i} % 8]"
    roll = e.rng.random()
    if roll < 0.3:
        e.beforeStore(stage, raw(f"int g = {index}"))
        index = "g"
    elif roll < 0.5:  # the place of the store
        stage.body[-1] = ("set", mark(e.subscripted(name, place, axis, index)), "=", stage.body[-1][4])
        return
    e.addToStore(stage, mark(e.subscripted(array.name, (0,) * e.f.rank, axis, index)))


def fromValue(e):
    """A subscript that a value in the array decides."""
    stage, _, _ = e.cell()
    array = e.other(stage)
    axis = e.rng.randrange(e.f.rank)
    here = e.read(array.name, (0,) * e.f.rank)
    index = f"((int){here} & 1)" if array.type in FLOATING else f"({here} & 1)"
    e.f.extents[axis] = max(e.f.extents[axis], 2)
    e.addToStore(stage, mark(e.subscripted(array.name, (0,) * e.f.rank, axis, index)))


def notAffine(e):
    stage, _, _ = e.cell()
    array = e.other(stage)
    axis = e.rng.randrange(e.f.rank)
    i, n = e.f.axisNames[axis], e.f.extent(axis)
    index = e.rng.choice((f"({i} * {i}) % {n}", f"{n} - 1 - {i}", f"{i} / 2", f"{i} * 2 % {n}", f"{i} >> 1",
                          f"{i} ^ 0"))
    e.addToStore(stage, mark(e.subscripted(array.name, (0,) * e.f.rank, axis, index)))


def transposed(e):
    stage, name, place = e.cell()
    if e.f.rank < 2:
        raise NotHere
    inPlace = e.rng.random() < 0.4
    read = name if inPlace else e.other(stage).name
    a, b = e.rng.sample(range(e.f.rank), 2)
    e.f.extents[a] = e.f.extents[b] = max(e.f.extents[a], e.f.extents[b])
    names = e.f.axisNames
    e.f.axisNames = [names[b] if n == a else names[a] if n == b else name for n, name in enumerate(names)]
    text = e.read(read, (0,) * e.f.rank)
    e.f.axisNames = names
    e.addToStore(stage, mark(text))


def carried(e):
    """A scalar that goes from cell to cell."""
    region = e.region(timed=False)
    stage = e.stage(region)
    type_ = e.array(stage.body[-1][1]).type
    type_ = type_ if type_ in FLOATING else "int"
    value = stage.body[-1][4]
    here = ("cast", type_, value) if type_ == "int" else value
    region.collected.append((type_, "carry", "0", e.rng.choice(("0", None)) if region.timeLoop else None))
    half = ("bin", "*", ("num", "0.5f"), here) if type_ != "int" else ("bin", "%", here, ("num", "500"))
    kept = (("bin", "*", ("num", "0.5f"), ("name", "carry")) if type_ != "int"
            else ("bin", "%", ("name", "carry"), ("num", "500")))
    way = e.rng.randrange(4)
    if way == 0:  # what the cell before had
        e.addToStore(stage, mark("carry"))
        stage.body.append(("set", mark("carry"), "=", half))
    elif way == 1:  # a running sum
        e.beforeStore(stage, ("set", mark("carry"), "=", ("bin", "+", kept, half)))
        e.addToStore(stage, mark("carry"))
    elif way == 2:  # set in some cells only
        e.beforeStore(stage, ("if", ("bin", ">", value, ("num", "0")), [("set", mark("carry"), "=", half)], []))
        e.addToStore(stage, mark("carry"))
    else:  # the last cell's value is wanted
        stage.body.append(("set", mark("carry"), "=", half))


def carriedCounter(e):
    """An index that is stepped by hand."""
    region = e.region(timed=False)
    stage = e.stage(region)
    array = e.other(stage)
    axis = e.rng.randrange(e.f.rank)
    region.collected.append(("int", "counter", "0", "0" if region.timeLoop else None))
    text = e.subscripted(array.name, (0,) * e.f.rank, axis, f"(counter % {e.f.extent(axis)})")
    e.addToStore(stage, mark(text))
    stage.body.append(("set", mark("counter"), "+=", ("num", "1")))


def unknownCall(e):
    stage, _, _ = e.cell()
    calls, touch = e.own("calls"), e.own("touch")
    way = e.rng.randrange(6)
    if way == 0:  # counts its calls
        e.before += [f"static int {calls};", f"static float {touch}(float v) {{", f"  {mark(calls)}++;",
                     "  return v * 0.5f;", "}"]
        e.addToStore(stage, mark(f"{touch}(0.5f)"))
        e.aroundDriver.append(lambda lines: [*lines[:-1], f"  note(\"{e.name} calls\", {calls});", "}"])
    elif way == 1:
        e.addToStore(stage, mark("(rand() % 100)"))
    elif way == 2:  # through a pointer
        e.before += [f"static float {touch}(float v) {{ return v * 0.5f; }}",
                     f"static float (*{calls})(float) = {touch};"]
        e.addToStore(stage, mark(f"{calls}(0.5f)"))
    elif way == 3:
        e.anywhereInCell(stage, raw(mark(f'note("{e.name} cell", {e.f.axisNames[0]})')))
    elif way == 4:
        e.anywhereInCell(stage, raw(mark('__asm__ volatile("" ::: "memory")')))
    else:  # its state decides
        e.before += [f"static float {touch}(void) {{", f"  {mark('static int state')};",
                     "  state = (state * 5 + 1) % 64;", "  return state;", "}"]
        e.addToStore(stage, mark(f"{touch}()"))


def unknownCallOnce(e):
    """The same where there is no time loop that could stop for it."""
    if any(region.timeLoop for region in e.f.regions):
        raise NotHere
    unknownCall(e)


def recursion(e):
    stage, _, _ = e.cell()
    one, two = e.own("down"), e.own("up")
    if e.rng.random() < 0.5:
        e.before += [f"static float {one}(int n) {{ return {mark(f'n <= 0 ? 0.5f : 0.5f * {one}(n - 1)')}; }}"]
    else:
        e.before += [f"static float {two}(int n);",
                     f"static float {one}(int n) {{ return {mark(f'n <= 0 ? 0.5f : {two}(n - 1)')}; }}",
                     f"static float {two}(int n) {{ return {mark(f'n <= 1 ? 0.25f : {one}(n - 2)')}; }}"]
    e.addToStore(stage, mark(f"{one}({e.rng.choice(('3', e.f.axisNames[0] + ' & 3'))})"))


def storeInFunction(e):
    """A called function stores to an array by a path that a value's call may not take."""
    stage, name, place = e.cell(wanted=lambda s: isinstance(s.body[-1][1], str))
    array = e.array(name)
    type_ = array.type
    poke = e.own("poke")
    e.before += [f"static {type_} {poke}({type_} *cell, {type_} value) {{", f"  {mark('*cell = value')};",
                 "  return value;", "}"]
    to = e.read(name, e.step(stage, place))
    stage.body.append(raw(mark(f"{poke}(&{to}, {e.rng.choice(('1', e.read(name, place)))})")))


def assignmentInside(e):
    stage, name, place = e.cell()
    array = e.array(name)
    type_ = array.type if array.type in FLOATING else "int"
    text = e.f.text(stage.body[-1][4])
    here = e.read(name, place)
    way = e.rng.randrange(5)
    if way == 0:
        e.beforeStore(stage, raw(f"{type_} inner = 0"))
        stage.body[-1] = ("set", here, "=", ("name", mark(f"(inner = {text}) + inner * 0")))
    elif way == 1:
        other = e.other(stage, lambda a: a.form not in ("macro",) and a.type == array.type)
        stage.body[-1] = ("set", here, "=", ("name", mark(f"{e.read(other.name, (0,) * e.f.rank)} = {text}")))
    elif way == 2:
        e.beforeStore(stage, raw("int inner = 3"))
        e.addToStore(stage, mark("inner++"))
        stage.body.append(raw("(void)inner"))
    elif way == 3:
        e.beforeStore(stage, raw("int inner = 3"))
        e.addToStore(stage, mark("(inner += 2, inner)"))
    else:
        e.addToStore(stage, mark(f"({here}++, 1)") if array.type not in FLOATING else mark(f"({here} += 0.25f)"))


def loopInCell(e):
    stage, _, _ = e.cell()
    i = e.f.axisNames[0]
    head = e.rng.choice((f"for (int q = 0; q < {i} % 5; q++)", "for (int q = 0; q < 1000; q++)", "while (sum < 2)",
                         "for (int q = 1; q < 40; q *= 2)", "do", f"for (int q = {i} & 3; q; q--)"))
    e.beforeStore(stage, raw("float sum = 0.5f"),
                  raw(mark(f"{head} sum += 0.5f{' ; while (sum < 1.5f)' if head == 'do' else ''}")))
    e.addToStore(stage, "(sum * 0.001f)")


CELL = (gaussSeidel, gaussSeidelChosen, gaussSeidelThroughPointer, storedTwice, storeChosen, outOfBounds, loopTooWide,
        extentTooSmall, indirect, fromValue, notAffine, transposed, carried, carriedCounter, unknownCall,
        unknownCallOnce, recursion, storeInFunction, assignmentInside, loopInCell)
