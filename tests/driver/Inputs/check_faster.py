# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_faster.py KASANE SOURCE OPTION .. takes each advice of `kasane explain` that is a flag: the translator must
take it, and the model must then say what it promised. Prints all advice."""

import json
import subprocess
import sys

kasane, source, *options = sys.argv[1:]


def explain(flags):
    cut = flags.index("--") if "--" in flags else len(flags)
    words = [kasane, "explain", source, "--format=json", *flags[:cut], *flags[cut:]]
    told = subprocess.run(words, stdout=subprocess.PIPE, check=True)
    return json.loads(told.stdout)["regions"]


def taken(advice, target):
    kept = [flag for flag in options if flag.split("=")[0] not in (*advice["remove"], "--target")]
    added = [flag for flag in advice["add"] if flag.startswith("--")]
    behind = [flag for flag in advice["add"] if not flag.startswith("--")]
    return [*kept, *added, f"--target={target}", *(["--", *behind] if behind else [])]


taken_count = 0
for r, region in enumerate(explain(options)):
    for chosen in region["schedules"]:
        for advice in chosen["faster"]:
            print(f'{advice["kind"]}: {advice["what"]}: {advice["why"]}')
            if advice["kind"] != "flag" or any("tune" in flag for flag in advice["add"]):
                continue
            (after,) = explain(taken(advice, chosen["target"]))[r]["schedules"]
            taken_count += 1
            promised = advice["step_seconds"]
            if promised:
                told = after["predicted"]["step_seconds"]
                assert abs(told / promised - 1) < 1e-6, (advice, told)
                assert told <= chosen["predicted"]["step_seconds"] * 1.000001, (advice, told)
assert taken_count, "no advice was tried"
