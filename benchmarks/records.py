# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads results: a file of `measure --json` is one set, a file of benchmarks/results/ has one or more."""
import json
import pathlib


def read(path):
    record = json.loads(pathlib.Path(path).read_text())
    return record.get("sets", [record])
