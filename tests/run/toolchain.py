# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Building and running: the original as oracle, the translation, the translated program. Builds are kept by content."""

import functools
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import many_runs

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runtime"))
import carried  # noqa: E402

ORACLE = ["gcc", "-O1", "-ffp-contract=off", "-w"]
USER = ["gcc", "-O1", "-ffp-contract=off", "-w"]
GENERATED = ["gcc", "-O2", "-march=native", "-fopenmp", "-w"]
WARN = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"]
WARNINGS = ["gcc", "-O2", "-march=native", "-fopenmp", *WARN]
# gcc takes seconds to optimise many steps in one loop nest; these two passes are most of what -O1 takes.
LIGHTLY = ["gcc", "-O1", "-fno-ivopts", "-fno-tree-loop-optimize", "-march=native", "-fopenmp", *WARN]
HARDLY = ["gcc", "-O0", "-march=native", "-fopenmp", *WARN]  # what launches kernels of a device
WARNED_USER = ["gcc", "-O1", "-ffp-contract=off", *WARN]
SANITIZED = [
    "gcc",
    "-O1",
    "-g",
    "-fopenmp",
    "-w",
    "-ffp-contract=off",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
]
SANITIZED_LIGHTLY = [word if word != "-O1" else "-O0" for word in SANITIZED]
# For the machine that it runs on; without a card nvcc takes its default.
NVCC = shlex.split(
    os.environ.get("KASANE_NVCC", "nvcc -arch=native" if Path("/proc/driver/nvidia").is_dir() else "nvcc")
)
CUDA = [*NVCC, *carried.NVCC, *carried.EXACT]
CUDA_WARNINGS = [*CUDA, "-Werror", "all-warnings", "-Xcompiler=-Wall"]
# On the host, unless this says for which card:
# -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_80 -foffload-options=-lm
OPENACC = ["-fopenacc", *shlex.split(os.environ.get("OPENACC_OFFLOAD", "-foffload=disable"))]
# Takes half the time of the usual one, where it is installed.
QUICK_LINKER = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []
ONLY_SWEEPS = ("openacc",)  # targets that make one step at a time
PARTED = ("opencl", "openacc", "cuda")  # whose kernels work on parts of the arrays, in one memory
TIMEOUT = 120
UNFIT = re.compile(
    r"needs [\d.]+ .iB of (local|shared) memory, .* has "
)  # a forced tile that is too large for the device


class Failure(Exception):
    """Something that a test must not meet; the text says what, with how to repeat it."""


def call(command, env=None, cwd=None, timeout=TIMEOUT):
    try:
        return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env=env, cwd=cwd, timeout=timeout)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, b"", f"timed out after {timeout} s".encode())


def must(command, env=None, cwd=None):
    done = call(command, env, cwd)
    if done.returncode != 0:
        raise Failure(
            f"$ {shlex.join(map(str, command))}\nexit {done.returncode}\n{done.stderr.decode(errors='replace')[-3000:]}"
        )
    return done


def nameFor(path):
    """Beside what is to be there at once and whole: others look for it at the same time."""
    return path.with_name(f"{os.getpid()}-{path.name}")


def digest(*parts):
    sha = hashlib.sha256()
    for part in parts:
        sha.update(part if isinstance(part, bytes) else str(part).encode())
        sha.update(b"\0")
    return sha.hexdigest()[:20]


class Toolchain:
    """Where things are: the translator, the runtime's libraries, a folder for what is built. `record` is a folder that
    keeps translations, `replay` one from which they are taken, where there is no translator. `shared` is a folder in
    which tests find what others have compiled: the same text, by the same compiler, with the same options and headers.
    """

    def __init__(self, kasane, runtime, work, include, record=None, replay=None, shared=None):
        self.kasane = kasane and str(Path(kasane).resolve())
        self.record, self.replay = record, replay
        self.callTranslator = must
        self.many = {}  # programs that make all of their runs in one process
        self.runtime = [str(Path(path).resolve()) for path in runtime]
        self.work = Path(work)
        self.include = [f"-I{Path(path).resolve()}" for path in include]
        built = Path(shared).resolve() if shared else self.work
        self.objects = built / "objects"
        self.ahead, self.translations = built / "ahead", shared and built / "translations"
        self.env = dict(
            os.environ,
            OMP_NUM_THREADS="2",
            OMP_WAIT_POLICY="passive",
            POCL_CACHE_DIR=str(built / "pocl"),
            XDG_CACHE_HOME=str(self.work / "cache"),
            XDG_CONFIG_HOME=str(self.work / "config"),
        )  # where no measured machine is
        self.env = {key: value for key, value in self.env.items() if not key.startswith("KASANE_")}
        for folder in (built / "pocl", self.objects, self.ahead, self.work / "cache"):
            folder.mkdir(parents=True, exist_ok=True)

    @functools.cached_property
    def surroundings(self):
        """What else an object depends on: headers and the compiler."""
        headers = [file.read_bytes() for path in self.include for file in sorted(Path(path[2:]).glob("*.h"))]
        gcc = os.stat(os.path.realpath(shutil.which("gcc")))
        return digest(*headers, gcc.st_size, gcc.st_mtime_ns)

    @functools.cached_property
    def kasaneIs(self):
        its = os.stat(self.kasane)
        return digest(its.st_size, its.st_mtime_ns)

    def made(self, name, command):
        """The file of this name, which depends on nothing else, made if it isn't there; the command has `@` for it."""
        target = self.objects / name
        if target.exists():
            os.utime(target)
        else:
            partly = nameFor(target)
            must([partly if word == "@" else word for word in command])
            partly.replace(target)
        return target

    def oracle(self, source, flags):
        """The plain build of a C file."""
        key = digest(source.name, source.read_bytes(), flags, self.surroundings)
        return self.made("oracle-" + key, [*ORACLE, *self.include, *flags, source, "-o", "@", "-lm"])

    def translate(self, source, out, options, flags, keeps=False):
        """Runs the translator; gives the files that it wrote. `keeps`: for another test of this run."""
        key = digest(source.name, source.read_bytes(), options, flags)
        kept = self.translations and self.translations / digest(
            key, source.parent.name, self.kasaneIs, self.surroundings
        )
        if self.replay:
            if not (self.replay / key).is_dir():
                raise Failure(f"{shlex.join(options)}: this translation was not recorded")
            shutil.copytree(self.replay / key, out, dirs_exist_ok=True)
        elif kept and kept.is_dir():
            shutil.copytree(kept, out, dirs_exist_ok=True)
        else:
            out.mkdir(parents=True, exist_ok=True)
            self.callTranslator(
                [self.kasane, source, "--fp=strict", *options, "-o-dir", out, "--", *self.include, *flags]
            )
            if keeps and kept:
                shutil.copytree(out, nameFor(kept))
                nameFor(kept).rename(kept)
        if self.record:
            shutil.copytree(out, self.record / key, dirs_exist_ok=True)
        files = sorted(path for path in out.iterdir() if path.suffix in (".c", ".cu"))
        if len(files) < 2:
            raise Failure(
                f"{shlex.join(options)}: expected a rewritten and a generated file, got {[f.name for f in files]}"
            )
        return files

    def object(self, source, compiler, flags, folder):
        if source.suffix == ".cu":
            compiler, flags = CUDA_WARNINGS if "-Werror" in compiler else CUDA, []
        compiler = compilerFor(source, compiler)
        # What schedule it is translated with stands in a comment at the head, and often nowhere else.
        text = re.sub(rb"\A/\*[^\n]*\*/\n", b"", source.read_bytes())
        quoted = [] if source.suffix == ".cu" else [f"-iquote{folder}"]
        name = f"object-{digest(source.name, text, compiler, flags, self.surroundings)}.o"
        return self.made(name, [*compiler, *self.include, *quoted, *flags, "-c", source, "-o", "@"])

    def build(self, files, flags, folder, program, user=USER, generated=GENERATED, more=(), isMany=False):
        """`isMany`: its runs are made in one process, until `close`."""
        objects = [self.object(f, generated if ".kasane." in f.name else user, flags, folder) for f in files]
        sanitize = [word for word in user if word.startswith("-fsanitize")]
        before, behind = many_runs.objectsFor(self, digest) if isMany else ([], [])
        linker = QUICK_LINKER if all(".openmp." in f.name for f in files if ".kasane." in f.name) else []
        must(
            [
                "gcc",
                *linker,
                *sanitize,
                "-fopenmp",
                *before,
                *objects,
                *more,
                *self.runtime,
                *behind,
                *(many_runs.WRAPPED if isMany else []),
                *librariesFor(files),
                "-lm",
                "-lpthread",
                "-o",
                program,
            ]
        )
        if isMany:
            self.many[program] = many_runs.ManyRuns(lambda: self.begin(program), program.with_suffix(".runs"), TIMEOUT)
        return program

    def begin(self, program):
        streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([program], env=self.env, cwd=self.work, **streams)

    def run(self, command, env=None):
        if command[0] in self.many:
            return self.many[command[0]].run([str(word) for word in command], env or {})
        return call([str(word) for word in command], dict(self.env, **(env or {})), cwd=self.work)

    def close(self, program):
        if program in self.many:
            self.many.pop(program).close()


def reportOf(path):
    try:
        report = json.loads(Path(path).read_text())
    except (OSError, ValueError) as error:
        raise Failure(f"no usable report: {error}")
    if report.get("version") != 1:
        raise Failure(f"report of version {report.get('version')}")
    return report["regions"]


def compilerFor(file, compiler):
    return [*compiler, "-fno-openmp", *OPENACC] if ".openacc." in file.name else compiler


def librariesFor(files):
    """What programs with these generated files are linked with."""
    out = ["-lOpenCL"] if any(".opencl." in f.name for f in files) else []
    if any(".openacc." in f.name for f in files):
        out += OPENACC
    return out + (carried.libraries("cuda") if any(f.suffix == ".cu" for f in files) else [])


def missing(target):
    """Why nothing can be run on the target here, or None."""
    return {"opencl": openclMissing, "cuda": cudaMissing, "openacc": openaccMissing}.get(target, lambda: None)()


def openaccMissing():
    done = call(["gcc", "-fopenacc", "-foffload=disable", "-include", "openacc.h", "-E", "-x", "c", "/dev/null"])
    return None if done.returncode == 0 else "gcc has no OpenACC"


def cardCount():
    return len(list(Path("/dev").glob("nvidia[0-9]*")))


def cudaMissing():
    if not shutil.which(NVCC[0]):
        return "no nvcc"
    return None if cardCount() else "no CUDA device"


def openclMissing(kasaneEnv=None):
    """Why there is no OpenCL device, or None."""
    try:
        listing = call(["clinfo", "--list"]).stdout.decode(errors="replace")
    except OSError:
        return None  # not known: let the runtime say
    return None if re.search(r"Device #", listing) else "no OpenCL device"
