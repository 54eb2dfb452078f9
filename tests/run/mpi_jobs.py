# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Jobs of several MPI ranks that must end in time, and what the tests that start them have in common."""

import argparse
import shutil
import subprocess
import tempfile
from pathlib import Path

import programs
import toolchain
from reports import difference
from toolchain import Failure

SKIPPED = 77
LIMIT = 60  # seconds of a job


class Launcher:
    def __init__(self, tools):
        self.tools = tools
        said = toolchain.call(["mpirun", "--version"]).stdout.decode(errors="replace")
        self.words = ["mpirun", "--oversubscribe"] if "Open MPI" in said else ["mpirun"]
        tools.env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1")
        tools.env["KASANE_OPENCL_OPTIONS"] = programs.LIGHTLY
        # No search for networks of other machines, which takes as long as a small job.
        tools.env.update(OMPI_MCA_pml="ob1", OMPI_MCA_osc="^ucx", OMPI_MCA_plm="isolated")
        tools.env.update(OMPI_MCA_mpi_yield_when_idle="1")  # there are other tests
        # Else a user's jobs share a folder, which one may remove while another makes it.
        tools.env.update(OMPI_MCA_orte_tmpdir_base=str(tools.work))
        self.runs = 0

    def run(self, ranks, command, env=None):
        """A job that ends in time, whatever its status."""
        return self.runAll([(ranks, command)], env)

    def runAll(self, groups, env=None):
        words = [*self.words]
        for number, (ranks, command) in enumerate(groups):
            words += [":"] * (number > 0) + ["-n", ranks, *command]
        self.runs += 1
        words = [str(word) for word in words]
        done = toolchain.call(words, dict(self.tools.env, **(env or {})), cwd=self.tools.work, timeout=LIMIT)
        if done.returncode == 124:
            raise Failure(f"{' '.join(words)}: no end within {LIMIT} s")
        return done

    def begin(self, ranks, command):
        self.runs += 1
        words = [str(word) for word in [*self.words, "-n", ranks, *command]]
        return subprocess.Popen(words, env=self.tools.env, cwd=self.tools.work, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)


def textOf(done):
    return done.stderr.decode(errors="replace")


def expect(done, status, said=None, output=None):
    if status is not None and done.returncode != status:
        raise Failure(f"status {done.returncode}, expected {status}\n{textOf(done)[-2000:]}")
    if said and said not in textOf(done):
        raise Failure(f"not said: {said}\n{textOf(done)[-2000:]}")
    if output is not None and done.stdout != output:
        raise Failure(f"another result\n{difference(output, done.stdout)}\n{textOf(done)[-2000:]}")


def mpiIncludes():
    words = toolchain.must(["mpicc", "-show"]).stdout.decode().split()
    return [word for word in words if word.startswith("-I")]


def main(name, doc, include, checkAll, needs=("mpicc", "mpirun")):
    """`checkAll(tools, attempt)` tells how many jobs it started; `attempt(what, action, ..)` counts what fails."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--runtime", required=True, action="append")
    parser.add_argument("--include", action="append", default=[])
    options = parser.parse_args()
    for tool in needs:
        if not shutil.which(tool):
            print(f"SKIPPED {name}: no {tool}")
            return SKIPPED
    work = Path(tempfile.mkdtemp(prefix=f"kasane-{name}-"))
    failures = []

    def attempt(what, action, *arguments):
        try:
            action(*arguments)
        except Failure as failure:
            failures.append(what)
            print(f"FAIL {what}: {failure}", flush=True)

    try:
        tools = toolchain.Toolchain(options.kasane, options.runtime, work, [*include, *options.include])
        jobs = checkAll(tools, attempt)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{name}: {jobs} jobs, {len(failures)} failures")
    return 1 if failures or not jobs else 0
