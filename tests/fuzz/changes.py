# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small changes of a C program's text in its regions and the functions that these call: a number, an operator, a name,
statements that are left out, doubled, moved or put under a condition. What comes of it need not be legal, nor compile.
"""

import re

TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//[^\n]*|/\*.*?\*/|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uUlL]*'
    r"|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[fFlLuU]*|<<=|>>=|->|\+\+|--|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|<<|>>|\s+|.",
    re.S)
WORDS = set("""int float double long short char unsigned signed void const static if else for while do return break
    continue goto switch case default sizeof struct typedef union enum restrict inline volatile extern size_t main argc
    argv NULL printf dump DUMP array arg fill_float fill_double fill_int noise calloc malloc free exit include define
    pragma stencil""".split())
TYPES = ("int", "float", "double", "const", "long", "unsigned", "static")
PRAGMA = re.compile(r"#pragma stencil[^\n]*(?:\\\n[^\n]*)*\n")


class Text:
    """A stretch of the program in tokens; `at` are those that are neither blank nor a comment."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.at = [n for n, token in enumerate(self.tokens)
                   if token.strip() and not token.startswith(("//", "/*"))]

    def where(self, wanted):
        return [n for n in self.at if wanted(self.tokens[n])]

    def names(self):
        return sorted({self.tokens[n] for n in self.where(isName)})

    def statements(self):
        """(first, last) of those that end with a semicolon."""
        found, start, depth = [], None, 0
        for n in self.at:
            token = self.tokens[n]
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token, 0)
            isHead = token == ")" and depth == 0 and start is not None and self.tokens[start] in ("for", "if", "while")
            if token in ("{", "}") or isHead:
                start = None
                continue
            start = n if start is None else start
            if token == ";" and depth == 0:
                found.append((start, n))
                start = None
        return found

    def declares(self, statement):
        return self.tokens[statement[0]] in TYPES

    def text(self, statement):
        return "".join(self.tokens[statement[0]:statement[1] + 1])


def isName(token):
    return re.match(r"[A-Za-z_]", token) is not None and token not in WORDS and not token.startswith("ksn")


def replaced(text, rng, wanted, other):
    """One of those tokens becomes another one."""
    places = text.where(wanted)
    if places:
        place = rng.choice(places)
        text.tokens[place] = other(text.tokens[place])
    return text.tokens


def number(text, rng):
    return replaced(text, rng, lambda t: re.fullmatch(r"\d+", t),
                    lambda t: str(max(0, int(t) + rng.choice((-1, 1, 1, 2)))))


def comparison(text, rng):
    others = {"<": ("<=", "!="), "<=": ("<",), ">": (">=",), ">=": (">",), "==": ("!=", "<=", ">="), "!=": ("==", "<")}
    return replaced(text, rng, others.__contains__, lambda t: rng.choice(others[t]))


def operator(text, rng):
    others = {"*": "+", "/": "*", "+": "-*", "-": "+*", "%": "/", "&&": ("||",), "||": ("&&",)}
    return replaced(text, rng, others.__contains__, lambda t: rng.choice(others[t]))


def assignment(text, rng):
    return replaced(text, rng, ("=", "+=", "-=", "*=").__contains__, lambda _: rng.choice(("+=", "-=", "=", "*=")))


def subscript(text, rng):
    return replaced(text, rng, "]".__eq__, lambda _: rng.choice((" + 1]", " - 1]", " - 2]", " + 2]", " % 5]", " / 2]")))


def name(text, rng):
    return replaced(text, rng, isName, lambda _: rng.choice(text.names()))


def kind(text, rng):
    others = {"int": ("long", "unsigned", "short", "size_t", "signed char"), "float": ("double",),
              "double": ("float",), "const": ("", "static")}
    wanted = ("int", "float", "double", "long", "unsigned", "size_t", "short", "const")
    return replaced(text, rng, wanted.__contains__, lambda t: rng.choice(others.get(t, ("int",))))


def stride(text, rng):
    return replaced(text, rng, "++".__eq__, lambda _: " += 2")


def leftOut(text, rng):
    found = text.statements()
    if found:
        first, last = rng.choice(found)
        text.tokens[first:last + 1] = [";"]
    return text.tokens


def doubled(text, rng):
    """The statement again, right behind it or behind another one."""
    found = text.statements()
    copied = [s for s in found if not text.declares(s)]
    if copied:
        again = text.text(rng.choice(copied))
        _, last = rng.choice(found)
        text.tokens[last] += f" {again}"
    return text.tokens


def exchanged(text, rng):
    found = text.statements()
    if len(found) > 1:
        n = rng.randrange(len(found) - 1)
        (first, last), (after, end) = found[n], found[n + 1]
        one, other = text.tokens[first:last + 1], text.tokens[after:end + 1]
        text.tokens[first:end + 1] = other + text.tokens[last + 1:after] + one
    return text.tokens


def guarded(text, rng):
    found = [s for s in text.statements() if not text.declares(s) and text.tokens[s[0]] != "return"]
    short = [n for n in text.names() if len(n) <= 2]
    if found and short:
        what = rng.choice(short)
        test = rng.choice((f"{what} > 2", f"{what} % 2 == 0", f"{what} < 5", f"{what} != 3", f"!({what} & 1)", what))
        text.tokens[rng.choice(found)[0]:0] = [f"if ({test}) "]
    return text.tokens


def inserted(text, rng):
    found, names = text.statements(), text.names()
    if found and names:
        what, other = rng.choice(names), rng.choice(names)
        new = rng.choice((f'printf("%d\\n", (int){what});', "continue;", "break;", f"if ({what} > 3) break;",
                          f"if ({what} == 2) continue;", f"{what}++;", f"{what} = {other};",
                          f'if ({what} % 2 == 0) printf("%g\\n", (double){other});'))
        first, last = rng.choice(found)
        if rng.random() < 0.5:
            text.tokens[first:first] = [f"{new} "]
        else:
            text.tokens[last] += f" {new}"
    return text.tokens


def moved(text, rng):
    """Behind one of the next closing braces, or ahead of one of the last loops."""
    found = text.statements()
    if not found:
        return text.tokens
    first, last = rng.choice(found)
    statement = text.text((first, last))
    behind = [n for n in text.at if n > last and text.tokens[n] == "}"][:3]
    ahead = [n for n in text.at if n < first and text.tokens[n] == "for"][-2:]
    if behind and (not ahead or rng.random() < 0.6):
        text.tokens[rng.choice(behind)] += f" {statement}"
    elif ahead:
        place = rng.choice(ahead)
        text.tokens[place] = f"{statement} {text.tokens[place]}"
    text.tokens[first:last + 1] = [";"]
    return text.tokens


CHANGES = (number, comparison, operator, assignment, subscript, subscript, name, name, kind, stride, leftOut, doubled,
           doubled, exchanged, guarded, inserted, inserted, moved, moved)


def closed(program, begin):
    """Where the statement ends that begins there."""
    depth = 0
    for n in range(begin, len(program)):
        depth += {"{": 1, "(": 1, "}": -1, ")": -1}.get(program[n], 0)
        if depth < 0 or (depth == 0 and program[n] in "};"):
            return n + 1
    return len(program)


def stretches(program):
    """(begin, end) of the regions, and of the functions that they call."""
    regions = [(found.end(), closed(program, found.end())) for found in PRAGMA.finditer(program)]
    called = []
    for begin, end in regions:
        for word in sorted(set(re.findall(r"\b([A-Za-z_]\w*)\s*\(", program[begin:end])) - WORDS):
            body = re.search(r"^[A-Za-z_][\w \t*]*\b" + word + r"\s*\([^;{}]*\)\s*\{", program, re.M)
            if body:
                called.append((body.end(), closed(program, body.end() - 1) - 1))
    return regions, called


def changed(program, rng):
    """The program after one to three changes, and their names; promises of the directive are left out."""
    program = re.sub(r"(#pragma stencil[^\n]*?)\b(noalias|scratch|host|reads)\b\s*(\([^)]*\))?", r"\1", program)
    names = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        regions, called = stretches(program)
        if not regions:
            break
        begin, end = rng.choice(called if called and rng.random() < 0.6 else regions)
        change = rng.choice(CHANGES)
        new = "".join(change(Text(program[begin:end]), rng))
        if new != program[begin:end]:
            names.append(change.__name__)
        program = program[:begin] + new + program[end:]
    return program, names
