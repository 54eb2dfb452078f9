#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""KASANE_VERIFY must see a wrong kernel: a constant of the generated text is changed, and the run has to fail with the
step, the array and the cell, while the untouched program passes. The same for what the call site leaves in
variables and gives host code."""

import argparse
import itertools
import re
import shutil
import sys
import tempfile
from pathlib import Path

import programs
import toolchain
from matrix import Config
from toolchain import Failure

LIGHTLY = [*toolchain.LIGHTLY, "-w"]  # what is wrong on purpose may be warned of
STORES = """#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 67), steps = arg(argc, argv, 2, 9);
  float *a = array(n, sizeof *a), *b = array(n, sizeof *b);
  fill_float(a, n, 1);
  fill_float(b, n, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = t == 6 && i == 40 ? 12345.0f : 0.5f * (a[i - 1] + a[i + 1]);
    float *tmp = a;
    a = b;
    b = tmp;
  }
  dump("a", a, sizeof *a, n);
  return 0;
}
"""


# No array shows it.
COLLECTS = """#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 67), steps = arg(argc, argv, 2, 9), count = 0;
  float *a = array(n, sizeof *a), *b = array(n, sizeof *b);
  double most = 0;
  fill_float(a, n, 1);
  fill_float(b, n, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5f * (a[i - 1] + a[i + 1]);
      COLLECT;
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  dump("a", a, sizeof *a, n);
  DUMP(most);
  DUMP(count);
  return 0;
}
"""


# Neither does one show these, of which each is computed in its own way, nor is any of them the program's.
LEAVES = """#include "dump.h"

struct levels {
  float *now, *next, *spare;
};

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 67), steps = arg(argc, argv, 2, 9), cur = 0, done = 0, i, t;
  float *table[2] = {array(n, sizeof(float)), array(n, sizeof(float))}, *spare = NULL;
  struct levels s = {array(n, sizeof(float)), array(n, sizeof(float)), NULL};
  double time = -1, total = 0;
  fill_float(table[0], n, 1);
  fill_float(table[1], n, 2);
  fill_float(s.now, n, 3);
  fill_float(s.next, n, 4);
#pragma stencil
  for (t = 0; t < steps; t++) {
    time = 0.25 * t;
    for (i = 1; i < n - 1; i++)
      table[1 - cur][i] = 0.5f * (table[cur][i - 1] + table[cur][i + 1]);
    cur = 1 - cur;
  }
  printf("%d %d %d %a\\n", t, i, cur, time);
#pragma stencil
  for (t = 0; t < steps; t++) {
    total = 0;
    for (i = 1; i < n - 1; i++) {
      s.next[i] = 0.5f * (s.now[i - 1] + s.now[i + 1]);
      total += s.next[i] * s.next[i];
    }
    if (t > 3 && total >= 0)
      break;
    spare = s.now;
    s.spare = s.next;
    s.now = s.spare;
    s.next = spare;
    done = n;
  }
  printf("%d %d %d %d %d\\n", t, i, done, spare == s.now, s.spare == s.now);
  return 0;
}
"""


SHOWS = """#include "dump.h"

static float u[3][67];

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 67), steps = arg(argc, argv, 2, 9), now = 1;
  double last = -1;
  fill_float(u[0], 3 * 67, 1);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const int next = (now + 1) % 3;
    for (int i = 1; i < n - 1; i++)
      u[next][i] = 0.5f * (u[now][i - 1] + u[now][i + 1]);
    last = 0.25 * t;
    now = next;
    if (t % 3 == 1)
      printf("%d %d %a %a\\n", t, now, last, u[now][3]);
  }
  dump("u", u, sizeof **u, 3 * 67);
  return 0;
}
"""


# The program, what to change in which of its files, and what is to be said of it.
CONSTANT = (".kasane.", r"12345\.0", "12346.0")
PROGRAMS = [
    (STORES, CONSTANT, (r"\bstep 6\b|\bstep 7\b", r"\b[ab]\b", r"\b40\b")),
    (COLLECTS.replace("COLLECT", "if (b[i] * 12345.0f > most) most = b[i] * 12345.0f"), CONSTANT,
     (r"\bstep 1 of 9: most: translated ",)),
    (COLLECTS.replace("COLLECT", "count += (int)(b[i] * 12345.0f)"), CONSTANT,
     (r"\bstep 1 of 9: count: translated -?\d+, original -?\d+$",)),
]
LEFT = [
    (r"\bksn_n > 0", "ksn_n > 1", "9 steps: cur: translated 0, original 1"),
    (r"\bt = steps; else\b", "t = steps + 1; else", "9 steps: t: translated 10, original 9"),
    (r"\bi = n - 1;", "i = n;", "9 steps: i: translated 67, original 66"),
    (r"\bt = steps - 1;", "t = steps - 2;", "9 steps: time: translated 1.75, original 2"),
    (r"\bspare = s\.next;(?= \})", "spare = s.now;", "5 steps: spare points elsewhere: translated "),
    (r"\bs\.spare = s\.now;(?= \})", "", "5 steps: s.spare points elsewhere: translated "),
    (r"\bdone = n;(?= \})", "", "5 steps: done: translated 0, original 67"),
]
GIVEN = [
    (".c", r"\bint t = ksn_a\.time", "int t = 1 + ksn_a.time",
     "host code of step 2 was given t = 2, the original has 1"),
    (".kasane.", r"\bf_last_2 = last_2;", "f_last_2 = last_2 + 1;",
     "host code of step 2 was given last = 1.25, the original has 0.25"),
]
AT_CALLS = [*((LEAVES, (".c", pattern, other), (re.escape(told),)) for pattern, other, told in LEFT),
            *((SHOWS, change, (re.escape(told),)) for *change, told in GIVEN)]


# Diamonds that lean too little: a cell is made by the wrong one, before what it needs or not at all.
FRONTS = [(STORES, (".kasane.", r"rise - step\b", "rise - step / 2"), (r"\bstep \d", r"\b[ab]\b")),
          (STORES, (".kasane.", r"fall \+ step\b", "fall + 2 * step"), (r"\bstep \d", r"\b[ab]\b"))]


def check(tools, target, number):
    program, (name, pattern, other), wanted = [*PROGRAMS, *AT_CALLS, *FRONTS][number]
    source = tools.work / f"wrong{number}.c"
    source.write_text(program)
    out = tools.work / f"{target}{number}"
    isDiamond = number >= len(PROGRAMS) + len(AT_CALLS)
    config = Config(target, "sweep") if target in toolchain.ONLY_SWEEPS else Config(target, "overlap", "16", 3)
    if isDiamond:
        config = Config(target, "diamond", "8", 64)
    files = tools.translate(source, out, config.options(), [])
    program = tools.build(files, [], tools.work, out / "right", generated=LIGHTLY)
    done = tools.run([program], {"KASANE_VERIFY": "1"})
    if done.returncode != 0:
        raise Failure(f"{target}: the untouched program fails its verification\n{done.stderr.decode()}")
    changed = 0
    for path in files:
        if name in path.name:
            text, count = re.subn(pattern, other, path.read_text())
            changed += count
            path.write_text(text)
    if not changed:
        raise Failure(f"{target}: no {pattern} to change in the generated text")
    program = tools.build(files, [], tools.work, out / "wrong", generated=LIGHTLY)
    report = out / "report.json"
    done = tools.run([program], {"KASANE_VERIFY": "1", "KASANE_REPORT": str(report)})
    text = done.stderr.decode()
    if done.returncode == 0:
        raise Failure(f"{target}: a wrong kernel passes the verification\n{text}")
    for part in (r"^ksn: ", *wanted):
        if not re.search(part, text, re.M):
            raise Failure(f"{target}: the message lacks {part}\n{text}")
    failed = [region for region in toolchain.reportOf(report) if not region["ran"]]
    if len(failed) != 1 or f"): {failed[0]['reason']}\n" not in text or "differs" not in failed[0]["reason"]:
        raise Failure(f"{target}: the report says {[region['reason'] for region in failed]}\n{text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True, action="append")
    parser.add_argument("--include", action="append", default=[])
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="kasane-verify-"))
    kernels = Path(__file__).resolve().parent.parent / "kernels"
    tools = toolchain.Toolchain(options.kasane, options.runtime, work, [kernels, *options.include])
    tools.env["KASANE_OPENCL_OPTIONS"] = programs.LIGHTLY
    failures, targets = 0, ["openmp"]
    missing = toolchain.openclMissing()
    if missing:
        print(f"SKIPPED corrupted on opencl: {missing}")
    else:
        targets.append("opencl")
    if not toolchain.openaccMissing():
        targets.append("openacc")
    once = range(len(PROGRAMS), len(PROGRAMS) + len(AT_CALLS) + len(FRONTS))  # call sites are the same for all targets
    for target, number in [*itertools.product(targets, range(len(PROGRAMS))), *(("openmp", n) for n in once)]:
        try:
            check(tools, target, number)
        except Failure as failure:
            failures += 1
            print(f"FAIL {failure}")
    shutil.rmtree(work, ignore_errors=True)
    print(f"verification: {len(PROGRAMS)} programs on {len(targets)} targets, {len(AT_CALLS)} call sites, "
          f"{len(FRONTS)} fronts, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
