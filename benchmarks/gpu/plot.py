#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a result of run.py measure as a bar chart: plot.py results.json out.svg"""
import json
import sys

WIDTH, BAR, GAP, LEFT = 640, 16, 22, 110


def main():
    with open(sys.argv[1]) as file:
        record = json.load(file)
    rows = {}
    for entry in record["entries"]:
        rows.setdefault((entry["program"], entry["type"]), {})[entry["kind"]] = entry["gcells"]
    scale = (WIDTH - LEFT - 120) / max(max(row.values()) for row in rows.values())
    parts, y = [], 50
    for (name, real), row in rows.items():
        parts.append(f'<text x="{LEFT - 8}" y="{y + BAR + 3}" text-anchor="end">{name} {real}</text>')
        for kind, colour in (("sweep", "#9aa5b1"), ("chosen", "#2b6cb0")):
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{row[kind] * scale:.1f}" height="{BAR}" fill="{colour}"/>')
            parts.append(f'<text x="{LEFT + row[kind] * scale + 6:.1f}" y="{y + 13}">{row[kind]:.0f} {kind}</text>')
            y += BAR + 2
        y += GAP - 2
    title = f'Gcells/s, {record["machine"].split(",")[0]}: a work-item for each cell, and what is chosen'
    with open(sys.argv[2], "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" font-family="sans-serif" '
                   f'font-size="13"><rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="28">{title}</text>'
                   + "".join(parts) + "</svg>\n")


if __name__ == "__main__":
    main()
