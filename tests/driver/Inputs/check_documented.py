# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_documented.py KASANE: the man page has each option of each command with its text, and no other; man page and
language reference have each variable that is not reserved."""

import os
import re
import subprocess
import sys

root = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "..")
kasane = sys.argv[1]


def printed(*words):
    return subprocess.run([kasane, *words], capture_output=True, text=True, check=True).stdout


def optionsOf(command):
    """{"--depth=": "Steps that .."}; a long option has its text on the next line."""
    found = {}
    lines = printed(command, "--help").split("\nVALUES:")[0].split("\n")
    for line, after in zip(lines, lines[1:] + [""]):
        match = re.match(r"  (-\S+)(?: <\S+)?(?:  *(\S.*))?$", line)
        if match:
            found[re.sub(r"[<[].*", "", match[1])] = match[2] or after.strip()
    return found


with open(os.path.join(root, "docs", "kasane.1")) as file:
    page = file.read()
with open(os.path.join(root, "docs", "language.md")) as file:
    language = file.read()
plain = re.sub(r"\\f[BIRP]", "", page).replace("\\-", "-").replace("\\(aq", "'").replace("\\&", "")
options = set()  # the text of one may depend on the command
for command in ("translate", "explain", "suggest", "cc", "env", "machines", "probe"):
    options.update((name, text.rstrip(".") + ".") for name, text in optionsOf(command).items())
entries = re.findall(r"^\.TP\n\.BR? (-\S+).*\n(.*)$", plain, re.M)
entries = {(re.sub(r"[<[].*", "", name), text) for name, text in entries}
problems = [f"kasane.1 lacks {name}: {text}" for name, text in sorted(options - entries)]
problems += [f"kasane.1 has {name}: {text}, which no command says" for name, text in sorted(entries - options)]
variables = re.findall(r"^  (KASANE_\w+)=", printed("env").split("Reserved")[0], re.M)
problems += [f"kasane.1 lacks {name}" for name in variables if name not in plain]
problems += [f"language.md lacks {name}" for name in variables if f"`{name}" not in language]
print("\n".join(problems))
sys.exit(bool(problems) or len(options) < 20 or len(variables) < 10)
