# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JSON of `kasane explain` on heat.c has what programs rely on."""

import json
import sys

with open(sys.argv[1]) as file:
    explained = json.load(file)
assert explained["version"] == 1
(region,) = explained["regions"]
assert region["name"] == "heat_heat_1" and region["file"].endswith("heat.c") and region["rank"] == 1
schedule = region["schedule"]
assert schedule["target"] == "opencl" and schedule["family"] == "overlap" and schedule["placement"] == "in core"
assert schedule["tile"] == [64, 1, 1] and schedule["depth"] == 3
assert [s["target"] for s in region["schedules"]] == ["opencl", "openmp"]
fields = {field["name"]: field for field in region["fields"]}
assert fields["A"]["offsets"] == [[-1], [0], [1]] and fields["B"]["written"]
assert region["rotation"] == [["A", "B"], ["B", "A"]]
assert region["cost"] == {"operations": 4, "bytes": 8, "arrays": 2}

for schedule in region["schedules"]:
    assert schedule["machine"] == {"opencl": "gpu", "openmp": "avx2"}[schedule["target"]]
    assert schedule["stream"] is None
    assert len(schedule["grid"]) == 1 and schedule["grid"][0] > 1 and schedule["assumed"] == ["i"]
    assert schedule["steps"] > 1 and 0 < schedule["updates"] < schedule["grid"][0] and schedule["paper"] == []
    predicted = schedule["predicted"]
    resources = predicted["seconds"]
    assert 0 < max(resources.values()) == resources[predicted["bound"]]
    assert predicted["step_seconds"] > 0 and predicted["redundancy"] > 1 and 0 < predicted["fill"] <= 1
    assert predicted["launch_seconds"] > 0 and predicted["on_chip_bytes"] > 0
    assert schedule["candidates"] and schedule["candidates"][0]["step_seconds"] == predicted["step_seconds"]
    assert all(c["schedule"]["depth"] == 3 and c["bound"] in resources for c in schedule["candidates"])
