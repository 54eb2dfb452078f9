# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random expressions with a known bound of their absolute value, so that nothing overflows or traps."""

FLOATS = ("float", "double")
INT_BOUND = 1000


class Expressions:
    """Expressions of one nest. Each method gives (expression, bound of its absolute value)."""

    def __init__(self, rng, function, readable, cell, locals_, scalars, hasTime):
        self.rng, self.f, self.cell = rng, function, cell
        self.readable = readable  # [(name or (name, level), Array, pointwise only)]
        self.locals, self.scalars, self.hasTime = locals_, scalars, hasTime

    def pick(self, wantFloat):
        found = [r for r in self.readable if (r[1].type in FLOATS) == wantFloat]
        return self.rng.choice(found) if found else None

    def read(self, wantFloat):
        found = self.pick(wantFloat)
        if not found:
            return None
        name, array, pointwise = found
        place = self.cell(array, pointwise)
        bound = 1.0 if wantFloat else INT_BOUND
        e = ("read", name, place)
        if array.type == "unsigned":
            e = ("cast", "int", ("bin", "%", e, ("num", "1000u")))
        return e, bound

    def literal(self, scale=1.0):
        value = round(self.rng.uniform(0.01, 1.0) * scale, self.rng.choice((1, 2, 3))) or 0.5
        suffix = "f" if self.rng.random() < 0.7 else ""
        return ("num", f"{value}{suffix}"), abs(value)

    def floatLeaf(self):
        roll = self.rng.random()
        if roll < 0.6:
            found = self.read(True)
            if found:
                return found
        known = [(("name", name), bound) for type_, name, bound in self.locals + self.scalars if type_ in FLOATS]
        if roll < (0.85 if self.locals else 0.75) and known:
            return self.rng.choice(known)
        if roll < 0.88:
            e, bound = self.intLeaf()
            literal, scale = self.literal(0.01)
            return ("bin", "*", literal, e), bound * scale
        return self.literal()

    def float(self, depth):
        if depth <= 0:
            return self.floatLeaf()
        roll = self.rng.random()
        a, boundA = self.float(depth - 1 - (self.rng.random() < 0.3))
        if roll < 0.72:
            b, boundB = self.float(depth - 1 - (self.rng.random() < 0.5))
            op = self.rng.choice("+++--**")
            return ("bin", op, a, b), (boundA * boundB if op == "*" else boundA + boundB)
        if roll < 0.78:
            if self.rng.random() < 0.5:
                return ("bin", "/", a, ("num", self.rng.choice(("3.0f", "7.0", "2.5f", "3", "1.1")))), boundA
            b, boundB = self.floatLeaf()
            return ("bin", "/", a, ("bin", "+", ("num", self.rng.choice(("1.5f", "2.0"))), ("bin", "*", b, b))), boundA
        if roll < 0.82:
            kind = self.rng.choice(("fabsf", "fabs", "sqrtf", "sqrt", "floor", "ceilf", "trunc", "floorf"))
            if kind.startswith("sqrt"):
                return ("call", kind, ("bin", "+", ("bin", "*", a, a), ("num", "0.1f"))), boundA + 1
            return ("call", kind, a), boundA + 1
        if roll < 0.86:
            return ("un", "-", a), boundA
        if roll < 0.93:
            b, boundB = self.floatLeaf()
            return ("sel", self.condition(1), a, b), max(boundA, boundB)
        if roll < 0.96:
            return ("cast", self.rng.choice(FLOATS), a), boundA
        e, bound = self.int(1)
        literal, scale = self.literal(0.001)
        return ("bin", "+", a, ("bin", "*", e, literal)), boundA + bound * scale

    def intLeaf(self):
        roll = self.rng.random()
        if roll < 0.5:
            found = self.read(False)
            if found:
                return found
        if roll < 0.65:
            axis = self.rng.choice(list(self.loopAxes)) if self.loopAxes else None
            if axis is not None:
                e = ("name", self.f.axisNames[axis])
                return (("cast", "int", e) if self.f.indexType == "long" else e), 70
        if roll < 0.75 and self.hasTime:
            return ("name", self.f.timeName), 70
        known = [(("name", name), bound) for type_, name, bound in self.locals + self.scalars if type_ == "int"]
        if roll < 0.85 and known:
            return self.rng.choice(known)
        value = self.rng.randrange(10)
        return ("num", str(value)), value

    loopAxes = ()

    def int(self, depth):
        if depth <= 0:
            return self.intLeaf()
        roll = self.rng.random()
        a, boundA = self.int(depth - 1)
        if roll < 0.55:
            b, boundB = self.int(depth - 1 - (self.rng.random() < 0.5))
            op = self.rng.choice("++--*")
            bound = boundA * boundB if op == "*" else boundA + boundB
            e = ("bin", op, a, b)
            if bound > 4e5:
                return ("bin", "%", e, ("num", "1009")), 1009
            return e, bound
        if roll < 0.68:
            if self.rng.random() < 0.5:
                return ("bin", self.rng.choice("/%"), a, ("num", str(self.rng.choice((2, 3, 4, 7, 8, 13))))), boundA
            b, _ = self.intLeaf()
            return ("bin", self.rng.choice("/%"), a, ("bin", "+", ("num", "1"), ("bin", "&", b, ("num", "7")))), boundA
        if roll < 0.8:
            op = self.rng.choice(("&", ">>", "^", "|", "<<"))
            if op == "<<":
                return ("bin", "<<", ("bin", "&", a, ("num", "63")), ("num", "2")), 252
            if op == ">>":
                return ("bin", ">>", a, ("num", str(self.rng.randrange(1, 5)))), boundA
            return ("bin", op, a, ("num", str(self.rng.choice((1, 3, 15, 63))))), boundA + 64
        if roll < 0.86:
            return self.condition(1), 1
        if roll < 0.92:
            b, boundB = self.intLeaf()
            return ("sel", self.condition(1), a, b), max(boundA, boundB)
        e, bound = self.float(1)
        if bound < 1000:
            return ("cast", "int", ("bin", "*", e, ("num", "50.0f"))), bound * 50
        return ("un", "-", a), boundA

    def condition(self, depth):
        roll = self.rng.random()
        if roll < 0.25:
            a, _ = self.intLeaf()
            return ("bin", self.rng.choice(("==", "!=")), ("bin", "%", a, ("num", str(self.rng.choice((2, 3))))),
                    ("num", "0"))
        if roll < 0.8 or depth <= 0:
            wantFloat = self.rng.random() < 0.6
            a, _ = self.floatLeaf() if wantFloat else self.intLeaf()
            b, _ = self.floatLeaf() if wantFloat else self.intLeaf()
            return ("bin", self.rng.choice(("<", "<=", ">", ">=")), a, b)
        if roll < 0.9:
            return ("un", "!", self.condition(depth - 1))
        return ("bin", self.rng.choice(("&&", "||")), self.condition(depth - 1), self.condition(depth - 1))

    def value(self, array, depth):
        """What may be stored into the array: within its own bound."""
        if array.type in FLOATS:
            e, bound = self.sum() if self.rng.random() < 0.6 else self.float(depth)
            if bound > 0.98:
                scale = 0.97 / bound
                text = f"{scale:.4g}" if scale < 0.99 else "0.99"
                if "." not in text and "e" not in text:
                    text += ".0"
                suffix = "f" if array.type == "float" or self.rng.random() < 0.3 else ""
                e = ("bin", "*", ("num", text + suffix), e)
            return e
        e, _ = self.int(depth)
        if array.type == "unsigned":
            own = [(name, a, p) for name, a, p in self.readable if a is array]
            if own and self.rng.random() < 0.7:
                name, _, pointwise = self.rng.choice(own)
                first = ("bin", "*", ("read", name, self.cell(array, pointwise)), ("num", "1664525u"))
                return ("bin", self.rng.choice("+-"), first, ("cast", "unsigned", e))
            return ("cast", "unsigned", e)
        e = ("bin", "%", e, ("num", "1000"))
        return ("cast", array.type, e) if array.type == "short" or self.rng.random() < 0.2 else e

    def sum(self):
        """The usual stencil: a weighted sum of neighbours."""
        total, bound = self.term()
        for _ in range(self.rng.randrange(8)):
            e, b = self.term()
            total, bound = ("bin", self.rng.choice("+++-"), total, e), bound + b
        return total, bound

    def term(self):
        e, bound = self.floatLeaf()
        if self.rng.random() < 0.6:
            c, scale = self.floatLeaf() if self.rng.random() < 0.3 else self.literal()
            return (("bin", "*", c, e), scale * bound)
        return e, bound
