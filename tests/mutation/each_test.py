#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs each test of a GoogleTest program in a process of its own, as ctest does, until one fails.

  each_test.py build/tests/unit/runtime/kasane_rt_cuda_unit
"""

import subprocess
import sys


def testsOf(program):
    listed = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True).stdout
    suite = ""
    for line in listed.splitlines():
        if line.startswith("  "):
            yield suite + line.split()[0]
        elif line.endswith("."):
            suite = line


def main():
    program = sys.argv[1]
    for test in testsOf(program):
        if subprocess.run([program, "--gtest_brief=1", f"--gtest_filter={test}"], check=False).returncode:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
