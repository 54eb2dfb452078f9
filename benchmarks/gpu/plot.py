#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws results of run.py measure as a bar chart: plot.py results.json .. out.svg [--programs star2d1 ..]"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import bars  # noqa: E402
import records  # noqa: E402

WORDS = {
    "loops": "the loops with OpenACC's directives",
    "sweep": "the best of one step at a time",
    "chosen": "what Kasane chooses",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--target", default="cuda", help="of a file with several")
    parser.add_argument("--programs", nargs="+", default=[], help="these only")
    args = parser.parse_args()
    found = [record for name in args.files[:-1] for record in records.read(name)]
    rows, sizes = {}, {}
    for entry in (entry for record in found for entry in record["entries"] if "gcells" in entry):
        if entry["target"] not in (args.target, "openacc") or (args.programs and entry["program"] not in args.programs):
            continue
        if entry["lengths"] != sizes.setdefault((entry["program"], entry["type"]), entry["lengths"]):
            continue
        name = f'{bars.TITLES[entry["program"]]}, {bars.TYPES[entry["type"]]}'
        row = rows.setdefault(name, {})
        row[WORDS[entry["kind"]]] = max(entry["gcells"], row.get(WORDS[entry["kind"]], 0))
    machine = found[0]["machine"].split(",")[0]
    contenders = [words for words in WORDS.values() if any(words in row for row in rows.values())]
    bars.draw(args.files[-1], f"Stencils on one {machine}", bars.SPEED, contenders, list(rows.items()))


if __name__ == "__main__":
    main()
