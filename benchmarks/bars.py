# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A bar chart as SVG."""

WIDTH, BAR, GAP, LEFT, RIGHT = 640, 16, 22, 110, 120
COLOURS = ("#9aa5b1", "#2b6cb0", "#c2703d")


def draw(path, title, rows):
    """rows: (name, [(value, what stands beside the bar), ..]); bars of the same place have the same colour."""
    scale = (WIDTH - LEFT - RIGHT) / max(value for _, bars in rows for value, _ in bars)
    parts, y = [], 50
    for name, bars in rows:
        parts.append(f'<text x="{LEFT - 8}" y="{y + BAR + 3}" text-anchor="end">{name}</text>')
        for (value, words), colour in zip(bars, COLOURS):
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{value * scale:.1f}" height="{BAR}" fill="{colour}"/>')
            parts.append(f'<text x="{LEFT + value * scale + 6:.1f}" y="{y + 13}">{words}</text>')
            y += BAR + 2
        y += GAP - 2
    with open(path, "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y}" font-family="sans-serif" '
                   f'font-size="13"><rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="28">{title}</text>'
                   + "".join(parts) + "</svg>\n")
