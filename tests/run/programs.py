# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The OpenCL programs in generated files, built ahead into PoCL's cache, many in one process. It only saves time."""

import re
from pathlib import Path

import toolchain

BUILDER = Path(__file__).resolve().parent / "opencl_programs.c"
SOURCE = re.compile(r'static const char \*const \w+_source\[\] = \{((?:\s*"(?:\\.|[^"\\])*"|\s*,)*)')
LITERAL = re.compile(r'"((?:\\.|[^"\\])*)"')
ESCAPED = {"n": "\n", "t": "\t"}
# As the runtime says it for PoCL, which rounds as the option asks; ours come last.
STRICT = "-w -cl-fp32-correctly-rounded-divide-sqrt "
LONG = 24000  # a text that takes PoCL's optimiser seconds
LIGHTLY = "-cl-opt-disable"


def sourcesOf(files):
    """The texts of the programs in generated files."""
    for file in files:
        if ".opencl." in file.name:
            for found in SOURCE.finditer(file.read_text()):
                pieces = "".join(LITERAL.findall(found[1]))
                yield re.sub(r"\\(.)", lambda m: ESCAPED.get(m[1], m[1]), pieces)


def buildAhead(tools, jobs):
    """`jobs`: (files, further options) of each program. Gives how many weren't built yet."""
    left = {}
    for files, options in jobs:
        for text in sourcesOf(files):
            mark = tools.ahead / toolchain.digest(text, options, tools.surroundings)
            if not mark.exists():
                left[mark] = (text, options)
    if len(left) < 2:
        return 0
    words = []
    for number, (text, options) in enumerate(left.values()):
        source = tools.work / f"ahead-{number}.cl"
        source.write_text(text)
        words += [STRICT + options, source]
    builder = tools.made(
        "opencl_programs-" + toolchain.digest(BUILDER.read_bytes(), tools.surroundings),
        ["gcc", "-O1", BUILDER, "-o", "@", "-lOpenCL"],
    )
    if tools.run([builder, *words]).returncode == 0:
        for mark in left:
            mark.touch()
    return len(left)
