#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs small kernels under oclgrind: no read out of bounds, of uninitialised memory, no data race, no bad call.

  oclgrind_check.py --kasane build/bin/kasane --runtime build/runtime/libkasane_rt.a tests/kernels/heat1d_swap.c...
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import kernels
import toolchain
from matrix import TILES, Config
from toolchain import Failure

# What is uninitialised shows without its optimiser, whose stores of two doubles it takes for that, though
# their values are right.
CHECKS = (["--check-api", "--data-races", "--max-errors", "10"],
          ["--uninitialized", "--max-errors", "10", "--build-options", "-cl-opt-disable"])
WRAPPED = ["-Wl,--wrap=clEnqueueWriteBuffer", "-Wl,--wrap=clEnqueueWriteBufferRect"]
SKIP = 77


# A pipeline of slabs loads planes that it doesn't look at: they must be memory, but nothing has to be in it. Of few
# steps those that it fetches ahead are farthest, of many the ones before its first.
STREAMS = [(Config("opencl", "pipeline", "64x16", 2), {"KASANE_SLAB": "2", "KASANE_STEPS": "4"}),
           (Config("opencl", "pipeline", "48x16", 8), {"KASANE_SLAB": "2", "KASANE_STEPS": "16"})]


def complaintsOf(tools, program, args, env):
    outputs = {complaintsUnder(checks, tools, program, args, env) for checks in (CHECKS[:1] if env else CHECKS)}
    if len(outputs) > 1:
        raise Failure("another output without the optimiser")
    return outputs.pop()


def complaintsUnder(checks, tools, program, args, env):
    log = tools.work / "oclgrind.log"
    log.unlink(missing_ok=True)
    done = tools.run(["oclgrind", *checks, "--log", log, program, *args], env)
    text = log.read_text(errors="replace").strip() if log.exists() else ""
    if done.returncode != 0:
        raise Failure(f"exit {done.returncode}\n{done.stderr.decode(errors='replace')[-1500:]}\n{text[:1500]}")
    if text:
        raise Failure(f"oclgrind complains\n{text[:3000]}")
    return done.stdout


def checkKernel(tools, path, tag):
    kernel = kernels.Kernel(path)
    flags = kernel.extra[-1]
    configs = [Config("opencl", "sweep"),
               Config("opencl", "overlap", TILES[kernel.rank][0], kernel.depths[min(1, len(kernel.depths) - 1)])]
    asked = [(config, kernel.args[-1], {}) for config in configs]
    asked += [(stream, args, slabs) for stream, slabs in STREAMS for args in kernel.slabArgs]
    writes = tools.object(Path(__file__).resolve().parent / "oclgrind_writes.c", ["gcc", "-O1", "-Wall", "-Werror"], [],
                          tools.work)
    runs = 0
    for config, size, env in asked:
        args = kernels.withSteps(size, kernel.steps[-1])
        out = tools.work / f"{tag}-{config.family}{config.depth}"
        files = tools.translate(path, out, config.options(), flags)
        program = tools.build(files, flags, path.parent, out / "program", more=[writes, *WRAPPED])
        if complaintsOf(tools, program, args, env) != tools.run([tools.oracle(path, flags), *args]).stdout:
            raise Failure(f"{config}: another result")
        runs += 1
    return runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kernels", type=Path, nargs="+")
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True, action="append")
    parser.add_argument("--include", action="append", default=[])
    options = parser.parse_args()
    if not shutil.which("oclgrind"):
        print("SKIPPED oclgrind: not installed")
        return SKIP
    work = Path(tempfile.mkdtemp(prefix="kasane-oclgrind-"))
    tools = toolchain.Toolchain(options.kasane, options.runtime, work,
                                [options.kernels[0].resolve().parent, *options.include])
    runs = failures = 0
    for number, path in enumerate(options.kernels):
        try:
            runs += checkKernel(tools, path.resolve(), f"k{number}")
        except Failure as failure:
            failures += 1
            print(f"FAIL {path.stem}: {failure}")
    shutil.rmtree(work, ignore_errors=True)
    print(f"oclgrind: {runs} runs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
