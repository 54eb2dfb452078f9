#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_project.py PREFIX WORK [GENERATOR..]: a project outside of this one builds with the installed Kasane through CMake, is
made again when a header changes and only then, builds across machines, through pkg-config, and with the prefix moved."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
prefix, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
generators = sys.argv[3:] or ["Unix Makefiles", "Ninja"]
clean = {key: value for key, value in os.environ.items() if not key.startswith(("KASANE_", "CMAKE_"))}


def run(*words, cwd=None, **environment):
    done = subprocess.run([str(word) for word in words], cwd=cwd, env={**clean, **environment}, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout[-6000:]}{done.stderr[-6000:]}")
    return done.stdout + done.stderr


def configure(source, build, generator, *more, at=prefix):
    return run("cmake", "-G", generator, "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={at}", "-DCMAKE_BUILD_TYPE=Release", *more)


def checkPrograms(build):
    expected = run(build / "original")
    assert expected.count("\n") == 31 * 17
    programs = ["translated", "deep", "with_static", "with_shared", *(["ranks"] if (build / "ranks").exists() else [])]
    several = [(target, f"several_{device}") for device in ("opencl", "openacc", "cuda") for target in ("openmp", device)]
    for target, program in [(None, name) for name in programs] + several:
        if not (build / program).exists():
            assert program.startswith("several")
            continue
        report = build / "report.json"
        environment = {"KASANE_REPORT": str(report), "KASANE_FALLBACK": "1" if target in ("opencl", "cuda") else "0"}
        environment.update({"KASANE_TARGET": target} if target else {})
        found = subprocess.run([build / program], env={**clean, **environment}, capture_output=True, text=True)
        assert found.returncode == 0 and found.stdout == expected, f"{program} {target}: {found.stderr}"
        (region,) = json.loads(report.read_text())["regions"]
        assert region["ran"] or target in ("opencl", "cuda"), f"{program}: {region}"  # a machine may have no device
        assert program != "deep" or (region["depth"] == 3 and region["fp"] == "strict")
        report.unlink()


def checkCard(build):
    """nvcc makes code for the card that the machine's file names."""
    rules = [*build.glob("build.ninja"), *build.glob("CMakeFiles/for_h200.dir/build.make")]
    text = "".join(file.read_text() for file in rules)
    assert "for_h200" not in text or "-arch=sm_90" in text, "not for the card of the machine"


def translatedAgain(build):
    return run("cmake", "--build", build).count("Translating stencils of heat.c")


def checkRebuild(source, build):
    assert translatedAgain(build) == 0, "nothing has changed"
    time.sleep(1.1)  # makefiles on coarse clocks
    header = source / "src" / "weights.h"
    header.write_text(header.read_text().replace("0.125f", "0.0625f"))
    assert translatedAgain(build) >= 4, "the header of the source has changed"
    checkPrograms(build)
    time.sleep(1.1)
    (source / "small.yaml").touch()
    assert translatedAgain(build) == 2, "the machine of both libraries has changed"
    (source / "src" / "main.c").touch()
    assert translatedAgain(build) == 0, "main.c is no part of a translation"


def throughCMake(generator):
    source, build = work / "source", work / "build"
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(HERE / "project", source)
    configure(source, build, generator)
    assert "warning" not in run("cmake", "--build", build)
    checkPrograms(build)
    checkCard(build)
    checkRebuild(source, build)


# As for another machine: the translator is found on this one, and Clang is told which machine it is.
def acrossMachines(generator):
    toolchain = work / "toolchain.cmake"
    toolchain.write_text("set(CMAKE_SYSTEM_NAME Linux)\nset(CMAKE_SYSTEM_PROCESSOR x86_64)\nset(CMAKE_C_COMPILER gcc)\n")
    build = work / "cross"
    configure(work / "source", build, generator, f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", f"-DKASANE_EXECUTABLE={prefix}/bin/kasane")
    said = run("cmake", "--build", build, "--verbose")
    assert "--target=" + run("gcc", "-dumpmachine").strip() in said.replace("'", "")
    checkPrograms(build)


def throughPkgConfig():
    flags = "-Iinclude -DWIDTH=31 -DHEIGHT=17".split()
    out, source = work / "by-hand", work / "source"
    run(prefix / "bin/kasane", "src/heat.c", "-o-dir", out, "--", *flags, cwd=source)
    module = next(prefix.rglob("kasane-rt.pc")).parent
    words = run("pkg-config", "--cflags", "--libs", "kasane-rt", PKG_CONFIG_PATH=str(module)).split()
    run("gcc", "-fopenmp", *flags, "-iquotesrc", "src/main.c", *sorted(out.glob("*.c")), *words, "-o", out / "program", cwd=source)
    run("gcc", "-Wno-unknown-pragmas", *flags, "src/main.c", "src/heat.c", "-o", out / "original", cwd=source)
    assert run(out / "program") == run(out / "original")
    mesh = run("pkg-config", "--cflags", "--libs", "kasane-mesh", PKG_CONFIG_PATH=str(module)).split()
    run("gcc", HERE.parent.parent / "samples" / "pan.c", *mesh, "-o", out / "pan")
    assert "55 leaves" in run(out / "pan", "10", cwd=out)
    for name in ("opencl", "openacc", "cuda"):
        if next(prefix.rglob(f"libkasane_rt_{name}.pc"), None) or next(prefix.rglob(f"kasane-rt-{name}.pc"), None):
            run("pkg-config", "--libs", f"kasane-rt-{name}", PKG_CONFIG_PATH=str(module))
    run(prefix / "bin/kasane", "cc", *flags, "src/main.c", "src/heat.c", "-o", out / "cc", cwd=source)
    assert run(out / "cc") == run(out / "original")


# A project that knows nothing of Kasane, with it for a compiler: of one word, and of two.
def asCompiler(generator):
    source = work / "plain"
    shutil.copytree(HERE / "project", source)
    (source / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(Plain LANGUAGES C)\ninclude(CheckFunctionExists)\n"
        "check_function_exists(printf HAS_PRINTF)\ncheck_function_exists(no_such_function HAS_NONE)\n"
        "if(NOT HAS_PRINTF OR HAS_NONE)\n  message(FATAL_ERROR wrong)\nendif()\n"
        "add_executable(program src/main.c src/heat.c)\ntarget_include_directories(program PRIVATE include)\n"
        "target_compile_definitions(program PRIVATE WIDTH=31 HEIGHT=17)\n")
    for name, compiler in (("one-word", f"{prefix}/bin/kasane-cc"), ("two-words", f"{prefix}/bin/kasane cc")):
        build = work / name
        run("cmake", "-G", generator, "-S", source, "-B", build, CC=compiler)
        run("cmake", "--build", build)
        report = build / "report.json"
        run(build / "program", KASANE_REPORT=str(report))
        assert [region["ran"] for region in json.loads(report.read_text())["regions"]] == [True], name


# Nothing of the prefix knows where it was, and nothing needs the build tree.
def moved(generator):
    there = work / "elsewhere" / "kasane"
    shutil.copytree(prefix, there, symlinks=True)
    configure(work / "source", work / "moved", generator, at=there)
    said = run("cmake", "--build", work / "moved", "--verbose", "--target", "translated")
    assert str(there) in said and str(prefix / "bin") not in said
    for path in ("share/man/man1/kasane.1", "share/bash-completion/completions/kasane", "bin/kasane",
                 "share/kasane/machines/h200.yaml", "share/kasane/probe/openmp.c", "share/kasane/probe/measure.h"):
        assert (there / path).exists(), path
    run(there / "bin/kasane", "probe", "-o", work / "here.yaml")
    run(there / "bin/kasane", "machines", work / "here.yaml", "h200")
    assert list(there.rglob("kasane/clang/include/stddef.h")), "Clang's own headers"


for name in generators:
    throughCMake(name)
acrossMachines(generators[-1])
asCompiler(generators[-1])
throughPkgConfig()
moved(generators[-1])
print("the installed package serves a project outside")
