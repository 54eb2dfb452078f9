#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws results of run.py measure as a bar chart: plot.py results.json .. out.svg"""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import bars  # noqa: E402


def main():
    records = [json.loads(pathlib.Path(name).read_text()) for name in sys.argv[1:-1]]
    rows = {}
    for entry in (entry for record in records for entry in record["entries"] if "gcells" in entry):
        row = rows.setdefault(f'{entry["program"]} {entry["type"]}', {})
        row[entry["kind"]] = max(entry["gcells"], row.get(entry["kind"], 0))
    kinds = [kind for kind in ("sweep", "chosen", "loops") if any(kind in row for row in rows.values())]
    what = "what is chosen" + (", the loops with OpenACC's directives" if "loops" in kinds else "")
    bars.draw(sys.argv[-1], f'Gcells/s, {records[0]["machine"].split(",")[0]}: the best sweep, {what}',
              [(name, [(row[kind], f"{row[kind]:.0f} {kind}") for kind in kinds if kind in row]) for name, row in rows.items()])


if __name__ == "__main__":
    main()
