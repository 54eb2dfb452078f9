# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import sys

TEXTS = {"name", "function", "file", "target", "family", "placement", "fp", "machine", "chosen", "reason"}
COUNTS = {"line", "depth", "calls", "declined", "verified", "passes", "steps", "bytes", "memory", "huge_pages", "cells"}
SECONDS = {"seconds", "kernel_seconds", "predicted_seconds"}

report = json.load(open(sys.argv[1]))
assert report["version"] == 1, report
(region,) = report["regions"]
assert region.keys() == TEXTS | COUNTS | SECONDS | {"tile", "ran"}, region.keys()
assert all(isinstance(region[key], str) for key in TEXTS), region
assert all(isinstance(region[key], int) for key in COUNTS), region
assert all(isinstance(region[key], float) for key in SECONDS), region
assert region["ran"] is True and region["huge_pages"] == 0, region  # it is short
