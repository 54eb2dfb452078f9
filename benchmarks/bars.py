# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bar chart of contenders beside each other, as SVG. Needs matplotlib (Debian: python3-matplotlib)."""

import re
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

OTHERS, LAST = ("#9aa5b1", "#c2703d", "#4b8b3b"), "#2b6cb0"
GREY = "#555555"

# What the benchmarks' programs compute, in a reader's words.
TITLES = {
    "box2d1": "2D, 9 points", "box27": "3D, 27 points", "box3d1": "3D, 27 points", "box3d1w": "3D, 27 weights",
    "cip2d": "CIP advection, 2D", "coef19": "3D, 19 points, 12 coefficient arrays", "fdtd2d": "Maxwell (FDTD), 2D",
    "grayscott": "Gray-Scott, 2D", "heat1d": "heat, 1D", "heat2d": "heat, 2D", "heat3d": "heat, 3D",
    "himeno": "Himeno's kernel, 3D", "jacobi2d": "Jacobi, 2D", "laplace": "Laplace, 2D", "life": "game of life",
    "small2d": "2D, 5 points, small", "small3d": "3D, 7 points, small", "star1d1": "1D, 3 points",
    "star2d1": "2D, 5 points", "star2d2": "2D, 9 points in a star", "star3d1": "3D, 7 points",
    "wave3d": "wave, 3D, radius 4",
}
SPEED = "Gcells/s: 10^9 cells made in a second"
TYPES = {"f32": "float", "f64": "double"}


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


def draw(path, title, unit, contenders, rows, shown="{:.0f}"):
    """rows: (name, {contender: value}), a bar for each contender that a row has; `unit` says what the axis measures."""
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
            axes.annotate(shown.format(values[contender]), (values[contender], y), (4, 0), textcoords="offset points",
                          va="center", fontsize=9)
            y += 1
        y += 0.8
    for contender in contenders:
        axes.barh([0], [0], color=colours[contender], label=contender)
    axes.set_yticks([place for place, _ in ticks], [name for _, name in ticks])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(y - 0.8, -0.8)
    axes.margins(x=0.08)
    axes.set_xlabel(unit)
    axes.set_title(title, pad=28)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncol=len(contenders), borderaxespad=0.2)
    save(figure, path)
