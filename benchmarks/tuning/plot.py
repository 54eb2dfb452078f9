#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws results of run.py: each schedule of each sample by its speed, as a share of the fastest's.   plot.py out.svg result.json .."""
import itertools
import math
import sys

import run  # which finds records
import records

LEFT, RIGHT, ROW, TOP, WIDTH = 96, 70, 26, 74, 760
LEAST = 0.02  # what is slower stands at the edge
COLOURS = {"sweep": "#2f6f9f", "overlap": "#c2703d", "pipeline": "#4b8b3b"}


def xOf(share):
    return LEFT + (WIDTH - LEFT - RIGHT) * (1 - math.log(max(share, LEAST)) / math.log(LEAST))


def text(x, y, words, anchor="start", size=12, colour="#333"):
    words = str(words).replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{words}</text>'


def scale(top, bottom):
    out = []
    for share in (0.02, 0.05, 0.1, 0.2, 0.5, 0.85, 1):
        x = xOf(share)
        out.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>')
        out.append(text(x, top - 6, f"{100 * share:g} %", "middle", 11, "#777"))
    return out


def row(record, name, entries, y):
    ran = [(run.secondsIn(record, e), e) for e in entries if "seconds" in e]
    best = min(seconds for seconds, _ in ran)
    out = [text(LEFT - 10, y + 4, name, "end")]
    for seconds, entry in sorted(ran, key=lambda pair: pair[1]["schedule"] == "chosen"):
        x = xOf(best / seconds)
        tip = f"<title>{run.spell(entry)}: {seconds * 1e3:.4g} ms, {100 * best / seconds:.1f} %</title>"
        if entry["schedule"] == "chosen":
            out.append(f'<path d="M{x:.1f} {y - 9} l6 -7 h-12 z" fill="#111">{tip}</path>')
            out.append(f'<line x1="{x:.1f}" y1="{y - 9}" x2="{x:.1f}" y2="{y + 8}" stroke="#111" stroke-width="1.5"/>')
            out.append(text(WIDTH - RIGHT + 14, y + 4, f"{100 * best / seconds:.1f} %"))
        else:
            out.append(f'<circle cx="{x:.1f}" cy="{y}" r="3" fill="{COLOURS[entry["family"]]}" fill-opacity="0.45">{tip}</circle>')
    return out


def panel(record, top):
    groups = [(name, list(entries)) for name, entries in itertools.groupby(record["entries"], key=lambda e: e["program"])]
    bottom = top + ROW * len(groups)
    first = record["entries"][0]
    out = [text(LEFT, top - 44, f'{first["target"]}, {record["machine"]}, {record["date"]}', size=14, colour="#111"),
           text(LEFT, top - 26, f'{sum("seconds" in e for e in record["entries"])} schedules by speed, the fastest of each sample is 100 %; sweeps blue, '
                'overlapped tiles orange, pipelines green; the mark: chosen without a run', size=11, colour="#777")]
    out += scale(top, bottom)
    for number, (name, entries) in enumerate(groups):
        out += row(record, name, entries, top + ROW * number + ROW // 2)
    return out, bottom


def main():
    parts, y = [], 0
    for record in (record for path in sys.argv[2:] for record in records.read(path) if "what" not in record):
        drawn, y = panel(record, y + TOP)
        parts += drawn
    with open(sys.argv[1], "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 16}" viewBox="0 0 {WIDTH} {y + 16}" '
                   'font-family="sans-serif"><rect width="100%" height="100%" fill="white"/>' + "\n".join(parts) + "</svg>\n")


if __name__ == "__main__":
    main()
