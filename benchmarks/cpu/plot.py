#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a result of run.py --json as a bar chart: plot.py results.json out.svg"""
import json
import statistics
import sys

WIDTH, BAR, GAP, LEFT = 640, 18, 26, 90


def main():
    with open(sys.argv[1]) as file:
        record = json.load(file)
    rows = [(name, *(statistics.median(data[key]) for key in ("hand", "kasane"))) for name, data in record["programs"].items()]
    scale = (WIDTH - LEFT - 110) / max(max(row[1:]) for row in rows)
    parts, y = [], 50
    for name, hand, ours in rows:
        parts.append(f'<text x="{LEFT - 8}" y="{y + BAR + 4}" text-anchor="end">{name}</text>')
        for value, colour, label in ((hand, "#9aa5b1", "by hand"), (ours, "#2b6cb0", "kasane")):
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{value * scale:.1f}" height="{BAR}" fill="{colour}"/>')
            parts.append(f'<text x="{LEFT + value * scale + 6:.1f}" y="{y + 14}">{value:.2f} {label}</text>')
            y += BAR + 2
        y += GAP - 2
    title = f'Gcells/s, {record["threads"]} threads, {record["machine"]}, {" ".join(record["flags"])}'
    with open(sys.argv[2], "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" font-family="sans-serif" '
                   f'font-size="13"><rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="28">{title}</text>'
                   + "".join(parts) + "</svg>\n")


if __name__ == "__main__":
    main()
