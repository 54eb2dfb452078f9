# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bar chart of contenders beside each other, as SVG. Needs matplotlib (Debian: python3-matplotlib)."""

import re
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

from titles import SPEED, TITLES, TYPES  # noqa: E402, F401

OTHERS, LAST = ("#9aa5b1", "#c2703d", "#4b8b3b", "#7b5ea7"), "#2b6cb0"
GREY = "#555555"


def styled():
    """The same style for every picture; text stays text, and the same figures make the same file."""
    plt.rcParams.update({
        "font.family": "sans-serif", "font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "kasane",
        "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": GREY, "axes.titlelocation": "left",
        "axes.titlesize": 12, "xtick.color": GREY, "legend.frameon": False,
    })
    return plt


def save(figure, path):
    # dpi: of what is drawn as points
    figure.savefig(path, dpi=100, metadata={"Date": None}, bbox_inches="tight", pad_inches=0.15)
    plt.close(figure)
    text = Path(path).read_text()
    Path(path).write_text(re.sub(r"\b(\d+\.\d)\d{3,}\b", r"\1", text))  # a tenth of a point is enough


def draw(path, title, unit, contenders, rows, shown="{:.0f}", isLog=False):
    """rows: (name, {contender: value}), a bar for each contender that a row has; `unit` says what the axis measures,
    `shown` how a value is written."""
    styled()
    colours = dict(zip(contenders, OTHERS))
    colours[contenders[-1]] = LAST
    lanes = sum(len(values) + 0.8 for _, values in rows)
    figure, axes = plt.subplots(figsize=(8, 0.24 * lanes))
    y, ticks = 0.0, []
    for name, values in rows:
        ticks.append((y + (len(values) - 1) / 2, name))
        for contender in (contender for contender in contenders if contender in values):
            axes.barh(y, values[contender], height=0.9, color=colours[contender])
            value = values[contender]
            axes.annotate(shown(value) if callable(shown) else shown.format(value), (value, y), (4, 0),
                          textcoords="offset points", va="center", fontsize=9)
            y += 1
        y += 0.8
    for contender in contenders:
        axes.barh([0], [0], color=colours[contender], label=contender)
    axes.set_yticks([place for place, _ in ticks], [name for _, name in ticks])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(y - 0.8, -0.8)
    axes.margins(x=0.08)
    if isLog:
        axes.set_xscale("log")
    axes.set_xlabel(unit)
    axes.set_title(title, pad=28 if len(contenders) < 4 else 44)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncol=min(len(contenders), 3), borderaxespad=0.2)
    save(figure, path)
