#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a wheel of an installed tree: wheel.py TREE FOLDER.

A wheel is a zip archive (PEP 427). What lies under `NAME.data/data/` goes to the virtual environment itself, so that
its `bin` has `kasane` and its `lib` the runtime. A wheel holds no links: `kasane-cc` becomes a script.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import zipfile

CC = b'#!/bin/sh\nexec "$(dirname "$(readlink -f "$0")")/kasane" cc "$@"\n'


def platform_of(program):
    """manylinux_2_N, where N is the newest of glibc's versions that the program asks for (PEP 600)."""
    listed = subprocess.run(["objdump", "-T", program], check=True, capture_output=True, text=True).stdout
    newest = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", listed))
    machine = subprocess.run(["uname", "-m"], check=True, capture_output=True, text=True).stdout.strip()
    return f"manylinux_2_{newest}_{machine}"


class Wheel:
    def __init__(self, path, info):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.info = info
        self.record = []

    def add(self, name, content, mode=0o644):
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # the same tree makes the same bytes
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}")

    def close(self):
        name = f"{self.info}/RECORD"
        self.record.append(f"{name},,")
        self.archive.writestr(name, "\n".join(self.record) + "\n")
        self.archive.close()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tree, folder = map(pathlib.Path, sys.argv[1:])
    program = tree / "bin" / "kasane"
    said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    version = said.split()[1]
    tag = f"py3-none-{platform_of(program)}"
    path = folder / f"kasane-{version}-{tag}.whl"
    wheel = Wheel(path, f"kasane-{version}.dist-info")
    for file in sorted(tree.rglob("*")):
        name = f"kasane-{version}.data/data/{file.relative_to(tree)}"
        if file.is_symlink():
            if file.name != "kasane-cc":
                sys.exit(f"{file}: a wheel holds no links")
            wheel.add(name, CC, 0o755)
        elif file.is_file():
            wheel.add(name, file.read_bytes(), 0o755 if file.stat().st_mode & 0o100 else 0o644)
    about = f"Wheel-Version: 1.0\nGenerator: kasane\nRoot-Is-Purelib: false\nTag: {tag}\n"
    wheel.add(f"{wheel.info}/WHEEL", about.encode())
    license_text = (pathlib.Path(__file__).parent.parent / "LICENSE").read_bytes()
    wheel.add(f"{wheel.info}/LICENSE", license_text)
    wheel.add(
        f"{wheel.info}/METADATA",
        f"Metadata-Version: 2.1\nName: kasane\nVersion: {version}\n"
        "Summary: Source-to-source translator for stencil loops in C\n"
        "License: Apache-2.0 WITH LLVM-exception\nLicense-File: LICENSE\nRequires-Python: >=3\n".encode(),
    )
    wheel.close()
    print(path)


if __name__ == "__main__":
    main()
