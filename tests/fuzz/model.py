# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A random program as data, and its C text. The generator makes it, the reducer takes it apart,
both through this model.

A file holds several functions, a function one or more regions, a region a time loop (or none) over stages. A stage is a
nest over a box (an axis may be fixed: a plane or an edge) with statements. Expressions are tuples:
  ("num", text) ("read", array, place) ("name", text) ("bin", op, a, b) ("un", op, a) ("sel", c, a, b)
  ("call", function, a..) ("cast", type, a)
and a place has, for each axis, an offset from the loop's variable, or ("lo", c) / ("hi", c): cell c or n-1-c.
"""

from dataclasses import dataclass, field

from forms import spelled, spelledDriver

ATOM = 20
TABLE = 64  # elements: more than the time variable's values
LEVEL = {"*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11, "<": 10, "<=": 10, ">": 10, ">=": 10, "==": 9,
         "!=": 9, "&": 8, "^": 7, "|": 6, "&&": 5, "||": 4}


@dataclass
class Array:
    name: str
    type: str
    form: str  # flat, macro, vlaptr, vlaparam, global, local
    axes: tuple  # of the function's axes, those that it is indexed by; 0 is x
    levels: int = 1  # 2: both time levels in one array, chosen by the step's parity; TABLE: a value for each step
    initial: int = 0


@dataclass
class Loop:
    axis: int
    down: bool = False
    inclusive: bool = False
    colour: tuple = None  # (m, c): upwards from low + (the outer variables + c) % m in steps of m


@dataclass
class Stage:
    loops: list  # of Loop, outermost first
    low: dict  # axis -> cells left out below
    high: dict  # and above
    fixed: dict  # axis -> ("lo"|"hi", c)
    body: list  # statements: see Function.statement
    braces: bool = True


@dataclass
class Region:
    stages: list  # of Stage, or ("rotate", [names]): names[0] = names[1] .. last = names[0], or ("test", name, most)
    scalars: list  # (type, name, expr): once a step
    first: int = 0  # of the time variable
    stride: int = 1
    inclusive: bool = False
    timeLoop: bool = True
    declared: bool = True  # the time variable in the for
    steps: list = field(default_factory=lambda: [3])  # for each call, asked for
    collected: list = field(default_factory=list)  # (type, name, value on entry, value at each step's start or None)

    def made(self):
        """The steps of each call."""
        most = [s[2] for s in self.stages if isinstance(s, tuple) and s[0] == "test"]
        return [min([s, *most]) for s in self.steps]


@dataclass
class Function:
    name: str
    rank: int
    arrays: list
    params: list  # (type, name, value)
    regions: list
    extents: list  # the cells on each axis, x first
    literal: bool  # extents as literals in the text
    padding: list  # how much larger than the extents fixed-size arrays are
    contiguous: bool  # flat arrays one behind the other
    indexType: str
    axisNames: list
    extentNames: list
    timeName: str
    tempName: str
    pragma: str = ""
    rotations: int = 0  # so far in the text being made
    tables: list = field(default_factory=list)  # (type, name, is a parameter): a value for each step
    forms: list = field(default_factory=list)  # names of other spellings
    formSeed: int = 0

    # --- text of expressions

    def extent(self, axis):
        return str(self.extents[axis]) if self.literal else self.extentNames[axis]

    def index(self, axis, place):
        if isinstance(place, tuple):
            kind, c = place
            if kind == "lo":
                return str(c), ATOM
            if kind != "hi":
                return self.chosenIndex(axis, kind, c)
            return (f"{self.extent(axis)} - {1 + c}", 12)
        if place == 0:
            return self.axisNames[axis], ATOM
        return f"{self.axisNames[axis]} {'-' if place < 0 else '+'} {abs(place)}", 12

    def chosenIndex(self, axis, kind, c):
        """An index that stays inside by itself, `c` cells away: wrapped, clamped, reflected, or on the side
        that a condition says."""
        i, n = self.axisNames[axis], self.extent(axis)
        moved = f"{i} {'-' if c < 0 else '+'} {abs(c)}"
        if kind == "rem":
            return (f"({moved} + {n}) % {n}" if c < 0 else f"({moved}) % {n}"), 13
        if kind == "wrap":
            return (f"({moved} < 0 ? {moved} + {n} : {moved})" if c < 0
                    else f"({moved} >= {n} ? {moved} - {n} : {moved})"), ATOM
        if kind == "clamp":
            return (f"({moved} < 0 ? 0 : {moved})" if c < 0 else f"({moved} > {n} - 1 ? {n} - 1 : {moved})"), ATOM
        if kind == "up":
            return f"({i} + (({i} + {self.axisNames[0]}) % 3 == 0 ? {c} : {-c}))", ATOM
        raise ValueError(kind)

    def arrayOf(self, name):
        found = [a for a in self.arrays if a.name == name]
        if not found:
            raise KeyError(name)  # the reducer took it away
        return found[0]

    def element(self, name, place):
        base, level = (name, None) if isinstance(name, str) else name
        array = self.arrayOf(base)
        axes = sorted(array.axes, reverse=True)
        indices = [self.index(axis, place[axis]) for axis in axes]
        if array.form in ("flat", "macro") and (len(axes) > 1 or level is not None):
            if array.form == "macro":
                return f"{base}[AT{len(axes)}_{self.name}({', '.join(text for text, _ in indices)})]"
            (text, height), rest = indices[0], list(zip(axes[1:], indices[1:]))
            if level is not None:
                text, height, rest = level, ATOM if level.isalnum() else 12, list(zip(axes, indices))
            for axis, (inner, _) in rest:
                text = f"({text})" if height < 13 else text
                text, height = f"{text} * {self.extent(axis)} + {inner}", 12
            return f"{base}[{text}]"
        prefix = f"[{level}]" if level is not None else ""
        return base + prefix + "".join(f"[{text}]" for text, _ in indices)

    def text(self, e, height=0):
        out, own = self.bare(e)
        return f"({out})" if own < height else out

    def bare(self, e):
        kind = e[0]
        if kind in ("num", "name"):
            return (e[1], ATOM if not e[1].startswith("-") else 14)
        if kind == "read":
            return self.element(e[1], e[2]), ATOM
        if kind == "bin":
            level = LEVEL[e[1]]
            # Mixed bit operations and comparisons are easier to read, and free of warnings, in parentheses.
            both = 14 if e[1] in ("&", "|", "^", "<<", ">>", "&&", "||") else None
            return f"{self.text(e[2], both or level)} {e[1]} {self.text(e[3], both or level + 1)}", level
        if kind == "un":
            return f"{e[1]}{self.text(e[2], 15)}", 14
        if kind == "sel":
            return f"{self.text(e[1], 4)} ? {self.text(e[2], 4)} : {self.text(e[3], 4)}", 3
        if kind == "call":
            return f"{e[1]}({', '.join(self.text(a) for a in e[2:])})", ATOM
        if kind == "cast":
            return f"({e[1]}){self.text(e[2], 15)}", 14
        raise ValueError(kind)

    # --- text of statements: ("decl", type, name, expr) ("set", name, op, expr) ("store", array, place, op, expr)
    #     ("if", condition, [then], [else])

    def statement(self, s, pad):
        if s[0] == "decl":
            return [f"{pad}{s[1]} {s[2]} = {self.text(s[3])};"]
        if s[0] == "set":
            return [f"{pad}{s[1]} {s[2]} {self.text(s[3])};"]
        if s[0] == "store":
            return [f"{pad}{self.element(s[1], s[2])} {s[3]} {self.text(s[4])};"]
        lines = [f"{pad}if ({self.text(s[1])}) {{"]
        lines += [line for inner in s[2] for line in self.statement(inner, pad + "  ")]
        if s[3]:
            lines.append(f"{pad}}} else {{")
            lines += [line for inner in s[3] for line in self.statement(inner, pad + "  ")]
        return [*lines, f"{pad}}}"]

    def loopHead(self, stage, loop):
        v, axis = self.axisNames[loop.axis], loop.axis
        low, high = stage.low[axis], stage.high[axis]
        n = self.extent(axis)
        last = f"{n} - {high + 1}"
        end = f"{n} - {high}" if high else n
        if loop.colour:
            m, c = loop.colour
            outer = " + ".join(self.axisNames[l.axis] for l in stage.loops if l.axis != axis) or "0"
            return f"for ({self.indexType} {v} = {low} + ({outer} + {c}) % {m}; {v} < {end}; {v} += {m})"
        if loop.down:
            start = f"for ({self.indexType} {v} = {last}; "
            return start + (f"{v} >= {low}; --{v})" if loop.inclusive or low == 0 else f"{v} > {low - 1}; {v}--)")
        start = f"for ({self.indexType} {v} = {low}; "
        return start + (f"{v} <= {last}; ++{v})" if loop.inclusive else f"{v} < {end}; {v}++)")

    def stageText(self, stage, pad):
        if isinstance(stage, tuple) and stage[0] == "test":
            return [f"{pad}{stage[1]}++;", f"{pad}if ({stage[1]} >= {stage[2]})", f"{pad}  break;"]
        if isinstance(stage, tuple):
            self.rotations += 1
            return self.rotation(stage[1], pad, f"{self.tempName}{self.rotations}")
        lines = []
        single = len(stage.body) == 1 and not stage.braces
        for n, loop in enumerate(stage.loops):
            brace = " {" if n == len(stage.loops) - 1 and not single else ""
            lines.append(f"{pad}{self.loopHead(stage, loop)}{brace}")
            pad += "  "
        for s in stage.body:
            lines += self.statement(s, pad)
        if stage.loops and not single:
            lines.append(f"{pad[:-2]}}}")
        return lines

    def rotation(self, names, pad, temp):
        array = self.arrayOf(names[0])
        lines = [f"{pad}{self.pointerTo(array, temp)} = {names[0]};"]
        for to, origin in zip(names, names[1:]):
            lines.append(f"{pad}{to} = {origin};")
        return [*lines, f"{pad}{names[-1]} = {temp};"]

    def pointerTo(self, array, name):
        if array.form in ("flat", "macro") or (len(array.axes) == 1 and array.levels == 1):
            return f"{array.type} *{name}"
        return f"{array.type} (*{name}){self.dims(array, skipFirst=True)}"

    def dims(self, array, skipFirst=False):
        axes = sorted(array.axes, reverse=True)
        fixed = array.form in ("global", "local")
        sizes = [str(self.extents[a] + self.padding[a]) if fixed else self.extent(a) for a in axes]
        sizes = ([str(array.levels)] if array.levels > 1 else []) + sizes
        return "".join(f"[{size}]" for size in sizes[1 if skipFirst else 0:])

    def cells(self, array):
        count = array.levels
        for axis in array.axes:
            fixed = array.form in ("global", "local")
            count *= self.extents[axis] + (self.padding[axis] if fixed else 0)
        return count

    def regionText(self, number, region):
        lines = [f"#pragma stencil{self.pragma}"]
        pad = "  "
        if region.timeLoop:
            t, count = self.timeName, f"steps{number}"
            span = f"{region.stride} * {count}" if region.stride > 1 else count
            end = f"{region.first} + {span}" if region.first else span
            head = "int " if region.declared else ""
            compare = f"{t} <= {end} - 1" if region.inclusive else f"{t} < {end}"
            advance = f"{t}++" if region.stride == 1 else f"{t} += {region.stride}"
            lines.append(f"  for ({head}{t} = {region.first}; {compare}; {advance}) {{")
            pad = "    "
            for type_, name, value in region.scalars:
                lines.append(f"{pad}{type_} {name} = {self.text(value)};")
            lines += [f"{pad}{name} = {again};" for _, name, _, again in region.collected if again is not None]
        for stage in region.stages:
            lines += self.stageText(stage, pad)
        return lines + (["  }"] if region.timeLoop else [])

    # --- the function and what calls it

    def parameter(self, array):
        if array.form in ("flat", "macro") or array.form == "vlaptr":
            return self.pointerTo(array, array.name)
        return f"{array.type} {array.name}{self.dims(array)}"

    def passed(self):
        return [a for a in self.arrays if a.form not in ("global", "local")]

    def definition(self):
        lines = []
        self.rotations = 0
        for n in (2, 3):
            if any(a.form == "macro" and len(a.axes) == n for a in self.arrays):
                inner = [self.axesOfMacro(n)[k] for k in range(n)]
                text = f"({'abc'[0]})"
                for k in range(1, n):
                    text = f"({text} * ({self.extent(inner[k])}) + ({'abc'[k]}))"
                lines.append(f"#define AT{n}_{self.name}({', '.join('abc'[:n])}) {text}")
        for a in self.arrays:
            if a.form == "global":
                lines.append(f"static {a.type} {a.name}{self.dims(a)};")
        parameters = [] if self.literal else [f"{self.indexType} {name}" for name in self.extentNames[: self.rank]]
        parameters += [self.parameter(a) for a in self.passed()]
        parameters += [f"{type_} {name}" for type_, name, _ in self.params]
        parameters += [f"const {type_} *{name}" for type_, name, passed in self.tables if passed]
        lines += [f"static {type_} {self.tableMemory(name, passed)}[{TABLE}];" for type_, name, passed in self.tables]
        parameters += [f"int steps{n}" for n in range(len(self.regions))]
        lines.append(f"static void {self.name}({', '.join(parameters)}) {{")
        for a in self.arrays:
            if a.form == "local":
                lines += [f"  {a.type} {a.name}{self.dims(a)};",
                          f"  fill({a.name}, sizeof {a.name}, '{a.type[0]}', {a.initial});"]
        for a in self.passed():
            lines.append(f"  const void *start_{a.name} = {a.name};")
        declared = False
        for number, region in enumerate(self.regions):
            lines += [f"  {type_} {name} = {entry};" for type_, name, entry, _ in region.collected]
            if region.timeLoop and not region.declared and not declared:
                lines.append(f"  int {self.timeName};")
                declared = True
            lines += self.regionText(number, region)
            if region.timeLoop and not region.declared:
                lines.append(f"  note(\"{self.name} {self.timeName}\", {self.timeName});")
            lines += [f"  show(\"{self.name} {name}\", &{name}, sizeof {name});" for _, name, _, _ in region.collected]
        starts = " ".join(f"start_{a.name}," for a in self.passed())
        for a in self.passed():
            lines.append(f"  note(\"{self.name} {a.name}\", which({a.name}, (const void *[]){{{starts} 0}}));")
        for a in self.arrays:
            if a.form == "local":
                lines.append(f"  show(\"{self.name} {a.name}\", {a.name}, sizeof {a.name});")
        return lines + ["}"]

    @staticmethod
    def tableMemory(name, passed):
        return f"{name}_memory" if passed else name

    def spelledDefinition(self):
        return spelled(self, self.definition()) if self.forms else self.definition()

    def spelledDriver(self):
        return spelledDriver(self, self.driver()) if self.forms else self.driver()

    def axesOfMacro(self, n):
        # One macro per rank: all arrays of that rank under it have the same axes (the generator sees to it).
        array = [a for a in self.arrays if a.form == "macro" and len(a.axes) == n][0]
        return sorted(array.axes, reverse=True)

    def driver(self):
        lines = [f"static void run_{self.name}(void) {{"]
        calls = len(self.regions[0].steps)
        passed = self.passed()
        if self.contiguous and passed:
            lines.append(
                f"  char *memory = room({' + '.join(f'up({self.cells(a)} * sizeof({a.type}))' for a in passed)});")
            at = []
            for a in passed:
                lines.append(f"  void *{a.name}_ = {' + '.join(['memory', *at])};")
                at.append(f"up({self.cells(a)} * sizeof({a.type}))")
        else:
            for a in passed:
                lines.append(f"  void *{a.name}_ = room({self.cells(a)} * sizeof({a.type}));")
        for call in range(calls):
            for a in self.arrays:
                if a.form == "local":
                    continue
                where = f"{a.name}_" if a in passed else a.name
                lines.append(f"  fill({where}, {self.cells(a)} * sizeof({a.type}), '{a.type[0]}', {a.initial + call});")
            arguments = [] if self.literal else [str(self.extents[a]) for a in range(self.rank)]
            arguments += [f"{a.name}_" for a in passed]
            arguments += [value for _, _, value in self.params]
            arguments += [self.tableMemory(name, True) for _, name, asParam in self.tables if asParam]
            for n, (type_, name, asParam) in enumerate(self.tables):
                memory = self.tableMemory(name, asParam)
                lines.append(f"  fill({memory}, sizeof {memory}, '{type_[0]}', {self.extents[0] + 31 * n + call});")
            arguments += [str(region.steps[call]) for region in self.regions]
            lines.append(f"  {self.name}({', '.join(arguments)});")
            for a in self.arrays:
                if a.form != "local":
                    where = f"{a.name}_" if a in passed else a.name
                    lines.append(f"  show(\"{self.name} {a.name}\", {where}, {self.cells(a)} * sizeof({a.type}));")
        return lines + ["}"]


def fileText(functions):
    lines = ['#include "fuzz.h"', ""]
    for f in functions:
        lines += [*f.spelledDefinition(), ""]
    for f in functions:
        lines += [*f.spelledDriver(), ""]
    lines += ["int main(int argc, char **argv) {", "  int only = begin(argc, argv);"]
    for n, f in enumerate(functions):
        lines.append(f"  if (only < 0 || only == {n})\n    run_{f.name}();")
    return "\n".join([*lines, "  return 0;", "}", ""])
