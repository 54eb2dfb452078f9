#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""nvcc takes what is generated for some kernels without a warning; a card isn't needed.

  check_compiles.py --kasane build/bin/kasane --include runtime/include tests/kernels/heat2d_swap.c ..
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import kernels
import toolchain
from matrix import GROUP_PIVOTS, TILES, Config
from toolchain import Failure

SKIPPED = 77


def check(tools, kernel):
    """How many files nvcc has read."""
    configs = [Config("cuda", "sweep"), *(Config("cuda", "overlap", TILES[kernel.rank][0], depth)
                                          for depth in kernel.depths[1:2])]
    configs += [Config("cuda", "pivot", *GROUP_PIVOTS[0])] * bool(kernel.pivots)
    count = 0
    for number, config in enumerate(configs):
        out = tools.work / f"{kernel.name}-{number}"
        for file in tools.translate(kernel.path, out, config.options(), kernel.extra[0]):
            if file.suffix == ".cu":
                tools.object(file, toolchain.WARNINGS, [], kernel.path.parent)
                count += 1
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", type=Path, nargs="+")
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", action="append", default=[])
    parser.add_argument("--include", action="append", default=[])
    options = parser.parse_args()
    if not shutil.which(toolchain.NVCC[0]):
        print("SKIPPED compiles on cuda: no nvcc")
        return SKIPPED
    work = Path(tempfile.mkdtemp(prefix="kasane-nvcc-"))
    failures = files = 0
    try:
        tools = toolchain.Toolchain(options.kasane, options.runtime, work,
                                    [options.kernels[0].resolve().parent, *options.include])
        for path in options.kernels:
            try:
                files += check(tools, kernels.Kernel(path.resolve()))
            except Failure as failure:
                failures += 1
                print(f"FAIL {path.stem}: {failure}")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"compiles: {files} files, {failures} failures")
    return 1 if failures or not files else 0


if __name__ == "__main__":
    sys.exit(main())
