#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which C++ files of a target may be compiled as one: prints `group;group;..`, one for each file, in their order.

  together.py MOST a.cpp b.cpp c.cpp

Files go together if no word of the one, or of its headers, is a name that the other keeps to itself (in an unnamed
namespace, by `static` or as a macro), and if they have the same `using` lines. So each means in company what it means
alone. Names are found by how clang-format lays files out. What that overlooks the compiler tells: defined twice.
"""

import functools
import re
import sys
from pathlib import Path

UNNAMED = re.compile(r"^namespace \{\n(.*?)^\} // namespace$", re.S | re.M)
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.S)
TYPE = re.compile(r"^(?:template <[^\n]*>\s*)?(?:class|struct|enum class|enum|union|using) (\w+)", re.M)
NAMED = re.compile(r"^(?=\w)(?:template <.*?> )?[\w:<>,*& \[\]()]*?[ *&](\w+)(?=[({\[;]| =)", re.M)
MACRO = re.compile(r"^#define (\w+)", re.M)
USING = re.compile(r"^using (?:namespace )?[\w:]+;", re.M)
INCLUDED = re.compile(r'^#include "([^"]+)"', re.M)
ROOT = Path(__file__).resolve().parent.parent


def wordsOf(text):
    return set(re.findall(r"\w+", text))


@functools.cache
def header(folder, name):
    """A header's path, words and further headers; None: it isn't ours."""
    for path in (folder / name, Path.cwd() / name, ROOT / "include" / name):
        if path.is_file():
            text = COMMENT.sub(" ", path.read_text())
            return path.resolve(), wordsOf(text), INCLUDED.findall(path.read_text())
    return None


def headersOf(folder, names, found):
    for name in names:
        known = header(folder, name)
        if known and known[0] not in found:
            found[known[0]] = known[1]
            headersOf(known[0].parent, known[2], found)
    return found


class File:
    def __init__(self, path):
        whole = Path(path).read_text()
        text = COMMENT.sub(" ", whole)
        self.size, self.words, self.usings = len(text), wordsOf(text), set(USING.findall(text))
        self.headers = headersOf(Path(path).parent, INCLUDED.findall(whole), {})
        blocks = [COMMENT.sub(" ", block) for block in UNNAMED.findall(whole)]
        own = "\n".join([*blocks, *re.findall(r"^static ([^\n]*)", text, re.M)])
        self.own = {*TYPE.findall(own), *NAMED.findall(own), *MACRO.findall(text)}

    def isSeenBy(self, other):
        """Whether a name of its own stands there, or in a header that only the other one has."""
        return bool(self.own & other.words) or any(
            self.own & words for path, words in other.headers.items() if path not in self.headers
        )

    def fits(self, other):
        return self.usings == other.usings and not self.isSeenBy(other) and not other.isSeenBy(self)


def groupsOf(files, most):
    """The number of each file's group: large files first, each to the smallest group that it fits."""
    groups = []
    for file in sorted(files, key=lambda file: -file.size):
        fitting = [g for g in groups if len(g) < most and all(file.fits(other) for other in g)]
        if fitting:
            min(fitting, key=lambda g: sum(other.size for other in g)).append(file)
        else:
            groups.append([file])
    numbers = {id(file): number for number, g in enumerate(groups) for file in g}
    return [numbers[id(file)] for file in files]


if __name__ == "__main__":
    print(";".join(f"{number}" for number in groupsOf([File(path) for path in sys.argv[2:]], int(sys.argv[1]))))
