#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes README.md beside it: which measurements there are. `--check` says whether that page is what it
would write."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
HEAD = """# Results

Every figure in the documentation is in a file of this folder, or in one that a page names beside it.
A folder is a machine, and a file is one kind of measurement: `gpu`, `outofcore`, `tuning`, `cpu` and a few more.
A file has one or more *sets*. A set says on which machine it was measured, when, and by which command.
[benchmarks.md](../../docs/benchmarks.md) explains the kinds and how to repeat them.

This page is written by `index.py`.
"""
PAST = """
## history/

Measurements of older states of the translator, and of trials. No page of the documentation takes a figure from them.
[history/README.md](history/README.md) says what was learnt.

| file | date | machine |
|---|---|---|
"""


def cell(value, most=0):
    text = " ".join(str(value if value is not None else "").replace("|", "\\|").split())
    return text if not most or len(text) <= most else text[: most - 2].rsplit(" ", 1)[0] + " .."


def setsOf(path):
    record = json.loads(path.read_text())
    return record["sets"] if "sets" in record else [record]


def countOf(found):
    return len(found.get("entries") or found.get("programs") or found.get("runs") or [])


def rows(path):
    for found in setsOf(path):
        what = found.get("target") or next((e["target"] for e in found.get("entries", []) if "target" in e), "")
        yield (
            f'| `{path.name}` | {cell(what)} | {cell(found.get("date"))} | '
            f'{cell(found.get("device", found["machine"]))} | '
            f'{countOf(found)} | {cell(found.get("what"))} | {cell(found["command"])} |'
        )


def page():
    text = HEAD
    for folder in sorted(
        path for path in HERE.iterdir() if path.is_dir() and path.name not in ("history", "__pycache__")
    ):
        text += f"\n## {folder.name}/\n\n| file | target | date | machine | entries | what | command |\n"
        text += "|---|---|---|---|---|---|---|\n"
        text += "".join(row + "\n" for path in sorted(folder.glob("*.json")) for row in rows(path))
    text += PAST
    for path in sorted((HERE / "history").glob("*.json")):
        found = setsOf(path)[0]
        machine = cell(found.get("machine", found.get("device", "")), 80)
        text += f'| `{path.name}` | {cell(found.get("date"))} | {machine} |\n'
    return text


def main():
    readme = HERE / "README.md"
    if "--check" not in sys.argv[1:]:
        readme.write_text(page())
        return 0
    if readme.read_text() == page():
        return 0
    print(f"{readme} isn't what index.py writes; run benchmarks/results/index.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
