#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests of many kernels need for `opencl`, made before they ask for it: the translations, and the programs in
PoCL's cache. The first program of a process costs PoCL half a second more than the others. So many are built in one.

  build_ahead.py --kasane build/tools/kasane/kasane --include runtime/include --shared build/tests/run/shared *.c
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import kernels
import programs
import toolchain
from matrix import targetsOf
from run_kernel import Runner

AT_ONCE = 16  # kernels whose programs are built by one process; their tests may begin before all are


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", type=Path, nargs="+")
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", action="append", default=[])
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--shared", type=Path, required=True)
    options = parser.parse_args()
    if reason := toolchain.missing("opencl"):
        print(f"SKIPPED building ahead: {reason}")
        return 77
    shutil.rmtree(options.shared / "translations", ignore_errors=True)  # of another run
    built = failures = 0
    for first in range(0, len(options.kernels), AT_ONCE):
        with tempfile.TemporaryDirectory(prefix="kasane-ahead-") as work:
            jobs = []
            for path in options.kernels[first : first + AT_ONCE]:
                kernel = kernels.Kernel(path.resolve())
                if "opencl" not in targetsOf(kernel, ["opencl", "openacc"], True):
                    continue
                tools = toolchain.Toolchain(
                    options.kasane,
                    [],
                    Path(work) / kernel.name,
                    [path.resolve().parent, *options.include],
                    shared=options.shared,
                )
                runner = Runner(tools, kernel, False, cheap=True)
                jobs += [(job.files, job.options) for job in runner.translated(["opencl"], keeps=True) if job.files]
                failures += len(runner.failures)
            built += programs.buildAhead(tools, jobs)
    print(f"ahead: {len(options.kernels)} kernels, {built} programs built, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
