# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of `kasane explain --format=html`: well-formed, refers to nothing, runs nothing; each link leads to a place
of the page, lines of the source and what is said of them to each other; texts of pictures stay in them, by their
estimated width. Arguments: the file, then texts that a reader must see, then after "--" how many pictures it has at least."""

import re
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

# Links, and back.
places = {element.get("id"): element for element in root.iter() if element.get("id")}
assert len(places) == sum(element.get("id") is not None for element in root.iter()), "an id stands twice"


def linksOf(element):
    return {link.get("href")[1:] for link in element.iter("a")}


for name in linksOf(root):
    assert name in places, f"#{name} leads nowhere"
lines = [place for place in places if re.fullmatch(r"r\d+-L\d+", place)]
for line in lines:
    for said in linksOf(places[line]):
        assert line in linksOf(places[said]), f"{said} doesn't lead back to {line}"
    for name, element in places.items():
        if name not in lines and not name.endswith(tuple(f"-t{t}" for t in range(9))) and line in linksOf(element):
            leads = any(name.startswith(said) or said.startswith(name) for said in linksOf(places[line]))
            assert leads, f"{line} doesn't lead to {name}"
cards = [card for card in root.iter("div") if card.get("class") == "card"]
assert all(card.find("h3") is None or len(card) > 1 for card in cards), "an empty card"

# A character of this font is 0.6 of its size wide, as wide letters are.
for picture in found:
    width, height = map(float, picture.get("viewBox").split()[2:])
    for text in picture.iter("text"):
        style = (text.get("class") or "").split()
        x, y = float(text.get("x")), float(text.get("y"))
        wide = 0.6 * (10.5 if "tiny" in style else 11) * len(text.text)
        if text.get("transform"):
            continue
        left = x - (wide / 2 if "mid" in style else wide if "end" in style else 0)
        assert left >= -1 and left + wide <= width + 1 and 8 <= y <= height, (text.text, left, wide, width)
