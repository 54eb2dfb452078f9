#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs on the ranks of an MPI job: the bits of the plain build whatever their number, what the report says of
them, what is refused, and that no job hangs or lies about its end, whoever leaves it and how."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import kernels
import mpi_jobs
import toolchain
from mpi_jobs import LIMIT, Launcher, expect, mpiIncludes, textOf
from reports import checkMembers
from toolchain import Failure

HERE = Path(__file__).resolve().parent
KERNELS = HERE.parent / "kernels"
# The kernel, further options, and for each run the ranks, the steps between two exchanges (0: not said), and which of
# the kernel's lines of arguments.
RUNS = [
    ("heat2d_swap", [], [(2, 0, 0, 7), (4, 3, 0, 7), (8, 0, 1, 7), (3, 0, 0, 0), (3, 0, 0, 1)]),
    ("heat3d_swap", ["--schedule=overlap", "--depth=2", "--tile=16x8x4"], [(3, 4, 0, 7)]),
    ("ring3d", [], [(4, 2, 0, 7)]),
    ("fdtd2d", [], [(3, 2, 0, 7)]),
    ("redblack2d", [], [(4, 0, 0, 7)]),
    ("converge", [], [(3, 0, 0, 7)]),
    ("rms_norm", [], [(8, 0, 0, 7)]),
    ("coefficients", [], [(2, 0, 0, 7)]),
    ("host_stops", [], [(3, 0, 0, 7)]),
    ("host_apart", [], [(2, 0, 0, 7)]),
    ("regions", [], [(3, 0, 0, 7)]),
    ("table_stops", [], [(3, 0, 0, 7)]),
    ("lattice", [], [(2, 0, 0, 7)]),
    ("moved_rows", [], [(3, 0, 0, 7)]),
    ("struct_host", [], [(2, 0, 0, 7)]),
]
# The same on devices, each rank's own: here all have the host's.
DEVICE_RUNS = [
    ("heat2d_swap", [], [(4, 3, 0, 7), (3, 0, 1, 7), (3, 0, 0, 0)]),
    ("heat3d_swap", ["--schedule=overlap", "--depth=2", "--tile=16x8x4"], [(3, 4, 0, 7)]),
    ("heat3d_swap", ["--schedule=pipeline", "--depth=2"], [(2, 2, 0, 7)]),
    ("ring3d", [], [(4, 2, 0, 7)]),
    ("converge", [], [(3, 0, 0, 7)]),
    ("coefficients", [], [(2, 0, 0, 7)]),
    ("host_stops", [], [(3, 0, 0, 7)]),
    ("table_stops", [], [(3, 0, 0, 7)]),
    ("struct_host", [], [(2, 0, 0, 7)]),
]
REFUSED = [
    ("rows_host", [], {}, "lie anywhere in memory; allocate them in one block"),
    ("heat2d_swap", ["--schedule=diamond", "--depth=8", "--tile=16x8"], {}, "the kernels work on whole arrays"),
    ("heat2d_swap", [], {"KASANE_SLAB": "4"}, "they are to be streamed through the device, too"),
]
# How the program ends, and the job's status then.
ENDS = [("return", 0), ("returns", 6), ("exit", 3), ("leaves", None), ("aborts", None), ("host", 5), ("forks", 0)]


def compile(tools, source, out, options=(), flags=(), distribute=("--distribute=mpi",), target="openmp"):
    """By `kasane cc`, which finds MPI by itself."""
    words = [tools.kasane, "cc", "--fp=strict", f"--target={target}", *distribute, *options, "-O1",
             "-Wno-unknown-pragmas", *flags, f"-I{KERNELS}", source, "-lm", "-pthread", "-o", out]
    toolchain.must(words, tools.env, tools.work)
    return out


def processesOf(program, rank):
    """Those of a job's rank, as /proc has them."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            same = (folder / "exe").resolve() == Path(program).resolve()
            names = (folder / "environ").read_text(errors="replace").split("\0") if same else []
        except OSError:
            continue
        if f"OMPI_COMM_WORLD_RANK={rank}" in names or f"PMI_RANK={rank}" in names:
            yield folder


def checkBits(launcher, name, options, runs, target="openmp"):
    tools, kernel = launcher.tools, kernels.Kernel(KERNELS / f"{name}.c")
    program = compile(tools, kernel.path, tools.work / f"{name}-{target}", options, kernel.extra[0], target=target)
    plain = tools.oracle(kernel.path, kernel.extra[0])
    for ranks, between, line, steps in runs:
        args = kernels.withSteps(kernel.args[line], steps)
        expected = tools.run([plain, *args]).stdout
        report = tools.work / "report.json"
        report.unlink(missing_ok=True)
        env = {"KASANE_REPORT": str(report), **({"KASANE_STEPS": str(between)} if between else {})}
        expect(launcher.run(ranks, [program, *args], env), 0, output=expected)
        for region in toolchain.reportOf(report):
            if region["ran"] and region["steps"] == steps == 0:
                continue  # which are made nowhere
            if not region["ran"] or region["placement"] != "distributed" or region["wire"] != "mpi":
                raise Failure(f"{region['name']} ran {region['placement']}: {region['reason']}")
            if region["ranks"] != ranks:
                raise Failure(f"{region['name']}: {region['ranks']} ranks of {ranks}")
            checkMembers(region, ranks, between or region["depth"])


def checkFew(launcher, program, plain):
    """KASANE_PARTS says how many of the ranks work; one of them has all."""
    report = launcher.tools.work / "few.json"
    for parts, placement in ((2, "distributed"), (1, "in core"), (100, "distributed")):
        report.unlink(missing_ok=True)
        env = {"KASANE_PARTS": str(parts), "KASANE_REPORT": str(report)}
        expect(launcher.run(3, [program], env), 0, output=plain)
        region = toolchain.reportOf(report)[0]
        members = region.get("members", 1)
        if region["placement"] != placement or members != min(parts, 3):
            raise Failure(f"KASANE_PARTS={parts}: {members} members, {region['placement']}")


def checkLate(launcher, program, plain):
    """The wire `late` between ranks; nothing is lost on it, and it is as late as it says."""
    report = launcher.tools.work / "late.json"
    env = {"KASANE_WIRE": "late:3000,1", "KASANE_REPORT": str(report)}
    expect(launcher.run(3, [program], env), 0, output=plain)
    region = toolchain.reportOf(report)[0]
    if region["wire"] != "late" or region["exchange_seconds"] < 0.003 * region["exchanges"]:
        raise Failure(f"{region['exchanges']} exchanges took {region['exchange_seconds']} s over {region['wire']}")


def checkSettings(launcher, program, plain):
    """Variables count where the program runs; launchers pass few of them on, and wrong ones are told of once."""
    report = launcher.tools.work / "settings.json"
    first = ["env", "KASANE_STEPS=3", f"KASANE_REPORT={report}", program]
    other = ["env", "KASANE_STEPS=2", f"KASANE_REPORT={report}", "KASANE_PARTS=none", program]
    expect(launcher.runAll([(1, first), (2, other)]), 0, output=plain)
    region = toolchain.reportOf(report)[0]
    if region["steps_per_exchange"] != 3 or region["exchanges"] != 3:
        raise Failure(f"{region['exchanges']} exchanges, every {region['steps_per_exchange']} steps")
    done = launcher.run(3, [program], {"KASANE_PARTS": "-1"})
    expect(done, 1, "KASANE_PARTS=-1: expected a number from 1 up")
    if textOf(done).count("ksn: ") != 1:
        raise Failure(f"said more than once\n{textOf(done)}")


def checkRefused(launcher, name, options, env, said):
    tools, kernel = launcher.tools, kernels.Kernel(KERNELS / f"{name}.c")
    program = compile(tools, kernel.path, tools.work / f"refused-{name}", options, kernel.extra[0])
    args = kernels.withSteps(kernel.args[0], 3)
    done = launcher.run(2, [program, *args], env)
    expect(done, 1, "the arrays cannot be cut among ranks: ")
    expect(done, 1, said)
    expected = tools.run([tools.oracle(kernel.path, kernel.extra[0]), *args]).stdout
    expect(launcher.run(2, [program, *args], dict(env, KASANE_FALLBACK="1")), 0, said, expected)


def checkVerified(launcher):
    """Right as it is; a halo that is a plane too thin is found."""
    tools = launcher.tools
    out, source = tools.work / "halo", KERNELS / "heat2d_swap.c"
    files = tools.translate(source, out, ["--target=openmp", "--schedule=sweep", "--distribute=mpi"], [])

    def build(name):
        ranks = HERE.parents[1] / "runtime" / "mpi" / "kasane_mpi.c"
        toolchain.must(["mpicc", "-O1", "-ffp-contract=off", "-fopenmp", "-w", *tools.include, *files, ranks,
                        *tools.runtime, "-lm", "-pthread", "-o", out / name])
        return [out / name, "37", "29", "7"]

    env = {"KASANE_VERIFY": "1"}
    expect(launcher.run(3, build("right"), env), 0, "7 steps, A, B: every bit as the original's")
    changed = 0
    for file in files:
        text, count = re.subn(r"\.ahead = 1\b", ".ahead = 0", file.read_text())
        file.write_text(text)
        changed += count
    if not changed:
        raise Failure("no reach to change in the generated text")
    expect(launcher.run(3, build("wrong"), env), 1, "differs")


def checkEnds(launcher, program, plain, how, status):
    once = launcher.tools.work / f"once-{how}-{Path(program).name}"
    done = launcher.run(3, [program, how, once], {"LOUD": "1"})
    expect(done, status, output=plain)
    if status is None and done.returncode == 0:
        raise Failure("a job that was left badly ends with status 0")
    if once.read_text() != "once\n":
        raise Failure(f"the file is written more than once: {once.read_text()}")
    if textOf(done).count("a constructor runs") != 1:
        raise Failure(f"constructors of the program run on workers\n{textOf(done)}")


def checkKilled(launcher, program):
    for rank, number in ((2, signal.SIGKILL), (0, signal.SIGKILL), (0, signal.SIGINT)):
        job = launcher.begin(3, [program, "waits"])
        for line in job.stderr:
            if "round 1" in line:
                break
        for folder in processesOf(program, rank):
            os.kill(int(folder.name), number)
        try:
            job.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            job.kill()
            raise Failure(f"rank {rank} has had signal {number}, and the job goes on") from None
        if job.returncode == 0:
            raise Failure(f"rank {rank} has had signal {number}, and the job's status is 0")


def checkIdle(launcher, program):
    """Workers sleep while rank 0 does something else."""
    job = launcher.begin(2, [program, "sleeps"])
    worker = None
    while not worker and job.poll() is None:
        worker = next(processesOf(program, 1), None)
        time.sleep(0.05)
    def used():
        return sum(int(word) for word in (worker / "stat").read_text().rsplit(")", 1)[1].split()[11:13])

    time.sleep(1.5)
    begin = used()
    time.sleep(1)
    spent = (used() - begin) / os.sysconf("SC_CLK_TCK")
    if job.wait(LIMIT) != 0:
        raise Failure(f"status {job.returncode}")
    if spent > 0.05:
        raise Failure(f"an idle worker took {spent} s of a second")


def checkNetwork(launcher):
    """Two ranks measure it, and the steps between exchanges are chosen for it."""
    tools, file = launcher.tools, launcher.tools.work / "here.yaml"
    done = toolchain.call([tools.kasane, "probe", "--network", "-o", file], tools.env, tools.work)
    expect(done, 2, "start it with 'mpirun -n 2 kasane probe --network'")
    if file.exists():
        raise Failure("a file without a network is written")
    expect(launcher.run(2, [tools.kasane, "probe", "--network", "-o", file]), 0, output=f"{file}\n".encode())
    machine = json.loads(toolchain.must([tools.kasane, "machines", file, "--format=json"]).stdout)["machines"][0]
    network = machine["network"]
    if not 0 < network["latency"] < 1 or not 1e6 < network["bandwidth"] < 1e13:
        raise Failure(f"measured: {network}")
    kernel = kernels.Kernel(KERNELS / "heat2d_swap.c")
    program = compile(tools, kernel.path, tools.work / "paced", [f"--machine={file}", "--schedule=sweep"])
    args, report = ["64", "60", "40"], tools.work / "paced.json"
    expected = tools.run([tools.oracle(kernel.path, []), *args]).stdout
    expect(launcher.run(3, [program, *args], {"KASANE_REPORT": str(report)}), 0, output=expected)
    region = toolchain.reportOf(report)[0]
    if len(region["predicted"]) < 2 or not 1 <= region["steps_per_exchange"] <= 20:
        raise Failure(f"not chosen: {region}")


def checkPace(launcher):
    """The wire `late` says what network there is: on a slow one there are more steps between exchanges."""
    tools, kernel = launcher.tools, kernels.Kernel(KERNELS / "heat2d_swap.c")
    program = compile(tools, kernel.path, tools.work / "late", ["--schedule=sweep"])
    args, report = ["64", "240", "40"], tools.work / "late.json"
    expected = tools.run([tools.oracle(kernel.path, []), *args]).stdout
    for ranks, command in ((3, {}), (1, {"KASANE_PARTS": "4"})):
        env = dict(command, KASANE_WIRE="late:5000,10", KASANE_REPORT=str(report))
        expect(launcher.run(ranks, [program, *args], env), 0, output=expected)
        region = toolchain.reportOf(report)[0]
        if region["steps_per_exchange"] < 4 or region["predicted"][0] < 0.005:
            raise Failure(f"{region['steps_per_exchange']} steps between exchanges, predicted {region['predicted']}")


def checkCopies(launcher, source, flags, plain):
    """Ranks that know nothing of each other are told of once, unless the program is MPI itself."""
    program = compile(launcher.tools, source, launcher.tools.work / "copies", flags=flags, distribute=())
    done = launcher.run(3, [program])
    expect(done, 0, "3 processes were started together, and each runs the whole program", plain * 3)
    if textOf(done).count("started together") != 1:
        raise Failure(textOf(done))
    expect(launcher.run(3, [program], {"KASANE_QUIET": "1"}), 0, output=plain * 3)
    expect(launcher.tools.run([program]), 0, output=plain)


def checkDevices(launcher, attempt):
    """What devices have of their own: their memory, and which one a rank takes."""
    tools, source = launcher.tools, HERE / "ranks.c"
    program = compile(tools, source, tools.work / "devices", ["--schedule=sweep"], ["-DFACTOR=1"], target="opencl")
    plain = tools.run([tools.oracle(source, ["-DFACTOR=1", "-pthread"])]).stdout
    fallback = {"KASANE_FALLBACK": "1"}
    attempt("device: alone", lambda: expect(tools.run([program]), 0, output=plain))
    for how, status in (("exit", 3), ("returns", 6), ("aborts", None)):
        attempt(f"device: ends: {how}", checkEnds, launcher, program, plain, how, status)
    attempt("device: fewer members", checkFew, launcher, program, plain)
    attempt("device: late", checkLate, launcher, program, plain)
    memory = {"KASANE_DEVICE_MEMORY": "22000"}
    attempt("device: memory", lambda: expect(launcher.run(4, [program], memory), 1, "rank 2: the arrays cannot be cut"))
    attempt("device: memory, fallback",
            lambda: expect(launcher.run(4, [program], dict(memory, **fallback)), 0, "rank 2: ", plain))
    groups = [(2, [program]), (1, ["env", "KASANE_DEVICE=none such", program])]
    said = "rank 2: KASANE_DEVICE=none such is none of the OpenCL devices here"
    attempt("device: none", lambda: expect(launcher.runAll(groups), 1, said))
    attempt("device: none, fallback", lambda: expect(launcher.runAll(groups, fallback), 0, said, plain))
    attempt("device: in turn", lambda: expect(launcher.run(2, [program], {"KASANE_DEVICES": "all"}), 0, output=plain))
    attempt("device: in turn, none", lambda: expect(launcher.run(2, [program], {"KASANE_DEVICES": "9"}), 1,
                                                    "KASANE_DEVICES: 9 is none of the OpenCL devices here"))


def checkPrograms(launcher, attempt):
    tools, source = launcher.tools, HERE / "ranks.c"
    flags = ["-DFACTOR=1"]
    program = compile(tools, source, tools.work / "ranks", ["--schedule=sweep"], flags)
    other = compile(tools, source, tools.work / "other", ["--schedule=sweep"], ["-DFACTOR=2"])
    init = compile(tools, source, tools.work / "init", flags=["-DCALLS_INIT", *mpiIncludes(), *flags])
    plain = tools.run([tools.oracle(source, [*flags, "-pthread"])]).stdout
    attempt("alone", lambda: expect(tools.run([program]), 0, output=plain))
    attempt("one rank", lambda: expect(launcher.run(1, [program, "exit"]), 3, output=plain))
    for how, status in ENDS:
        attempt(f"ends: {how}", checkEnds, launcher, program, plain, how, status)
    attempt("fewer members", checkFew, launcher, program, plain)
    attempt("late", checkLate, launcher, program, plain)
    attempt("settings", checkSettings, launcher, program, plain)
    attempt("network", checkNetwork, launcher)
    attempt("pace", checkPace, launcher)
    attempt("copies", checkCopies, launcher, source, flags, plain)
    # Rank 0 has one neighbour; those with two need more, and only they know that it isn't there.
    memory = {"KASANE_DEVICE_MEMORY": "22000"}
    attempt("memory", lambda: expect(launcher.run(4, [program], memory), 1, "rank 2: the arrays cannot be cut"))
    memory["KASANE_FALLBACK"] = "1"
    attempt("memory, fallback", lambda: expect(launcher.run(4, [program], memory), 0, "rank 2: ", plain))
    attempt("killed", checkKilled, launcher, program)
    attempt("idle", checkIdle, launcher, program)
    attempt("starts", lambda: expect(launcher.run(3, [program, "starts"]), 0, output=plain))
    attempt("threads", lambda: expect(launcher.run(2, [program, "threads"]), 1, "another thread than the first"))
    both = tools.run([tools.oracle(source, [*flags, "-pthread"]), "threads"]).stdout
    attempt("threads, fallback",
            lambda: expect(launcher.run(3, [program, "threads"], {"KASANE_FALLBACK": "1"}), 0, output=both))
    builds = [(1, [program]), (2, [other])]
    attempt("builds", lambda: expect(launcher.runAll(builds), 1, "the program there is another build"))
    fallback = {"KASANE_FALLBACK": "1"}
    attempt("builds, fallback", lambda: expect(launcher.runAll(builds, fallback), 0, "rank 2: ", plain))
    attempt("MPI_Init", lambda: expect(launcher.run(2, [init]), 1, "the program calls MPI_Init itself"))
    attempt("MPI_Init alone", lambda: expect(tools.run([init]), 0, output=plain))


def checkAll(tools, attempt):
    launcher = Launcher(tools)
    for name, further, runs in RUNS:
        attempt(name, checkBits, launcher, name, further, runs)
    for name, further, runs in DEVICE_RUNS:
        attempt(f"opencl: {name}", checkBits, launcher, name, further, runs, "opencl")
    checkDevices(launcher, attempt)
    for name, further, env, said in REFUSED:
        attempt(f"refused: {name}", checkRefused, launcher, name, further, env, said)
    attempt("verified", checkVerified, launcher)
    checkPrograms(launcher, attempt)
    return launcher.runs


if __name__ == "__main__":
    sys.exit(mpi_jobs.main("ranks", __doc__, [KERNELS], checkAll))
