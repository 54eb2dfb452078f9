# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The JSON of `kasane explain` says which unchanged arrays a pipeline holds (coefficients.c), and which it reads again (himeno.c)."""

import json
import sys


def streamOf(path):
    with open(path) as file:
        (region,) = json.load(file)["regions"]
    return region["schedules"][0]["stream"]


held, again = map(streamOf, sys.argv[1:])
assert held["loaded"] == ["u"] and held["held"] == ["c", "d"] and held["read_again"] == []
assert again["loaded"] == ["p"] and again["held"] == [] and len(again["read_again"]) == 12
assert {"a_0", "c_2", "wrk1", "bnd"} <= set(again["read_again"])
