#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""KASANE_VERIFY must see a wrong kernel: a constant of the generated text is changed, and the run has to fail with the
step, the array and the cell, while the untouched program passes."""

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

import toolchain
from run_kernel import Config
from toolchain import Failure

PROGRAM = """#include "dump.h"

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


def check(tools, target):
    source = tools.work / "wrong.c"
    source.write_text(PROGRAM)
    out = tools.work / target
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
    for wanted in (r"^ksn: ", r"\bstep 6\b|\bstep 7\b", r"\b[ab]\b", r"\b40\b"):
        if not re.search(wanted, text, re.M):
            raise Failure(f"{target}: the message lacks {wanted}\n{text}")


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
    for target in targets:
        try:
            check(tools, target)
        except Failure as failure:
            failures += 1
            print(f"FAIL {failure}")
    shutil.rmtree(work, ignore_errors=True)
    print(f"verification: {len(targets)} targets, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
