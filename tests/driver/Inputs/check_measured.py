# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain --format=json with --tune: the fastest of the timed schedules is the choice. Arguments: the file, how, whether
the times were kept from before, and key=value that every timed schedule has."""
import json
import sys

with open(sys.argv[1]) as file:
    region, = json.load(file)["regions"]
chosen, = region["schedules"]
measured = chosen["measured"]
timed = measured["timed"]
assert measured["how"] == sys.argv[2], measured["how"]
assert measured["known_before"] == (sys.argv[3] == "kept"), measured["known_before"]
seconds = [t["step_seconds"] for t in timed]
assert seconds == sorted(seconds) and seconds[0] > 0, seconds
assert all(t["samples"] and min(t["samples"]) == t["step_seconds"] and t["predicted_seconds"] > 0 for t in timed)
assert timed[0]["schedule"] == region["schedule"], (timed[0], region["schedule"])
assert 0 < measured["share_of_best"] <= 1 and measured["chosen_without"] in [t["schedule"] for t in timed]
assert any(c["schedule"] == region["schedule"] for c in chosen["candidates"])
for pin in sys.argv[4:]:
    key, value = pin.split("=")
    assert all(str(t["schedule"][key]) == value for t in timed), (pin, timed)
print(len(timed), "timed")
