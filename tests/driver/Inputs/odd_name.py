# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""odd_name.py KASANE RUNTIME -IINCLUDE, where heat.c lies: a source whose name has a newline is translated, built and run."""

import json
import os
import subprocess
import sys

kasane, runtime, include = sys.argv[1:]
name = 'two\nlines "quoted" back\\slash.c'
main = "#include <stdio.h>\nint main(void) { float a[40] = {9}, b[40] = {9}; heat(40, 5, a, b); printf(\"%g\\n\", a[3] + b[3]); return 0; }\n"
with open("heat.c") as source, open(name, "w") as odd:
    odd.write(source.read() + main)


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


run("gcc", "-O1", "-ffp-contract=off", "-w", name, "-o", "original")
run(kasane, name, "-o-dir", "odd", "--fp=strict")
generated = [f"odd/{each}" for each in os.listdir("odd")]
assert len(generated) == 2, generated
run("gcc", "-std=gnu11", "-Werror", "-Wno-unknown-pragmas", "-Wno-implicit-function-declaration", "-fopenmp", "-ffp-contract=off", include,
    *generated, runtime, "-pthread", "-lm", "-o", "translated")
os.environ["KASANE_REPORT"] = "report.json"
assert run("./translated") == run("./original")
with open("report.json") as report:
    (region,) = json.load(report)["regions"]
assert region["ran"] and region["file"] == name, region
