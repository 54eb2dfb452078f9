# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_vectors.py KASANE SOURCE FOLDER: what the program's report says was predicted, by the compiler's flags."""

import json
import os
import subprocess
import sys

kasane, source, folder = sys.argv[1:]


def predicted(*flags):
    program, report = os.path.join(folder, "program"), os.path.join(folder, "report.json")
    subprocess.run([kasane, "cc", "-O3", "--machine=avx512", *flags, source, "-o", program], check=True)
    subprocess.run([program], check=True, env=dict(os.environ, KASANE_REPORT=report), stdout=subprocess.DEVNULL)
    (region,) = json.load(open(report))["regions"]
    assert region["ran"] and region["machine"] == "avx512", region
    return region["predicted_seconds"]


narrow, same, wide = predicted(), predicted("-msse4.2"), predicted("-mavx")
assert narrow == same, (narrow, same)
assert wide < narrow, (wide, narrow)
