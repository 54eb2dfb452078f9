# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program's own loops with OpenACC's directives, as one would write them first: the arrays stay on the device over the time
loop, every nest is a parallel loop over all of its axes.

    #pragma stencil                          #pragma acc data copy(A[0:n], B[0:n])
    for (int t = 0; ..) {                    { timing_begins();
      for (int i = 1; ..)          ->        for (int t = 0; ..) {
        B[i] = ..;                           #pragma acc parallel loop collapse(1) present(A[0:n], B[0:n])
      ..                                       for (int i = 1; ..)
"""
import itertools
import re


def depthOf(lines, at):
    """How many loops stand one in the other, line by line."""
    depth = 1
    while lines[at + depth].lstrip().startswith("for ("):
        depth += 1
    return depth


def endOf(lines, at):
    """The line of the brace that ends the statement that begins here."""
    indent = re.match(r" *", lines[at])[0]
    return next(n for n in range(at + 1, len(lines)) if lines[n] == indent + "}")


def sumIn(program, lines, at, end, head):
    """The clause for the nest that begins here, if it adds to the program's sum."""
    nest = "\n".join(itertools.takewhile(lambda line: not line.startswith(head), lines[at + 1:end]))
    return f" reduction({program.reduction})" if program.reduction and f"{program.reduction.split()[-1]} += " in nest else ""


def withDirectives(program, text):
    lines = text.split("\n")
    start = next(n for n, line in enumerate(lines) if line.strip() == "#pragma stencil")
    end = endOf(lines, start + 1)
    inner = re.match(r" *", lines[start + 1])[0] + "  "
    inputs = f" copyin({program.inputs})" if program.inputs else ""
    present = "present(" + ", ".join(filter(None, (program.arrays, program.inputs))) + ")"
    made = [f"#pragma acc data copy({program.arrays}){inputs}", "{ timing_begins();", lines[start + 1]]
    for n in range(start + 2, end):
        if lines[n].startswith(inner + "for ("):
            sums = sumIn(program, lines, n, end, inner + "for (")
            made.append(f"#pragma acc parallel loop collapse({depthOf(lines, n)}) {present}{sums}")
        elif re.match(inner + r"\w+\[.*\] [-+]?= ", lines[n]):  # a cell by itself
            made.append(f"#pragma acc serial {present}")
        made.append(lines[n])
    made += [lines[end], "timing_ends(); }"]
    return "\n".join(['#include "timing.h"', *lines[:start], *made, *lines[end + 1:]])
