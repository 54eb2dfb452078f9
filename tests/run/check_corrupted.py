#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""KASANE_VERIFY must see a wrong kernel: a constant of the generated text is changed, and the run has to fail with the
step, the array and the cell, while the untouched program passes."""

import argparse
import itertools
import re
import shutil
import sys
import tempfile
from pathlib import Path

import toolchain
from run_kernel import Config
from toolchain import Failure

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


# The program, and what is to be said of it.
PROGRAMS = [
    (STORES, (r"\bstep 6\b|\bstep 7\b", r"\b[ab]\b", r"\b40\b")),
    (COLLECTS.replace("COLLECT", "if (b[i] * 12345.0f > most) most = b[i] * 12345.0f"), (r"\bstep 1 of 9: most: translated ",)),
    (COLLECTS.replace("COLLECT", "count += (int)(b[i] * 12345.0f)"), (r"\bstep 1 of 9: count: translated -?\d+, original -?\d+$",)),
]


def check(tools, target, number):
    program, wanted = PROGRAMS[number]
    source = tools.work / f"wrong{number}.c"
    source.write_text(program)
    out = tools.work / f"{target}{number}"
    config = Config(target, "sweep") if target in toolchain.ONLY_SWEEPS else Config(target, "overlap", "16", 3)
    files = tools.translate(source, out, config.options(), [])
    program = tools.build(files, [], tools.work, out / "right")
    done = tools.run([program], {"KASANE_VERIFY": "1"})
    if done.returncode != 0:
        raise Failure(f"{target}: the untouched program fails its verification\n{done.stderr.decode()}")
    changed = 0
    for path in files:
        if ".kasane." in path.name:
            text, count = re.subn(r"12345\.0", "12346.0", path.read_text())
            changed += count
            path.write_text(text)
    if not changed:
        raise Failure(f"{target}: no constant to change in the generated text")
    program = tools.build(files, [], tools.work, out / "wrong")
    done = tools.run([program], {"KASANE_VERIFY": "1"})
    text = done.stderr.decode()
    if done.returncode == 0:
        raise Failure(f"{target}: a wrong kernel passes the verification\n{text}")
    for part in (r"^ksn: ", *wanted):
        if not re.search(part, text, re.M):
            raise Failure(f"{target}: the message lacks {part}\n{text}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True, action="append")
    parser.add_argument("--include", action="append", default=[])
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="kasane-verify-"))
    kernels = Path(__file__).resolve().parent.parent / "kernels"
    tools = toolchain.Toolchain(options.kasane, options.runtime, work, [kernels, *options.include])
    failures, targets = 0, ["openmp"]
    missing = toolchain.openclMissing()
    if missing:
        print(f"SKIPPED corrupted on opencl: {missing}")
    else:
        targets.append("opencl")
    if not toolchain.openaccMissing():
        targets.append("openacc")
    for target, number in itertools.product(targets, range(len(PROGRAMS))):
        try:
            check(tools, target, number)
        except Failure as failure:
            failures += 1
            print(f"FAIL {failure}")
    shutil.rmtree(work, ignore_errors=True)
    print(f"verification: {len(PROGRAMS)} programs on {len(targets)} targets, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
