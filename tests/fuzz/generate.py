# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random legal programs. Legal by construction: within a nest an array that is written is touched at one cell per
iteration only, every subscript is inside, and every value has a known bound, so nothing overflows or traps.

Long: all draws of a program are made here, in one order, on which the seeds depend."""

import random

from expressions import FLOATS, Expressions
from forms import chooseForms
from model import TABLE, Array, Function, Loop, Region, Stage
from stages import colourStages, ghostPlanes

NAMES = "u v w p q r T rho phi Ez Hx Hy psi vx vy temp conc A B C D old cur nxt grid data field h0 h1 e2 sigma".split()
INTS = ("int", "int", "short", "unsigned", "long long")


class Generator:
    def __init__(self, rng, rank=None, spelling=True):
        self.rng, self.spelling = rng, spelling
        self.rank = rank or rng.choice((1, 2, 2, 2, 3, 3))

    def function(self, name):
        rng, rank = self.rng, self.rank
        self.radius = rng.choice((1, 1, 1, 2, 2, 3, 4) if rank < 3 else (1, 1, 1, 1, 2, 2, 3))
        self.names = rng.sample(NAMES, len(NAMES))
        self.taken = 0
        self.margins = {a: [0, 0] for a in range(rank)}  # the widest domain margins, for the extents
        self.usesFixed = False
        literal = rng.random() < 0.2
        axisNames = rng.choice((["i", "j", "k"], ["x", "y", "z"], ["i3", "i2", "i1"], ["k", "j", "i"]))
        f = self.f = Function(name=name, rank=rank, arrays=[], params=[], regions=[], extents=[0] * rank,
                              literal=literal,
                              padding=[rng.choice((0, 0, 1, 5)) for _ in range(rank)], contiguous=rng.random() < 0.3,
                              indexType=rng.choice(("int", "int", "int", "long")), axisNames=axisNames,
                              extentNames=rng.choice((["nx", "ny", "nz"], ["n1", "n2", "n3"],
                                                      ["width", "height", "depth"])),
                              timeName=rng.choice(("t", "step", "it", "n")), tempName=rng.choice(("tmp_", "swap_")))
        for _ in range(rng.randrange(4)):
            value = round(rng.uniform(-0.5, 0.5), 2) or 0.25
            type_ = rng.choice(FLOATS)
            f.params.append((type_, f"c{len(f.params)}", f"{value}{'f' if type_ == 'float' else ''}"))
        if rng.random() < 0.25:
            f.tables.append((rng.choice(FLOATS), f"table_{name}", rng.random() < 0.4))
        self.groups = self.chooseGroups()
        for _ in range(1 if rng.random() < 0.9 else 2):
            f.regions.append(self.region(len(f.regions)))
        self.chooseSizes()
        if self.spelling:
            chooseForms(rng, f)
        return f

    # --- arrays

    def newArray(self, type_, form, axes=None, levels=1):
        name = self.names[self.taken]
        self.taken += 1
        if form == "global":
            name = f"{name}_{self.f.name}"
        array = Array(name, type_, form, tuple(axes if axes is not None else range(self.rank)), levels,
                      self.rng.randrange(1, 10**6))
        self.f.arrays.append(array)
        return array

    def chooseGroups(self):
        rng, groups = self.rng, []
        pointers = ["flat", "macro", "vlaptr", "vlaparam"]
        base = rng.choice(pointers)
        if self.f.literal:
            base = rng.choice(("vlaptr", "vlaparam", "flat"))
        types = FLOATS if rng.random() < 0.75 else FLOATS + INTS
        main = rng.choice(types)
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            type_ = main if rng.random() < 0.7 else rng.choice(types)
            kind = rng.choice(("swap", "swap", "rotate3", "copy", "copy", "parity", "inplace", "scratch"))
            form = base if rng.random() < 0.8 else rng.choice(("flat", "vlaptr", "vlaparam"))
            if kind in ("copy", "inplace", "scratch", "parity") and rng.random() < 0.4:
                form = rng.choice(("global", "global", "local"))
            if kind == "parity" and form in ("flat", "macro"):
                form = rng.choice(("vlaparam", "vlaptr", "global"))
            count = {"swap": 2, "copy": 2, "rotate3": 3}.get(kind, 1)
            if count == 3 and rng.random() < 0.2:
                count = 4
            arrays = [self.newArray(type_, form, levels=2 if kind == "parity" else 1) for _ in range(count)]
            groups.append((kind, arrays))
        if all(kind == "scratch" for kind, _ in groups):
            groups.append(("inplace", [self.newArray(main, base)]))
        self.constants = []
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
            axes = range(self.rank) if rng.random() < 0.6 else [rng.randrange(self.rank)]
            form = rng.choice(("flat", "vlaptr", "vlaparam", "global"))
            if form == "flat" and len(axes) > 1 and base == "macro":
                form = "macro"
            levels = TABLE if form != "macro" and rng.random() < 0.3 else 1
            self.constants.append(self.newArray(rng.choice(types), form, axes, levels))
        return groups

    # --- regions

    def region(self, number):
        rng = self.rng
        self.number = number
        timeLoop = rng.random() < 0.92
        parity = any(kind == "parity" for kind, _ in self.groups)
        region = Region([], [], timeLoop=timeLoop)
        self.timed = timeLoop
        if timeLoop:
            region.first = rng.choice((0, 0, 0, 1, 3))
            region.stride = 1 if parity or rng.random() < 0.93 else rng.choice((2, 3))
            region.inclusive = rng.random() < 0.15
            region.declared = rng.random() < 0.85
            region.steps = [rng.choice((1, 2, 3, 4, 5, 6, 7, 9)), rng.choice((0, 1, 2, 3, 5, 8))]
        else:
            region.steps = [1, 1]
        self.scalars = [(type_, name, 0.5) for type_, name, _ in self.f.params]
        if timeLoop:
            self.stepScalars(region, number)
        if not timeLoop:
            kind, arrays = rng.choice([g for g in self.groups if g[0] != "parity"] or [(None, None)])
            if kind is None:
                region.timeLoop, region.steps = True, [3, 2]
                timeLoop = True
            else:
                region.stages.append(self.nest([(arrays[-1].name, arrays[-1])], region, number))
                return region
        groups = rng.sample(self.groups, len(self.groups))
        while groups:
            taken, groups = self.someGroups(groups)
            self.mainNest(region, taken)
            for kind, arrays in taken:
                if kind == "inplace" and arrays[0].type in FLOATS and rng.random() < 0.4:
                    region.stages += colourStages(self, arrays[0])
                self.afterwards(region, kind, arrays)
        self.tests(region, number)
        return region

    def tests(self, region, number):
        """Sometimes the step counts itself and ends the loop, where no or all pointers have moved."""
        rng = self.rng
        # How many steps an array has values for.
        isKnown = all(a.levels < TABLE or a.form == "global" for a in self.constants)
        if rng.random() > 0.12 or not isKnown:
            return
        name = f"made{number}"
        region.collected.append(("int", name, "0", None))
        moves = [n for n, s in enumerate(region.stages) if isinstance(s, tuple)]
        place = len(region.stages) if not moves or rng.random() < 0.5 else rng.randrange(moves[0] + 1)
        # A draw of its own, so that the seeds' programs stay what they were.
        later = random.Random(f"{self.names} {number}")
        if moves and later.random() < 0.4:
            place = later.randrange(moves[-1] + 1, len(region.stages) + 1)
        region.stages.insert(place, ("test", name, rng.randrange(1, 9)))

    def collects(self, region, number, body, make):
        """Sums, counts and extremes over the cells of a nest."""
        rng = self.rng
        if rng.random() > 0.15:
            return
        for _ in range(rng.choice((1, 1, 2))):
            name = f"red{number}_{len(region.collected)}"
            type_ = rng.choice(FLOATS + ("int",))
            again = rng.choice(("0", "0", None)) if region.timeLoop else None
            red = ("name", name)
            e, bound = ("num", "1"), 1
            if type_ != "int":
                e, bound = make.float(2)
            if bound > 1e6:
                e = ("bin", "*", e, ("num", "1e-6f"))
            kind = rng.choice(("sum", "sum", "max", "select", "less"))
            if type_ == "int" or kind == "sum":
                s = ("set", name, "+=", e)
            elif kind == "select":
                s = ("set", name, "=", ("sel", ("bin", ">", e, red), e, red))
            else:
                s = ("if", ("bin", ">" if kind == "max" else "<", e, red), [("set", name, "=", e)], [])
            later = random.Random(f"{self.names} {name}")
            if type_ != "int" and later.random() < 0.4:  # a flag: cells set it, perhaps in no later step
                early = (("bin", "<", ("name", self.f.timeName), ("num", str(region.first + later.randrange(1, 5))))
                         if region.timeLoop else ("num", "1"))
                holds = ("bin", "&&", early, ("bin", ">", e, ("num", "0.1f")))
                s, again = ("if", holds, [("set", name, "=", e)], []), None
            body.append(("if", make.condition(1), [s], []) if rng.random() < 0.3 else s)
            region.collected.append((type_, name, rng.choice(("0", "-3", "7")), again))

    def someGroups(self, groups):
        take = 2 if len(groups) > 1 and self.rng.random() < 0.35 else 1
        return groups[:take], groups[take:]

    def stepScalars(self, region, number):
        rng = self.rng
        t = ("name", self.f.timeName)
        for n in range(rng.choice((0, 0, 0, 1, 2))):
            name = f"s{number}{n}"
            if rng.random() < 0.6:
                e = ("bin", "+", ("num", "0.1f"),
                     ("bin", "*", ("num", "0.03f"), ("bin", "%", t, ("num", str(rng.choice((2, 3, 4)))))))
                earlier = [s for s in self.scalars if s[0] == "float"]
                if earlier and rng.random() < 0.4:
                    e = ("bin", "-", e, ("bin", "*", ("num", "0.5f"), ("name", earlier[-1][1])))
                type_ = rng.choice(FLOATS)
                region.scalars.append((type_ if rng.random() < 0.5 else "const " + type_, name, e))
                self.scalars.append((type_, name, 1.0))
            else:
                e = rng.choice((("bin", "&", t, ("num", "1")),
                                ("bin", "%", ("bin", "+", t, ("num", "1")), ("num", "3"))))
                region.scalars.append(("int", name, e))
                self.scalars.append(("int", name, 3))

        for type_, name, passed in self.f.tables:
            element = rng.choice((f"{name}[{t[1]}]", f"{name}[{t[1]} + 1]", f"{name}[{t[1]} % 5]"))
            if passed or rng.random() < 0.5: # a parameter's extent isn't known
                region.scalars.append((type_, f"now{number}", ("name", f"{name}[{t[1]}]")))
                element = f"now{number}"
            self.scalars.append((type_, element, 1.0))

    def target(self, kind, arrays):
        """(name, array) of what the group's nest writes."""
        if kind == "parity":
            return ((arrays[0].name, f"({self.f.timeName} + 1) % 2"), arrays[0])
        return (arrays[-1].name, arrays[-1])

    def mainNest(self, region, groups):
        region.stages.append(self.nest([self.target(*g) for g in groups], region, self.number))
        self.last = region.stages[-1]

    def afterwards(self, region, kind, arrays):
        rng = self.rng
        if rng.random() < 0.25:
            for _ in range(rng.randrange(1, 4)):
                region.stages.append(self.boundary(*self.target(kind, arrays)))
        if rng.random() < 0.08:
            region.stages += ghostPlanes(self, *self.target(kind, arrays))
        names = [a.name for a in arrays]
        if kind in ("swap", "rotate3"):
            region.stages.append(("rotate", names))
            if kind == "swap" and rng.random() < 0.1:  # a second half of the step
                region.stages += [self.nest([self.target(kind, arrays)], region, self.number), ("rotate", names)]
        if kind == "copy":
            region.stages.append(self.copyNest(arrays))

    # --- nests

    def readable(self, written, timeLoop=True):
        """Everything, with the marker `pointwise only` for what this nest writes."""
        found = []
        for kind, arrays in self.groups:
            if kind == "parity":
                for level in (f"{self.f.timeName} % 2", f"({self.f.timeName} + 1) % 2") if timeLoop else ():
                    name = (arrays[0].name, level)
                    found += [(name, arrays[0], name in written)] * (3 if "+" not in level else 1)
                continue
            for n, a in enumerate(arrays):
                found += [(a.name, a, a.name in written)] * (4 if n == 0 else 1)
        t = self.f.timeName
        for a in self.constants:
            if a.levels == 1:
                found.append((a.name, a, False))
            elif timeLoop:
                # These say how many they have.
                picks = (f"{t} / 2 % 5", f"({t} * 3 + 1) % 7") if a.form in ("global", "local") else ()
                found += [((a.name, step), a, False) for step in (t, f"{t} + 1", *picks)]
        return found

    def newStage(self, fixed):
        rng = self.rng
        axes = [a for a in range(self.rank) if a not in fixed]
        order = sorted(axes, reverse=True)
        if rng.random() < 0.15:
            rng.shuffle(order)
        loops = [Loop(a, rng.random() < 0.08, rng.random() < 0.15) for a in order]
        return Stage(loops, {a: 0 for a in axes}, {a: 0 for a in axes}, dict(fixed), [], rng.random() < 0.5)

    def nest(self, targets, region, number):
        rng, timeLoop = self.rng, region.timeLoop
        stage = self.newStage({})
        shift = {a: 0 for a in range(self.rank)}
        if rng.random() < 0.08:  # stores at an offset
            shift = {a: rng.choice((-1, 0, 1, 2)) for a in range(self.rank)}
        place = tuple(shift[a] for a in range(self.rank))
        self.widen(stage, place)

        # Along these axes neighbours are found by indices that stay inside by themselves.
        self.kinds = rng.sample(("rem", "wrap", "clamp", "up"), rng.choice((1, 1, 2)))
        chosenAxes = [a for a in range(self.rank) if rng.random() < 0.5] if rng.random() < 0.25 else []
        self.usesFixed = self.usesFixed or bool(chosenAxes)

        def cell(array, pointwise):
            if pointwise:
                return place
            chosen = tuple(self.offset(shift[a]) if a in array.axes else 0 for a in range(self.rank))
            if rng.random() < 0.5 and self.rank > 1:  # mostly stars
                keep = rng.randrange(self.rank)
                chosen = tuple(o if a == keep or a not in array.axes else shift[a] for a, o in enumerate(chosen))
            chosen = tuple(self.chosen(o) if a in chosenAxes and a in array.axes and o else o
                           for a, o in enumerate(chosen))
            self.widen(stage, tuple(chosen[a] for a in array.axes), array.axes)
            return chosen

        locals_ = []
        names = [name for name, _ in targets]
        make = Expressions(rng, self.f, self.readable(names, timeLoop), cell, locals_, self.scalars, timeLoop)
        make.loopAxes = range(self.rank)
        self.localStatements(stage.body, make, locals_)
        for name, array in targets:
            stage.body += self.store(make, name, array, place)
        self.collects(region, number, stage.body, make)
        self.extraMargins(stage)
        return stage

    def localStatements(self, body, make, locals_):
        rng = self.rng
        for n in range(rng.choice((0, 0, 0, 1, 1, 2, 3))):
            name = f"l{n}"
            if rng.random() < 0.75:
                e, bound = make.float(2)
                if bound > 1e4:
                    e, bound = ("bin", "*", e, ("num", "1e-3f")), bound * 1e-3
                type_ = rng.choice(FLOATS)
            else:
                e, bound = make.int(2)
                type_ = "int"
            mutable = rng.random() < 0.3
            body.append(("decl", type_ if mutable or rng.random() < 0.5 else "const " + type_, name, e))
            if mutable and type_ != "int":
                e2, b2 = make.float(1)
                update = ("set", name, rng.choice(("+=", "-=", "=")), e2)
                bound += b2
                body.append(update if rng.random() < 0.5 else ("if", make.condition(1), [update], []))
            locals_.append((type_, name, bound))

    def store(self, make, name, array, place):
        rng = self.rng
        first = ("store", name, place, "=", make.value(array, 2))
        roll = rng.random()
        if roll < 0.8:
            return [first]
        if roll < 0.9:
            return [("if", make.condition(1), [first], [])]
        return [("if", make.condition(1), [first], [("store", name, place, "=", make.value(array, 1))])]

    def offset(self, shift):
        return shift + self.rng.randint(-self.radius, self.radius) if self.rng.random() < 0.7 else shift

    def chosen(self, o):
        return (self.rng.choice(self.kinds), o)

    def widen(self, stage, place, axes=None):
        for o, axis in zip(place, range(self.rank) if axes is None else axes):
            if isinstance(o, tuple):
                o = abs(o[1]) if o[0] == "up" else 0
                place = (-o, o)
            else:
                place = (o, o)
            if axis in stage.low:
                stage.low[axis] = max(stage.low[axis], -place[0])
                stage.high[axis] = max(stage.high[axis], place[1])

    def extraMargins(self, stage):
        for axis in stage.low:
            if self.rng.random() < 0.15:
                stage.low[axis] += self.rng.choice((1, 2))
            if self.rng.random() < 0.15:
                stage.high[axis] += self.rng.choice((1, 2))
            low, high = self.margins[axis]
            self.margins[axis] = [max(low, stage.low[axis]), max(high, stage.high[axis])]

    def boundary(self, name, array):
        """A plane, an edge (or with one axis a cell) that is set to a constant or from cells further in."""
        rng = self.rng
        self.usesFixed = True
        side, c = rng.choice(("lo", "hi")), rng.choice((0, 0, 0, 1))
        fixed = {rng.randrange(self.rank): (side, c)}
        if self.rank == 3 and rng.random() < 0.2:
            fixed[rng.choice([a for a in range(3) if a not in fixed])] = (rng.choice(("lo", "hi")), 0)
        stage = self.newStage(fixed)
        place = tuple(fixed.get(a, 0) for a in range(self.rank))
        value = ("num", "0.5f" if array.type in FLOATS else "3")
        if rng.random() < 0.7:
            first = next(iter(fixed))
            side, c = fixed[first]
            other = (side, c + rng.choice((1, 1, 2))) if rng.random() < 0.8 else ("hi" if side == "lo" else "lo", c + 1)
            from_ = tuple(other if a == first else place[a] for a in range(self.rank))
            value = ("read", name, from_)
            if array.type in FLOATS and rng.random() < 0.3:
                value = ("bin", "*", ("num", "0.9f"), value)
        stage.body.append(("store", name, place, "=", value))
        for axis in stage.low:
            if rng.random() < 0.5:
                stage.low[axis] = stage.high[axis] = 1
                self.margins[axis] = [max(m, 1) for m in self.margins[axis]]
        return stage

    def copyNest(self, arrays):
        stage = self.newStage({})
        wide = self.rng.random() < 0.15
        for axis in stage.low:
            stage.low[axis] = 0 if wide else self.last.low[axis]
            stage.high[axis] = 0 if wide else self.last.high[axis]
        place = (0,) * self.rank
        stage.body.append(("store", arrays[0].name, place, "=", ("read", arrays[1].name, place)))
        return stage

    # --- sizes

    def chooseSizes(self):
        rng, rank = self.rng, self.rank
        most = {1: 70, 2: 26, 3: 11}[rank]
        # Without a draw; some groups have no rim then, and streams begin and end there.
        isWide = rank > 1 and rng.getstate()[1][0] % 7 == 0
        for axis in range(rank):
            low, high = self.margins[axis]
            room = rng.choice((1, 2, 3)) if rng.random() < 0.2 else rng.randrange(3, most)
            room = max([room, *(s.loops[-1].colour[0] for r in self.f.regions for s in r.stages if isinstance(s, Stage)
                                and s.loops and s.loops[-1].colour)])
            self.f.extents[axis] = max(low + high + room + (2 * most if isWide else 0), 6 if self.usesFixed else 1)
