# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small changes of C and C++ text, found with a few patterns on clang-format's layout. Every change can be switched on
at run time: `a < b` becomes `(ksnMutant(17) ? (a <= b) : (a < b))`. So one build holds all of them.

find(text, isRuntime) -> [Place], each with the span that it replaces and both texts.
write(text, places, header) -> the text with the switches of the places, on the same lines.
"""

import re
from dataclasses import dataclass

OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
COMPARISON = re.compile(r" (<=|>=|==|!=|<|>) (?=\S)|\n *(<=|>=|==|!=|<|>) ")
ONE = re.compile(r"(?<=[+-] )1(?![\w.])")
LIMIT = re.compile(r"(?<=[<>] |>=|<=)( ?)([0-9])(?![\w.])")
GUARD = re.compile(r"^ +(?:\} else )?if \((.*)\)\n +(return\b[^;{]*|continue|break);\n", re.M)
WAIT = re.compile(r"^ +(?!return\b|else\b)[\w:.>-]*\w\([^{};]*\);$", re.M)
WAITS = re.compile(r"wait|finish|follow|synchronize|flush", re.I)
MASKED = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/|^#(?:[^\n]*\\\n)*[^\n]*', re.S | re.M
)
CLOSING = {")": "(", "]": "["}
# What a comparison stands between; its operands hold none of these outside of parentheses.
ENDS_LEFT = re.compile(r"(?:&&|\|\||[(\[{};,?!&|]|(?<!:):|\breturn| [-+*/|&^]?=|\bcase)\s*$")
HELD_BACK = re.compile(r"\b(constexpr|static_assert|_Static_assert|template|requires|operator|case)\b")


@dataclass
class Place:
    kind: str  # comparison, bound, guard, wait
    begin: int
    end: int
    was: str  # what is shown of it
    now: str
    switched: str  # with @ for the condition
    line: int = 0


def masked(text):
    """The text with blanks for strings, comments and directives, of the same length."""

    def blank(found):
        return re.sub(r"[^\n]", lambda m: "x" if found[0][0] in "\"'" else " ", found[0])

    return MASKED.sub(blank, text)


def leftOf(text, at):
    """Where the operand that ends at `at` begins, or None."""
    depth, row = 0, at
    while row > 0:
        c = text[row - 1]
        if text[row - 1 : row + 1] == "::" or text[max(0, row - 2) : row] == "::":
            row -= 1
            continue
        if c in ")]":
            depth += 1
        elif c in "([":
            if depth == 0:
                return row
            depth -= 1
        elif depth == 0 and (c in "{};,?" or ENDS_LEFT.search(text[max(0, row - 12) : row])):
            return row
        row -= 1
    return None


def rightOf(text, at):
    depth, row = 0, at
    while row < len(text):
        c = text[row]
        if c in "([":
            depth += 1
        elif c in ")]":
            if depth == 0:
                return row
            depth -= 1
        elif depth == 0 and (c in "{};,?:" or text.startswith(("&&", "||", " ? ", " | ", " & "), row)):
            if text.startswith("::", row) or text.startswith("::", row - 1):
                row += 1
                continue
            return row
        row += 1
    return None


def comparisons(text, blank):
    for found in COMPARISON.finditer(blank):
        operator, group = (found[1], 1) if found[1] else (found[2], 2)
        at, behind = found.start(group), found.end(group)
        begin, end = leftOf(blank, at), rightOf(blank, behind)
        if begin is None or end is None:
            continue
        begin += len(blank[begin:at]) - len(blank[begin:at].lstrip())
        while end > behind and blank[end - 1].isspace():
            end -= 1
        left, right = blank[begin:at], blank[behind:end]
        both = left + right
        if (
            re.search(r"[{};]|\[[&=]|(?<!-)>|<|==|!=|=(?!=)|\bnullptr\b|\bNULL\b|\bend\(\)|\bnpos\b", both)
            or not left.strip()
        ):
            continue
        lineStart = blank.rfind("\n", 0, begin) + 1
        if re.match(r" *for \(", blank[lineStart:begin]) or re.search(r"<\s*$", blank[:begin][-3:]):
            continue
        mutated = text[begin:at] + OTHER[operator] + text[behind:end]
        yield Place("comparison", begin, end, text[begin:end], mutated, f"(@ ? ({mutated}) : ({text[begin:end]}))")


def bounds(text, blank):
    for found in ONE.finditer(blank):
        begin = found.start()
        lineStart = blank.rfind("\n", 0, begin) + 1
        shown = text[lineStart : text.find("\n", begin)].strip()
        if re.search(r"^\s*(?:static )?const(?:expr)?\b.*\bk[A-Z]", blank[lineStart:begin]):
            continue
        offset = begin - lineStart - (len(text[lineStart:]) - len(text[lineStart:].lstrip()))
        value = "2" if sum(map(ord, shown)) % 2 else "0"
        yield Place(
            "bound", begin, begin + 1, shown, shown[:offset] + value + shown[offset + 1 :], f"(@ ? {value} : 1)"
        )


def limits(text, blank):
    for found in LIMIT.finditer(blank):
        begin, number = found.start(2), int(found[2])
        if blank[begin - 1] != " ":
            continue
        lineStart = blank.rfind("\n", 0, begin) + 1
        shown = text[lineStart : text.find("\n", begin)].strip()
        if re.match(r" *for \(", blank[lineStart:begin]):
            continue
        offset = begin - lineStart - (len(text[lineStart:]) - len(text[lineStart:].lstrip()))
        now = shown[:offset] + str(number + 1) + shown[offset + 1 :]
        yield Place("bound", begin, begin + 1, shown, now, f"(@ ? {number + 1} : {number})")


def guards(text, blank):
    for found in GUARD.finditer(blank):
        condition = found[1]
        if ";" in condition or re.search(r"(?<![=<>!+*/|&-])=(?!=)", condition):
            continue
        begin, end = found.span(1)
        shown = " ".join(text[found.start() : found.end()].split())
        yield Place("guard", begin, end, shown, "(left out)", f"!@ && ({text[begin:end]})")


def waits(text, blank):
    for found in WAIT.finditer(blank):
        if not WAITS.search(found[0].split("//")[0]) or re.search(r"^\s+(?:if|while|for|switch)\b", found[0]):
            continue
        begin = found.start() + len(found[0]) - len(found[0].lstrip())
        call = text[begin : found.end()]
        if blank[begin : found.end()].count("(") != blank[begin : found.end()].count(")"):
            continue
        yield Place("wait", begin, found.end(), " ".join(call.split()), "(left out)", "{ if (!@) " + call + " }")


def find(text, isRuntime):
    blank = masked(text)
    places = [*comparisons(text, blank), *bounds(text, blank), *limits(text, blank), *guards(text, blank)]
    places += waits(text, blank) if isRuntime else []
    kept = []
    for place in places:
        place.line = text.count("\n", 0, place.begin) + 1
        start = blank.rfind("\n", 0, place.begin) + 1
        before = blank[start : place.begin]
        isInside = text[start : start + 1] in (" ", "\t") and not HELD_BACK.search(before)
        if isInside and not inConstant(blank, place.begin):
            place.was, place.now = " ".join(place.was.split()), " ".join(place.now.split())
            kept.append(place)
    return sorted(kept, key=lambda p: (p.begin, p.end))


def inConstant(blank, at):
    """Inside of a declaration at the file's level that isn't a function."""
    lines = blank[:at].split("\n")
    head = next((line for line in reversed(lines[:-1]) if re.match(r"[A-Za-z_}#]", line)), "")
    return (
        bool(re.match(r"(static )?(constexpr|const \w+ \w+\[|enum|struct|class)\b.*=?.*\{?$", head)) and "(" not in head
    )


def write(text, places, header):
    """`places`: {number: Place}, of which no two overlap."""
    chosen = sorted(places.items(), key=lambda item: (item[1].begin, -item[1].end))
    pieces, at = [], 0
    for number, place in chosen:
        pieces += [text[at : place.begin], place.switched.replace("@", f"ksnMutant({number})", 1)]
        at = place.end
    return f'#include "{header}" // ' + "".join([*pieces, text[at:]])


def apart(places):
    """Those of a list in this order that overlap none before them."""
    kept = []
    for place in places:
        if all(place.end <= other.begin or other.end <= place.begin for other in kept):
            kept.append(place)
    return kept
