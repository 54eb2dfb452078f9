# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JSON of `kasane explain` on fdtd2d.c says how a pipeline of two steps goes through the planes."""

import json
import sys

with open(sys.argv[1]) as file:
    (region,) = json.load(file)["regions"]
(schedule,) = region["schedules"]
assert schedule["family"] == "pipeline" and schedule["tile"] == [32, 64, 1] and schedule["halos"] == []
stream = schedule["stream"]
assert stream["axis"] == region["axes"][-1] == "i" and stream["loaded"] == ["hz"] and stream["planes"] == 3
levels = stream["levels"]
assert [(level["step"], level["stage"]) for level in levels] == [(step, stage) for step in (1, 2) for stage in (1, 2, 3, 4)]
assert [level["lag"] for level in levels] == [0, 0, 1, 2, 0, 2, 3, 4]
assert levels[-1]["reach"] == {"lo": [0, 0], "hi": [0, 0]} and levels[0]["reach"]["hi"] == [1, 2]
