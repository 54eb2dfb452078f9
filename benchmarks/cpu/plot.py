#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a result of run.py --json as a bar chart: plot.py results.json out.svg"""

import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import bars  # noqa: E402
import records  # noqa: E402

WORDS = {"plain": "plain gcc, one thread", "hand": "omp parallel for by hand", "kasane": "Kasane"}


def main():
    record = records.read(sys.argv[1])[0]
    rows = [
        (bars.TITLES[name], {words: statistics.median(data[key]) for key, words in WORDS.items() if key in data})
        for name, data in record["programs"].items()
    ]
    title = f'Stencils on {record["machine"]}, {record["threads"]} threads, {" ".join(record["flags"])}'
    bars.draw(sys.argv[2], title, bars.SPEED, list(WORDS.values()), rows, "{:.2f}")


if __name__ == "__main__":
    main()
