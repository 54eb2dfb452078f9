#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a result of run.py measure as a bar chart: plot.py results.json out.svg"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import bars  # noqa: E402


def main():
    record = json.loads(pathlib.Path(sys.argv[1]).read_text())
    rows = {}
    for entry in record["entries"]:
        rows.setdefault(f'{entry["program"]} {entry["type"]}', {})[entry["kind"]] = entry["gcells"]
    bars.draw(sys.argv[2], f'Gcells/s, {record["machine"].split(",")[0]}: a work-item for each cell, and what is chosen',
              [(name, [(row[kind], f"{row[kind]:.0f} {kind}") for kind in ("sweep", "chosen")]) for name, row in rows.items()])


if __name__ == "__main__":
    main()
