#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a result of run.py --json as a bar chart: plot.py results.json out.svg"""

import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import bars  # noqa: E402
import records  # noqa: E402


def main():
    record = records.read(sys.argv[1])[0]
    rows = []
    for name, data in record["programs"].items():
        speeds = [
            (statistics.median(data[key]), words)
            for key, words in (("plain", "plain gcc, one thread"), ("hand", "by hand"), ("kasane", "kasane"))
            if key in data
        ]
        rows.append((name, [(speed, f"{speed:.2f} {words}") for speed, words in speeds]))
    bars.draw(
        sys.argv[2], f'Gcells/s, {record["threads"]} threads, {record["machine"]}, {" ".join(record["flags"])}', rows
    )


if __name__ == "__main__":
    main()
