# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Many runs of a program in one process, so that OpenCL's library is started once: most of such a run is its start.
Each run finds the program's variables, and those of the runtime, as a fresh process does (many_runs.c). Only the open
device stays, with the programs that were built for it."""

import selectors
import subprocess
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT = "OpenclContext.c.o"  # the runtime's object with the open device
WRAPPED = ["-Wl,--wrap=main,--wrap=atexit"]


def objectsFor(tools, digest):
    """(before, behind): what the linker is given on both sides of the objects whose variables are restored."""
    made = []
    for name, flags in (("many_runs", []), ("many_ends", ["-DFIRST"]), ("many_ends", [])):
        source = HERE / f"{name}.c"
        key = digest(source.read_bytes(), flags, tools.surroundings)
        words = ["gcc", "-O1", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", *flags, "-c", source, "-o", "@"]
        made.append(tools.made(f"{name}-{key}.o", words))
    runtime = Path(tools.runtime[0])
    key = digest(runtime.read_bytes(), KEPT)
    kept = tools.made(f"kept-{key}.o", ["sh", "-c", 'ar p "$0" "$1" > "$2"', runtime, KEPT, "@"])
    return [made[0], kept, made[1]], [made[2]]


class ManyRuns:
    """One program that was linked with many_runs.c; `begin` starts its process."""

    def __init__(self, begin, folder, timeout):
        self.begin, self.folder, self.timeout = begin, folder, timeout
        self.folder.mkdir(parents=True, exist_ok=True)
        self.process = None

    def run(self, command, env):
        if not self.process:
            self.process = self.begin()
        words = [str(self.folder), *(f"{name}={value}" for name, value in env.items()), "", *command[1:], ""]
        self.process.stdin.write(("\t".join(words) + "\n").encode())
        self.process.stdin.flush()
        status = self.answer()
        out, err = ((self.folder / name).read_bytes() for name in ("out", "err"))
        return subprocess.CompletedProcess(command, status, out, err)

    def answer(self):
        """The status of the run; where its process ended, that of the process."""
        end = time.monotonic() + self.timeout
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            if selector.select(max(end - time.monotonic(), 0)) and (line := self.process.stdout.readline()):
                return int(line)
        process, self.process = self.process, None
        try:
            return process.wait(max(end - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return 124

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()
            self.process = None
