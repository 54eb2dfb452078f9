# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_suggest.py KASANE WORK FILE.. -- FLAG..: takes the directives out of every second file and asks for suggestions.

Each suggestion must be accepted by the translator, all of a file at once. And the suggestions must have the statement
that a directive stood at, one around it, or one that it calls or that calls it: said are how many are found exactly,
and those that aren't. A directive with clauses that only its author knows need not be found."""
import json
import os
import pathlib
import re
import subprocess
import sys

arguments = sys.argv[1:]
flags = []
if "--" in arguments:
    flags = arguments[arguments.index("--") :]
    arguments = arguments[: arguments.index("--")]
kasane, work, files = arguments[0], pathlib.Path(arguments[1]), arguments[2::2]
KNOWN = re.compile(r"\b(shape|noalias|host|keep|begin|end|step|data|dimension|calc|copy)\b|tpace")
DIRECTIVE = re.compile(r"\s*#\s*pragma\s+(stencil|tpace)\b(.*)")


def strip(path, out):
    """The lines at which directives stood, in what is left."""
    lines, stood, pending = [], [], 0
    for line in path.read_text().splitlines(keepends=True):
        found = DIRECTIVE.match(line)
        if found:
            pending = 1 if not KNOWN.search(found.group(0)) else pending
            continue
        lines.append(line)
        text = line.strip()
        if pending and text and not text.startswith(("#", "//")):
            stood.append(len(lines))
            pending = 0
    out.write_text("".join(lines))
    return stood


stood = {}
for file in files:
    path = pathlib.Path(file)
    copy = work / path.name
    at = strip(path, copy)
    if at:
        stood[str(copy)] = at
    else:
        copy.unlink()
ran = subprocess.run([kasane, "suggest", "--all", "--format=json", *stood, *flags], capture_output=True, text=True)
assert ran.returncode == 0, ran.stderr
answer = json.loads(ran.stdout)
exact, other, missing = 0, 0, []
for file, lines in stood.items():
    found = {s["line"]: s for s in answer["suggestions"] if s["file"] == file}
    for line in lines:
        if line in found:
            exact += 1
        elif found:
            other += 1
            print(f"elsewhere: {file}:{line}: {sorted(found)}")
        else:
            blocked = [b for b in answer["blocked"] if b["file"] == file]
            why = [f"{b['line']}: {b['why']['line']}: {b['why']['text']}" for b in blocked]
            missing.append(file)
            print(f"missing: {file}:{line}: {why}")

# All that was found, put in at once, is accepted; a region for each.
for file in stood:
    text = pathlib.Path(file).read_text().splitlines(keepends=True)
    for line in sorted((s["insert_before_line"] for s in answer["suggestions"] if s["file"] == file), reverse=True):
        text.insert(line - 1, "#pragma stencil\n")
    pathlib.Path(file).write_text("".join(text))
ran = subprocess.run([kasane, "explain", "--format=json", *stood, *flags], capture_output=True, text=True)
if ran.returncode:
    sys.exit("refused:\n" + ran.stderr)
regions = len(json.loads(ran.stdout)["regions"])
suggested = len(answer["suggestions"])
assert regions == suggested, f"{suggested} suggestions, {regions} regions"
print(f"{exact} exactly, {other} elsewhere, {len(missing)} missing; all {regions} accepted")
