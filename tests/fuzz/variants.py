#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Variants of the tests' programs: what the translator takes must print what plain gcc makes of it.

  variants.py --kasane build/tools/kasane/kasane --seed 1 --time 600 --jobs 16 --save /tmp/failures
  variants.py --kasane .. --only tests/kernels/heat2d.c:1000017        one of them again
  variants.py --kasane .. --target cuda --time 600                     on a device

Only variants count whose run is defined: the sanitizers have nothing to say, and builds that fill memory and
variables differently print the same. Refused and declined ones are counted; a message without a place in the program,
a crash of the translator, generated text that doesn't compile and any difference are failures. Signs of NaNs, which
C leaves open, are not compared.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from changes import changed

ROOT = Path(__file__).resolve().parents[2]
GCC = ["gcc", "-std=gnu11", "-O1", "-w", "-ffp-contract=off"]
SANITIZED = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all",
             "-ftrivial-auto-var-init=pattern"]
SCHEDULES = ([], [], [], ["--schedule=overlap", "--depth=2"], ["--schedule=overlap", "--depth=3"],
             ["--schedule=diamond"], ["--schedule=sweep"])
DEVICE_SCHEDULES = {"--schedule=diamond": ["--schedule=pipeline", "--depth=2"]}  # of those above
LIMIT = "ulimit -t 6; ulimit -f 40000; "
NO_FAILURE = ("not changed", "not compiled", "undefined", "refused", "declined", "same")


def run(command, seconds, **options):
    """None: it took longer."""
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds, check=False,
                              **options)
    except subprocess.TimeoutExpired:
        return None


def filled(text, value):
    """With that value in numbers that are declared without one: gcc's own option sets them once for all rounds."""
    names = re.compile(r"^( +(?:(?:unsigned|signed|short|long|char|int|float|double|bool|u?int\d+_t) )+)"
                       r"(\w+(?:, \w+)*);", re.M)
    return names.sub(lambda found: found[1] + ", ".join(f"{name} = {value}" for name in found[2].split(", ")) + ";",
                     text)


class Variant:
    def __init__(self, path, seed, kasane, work, target):
        self.path, self.kasane, self.work = Path(path), kasane, work
        rng = random.Random(seed)
        original = self.path.read_text()
        self.text, self.changes = changed(original, rng)
        extra = re.findall(r"^// EXTRA: *(.*)$", original, re.M)
        self.flags = [f"-I{self.path.resolve().parent}", *(rng.choice(extra).split() if extra else [])]
        self.args = self.chosenArgs(original, rng)
        self.schedule = rng.choice(SCHEDULES)
        self.parts = rng.choice(("", "", "", "2", "3"))
        if self.parts:
            self.schedule = [*(s for s in self.schedule if "diamond" not in s), "--distribute"]
        if target != "openmp":
            self.schedule = DEVICE_SCHEDULES.get(" ".join(self.schedule), self.schedule)
        self.schedule = [f"--target={target}", *self.schedule]
        self.source = work / "variant.c"
        self.source.write_text(self.text)

    @staticmethod
    def chosenArgs(original, rng):
        rows = re.findall(r"^// (?:RUN|TINY)-ARGS: *(.*)$", original, re.M)
        steps = re.findall(r"^// STEPS: *(.*)$", original, re.M)
        args = rng.choice(rows).replace("@", rng.choice((steps or ["0 1 7"])[0].split())).split() if rows else []
        return args if rng.random() < 0.7 and all(re.fullmatch(r"-?\d+", arg) for arg in args) else []

    def build(self, name, *options, source=None):
        done = run([*GCC, *options, *self.flags, str(source or self.source), "-o", str(self.work / name), "-lm"], 60)
        return done and done.returncode == 0

    def execute(self, name, seconds, **more):
        env = {**os.environ, "MALLOC_PERTURB_": "85", "OMP_NUM_THREADS": "3",
               "ASAN_OPTIONS": "detect_leaks=0:max_malloc_fill_size=100000000:malloc_fill_byte=190", **more}
        return run(["bash", "-c", f"{LIMIT} exec ./{name} {' '.join(self.args)}"], seconds, env=env, cwd=self.work)

    def expected(self):
        """A run of plain gcc's; the reason why there is none."""
        if not self.build("sanitized", *SANITIZED):
            return None, "not compiled"
        one = self.execute("sanitized", 15)
        if not one or one.returncode < 0 or re.search(rb"runtime error|AddressSanitizer", one.stderr):
            return None, "undefined"
        for value in (7, 0):
            source = self.work / "filled.c"
            source.write_text(filled(self.text, value))
            isBuilt = self.build("plain", "-ftrivial-auto-var-init=zero", source=source)
            other = self.execute("plain", 15) if isBuilt else None
            if not other or (other.returncode, other.stdout) != (one.returncode, one.stdout):
                return None, "undefined"
        return other, ""

    def verdict(self):
        """(word, more)"""
        if not self.changes:
            return "not changed", ""
        plain, why = self.expected()
        if not plain:
            return why, ""
        made = run([self.kasane, "cc", "--fp=strict", "-std=gnu11", "-O1", "-w", *self.schedule, *self.flags,
                    str(self.source), "-o", str(self.work / "translated"), "-lm"], 120, cwd=self.work)
        if not made:
            return "SLOW", ""
        said = made.stderr.decode(errors="replace")
        if made.returncode:
            # In the program, or in a header of its own.
            hasPlace = re.search(r"^(?!/usr/)[^\n:]*\.[ch]:\d+:\d+: (fatal )?error|^kasane: error:", said, re.M)
            itsNames = set(re.findall(r"ksn_\w+", self.path.read_text()))
            isOwn = re.search(r"internal error|Stack dump", said) or set(re.findall(r"ksn_\w+", said)) - itsNames
            isRefused = made.returncode == 1 and hasPlace and not isOwn
            return ("refused" if isRefused else "BROKEN"), said
        report = self.work / "report.json"
        got = self.execute("translated", 60, KASANE_REPORT=str(report),
                           **({"KASANE_PARTS": self.parts} if self.parts else {}))
        if not got:
            return "HANGS", said
        heard = got.stderr.decode(errors="replace")
        if re.search(r"cannot be cut into KASANE_PARTS|host code in the time loop has changed", heard):
            return "declined", heard
        if got.returncode != plain.returncode or comparable(got.stdout) != comparable(plain.stdout):
            return "DIFFERENT", f"status {got.returncode}, {plain.returncode} expected\n{heard}"
        ran = report.exists() and '"ran": true' in report.read_text()
        return ("same" if ran else "declined"), heard


def comparable(output):
    output = re.sub(rb"\bfff8000000000000\b", b"7ff8000000000000", output)
    output = re.sub(rb"\b7fffffff\b", b"7fc00000", output)  # the only NaN that NVIDIA's units make in floats
    return re.sub(rb"\bffc00000\b", b"7fc00000", output).replace(b"-nan", b"nan")


def tried(path, seed, kasane, save, target):
    work = Path(tempfile.mkdtemp(prefix="kasane-variant-"))
    try:
        variant = Variant(path, seed, kasane, work, target)
        word, more = variant.verdict()
        if save and word not in NO_FAILURE:
            head = f"// {word} {path}:{seed} {variant.changes} {variant.schedule} parts {variant.parts or 1} " \
                   f"arguments {variant.args}\n"
            Path(save).mkdir(parents=True, exist_ok=True)
            kept = Path(save) / f"{word}-{variant.path.stem}-{seed}.c"
            kept.write_text(f"{head}{variant.text}\n#if 0\n{more}\n#endif\n")
        return word, f"{path}:{seed}", more
    finally:
        shutil.rmtree(work, ignore_errors=True)


def programs():
    return sorted([*(ROOT / "tests/kernels").glob("*.c"), *(ROOT / "tests/strangers").glob("*/*.c")])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kasane", required=True, type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--least", type=int, default=1, help="so many must be accepted and print the same")
    parser.add_argument("--time", type=float, help="for so many seconds, however many these are")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", help="a folder for those that fail")
    parser.add_argument("--target", default="openmp")
    parser.add_argument("--only", help="path:seed")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if options.only:
        path, seed = options.only.rsplit(":", 1)
        word, _, more = tried(path, int(seed), options.kasane, options.save, options.target)
        print(word, more)
        return int(word not in NO_FAILURE)
    files, rng = options.files or programs(), random.Random(options.seed)
    end = time.monotonic() + options.time if options.time else None
    found, failures, number = collections.Counter(), 0, 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = set()
        while True:
            while len(waiting) < 2 * options.jobs and (time.monotonic() < end if end else number < options.count):
                number += 1
                waiting.add(pool.submit(tried, rng.choice(files), options.seed * 1000000 + number, options.kasane,
                                        options.save, options.target))
            if not waiting:
                break
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for word, what, more in (future.result() for future in done):
                found[word] += 1
                if word not in NO_FAILURE:
                    failures += 1
                    print(f"{word} {what}: {more.strip()[:300]}", flush=True)
    print(f"{number} variants: " + ", ".join(f"{count} {word}" for word, count in found.most_common()))
    if found["same"] < options.least:
        print(f"fewer than {options.least} were accepted")
    return int(failures > 0 or found["same"] < options.least)


if __name__ == "__main__":
    sys.exit(main())
