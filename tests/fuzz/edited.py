# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program of the generator's with an edit in it, and what edits are made of: the place where one goes, a value that
reads one cell more, text around the region. `mark` encloses the text that a diagnostic is expected at."""

import copy
import re

from model import Stage

OPEN, CLOSE = "\x01", "\x02"
FLOATING = ("float", "double")


def mark(text):
    return f"{OPEN}{text}{CLOSE}"


def raw(text):
    """A statement that the model doesn't know."""
    return ("set", text, "", ("name", ""))


class NotHere(Exception):
    """The program has no place for this edit."""


class Edited:
    """Looks like a Function to fileText."""

    def __init__(self, function, rng):
        self.f, self.rng = copy.deepcopy(function), rng
        self.before, self.aroundDefinition, self.aroundDriver = [], [], []
        self.kind = ""
        self.ownClauses = False  # the edit wrote the clauses
        self.alone = False  # its run may end the program
        self.notCompared = False  # its values are no numbers
        self.mayStop = False  # the translated program may end with a message instead

    @property
    def name(self):
        return self.f.name

    def own(self, name):
        """A name at file scope."""
        return f"{name}_{self.f.name}"

    def spelledDefinition(self):
        lines = [re.sub(r" +;$", ";", line) for line in self.f.definition()]
        for change in self.aroundDefinition:
            lines = change(lines)
        return [*self.before, *lines]

    def spelledDriver(self):
        lines = self.f.driver()
        for change in self.aroundDriver:
            lines = change(lines)
        return lines

    # --- places

    def region(self, timed=True):
        found = [r for r in self.f.regions if r.timeLoop or not timed]
        if not found:
            raise NotHere
        return self.rng.choice(found)

    def stage(self, region, wanted=lambda stage: True):
        found = [s for s in region.stages if isinstance(s, Stage) and len(s.loops) == self.f.rank
                 and s.body[-1][0] == "store" and wanted(s)]
        if not found:
            raise NotHere
        return self.rng.choice(found)

    def cell(self, timed=False, wanted=lambda stage: True):
        """A nest over all axes, and its array and place that the last statement stores to."""
        stage = self.stage(self.region(timed), wanted)
        _, name, place, _, _ = stage.body[-1]
        return stage, name, place

    def array(self, name):
        return self.f.arrayOf(name if isinstance(name, str) else name[0])

    def storedIn(self, stage):
        def names(body):
            for s in body:
                if s[0] == "store":
                    yield s[1]
                elif s[0] == "if":
                    yield from names(s[2])
                    yield from names(s[3])
        return set(names(stage.body))

    def other(self, stage, wanted=lambda array: True):
        """An array of all axes that the nest does not store to."""
        taken = {n if isinstance(n, str) else n[0] for n in self.storedIn(stage)}
        found = [a for a in self.f.arrays if a.name not in taken and len(a.axes) == self.f.rank and a.levels == 1
                 and wanted(a)]
        if not found:
            raise NotHere
        return self.rng.choice(found)

    def step(self, stage, place, axes=None):
        """`place` moved along one axis to another cell that exists; the domain is made narrower where that takes it."""
        axis = self.rng.choice(axes or list(range(self.f.rank)))
        distance = self.rng.choice((-2, -1, -1, 1, 1, 2))
        to = place[axis] + distance
        if stage.low[axis] + to < 0:
            self.f.extents[axis] += -to - stage.low[axis]
            stage.low[axis] = -to
        if to > stage.high[axis]:
            self.f.extents[axis] += to - stage.high[axis]
            stage.high[axis] = to
        return tuple(to if a == axis else p for a, p in enumerate(place))

    # --- values

    def read(self, name, place):
        return self.f.element(name, place)

    def subscripted(self, name, place, axis, text):
        """The element with this text as the subscript of an axis."""
        place = tuple(777 if a == axis else p for a, p in enumerate(place))
        return self.read(name, place).replace(f"{self.f.axisNames[axis]} + 777", text)

    def addToStore(self, stage, text):
        """The value that the nest stores last, with `text` in it."""
        *start, value = stage.body[-1]
        stage.body[-1] = (*start, self.plus(self.array(stage.body[-1][1]), value, text))

    @staticmethod
    def plus(array, value, text):
        if array.type in FLOATING:
            return ("bin", "+", ("bin", "*", ("num", "0.5f"), value), ("bin", "*", ("num", "0.25f"), ("name", text)))
        whole = ("bin", "%", ("cast", "long long", ("name", text)), ("num", "1000"))
        return ("bin", "%", ("bin", "+", ("bin", "%", value, ("num", "1000")), whole), ("num", "1000"))

    def beforeStore(self, stage, *statements):
        stage.body[-1:-1] = list(statements)

    def anywhereInCell(self, stage, statement):
        stage.body.insert(self.rng.randrange(len(stage.body) + 1), statement)

    def inStep(self, region, text):
        """Lines at the start of a step: a nest of no axes."""
        bare = Stage([], {}, {}, {}, [raw(text)])
        moves = [n for n, s in enumerate(region.stages) if isinstance(s, tuple)]
        region.stages.insert(self.rng.choice((0, len(region.stages) if not moves else moves[0])), bare)

    # --- text around the region

    def beforeRegion(self, *added):
        def change(lines):
            row = next(n for n, line in enumerate(lines) if line.startswith("#pragma"))
            return lines[:row] + [f"  {line}" for line in added] + lines[row:]
        self.aroundDefinition.append(change)

    def replaceInDefinition(self, old, new):
        """In each line between the first pragma and the function's end; NotHere where there is none."""
        if not any(old in line for line in self.f.definition()):
            raise NotHere
        self.aroundDefinition.append(lambda lines: [line.replace(old, new) for line in lines])

    def roomAround(self):
        """Every array that is passed gets cells before and after it, so that a subscript outside of
        it still reads memory."""
        self.f.contiguous = False
        most = max([self.f.cells(a) for a in self.f.passed()] or [1]) * 4 + 64

        def change(lines):
            return [re.sub(r"= room\((.*)\);$", rf"= (char *)calloc(1, \1 + {16 * most}) + {8 * most};", line)
                    for line in lines]
        self.aroundDriver.append(change)


def regionRows(lines):
    """Rows (from 0) of the function's regions."""
    rows, inside = set(), False
    for n, line in enumerate(lines):
        if line.startswith("#pragma"):
            inside = True
        elif re.match(r"\}|  (note|show)\(|  \w[\w ]* = [^;]*;$|  out_\w+:", line):
            inside = False
        if inside:
            rows.add(n)
    return rows


def unmarked(text):
    """The text without marks, and where they were: [((line, column), (line, column))], from 1."""
    plain, spans, opened = [], [], []
    line = column = 1
    for c in text:
        if c == OPEN:
            opened.append((line, column))
        elif c == CLOSE:
            spans.append((opened.pop(), (line, column)))
        else:
            plain.append(c)
            line, column = (line + 1, 1) if c == "\n" else (line, column + 1)
    return "".join(plain), spans
