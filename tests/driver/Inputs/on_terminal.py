# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command with a terminal as stderr, and prints what it writes there, line by line as it is sent."""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs)
os.close(theirs)
text = b""
while True:
    try:
        part = os.read(ours, 4096)
    except OSError:  # the other end is closed
        break
    if not part:
        break
    text += part
print(text.decode().replace("\r\n", "\n").replace("\r\033[K", "\nREWRITTEN "))
sys.exit(child.wait())
