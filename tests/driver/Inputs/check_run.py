# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_run.py REPORT JSON TEXT PAGE: the run's figures are the report's, by the same names, in all forms."""

import json
import sys
import xml.etree.ElementTree as tree

report, told = (json.load(open(path)) for path in sys.argv[1:3])
(ran,) = report["regions"]
run = told["regions"][0]["schedules"][0]["run"]
for name in ("calls", "declined", "verified", "reason", "steps", "cells", "memory", "bytes", "seconds",
             "kernel_seconds", "predicted_seconds", "machine"):
    assert run[name] == ran[name], (name, run[name], ran[name])
assert ran["cells"] > 0 and ran["steps"] > 0
text = open(sys.argv[3]).read()
page = " ".join(" ".join(tree.parse(sys.argv[4]).getroot().find("body").itertext()).split())
for line in (line.strip() for line in text.splitlines()):
    if line.startswith(("ran in", "measured", "no temporal")):
        assert line in page, line
assert "predicted for the run" in page and "measured in the run" in page and "measured Gcells/s" in page, page
