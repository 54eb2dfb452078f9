# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the files are that a sample becomes: lengths.py KASANE SAMPLES OUT"""
import pathlib
import subprocess
import sys

LINES, COLUMNS = 1500, 120

kasane, samples, out = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
includes = [f"-I{samples.parent / folder / 'include'}" for folder in ("runtime", "mesh")]
failures = checked = 0
for sample in sorted([*samples.glob("*.c"), *samples.glob("mpi/*.c")]):
    text = sample.read_text()
    if "#pragma stencil" not in text or "<mpi.h>" in text:  # which needn't be there
        continue
    for target in ("opencl", "cuda"):  # those with the longest kernels
        folder = out / f"{sample.stem}.{target}"
        subprocess.run([kasane, sample, f"--target={target}", "-o-dir", folder, "--", *includes, "-w"], check=True)
        for path in folder.glob(f"*.kasane.{target}.*"):
            lines = path.read_text().splitlines()
            checked += 1
            longest = max(map(len, lines))
            if len(lines) > LINES or longest > COLUMNS:
                failures += 1
                print(f"{path.name}: {len(lines)} lines, the longest of {longest} columns")
print(f"{checked} files, {failures} too long")
sys.exit(failures > 0 or checked == 0)
