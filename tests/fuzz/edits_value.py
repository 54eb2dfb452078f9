# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edits of what values are made of: names, literals and conversions, indices that only look wrapped, what cells
collect, elements in scalars of the step. Many are legal and must then give the original's output; see edits_cell.py."""

from edited import FLOATING, NotHere, mark, raw

ODD_WHOLE = ("'a'", "010", "0x1F", "-7 / 2", "-7 % 3", "(char)200", "(unsigned char)300", "(short)40000", "1u << 31",
             "~0u % 7", "5 - 7u", "(unsigned)-1 % 10", "1LL << 40", "!3", "!!7", "-1 >> 1", "sizeof(short)",
             "0x7fffffff", "(1 < 2u) + (-1 < 0u)", "'\\n'", "5 / 2 * 2.0f", "1 ? 2 : 3u", "(3, 4)", "10000000000",
             "0xFFFFFFFF", "-2147483647 - 1", "sizeof(long)", "ODD", "kOdd", "(_Bool)0.5f", "(int)-2.75", "(long)1e10")
ODD_FLOAT = ("0x1p-3f", "1e-3", ".5f", "5.f", "-0.0f", "1.0f / 3", "1.0 / 3", "(float)0.1 * 3", "(float)16777217",
             "1e-40f", "3 / 2", "3 / 2.f", "(float)(1.0 / 3)", "0.1f + 0.2", "(double)0.1f", "-(-0.5f)",
             "1e30f * 1e-30f", "0.1L")
NAMES = ("half", "kernel", "local", "global", "constant", "private", "uint", "event_t", "sampler_t", "float4",
         "image2d_t", "read_only", "get_global_id", "class", "new", "template", "this", "ksn_base", "x0", "tile",
         "depth", "kasane", "barrier", "bool", "quad", "int8_t", "omp_get_wtime", "size_t", "min", "max", "mad", "cell")


def odd(e):
    """Literals, conversions and integer arithmetic as they stand in C."""
    stage, name, _ = e.cell()
    i = e.f.axisNames[0]
    e.before += ["#define ODD (2 + 3)", f"enum {{ kOdd_{e.f.name} = 6 }};"]
    text = e.rng.choice(ODD_WHOLE + ODD_FLOAT).replace("kOdd", f"kOdd_{e.f.name}")
    whole = text not in ODD_FLOAT and "f" not in text and "L" not in text
    more = [f"({text}) * (int)({i} & 3)", f"({i} > 1 ? {text} : 0)", f"(({i} == 2) + ({text}))"]
    if whole and e.array(name).type not in FLOATING:
        more += [f"(({text}) + (unsigned){i})", f"(({text}) ^ (int){i})", f"(({text}) % (int)({i} + 1))"]
    chosen = e.rng.choice((f"({text})", *more)) if "-2147483647" not in text else f"({text})"
    e.addToStore(stage, mark(f"(double)({chosen})" if e.array(name).type in FLOATING else chosen))


def oddName(e):
    """A local whose name means something elsewhere."""
    stage, name, _ = e.cell()
    type_ = "float" if e.array(name).type in FLOATING else "int"
    local = e.rng.choice(NAMES)
    e.beforeStore(stage, raw(f"{e.rng.choice(('', 'const '))}{type_} {mark(local)} = {e.f.axisNames[0]} & 3"))
    e.addToStore(stage, mark(local))


def shadow(e):
    """A local that hides a parameter, an array, a loop's variable or an extent."""
    stage, name, place = e.cell()
    own = e.read(name, place)
    hidden = e.rng.choice([n for _, n, _ in e.f.params] + [a.name for a in e.f.arrays] + e.f.axisNames[: e.f.rank]
                          + e.f.extentNames + [e.f.timeName, "fabs", "sqrt"])
    value = e.f.text(stage.body[-1][4])
    type_ = e.array(name).type
    inside = f"{type_} hidden_value; {{ const int {mark(hidden)} = 3; hidden_value = {hidden}; }}"
    stage.body[-1:] = [raw(inside), raw(f"{own} = {value}")]
    value = f"0.5f * ({value}) + hidden_value" if type_ in FLOATING else f"(({value}) % 100 + hidden_value)"
    stage.body[-1] = raw(mark(f"{own} = {value}"))


def wrongWrap(e):
    """Indices that look wrapped or clamped, and leave the array at one end."""
    e.roomAround()
    stage, _, _ = e.cell()
    array = e.other(stage, lambda a: a.form not in ("global", "local"))
    axis = e.rng.randrange(e.f.rank)
    stage.low[axis] = stage.high[axis] = 0
    if len(stage.body) != 1 or any(stage.body[-1][2]):
        raise NotHere
    i, n = e.f.axisNames[axis], e.f.extent(axis)
    index = e.rng.choice((f"({i} - 1) % {n}", f"({i} - 2) % {n}", f"({i} + 1) & ({n} - 1)",
                          f"({i} < 1 ? {n} : {i} - 1)", f"({i} + 1 > {n} ? 0 : {i} + 1)",
                          f"({i} > {n} - 1 ? {n} - 1 : {i} + 1)", f"({i} + 1 == {n} + 1 ? 0 : {i} + 1)",
                          f"({i} ? {i} - 1 : -1)", f"({i} + {n} + 1) % ({n} + 1)", f"({i} < 2 ? 2 - {i} : {i} - 3)",
                          f"({i} + 3 * {n} - 1) % {n}", f"({i} - 1 + {n}) % {n}", f"({i} + {n} / 2) % {n}"))
    stage.body[-1] = (*stage.body[-1][:4], ("num", "0"))
    e.addToStore(stage, mark(e.subscripted(array.name, (0,) * e.f.rank, axis, index)))


def elementInScalar(e):
    """A scalar of the step is an element of an array that changes."""
    region = e.region()
    stage = e.stage(region)
    name = stage.body[-1][1]
    array = e.array(name)
    place = tuple((e.rng.choice(("lo", "hi")), 1) for _ in range(e.f.rank))
    e.f.extents = [max(n, 2) for n in e.f.extents]
    region.stages.insert(0, type(stage)([], {}, {}, {}, [raw(f"{array.type} element = {mark(e.read(name, place))}")]))
    e.addToStore(stage, mark("element"))


def elementAtFixedPlace(e):
    """Cells read one cell that their nest, or another, stores."""
    stage, name, _ = e.cell()
    own = e.rng.random() < 0.5
    array = name if own else e.other(stage).name
    e.f.extents = [max(n, 2) for n in e.f.extents]
    place = tuple((e.rng.choice(("lo", "hi")), e.rng.choice((0, 1))) for _ in range(e.f.rank))
    e.addToStore(stage, mark(e.read(array, place)))


def collectsOddly(e):
    """Collected values that depend on the order of the cells or on each other."""
    region = e.region(timed=False)
    stage = e.stage(region)
    value = f"(float)({e.f.text(stage.body[-1][4])})"
    i = e.f.axisNames[0]
    names = [("float", "best", "-1", None), ("float", "other", "0", None), ("int", "where", "0", None)]
    region.collected += names
    text = e.rng.choice((
        f"if ({value} > best) {{ best = {value}; where = {i}; }}",  # which cell
        f"best += {value}; other += best",
        f"if (best < 5) best += {value}",
        f"best = best * 0.5f + {value}",
        f"best -= {value}; other = {value} - best",
        f"if ({value} > best) other = best = {value}",
        f"best = {value} > other ? {value} : best; other += 0.25f",
        f"where++; best = where * 0.5f",
        f"where += {i}; if (where % 2) best += {value}",
        f"best = fmaxf({value}, other); other = fminf({value}, best)",
        f"where = where > {i} ? where : {i}",
        f"where |= {i}; where ^= 3",
        f"best = {value} + best", f"best = {value} - best", f"best = fminf(best, fmaxf(best, {value}))", "where--",
        f"best *= 0.99f",
    ))
    stage.body.append(raw(mark(text)))


def lostScalar(e):
    """A variable from outside that cells set, and that is read behind them in the region: by the step, by another nest
    or by the next step."""
    region = e.region()
    stage = e.stage(region)
    value = f"(float)({e.f.text(stage.body[-1][4])})"
    i = e.f.axisNames[0]
    region.collected += [("int", "left", "0", e.rng.choice(("0", None))), ("int", "chain", "0", None)]
    text = e.rng.choice((f"if ({value} > 0.25f) left = 1", f"if ({i} % 3 == 1) left = {i}; else left = 2",
                         f"left = {i} & 7", f"left = {value} > 0", f"if ({i} == 1) {{ left = 5; left += {i}; }}",
                         f"left = {i} & 3; chain = left", f"if ({value} > chain) {{ chain = 3; left = {i}; }}"))
    stage.body.append(raw(mark(text)))
    place = e.rng.choice((0, 1))
    reads = e.rng.choice(("chain += left", "if (left > 2) chain = chain + 1", "chain = left"))
    region.stages.insert(region.stages.index(stage) + place, type(stage)([], {}, {}, {}, [raw(reads)]))
    if e.rng.random() < 0.3:
        stage.body.insert(0, raw("int own = left"))
        stage.body.append(raw("left = own"))


def branch(e):
    """A nest of the step under a condition."""
    region = e.region()
    stage = e.stage(region)
    lines = [line.strip() for line in e.f.stageText(stage, "")]
    t = e.f.timeName
    head = e.rng.choice((f"if ({t} % 2 == 0)", f"if (steps{e.f.regions.index(region)} > 2)",
                         f"for (int half_step = 0; half_step < 2; half_step++)", "do", "switch (1) default:"))
    text = f"{head} {{ {' '.join(lines)} }}{' while (0)' if head == 'do' else ''}"
    region.stages[region.stages.index(stage)] = type(stage)([], {}, {}, {}, [raw(mark(text))])


def flatAlias(e):
    """The stored array's memory taken as one row of cells."""
    stage, name, place = e.cell(timed=True, wanted=lambda s: isinstance(s.body[-1][1], str))
    array = e.array(name)
    if array.form in ("flat", "macro") or len(array.axes) < 2 or array.form == "local" or any(e.f.padding):
        raise NotHere
    taken = e.rng.choice((f"({array.type} *){name}", f"&{name}{'[0]' * e.f.rank}", f"{name}{'[0]' * (e.f.rank - 1)}"))
    place = e.step(stage, place)
    text, first = "", True
    for axis in reversed(range(e.f.rank)):
        index = e.f.index(axis, place[axis])[0]
        text = f"({index})" if first else f"({text} * {e.f.extent(axis)} + {index})"
        first = False
    declared = f"{array.type} *flat_alias = {taken}"
    e.addToStore(stage, mark(f"flat_alias[{text}]"))
    if e.rng.random() < 0.5:
        e.beforeRegion(declared + ";")
    else:
        region = [r for r in e.f.regions if stage in r.stages][0]
        region.stages.insert(region.stages.index(stage), type(stage)([], {}, {}, {}, [raw(declared)]))


VALUE = (odd, odd, oddName, shadow, wrongWrap, wrongWrap, elementInScalar, elementAtFixedPlace, collectsOddly,
         lostScalar, lostScalar, branch, flatAlias)
