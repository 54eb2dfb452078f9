# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of `kasane explain --format=html`: well-formed, refers to nothing, runs nothing. Arguments: the file, then texts
that a reader must see, then after "--" how many pictures it has at least."""

import sys
import xml.etree.ElementTree as tree

path, *rest = sys.argv[1:]
texts, (pictures,) = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
with open(path) as file:
    page = file.read()
assert "http" not in page and "<script" not in page and "url(" not in page and "@import" not in page
root = tree.fromstring(page)
assert root.tag == "html" and root.find("head/title").text.startswith("kasane explain")
seen = " ".join(" ".join(root.find("body").itertext()).split())
for text in texts:
    assert text in seen, f"{text!r} is not in the page"
found = list(root.iter("svg"))
assert len(found) >= int(pictures), len(found)
for picture in found:
    width, height = map(float, picture.get("viewBox").split()[2:])
    for shape in picture:
        place = [shape.get(key) for key in ("x", "y", "cx", "cy", "x1", "y1", "x2", "y2")]
        assert all(-1 <= float(value) <= max(width, height) + 1 for value in place if value is not None), shape.attrib
