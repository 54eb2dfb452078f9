# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JSON of `kasane explain` on heat.c has the tuner's whole decision; arguments: the file of policy model, of paper."""

import json
import sys


def schedule_of(path):
    with open(path) as file:
        (region,) = json.load(file)["regions"]
    (schedule,) = region["schedules"]
    return schedule


for schedule in map(schedule_of, sys.argv[1:]):
    assert schedule["machine"] == "c2070" and schedule["grid"] == [1048576] and schedule["steps"] == 50
    assert schedule["assumed"] == [] and schedule["updates"] == 1048574
model, paper = map(schedule_of, sys.argv[1:])
times = [candidate["step_seconds"] for candidate in model["candidates"]]
assert len(times) > 1 and times == sorted(times) and model["predicted"]["step_seconds"] in times
assert all(way["direction"] and way["reason"] for way in model["stopped"]) and model["stopped"]
assert model["paper"] == []
assert paper["paper"][0]["accepted"] and paper["paper"][0]["shape"] == [32, 1, 1, 1]
assert all(step["text"] and step["groups"] > 0 for step in paper["paper"])
