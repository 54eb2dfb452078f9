#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long a translation takes and how much memory, by the size of the program in each of many dimensions.

  run.py --kasane build/tools/kasane/kasane                       # all dimensions, three sizes each
  run.py --dimensions conditions pairs --sizes 8 16 32 64         # some of them, at sizes of your choice
  run.py --target cuda --json result.json
  run.py --limit-times 100 --limit-megabytes 300                   # exit status 1 when a translation takes more

The time is the processor's, so other work on the machine doesn't count. --limit-times counts in times of the smallest
program, so that a slow machine has as much more. `refused` is a refusal with a message: it has to be early,
too. What ends in another way (a crash, more than --stop seconds) is shown as such and counts as beyond every limit.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from programs import DIMENSIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]


def measured(command, stop):
    """What became of it, the processor's seconds, and MiB at most."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (stop, stop + 1))
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit)
    _, status, used = os.wait4(child.pid, 0)
    code = child.returncode = os.waitstatus_to_exitcode(status)
    result = {0: "done", 1: "refused"}.get(code, f"exit {code}" if code > 0 else f"signal {-code}")
    return result, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def translation(args, folder, dimension, size):
    source = folder / f"{dimension}{size}.c"
    source.write_text(DIMENSIONS[dimension][0](size))
    command = [args.kasane, source, f"--target={args.target}", "-o-dir", folder / "out"]
    result, seconds, megabytes = measured(command, args.stop)
    return {"dimension": dimension, "size": size, "result": result, "seconds": round(seconds, 3), "megabytes": round(megabytes)}


def isBeyond(args, entry, limit):
    failed = entry["result"] not in ("done", "refused")
    return failed or entry["seconds"] > limit or entry["megabytes"] > args.limit_megabytes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", type=pathlib.Path, default=ROOT / "build/tools/kasane/kasane")
    parser.add_argument("--dimensions", nargs="*", choices=DIMENSIONS, default=list(DIMENSIONS), metavar="DIMENSION",
                        help="of " + ", ".join(DIMENSIONS))
    parser.add_argument("--sizes", nargs="*", type=int, help="in place of each dimension's own")
    parser.add_argument("--largest", action="store_true", help="each dimension at its largest size only")
    parser.add_argument("--target", default="openmp")
    parser.add_argument("--stop", type=int, default=60, help="after so many seconds of the processor")
    parser.add_argument("--limit-times", type=float, default=float("inf"), help="of what the smallest program takes")
    parser.add_argument("--limit-megabytes", type=float, default=float("inf"))
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    entries = []
    print(f"{'dimension':14}{'size':>6}{'s':>9}{'MiB':>7}")
    with tempfile.TemporaryDirectory(prefix="kasane-translation-") as folder:
        least = min(translation(args, pathlib.Path(folder), "statements", 1)["seconds"] for _ in range(5))
        limit = args.limit_times * least
        print(f"{'smallest':14}{1:6}{least:9.3f}")
        for dimension in args.dimensions:
            sizes = DIMENSIONS[dimension][1]
            for size in args.sizes or (sizes[-1:] if args.largest else sizes):
                entry = translation(args, pathlib.Path(folder), dimension, size)
                entries.append(entry)
                note = "" if entry["result"] == "done" else entry["result"]
                note += " beyond the limit" if isBeyond(args, entry, limit) else ""
                print(f"{dimension:14}{size:6}{entry['seconds']:9.3f}{entry['megabytes']:7}  {note}".rstrip(), flush=True)
    if args.json:
        args.json.write_text(json.dumps(entries, separators=(",", ":")).replace('{"dim', '\n{"dim') + "\n")
    sys.exit(any(isBeyond(args, entry, limit) for entry in entries))


if __name__ == "__main__":
    main()
