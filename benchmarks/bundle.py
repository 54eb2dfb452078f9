# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the benchmarks share that translate here and measure on another machine, by `run.py make OUT` and
`run.py measure OUT`. It is gathered into the bundle itself."""

import argparse
import datetime
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def numbers(text):
    return [int(number) for number in text.split(",")]


def parser(doc):
    out = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    out.add_argument("what", choices=("make", "measure"))
    out.add_argument("out", type=Path)
    out.add_argument("--kasane", default=ROOT / "build/tools/kasane/kasane")
    out.add_argument("--machine", default="h100")
    out.add_argument("--name", default="not said", help="of the machine, in the results")
    out.add_argument("--json", type=Path)
    return out


def run(options, make, measure):
    if options.what == "make":
        options.out.mkdir(parents=True)
        shutil.copy(__file__, options.out / "bundle.py")
        return make(options)
    return measure(options)


def gather(options, here, files, folders=("runtime",)):
    for name in folders:
        shutil.copytree(ROOT / name, options.out / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in files:
        shutil.copy(here / name, options.out / name)


def translate(words, wanted):
    """Did it work? What is `wanted`, as a text, says for whom it didn't."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode:
        print(f"{wanted}: {done.stderr.strip()[-300:]}", file=sys.stderr)
    return done.returncode == 0


def write(options, command, entries, **more):
    if options.json:
        record = {"machine": options.name, "date": str(datetime.date.today()), **more, "command": command,
                  "entries": entries}
        options.json.write_text(json.dumps(record, indent=1) + "\n")
