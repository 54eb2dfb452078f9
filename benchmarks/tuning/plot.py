#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws results of run.py: each schedule of each sample by its speed, as a share of the fastest's.

  plot.py out.svg result.json ..
"""
import itertools
import sys

import run  # which finds records
import bars
import records

LEAST = 2  # per cent; what is slower stands at the edge
FAMILIES = {"sweep": ("sweeps", "#9aa5b1"), "overlap": ("overlapped tiles", "#c2703d"),
            "pipeline": ("pipelines", "#4b8b3b"), "diamond": ("diamonds", "#7b519d")}


def panel(axes, record):
    grouped = itertools.groupby(record["entries"], key=lambda entry: entry["program"])
    groups = [(name, list(entries)) for name, entries in grouped]
    for y, (_, entries) in enumerate(groups):
        ran = [(run.secondsIn(record, entry), entry) for entry in entries if "seconds" in entry]
        best = min(seconds for seconds, _ in ran)
        for seconds, entry in ran:
            share = 100 * best / seconds
            if entry["schedule"] != "chosen":
                # A thousand points are one image, with the text, the axes and the choices drawn over it.
                axes.plot(max(share, LEAST), y, "o", ms=5, mew=0, alpha=0.45, color=FAMILIES[entry["family"]][1],
                          rasterized=True, zorder=1.5)
                continue
            axes.plot([max(share, LEAST)], [y], marker="D", ms=7, mfc="none", mec=bars.LAST, mew=1.8)
            axes.annotate(f"{share:.1f} %", (1.02, y), xycoords=("axes fraction", "data"), va="center", fontsize=9)
    axes.set_yticks(range(len(groups)), [bars.TITLES[name] for name, _ in groups])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(groups) - 0.5, -0.5)
    axes.set_xscale("log")
    shares = (2, 5, 10, 20, 50, 100)
    axes.set_xticks(shares, [f"{share} %" for share in shares])
    axes.minorticks_off()
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    first = record["entries"][0]
    count = sum("seconds" in entry for entry in record["entries"])
    axes.set_title(f'{first["target"]} on {record["machine"]}: {count} schedules')


def main():
    drawn = [record for path in sys.argv[2:] for record in records.read(path) if "what" not in record]
    plt = bars.styled()
    heights = [len({entry["program"] for entry in record["entries"]}) for record in drawn]
    figure, panels = plt.subplots(len(drawn), 1, figsize=(8, 0.28 * sum(heights) + 0.8 * len(drawn)), squeeze=False,
                                  gridspec_kw={"height_ratios": heights})
    for axes, record in zip(panels[:, 0], drawn):
        panel(axes, record)
    seen = {entry["family"] for record in drawn for entry in record["entries"] if "family" in entry}
    for family, (words, colour) in FAMILIES.items():
        if family in seen:
            panels[0, 0].plot([], [], "o", ms=5, mew=0, color=colour, label=words)
    panels[0, 0].plot([], [], "D", ms=7, mfc="none", mec=bars.LAST, mew=1.8, label="chosen without a run")
    panels[0, 0].legend(loc="lower left", bbox_to_anchor=(0, 1.12), ncol=len(seen) + 1)
    panels[-1, 0].set_xlabel("speed, the fastest schedule of each program being 100 %")
    figure.tight_layout()
    bars.save(figure, sys.argv[1])


if __name__ == "__main__":
    main()
