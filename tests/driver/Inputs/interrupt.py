# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""interrupt.py KASANE WORDS..: stops `kasane cc WORDS` in the middle of a compiler that never ends, by each signal: while
it is asked for its machine, while it compiles, and while it compiles what is to be timed."""

import os
import signal
import subprocess
import sys
import tempfile
import time


def compilers(pid):
    """Those that have said who they are, and run."""
    if not os.path.exists(pid):
        return []
    with open(pid) as numbers:
        return [int(number) for number in numbers.read().split() if os.path.exists(f"/proc/{number}")]


def interrupt(running, number, temp, pid):
    for _ in range(600):
        if compilers(pid):
            break
        time.sleep(0.05)
    assert compilers(pid), "no compiler runs"
    assert os.listdir(temp), "the compiler runs on files in the temporary folder"
    running.send_signal(number)
    status = running.wait(20)
    assert status == -number, f"{number.name}: status {status}"
    assert not os.listdir(temp), f"{number.name}: {os.listdir(temp)} is left"


failed = False
with tempfile.TemporaryDirectory() as top:
    slow = os.path.join(top, "slow-gcc")
    with open(slow, "w") as script:
        script.write('#!/bin/sh\ntest "$1" = -dumpmachine -a $ANSWER != no && exit 1\ntest "$1" = --version && echo slow && exit\necho $$ >> "$PID"\nexec sleep 1000\n')
    os.chmod(slow, 0o755)
    for number, answer in [(s, a) for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) for a in ("yes", "no", "tune")]:
        temp = os.path.join(top, number.name + answer)
        os.mkdir(temp)
        pid = temp + ".pid"  # of its own: where several compilers run at once, one may write it late
        environment = dict(os.environ, TMPDIR=temp, KASANE_CC=slow, ANSWER=answer, PID=pid, XDG_CACHE_HOME=top)
        tune = ["--tune=measure"] if answer == "tune" else []
        running = subprocess.Popen([sys.argv[1], "cc", "-c", *tune, *sys.argv[2:], "-o", top + "/x.o"], env=environment)
        try:
            interrupt(running, number, temp, pid)
        finally:  # or who waits for the test's output waits for a compiler
            running.kill()
            for left in compilers(pid):
                os.kill(left, signal.SIGKILL)
                print(f"{number.name}, {answer}: compiler {left} still runs", file=sys.stderr)
                failed = True
sys.exit(failed)
