# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the runtime, and programs with it, where CMake doesn't: on a machine to which a benchmark or the tests are carried."""

import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
TARGETS = ("cuda", "opencl", "openacc")  # each has a folder in src/device
NVCC = ["-std=c++20", "-O3"]
EXACT = ["-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false", "-Xcompiler=-ffp-contract=off"]
WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def toolkit():
    """CUDA's folder, or None."""
    nvcc = shutil.which(shlex.split(os.environ.get("KASANE_NVCC", "nvcc"))[0]) or "/usr/local/cuda/bin/nvcc"
    folder = pathlib.Path(nvcc).resolve().parent.parent
    return folder if (folder / "include/cuda_runtime_api.h").is_file() else None


def nvcc():
    return str(toolkit() / "bin/nvcc")


def offload(isa="sm_80"):
    """gcc's options for NVIDIA's cards. gcc 12 knows none after sm_80; the driver translates for later ones."""
    return ["-foffload=nvptx-none", f"-foffload-options=nvptx-none=-misa={isa}", "-foffload-options=-lm"]


def copyOffload(out):
    """What a program that gcc built for a card needs beside it: libgomp with its plugin, which finds the driver by itself."""
    out.mkdir()
    for name in ("libgomp.so.1", "libgomp-plugin-nvptx.so.1"):
        found = subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
        if not pathlib.Path(found).is_file():
            raise RuntimeError(f"{name} is not here; install gcc-offload-nvptx")
        shutil.copy(pathlib.Path(found).resolve(), out / name)


def headers():
    """The options by which the runtime's headers are found, and those of the toolkits that are here."""
    found = toolkit()
    return [f"-I{HERE / 'include'}", *(["-isystem", str(found / "include")] if found else [])]


def libraries(target):
    if target == "cuda":
        found = toolkit()
        folders = [f"-L{found / name}" for name in ("lib64", "lib") if (found / name).is_dir()]
        return [*folders, "-lcudart_static", "-lstdc++", "-ldl", "-lrt", "-lpthread", "-lm"]
    # Without OpenCL's development files there is the loader alone.
    return [*(["-l:libOpenCL.so.1"] if target == "opencl" else []), "-ldl", "-lpthread", "-lm"]


def must(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"$ {shlex.join(map(str, command))}\n{done.stderr[-3000:]}")


def library(out, targets, include=(), jobs=None):
    """libkasane_rt.a in the folder, with what these targets need."""
    left = [HERE / "src/device" / target for target in TARGETS if target not in targets]
    sources = [s for s in sorted((HERE / "src").rglob("*.c")) if s.parent not in left]
    out.mkdir(exist_ok=True)

    def compiled(source):
        built = out / f"{source.stem}.o"
        must(["gcc", "-std=c11", "-O2", *WARNINGS, "-pthread", f"-I{HERE / 'src'}", *headers(), *include, "-c", source, "-o", built])
        return built

    with concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
        objects = list(pool.map(compiled, sources))
    archive = out / "libkasane_rt.a"
    archive.unlink(missing_ok=True)
    must(["ar", "rcs", archive, *objects])
    return archive
