# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests that look for mutants, from the quick to the slow: unit tests, lit, kernels, random programs. Each is
recorded once without a mutant: how long it takes, and which places it comes to. A mutant is tried by tests that come to
its place only."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIT = Path("/usr/lib/llvm-19/build/utils/lit/lit.py")
LAYERS = ("analysis", "layout", "lower", "emit")
FILECHECK = "/usr/lib/llvm-19/bin/FileCheck"
WORK = "work="  # which is a folder of each run's own
SUITES = {"frontend": 1, "codegen": 1, "diagnostics": 4}  # one of so many files
KERNELS = {"openmp": 4, "opencl": 8}  # one of so many
FUZZERS = {"fuzz": "--reduce 0 --targets openmp,opencl", "steps": "", "styles": ""}
LIT_FILES = 40  # at most, of those that come to a place


def programsOf(tree):
    """The unit tests that look at what is mutated."""
    layers = [layer for layer in LAYERS if (tree / "tests/unit" / layer).is_dir()]
    return [f"kasane_{layer}_tests" for layer in layers] + [
        "kasane_rt_unit",
        "kasane_rt_opencl_unit",
        "kasane_rt_openacc_unit",
    ]


class Ladder:
    def __init__(self, tree, build, isUnit=False):
        self.tree, self.build, self.isUnit = tree, build, isUnit
        self.kasane, self.library = build / "tools/kasane/kasane", build / "runtime/libkasane_rt.a"
        self.tools = ["--kasane", self.kasane, "--runtime", self.library, "--include", tree / "runtime/include"]

    def steps(self):
        """(name, command) in their order; those of lit are run together where they are many."""
        for program in sorted(self.build.glob("tests/unit/**/kasane_*")):
            if program.name in programsOf(self.tree):
                yield f"unit {program.name}", [program, "--gtest_brief=1"]
        if not self.isUnit:
            yield from self.others()

    def others(self):
        for suite, every in SUITES.items():
            files = sorted((self.tree / "tests" / suite).rglob("*.[ct]*"))
            for file in [f for f in files if "Inputs" not in f.parts and f.suffix in (".c", ".test")][::every]:
                yield f"lit {file.relative_to(self.tree / 'tests')}", self.lit([file])
        kernels = sorted((self.tree / "tests/kernels").glob("*.c"))
        kept = ["--shared", self.build / "shared"]  # objects of texts that a mutant leaves as they are
        for target, every in KERNELS.items():
            for kernel in kernels[1::every]:
                more = ["--few", "--cheap", "--targets", target, *kept, kernel]
                yield f"run {kernel.stem} {target}", self.python("tests/run/run_kernel.py", *self.tools, *more)
        for fuzzer, options in FUZZERS.items():
            for seed in "123":
                more = ["--seed", seed, "--count", "8", "--jobs", "1", *options.split()]
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
    """(exit status or None for one that took too long, seconds); what it started ends with it."""
    start = time.time()
    scratch = tempfile.mkdtemp(prefix="mutant-")
    words = [str(word) for word in command]
    words = [f"{WORK}{scratch}/lit" if word == WORK else word for word in words]
    nowhere, there = subprocess.DEVNULL, {**os.environ, "TMPDIR": scratch, **env}
    streams = {"stdin": nowhere, "stdout": nowhere, "stderr": nowhere}
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
    shutil.rmtree(scratch, ignore_errors=True)
    return status, time.time() - start


def recorded(command, folder):
    """What it takes without a mutant: (passes, seconds, places)."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "reached"
    log.unlink(missing_ok=True)
    status, seconds = run(command, 900, KSN_MUTANT_LOG=str(log))
    places = sorted({int(word) for word in log.read_text().split()}) if log.exists() else []
    if status:  # a test may limit the size of files, and the log is one
        status, seconds = run(command, 900)
    return status == 0, round(seconds, 2), places


def noticedBy(ladder, record, commands, number, most):
    """(the test that fails with the mutant or None, how many were run). `record`: {test: [passes, seconds, places]}."""
    coming = [name for name, (passes, _, places) in record.items() if passes and number in places]
    quick = sorted((name for name in coming if not name.startswith("lit ")), key=lambda name: record[name][1])
    files = sorted((name for name in coming if name.startswith("lit ")), key=lambda name: record[name][1])[:LIT_FILES]
    order = [[name] for name in quick if name.startswith("unit ")] + ([files] if files else [])
    order += [[name] for name in quick if not name.startswith("unit ")][:most]
    for tried, names in enumerate(order, 1):
        command = ladder.lit([ladder.fileOf(name) for name in names]) if len(names) > 1 else commands[names[0]]
        limit = 20 + 6 * sum(record[name][1] for name in names)
        status, _ = run(command, limit, KSN_MUTANT=str(number))
        if status is None and run(command, limit)[0] is None:
            continue  # the machine is busy
        if status != 0:
            first = "lit" if len(names) > 1 else names[0]
            return first + (" (took too long)" if status is None else ""), tried
    return None, len(order)
