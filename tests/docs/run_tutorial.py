#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_tutorial.py --kasane PROGRAM PAGE..: does what the pages say, in one folder and in their order.

A block of C is saved under the name in its first line (`// heat.c: ..`), a diff is applied, and the commands of a
console block (`$ ..`) are run: what they print must be what stands below them, where `...` stands for anything
and a long line may be broken."""

import argparse
import doctest
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def run(command, folder, environment, given=None):
    done = subprocess.run(command, shell=True, executable="/bin/bash", cwd=folder, env=environment, input=given,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kasane", type=Path, required=True)
    parser.add_argument("pages", nargs="+", type=Path)
    arguments = parser.parse_args()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("KASANE_")}
    # As root, Open MPI wants to be asked twice.
    environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", LC_ALL="C.UTF-8",
                       PATH=f"{arguments.kasane.resolve().parent}:{os.environ['PATH']}")
    same = doctest.OutputChecker().check_output
    ran = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        environment["OMPI_MCA_orte_tmpdir_base"] = folder  # else shared with the jobs of other tests
        for page in arguments.pages:
            for kind, text in re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.M | re.S):
                if kind == "c":
                    name = re.match(r"// ([\w.]+):", text)
                    assert name, f"{page}: a block of C without its file's name"
                    (Path(folder) / name[1]).write_text(text)
                elif kind == "diff":
                    code, said = run("patch -p0 --fuzz=0", folder, environment, text)
                    assert code == 0, f"{page}: {said}"
                else:
                    assert kind == "console", f"{page}: a block of {kind}"
                    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
                        code, said = run(command, folder, environment)
                        ran += 1
                        if code or not same(expected, said, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE):
                            print(f"{page.name}: $ {command}\nstatus {code}, printed\n{said}instead of\n{expected}")
                            wrong += 1
    print(f"{ran} commands, {wrong} of them wrong")
    sys.exit(wrong != 0 or ran == 0)


if __name__ == "__main__":
    main()
