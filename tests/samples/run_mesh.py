#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds one sample that uses the mesh library with gcc and that library alone, runs it, and looks at what it prints
and at the file that it writes for ParaView. Of a page it takes the first program. With a directive in it, the sample is
also built by `kasane cc`, and has to do the same, byte for byte, with a region that ran.

  run_mesh.py --kasane build/tools/kasane/kasane --library build/mesh/libkasane_mesh.a --include mesh/include pan.c
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FLAGS = ["-std=c11", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"]


def run(words, folder, **more):
    environment = {**os.environ, **more}
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode or done.stderr:
        sys.exit(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def numbersOf(text):
    return [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e[-+]\d+)?", text)]


def pan(program, folder):
    """More steps make it hotter; the mesh is fine at the spot only. What is printed is steady, so it is hot there."""
    leaves, _, deepest, _, hot = numbersOf(run([program, "200"], folder))
    assert deepest == 3 and 16 < leaves < 100, "the mesh is fine where the flame is, and coarse elsewhere"
    hotter = numbersOf(run([program, "800"], folder))[-1]
    assert 20.5 < hot < hotter < 40, (hot, hotter)
    return leaves


def dam(program, folder):
    """The dam stands at first, then its middle falls, and a wave goes outwards; the water stays."""
    leaves, _, _, volume, before, middle, highest = numbersOf(run([program, "0"], folder))
    assert middle == highest == 2 and volume == before, "it stands"
    later = numbersOf(run([program, "300"], folder))
    assert abs(later[3] - before) < 1e-3 * before, (later[3], before)
    assert later[5] < 1 < later[6] < 2, later
    return leaves


def front(program, folder):
    """Once around, the hump is where it was, and the mesh has gone with it."""
    leaves, most, uniform, changes, mass, before, highest, error = numbersOf(run([program, "1"], folder))
    assert leaves <= most < uniform / 2, "most of the square is coarse"
    assert changes > 100, "the mesh follows"
    assert abs(mass - before) < 0.01 * before, (mass, before)
    assert 0.8 < highest < 1 and error < 0.003, (highest, error)
    return leaves


def page(program, folder):
    (leaves,) = numbersOf(run([program], folder))
    return leaves


CHECKS = {"dam": dam, "front": front, "pan": pan, "mesh": page}


def programOf(source, work):
    """The file to compile; of a page its program, and its fragments are compiled behind it."""
    if source.suffix != ".md":
        return source
    program, *fragments = re.findall(r"```c\n(.*?)```", source.read_text(), re.S)
    file = Path(work) / "page.c"
    file.write_text(program + "".join(fragments) + "const ksm_rule *const page_rule = &rule;\n")
    return file


def checkTranslated(options, code, plain, work):
    """The same output and file, and every call of the region ran."""
    build = [options.kasane, "cc", "-O2", "--fp=strict", f"-I{options.include.resolve()}", code]
    run([*build, options.library.resolve(), "-lm", "-o", "translated"], work)
    printed = run([plain], work)
    (written,) = Path(work).glob("*.vtu")
    expected = written.read_bytes()
    written.unlink()
    assert run([Path(work) / "translated"], work, KASANE_REPORT="report.json") == printed, "another result"
    assert written.read_bytes() == expected, f"another {written.name}"
    (region,) = json.loads((Path(work) / "report.json").read_text())["regions"]
    assert region["ran"] and region["calls"] > 0 and not region["declined"], region


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("--kasane", required=True)
    parser.add_argument("--library", required=True, type=Path)
    parser.add_argument("--include", required=True, type=Path)
    options = parser.parse_args()
    source = options.source.resolve()
    with tempfile.TemporaryDirectory(prefix="kasane-mesh-") as work:
        program = Path(work) / source.stem
        code = programOf(source, work)
        run(["gcc", *FLAGS, f"-I{options.include.resolve()}", code, options.library.resolve(), "-lm", "-o", program], work)
        leaves = CHECKS[source.stem](program, work)
        (written,) = Path(work).glob("*.vtu")
        text = written.read_bytes()
        cells = int(re.search(rb'NumberOfCells="(\d+)"', text)[1])
        if "#pragma stencil" in code.read_text():
            checkTranslated(options, code, program, work)
        assert cells == leaves * 16 * 16 and text.endswith(b"</VTKFile>\n"), "not the whole mesh is in the file"
    print(f"sample {source.stem}: {leaves:.0f} leaves")


if __name__ == "__main__":
    main()
