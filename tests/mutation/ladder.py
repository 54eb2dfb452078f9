# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests that look for mutants, from the quick to the slow: unit tests, lit, kernels, random programs. Each is
recorded once without a mutant: how long it takes, and which places it comes to. A mutant is tried by tests that come to
its place only."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIT = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
LAYERS = ("analysis", "layout", "lower", "emit", "schedule", "tuner", "driver")
UNIT = [f"kasane_{layer}_tests" for layer in LAYERS]
UNIT += ["kasane_rt_unit", "kasane_rt_opencl_unit", "kasane_rt_openacc_unit", "kasane_rt_cuda_unit"]
ALONE = ("kasane_rt_cuda_unit",)  # what is known of a device is asked once a process
FILECHECK = "/usr/lib/llvm-19/bin/FileCheck"
WORK = "work="  # which is a folder of each run's own
SUITES = ("frontend", "codegen", "driver", "diagnostics")
TARGETS = ("openmp", "openacc", "opencl")
FUZZERS = {
    "fuzz": "--count 8 --reduce 0 --targets openmp,opencl --max-refused 10",
    "steps": "--count 8 --max-refused 10",
    "styles": "--count 8 --max-refused 10",
    "illegal": "--count 30 --even --opencl 0",
}
SEEDS = "1234"
LIT_TOGETHER = 20  # in one call


def programsOf(build):
    """The unit tests that come to what is mutated, of those that can be built here."""
    asked = ["ninja", "-C", build, "-t", "targets", "all"]
    known = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    return [name for name in UNIT if f"\n{name}: phony" in known]


class Ladder:
    def __init__(self, tree, build, isUnit=False):
        self.tree, self.build, self.isUnit = tree, build, isUnit
        self.kasane, self.library = build / "tools/kasane/kasane", build / "runtime/libkasane_rt.a"
        self.tools = ["--kasane", self.kasane, "--runtime", self.library, "--include", tree / "runtime/include"]

    def steps(self):
        """(name, command) in their order; those of lit are run together where they are many."""
        for program in sorted(self.build.glob("tests/unit/*/kasane_*")):
            if program.is_file() and program.name in UNIT:
                each = [sys.executable, ROOT / "tests/mutation/each_test.py", program]
                yield f"unit {program.name}", each if program.name in ALONE else [program, "--gtest_brief=1"]
        if not self.isUnit:
            yield from self.others()

    def others(self):
        for suite in SUITES:
            files = sorted((self.tree / "tests" / suite).rglob("*.[ct]*"))
            for file in [f for f in files if "Inputs" not in f.parts and f.suffix in (".c", ".test")]:
                yield f"lit {file.relative_to(self.tree / 'tests')}", self.lit([file])
        kept = ["--shared", self.build / "shared"]  # objects of texts that a mutant leaves as they are
        for kernel in sorted((self.tree / "tests/kernels").glob("*.c")):
            for target in TARGETS:
                more = ["--few", "--cheap", "--targets", target, *kept, kernel]
                yield f"run {kernel.stem} {target}", self.python("tests/run/run_kernel.py", *self.tools, *more)
        for fuzzer, options in FUZZERS.items():
            for seed in SEEDS:
                more = ["--seed", seed, "--jobs", "1", *options.split()]
                yield f"random {fuzzer} {seed}", self.python(f"tests/fuzz/{fuzzer}.py", *self.tools, *more)

    def python(self, script, *arguments):
        return [sys.executable, self.tree / script, *arguments]

    def lit(self, files):
        params = [f"kasane={self.kasane}", f"filecheck={FILECHECK}", f"runtime={self.library}", "nvptx=no", WORK]
        options = [word for param in params for word in ("--param", param)]
        return [sys.executable, LIT, "-q", "-j1", "--max-failures=1", "--order=lexical", *options, *files]

    def fileOf(self, name):
        return self.tree / "tests" / name.split()[1]


def run(command, limit, **env):
    """(exit status or None for one that took too long, seconds, output); what it started ends with it."""
    start = time.time()
    scratch = Path(tempfile.mkdtemp(prefix="mutant-"))
    words = [f"{WORK}{scratch}/lit" if word == WORK else str(word) for word in command]
    there = {**os.environ, "TMPDIR": str(scratch), "TEST_PATIENCE": "10", **env}
    with (scratch / "said").open("w") as said:
        streams = {"stdin": subprocess.DEVNULL, "stdout": said, "stderr": said}
        process = subprocess.Popen(words, **streams, cwd=scratch, env=there, start_new_session=True)
    try:
        status = process.wait(limit)
    except subprocess.TimeoutExpired:
        status = None
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    output = (scratch / "said").read_text(errors="replace")
    shutil.rmtree(scratch, ignore_errors=True)
    return status, time.time() - start, output


def recorded(command, folder):
    """What it takes without a mutant: (passes, seconds, places), and why it doesn't pass."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "reached"
    log.unlink(missing_ok=True)
    status, seconds, output = run(command, 300, KSN_MUTANT_LOG=str(log))
    places = sorted({int(word) for word in log.read_text().split()}) if log.exists() else []
    if status:  # a test may limit the size of files, and the log is one
        status, seconds, output = run(command, 300)
    if status != 0:
        (folder / "failed").write_text(output[-20000:])
    return status == 0, round(seconds, 2), places


def orderOf(record, number, most):
    """The tests that come to a place, in the order in which they are tried; those of lit together."""
    coming = [name for name, (passes, _, places) in record.items() if passes and number in places]

    def quick(words):
        return sorted((name for name in coming if name.startswith(words)), key=lambda name: record[name][1])

    slow = quick(("run ", "random "))
    some = set(random.Random(number).sample(slow, min(most, len(slow))))
    return quick("unit "), quick("lit "), [name for name in slow if name in some]


def isSteady(command, limit, number):
    """Does a test that has failed with the mutant pass without it, and fail again, with more time?"""
    return run(command, 3 * limit)[0] == 0 and run(command, 3 * limit, KSN_MUTANT=str(number))[0] != 0


def noticedBy(ladder, record, commands, number, most, passed):
    """(the test that fails with the mutant or None, those that were run). `record`: {test: [passes, seconds, places]};
    `passed`: those that an earlier call has run."""
    unit, files, slow = ([name for name in names if name not in passed] for names in orderOf(record, number, most))
    batches = [files[at : at + LIT_TOGETHER] for at in range(0, len(files), LIT_TOGETHER)]
    tried = []
    for names in [*([name] for name in unit), *batches, *([name] for name in slow)]:
        isLit = names in batches
        command = ladder.lit([ladder.fileOf(name) for name in names]) if isLit else commands[names[0]]
        limit = 20 + 6 * sum(record[name][1] for name in names)
        status, _, output = run(command, limit, KSN_MUTANT=str(number))
        if status != 0 and not isSteady(command, limit, number):
            continue  # the machine is busy
        tried += names
        if status != 0:
            failed = re.search(r"kasane :: (\S+)", output) if isLit else None
            first = f"lit {failed[1]}" if failed else names[0]
            return first + (" (took too long)" if status is None else ""), tried
    return None, tried
