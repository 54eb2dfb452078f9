#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Diamonds of a front need nothing of each other: kernels are run with threads.c in the place of OpenMP's runtime. It
hands out the diamonds in order, in reverse and shuffled, and once under the thread sanitizer. A planted fault, fronts
that don't wait for each other, is seen.

  check_fronts.py --kasane build/tools/kasane/kasane --runtime build/runtime/libkasane_rt.a \
    --include runtime/include tests/kernels/heat3d_swap.c ..
"""

import argparse
import sys
import tempfile
from pathlib import Path

import kernels
import toolchain
from matrix import DIAMONDS, Config
from toolchain import Failure, must

HERE = Path(__file__).resolve().parent
ORDERS = ("forward", "reverse", "7", "12345")
FLAGS = ["gcc", "-O1", "-g", "-fopenmp", "-w"]
SANITIZED = [*FLAGS, "-fsanitize=thread"]
NO_ROOM = b"unexpected memory mapping"  # where the system spreads memory more than gcc's thread sanitizer knows
TSAN = {"TSAN_OPTIONS": "exitcode=66 halt_on_error=1", "ORDER": "7"}


def threads(tools, flags, name):
    made = tools.work / f"{name}.o"
    must([*flags, "-c", HERE / "threads.c", "-o", made])
    return made


def check(tools, path, plain, sanitized):
    kernel = kernels.Kernel(path)
    flags, tile = kernel.extra[0], DIAMONDS[kernel.rank][0]
    words = ["all" if a in kernel.wholeAxes else word for a, word in enumerate(tile.split("x"))]
    config = Config("openmp", "diamond", "x".join(words), 64)
    files = tools.translate(path, tools.work / kernel.name, config.options(), flags)
    args = kernels.withSteps(kernel.args[0], kernel.steps[-1])
    expected = tools.run([tools.oracle(path, flags), *args]).stdout

    def run(name, compiler, more, env):
        made = tools.work / f"{kernel.name}-{name}"
        program = tools.build(files, flags, path.parent, made, compiler, compiler, [more])
        done = tools.run([program, *args], env)
        if NO_ROOM in done.stderr:
            print(f"SKIPPED {kernel.name} under the thread sanitizer: {NO_ROOM.decode()}")
            return False
        if done.returncode or done.stdout != expected:
            raise Failure(f"{name} {env}: exit {done.returncode}, {'the same' if done.stdout == expected else 'other'} "
                          f"output\n{done.stderr.decode(errors='replace')[:1500]}")
        return True

    for order in ORDERS:
        run("plain", FLAGS, plain, {"ORDER": order})
    if not run("sanitized", SANITIZED, sanitized, TSAN) or path.stem != "heat2d_swap":
        return
    for file in files:
        text = file.read_text()
        file.write_text(text.replace("schedule(dynamic, 1)", "schedule(dynamic, 1) nowait"))
    program = tools.build(files, flags, path.parent, tools.work / "hasty", SANITIZED, SANITIZED, [sanitized])
    large = kernels.withSteps(kernel.endsArgs[0], 20)
    if any(tools.run([program, *large], dict(TSAN, ORDER=str(order))).returncode == 66 for order in range(1, 9)):
        return
    raise Failure("fronts that don't wait for each other go unnoticed")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True, action="append")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("kernels", nargs="+", type=Path)
    options = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="kasane-fronts-"))
    folder = options.kernels[0].resolve().parent
    tools = toolchain.Toolchain(options.kasane, options.runtime, work, [folder, *options.include])
    plain, sanitized = threads(tools, FLAGS, "plain"), threads(tools, SANITIZED, "sanitized")
    failures = 0
    for path in options.kernels:
        try:
            check(tools, path.resolve(), plain, sanitized)
        except Failure as failure:
            failures += 1
            print(f"FAILED {path.stem}: {failure}")
    print(f"fronts: {len(options.kernels)} kernels, {len(ORDERS)} orders and the thread sanitizer, {failures} failures")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
