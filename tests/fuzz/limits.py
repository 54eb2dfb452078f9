# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the translator within limits: what takes more of the processor or of memory than any program should is a
failure, with a status that the translator has not."""

import functools
import os
import resource
import subprocess
import tempfile

PATIENCE = float(os.environ.get("TEST_PATIENCE", "1"))  # more where much else runs at the same time
SECONDS, MEBIBYTES = 1.0 * PATIENCE, 300
STOP = 60  # seconds, after which it is stopped
BEYOND = 99  # the status


@functools.cache
def isSanitized(program):
    with open(program, "rb") as file:
        return b"__asan_init" in file.read()


def stopLate():
    resource.setrlimit(resource.RLIMIT_CPU, (STOP, STOP + 1))


def translate(command, env):
    """(status, what it prints, what it says)"""
    command = [str(word) for word in command]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env,
                                 preexec_fn=stopLate)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
    seconds, mebibytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    if not isSanitized(command[0]) and (seconds > SECONDS or mebibytes > MEBIBYTES):
        said = (f"the translation takes {seconds:.2f} s of the processor and {mebibytes:.0f} MiB, "
                f"of {SECONDS} s and {MEBIBYTES} MiB that it may\n")
        return BEYOND, texts[0], said + texts[1]
    return child.returncode, *texts
