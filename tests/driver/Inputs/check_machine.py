# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_machine.py FILE [CLASS]: what `kasane machines --format=json` says of a measured machine is of the right size."""

import json
import sys

with open(sys.argv[1]) as file:
    (machine,) = json.load(file)["machines"]
assert machine["class"] in (sys.argv[2:] or ["cpu"]), machine["class"]
assert machine["source"].startswith("measured (by kasane probe"), machine["source"]
assert machine["units"] >= 1 and machine["width"] >= 1
assert machine["operations"]["f32"] > 1e8 and machine["operations"]["i32"] > 1e8, machine["operations"]
assert 0 < machine["operations"]["f64"] <= 1.5 * machine["operations"]["f32"], machine["operations"]
assert 1e7 < machine["memory"]["bandwidth"] < 1e14 and machine["memory"]["bytes"] > 1 << 28, machine["memory"]
assert 1e-9 < machine["launch"] < 1, machine["launch"]
if machine["class"] != "cpu":
    assert machine["link"]["in"] > 1e7 and machine["local"]["bandwidth"] > machine["memory"]["bandwidth"], machine
if len(sys.argv) > 2:  # OpenCL's caches have a size only
    assert machine["group"]["items"] >= 1 and machine["local"]["bytes"] >= 16384 and machine["barrier"] >= 0, machine
    sys.exit()
for outer, inner in zip(machine["caches"], machine["caches"][1:]):
    assert outer["bandwidth"] <= inner["bandwidth"], machine["caches"]
for cache in machine["caches"]:
    assert cache["bytes"] >= 4096 and cache["bandwidth"] >= machine["memory"]["bandwidth"], cache
