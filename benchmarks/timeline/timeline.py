#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A picture of what a card does, as a profiler shows it: the regions' NVTX ranges above copies and kernels.

  gcc -shared -fPIC -I/usr/local/cuda/include trace.c -o libtrace.so -L/usr/local/cuda/lib64 -lcupti
  export CUDA_INJECTION64_PATH=$PWD/libtrace.so NVTX_INJECTION64_PATH=libcupti.so
  TRACE=core.jsonl ./heat; TRACE=streamed.jsonl KASANE_DEVICE_MEMORY=1GiB ./heat
  timeline.py "in core"=core.jsonl streamed=streamed.jsonl -o timeline.svg

A trace is drawn from its last region's beginning to its end.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import bars  # noqa: E402

LANES = ("regions", "launches", "to the card", "kernels", "from the card")
COLOURS = dict(zip(LANES, (bars.LAST, *bars.OTHERS)))
KINDS = {"to": "to the card", "kernel": "kernels", "from": "from the card"}


def spansOf(path):
    """[(lane, start, end, name)], in nanoseconds."""
    records = [json.loads(line) for line in Path(path).read_text().splitlines()]
    begun, spans, ranges = {}, [], []
    for record in records:
        if record["kind"] in KINDS:
            spans.append((KINDS[record["kind"]], record["start"], record["end"], record.get("name", "")))
        elif record["kind"] == "begin":
            begun[record["id"]] = record
        elif record["kind"] == "end" and record["id"] in begun:
            first = begun.pop(record["id"])
            ranges.append((first["at"], record["at"], first["name"]))
    for start, end, name in ranges:
        isInner = any(a <= start and end <= b and (a, b) != (start, end) for a, b, _ in ranges)
        spans.append(("launches" if isInner else "regions", start, end, name))
    return spans


def joined(spans, least):
    """Those that a reader can't tell apart are one."""
    out = []
    for start, stop in sorted(spans):
        if out and start - out[-1][1] < least:
            out[-1] = (out[-1][0], max(stop, out[-1][1]))
        else:
            out.append((start, stop))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("traces", nargs="+", metavar="TITLE=FILE")
    parser.add_argument("-o", dest="out", required=True)
    options = parser.parse_args()
    plt = bars.styled()
    figure, panels = plt.subplots(len(options.traces), 1, figsize=(8, 1.9 * len(options.traces)), squeeze=False)
    for axes, text in zip(panels[:, 0], options.traces):
        title, path = text.split("=", 1)
        spans = spansOf(path)
        begin, end = max((start, end) for lane, start, end, _ in spans if lane == "regions")
        for number, lane in enumerate(LANES):
            its = [(start - begin, stop - begin) for kind, start, stop, _ in spans
                   if kind == lane and begin <= start and stop <= end]
            bars_ = [(start * 1e-6, (stop - start) * 1e-6) for start, stop in joined(its, (end - begin) / 2000)]
            axes.broken_barh(bars_, (number - 0.38, 0.76), color=COLOURS[lane], linewidth=0)
        axes.set_yticks(range(len(LANES)), LANES)
        axes.tick_params(axis="y", length=0)
        axes.set_ylim(len(LANES) - 0.4, -0.6)
        axes.set_xlim(0, (end - begin) * 1e-6)
        axes.set_title(title)
    panels[-1, 0].set_xlabel("milliseconds")
    figure.tight_layout()
    bars.save(figure, options.out)


if __name__ == "__main__":
    main()
