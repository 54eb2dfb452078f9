#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws how much of its speed in core each program keeps when its arrays are streamed: plot.py out.svg result.json .. (one a target)"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import bars  # noqa: E402
import records  # noqa: E402

WORDS = {"cuda": "CUDA", "opencl": "OpenCL", "openacc": "OpenACC"}


def main():
    rows = {}
    for record in (record for name in sys.argv[2:] for record in records.read(name)):
        inCore = {e["program"]: e["kernel_seconds"] for e in record["entries"] if e.get("placement") == "in core"}
        for entry in record["entries"]:
            if entry.get("placement") == "chunked" and "KASANE_STEPS" not in entry["env"]:
                share = 100 * inCore[entry["program"]] / entry["kernel_seconds"]
                rows.setdefault(bars.TITLES[entry["program"]], {})[WORDS[record["target"]]] = share
    title = "Arrays four times as large as the card's memory"
    contenders = [words for words in WORDS.values() if any(words in row for row in rows.values())]
    bars.draw(sys.argv[1], title, "speed in % of the speed in core", contenders, list(rows.items()))


if __name__ == "__main__":
    main()
