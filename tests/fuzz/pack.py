# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One file of functions: schedules for them, translation, build, run, and what became of each function."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import limits
from model import fileText

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "run"))
import toolchain  # noqa: E402

ORACLE = ["gcc", "-O1", "-ffp-contract=off", "-w"]
CHECKED = ["gcc", "-O1", "-g", "-ffp-contract=off", "-w", "-fsanitize=address,undefined,float-cast-overflow",
           "-fno-sanitize-recover=all"]
GENERATED = (["gcc", "-O1", "-fopenmp", "-w"], ["gcc", "-O2", "-march=native", "-fopenmp", "-w"])
LIGHTLY = "-cl-opt-disable"
TILES = {
    1: ((7,), (1,), (16,), (64,), (200,)),
    2: ((5, 3), (1, 1), (16, 4), (8, 8), (3, 7), (64, 64)),
    3: ((5, 3, 2), (8, 4, 4), (1, 2, 1), (4, 4, 4), (16, 16, 16)),
}
# The last of several numbers are the planes of a stream.
STREAMS = {1: ((7,), (1,), (20,), (124,), (248,)), 2: ((20, 7), (61, 5), (1, 3), (9, 1), (40, 64), (16, 5)),
           3: ((12, 9, 5), (30, 7, 3), (1, 2, 1), (5, 3, 16), (6, 5, 4))}
# Of diamonds; the axis that they cut is y, or x where there is no other.
DIAMONDS = {1: ((7,), (64,), (1,)), 2: ((5, 3), ("all", 4), (48, 8), (1, 1)),
            3: (("all", 4, 1), (5, 3, 2), ("all", 8, "all"), (33, 16, 3))}
# unfit: the tile, which was forced, is too large for the device: an error, as it should be.
HARMLESS = ("ok", "refused", "unfit")
LOCAL_BYTES = 32 * 1024  # of a tile's buffers by the estimate below, which devices have


@dataclass(frozen=True)
class Schedule:
    family: str
    tile: tuple
    depth: int

    def clauses(self):
        depth = f" depth({self.depth})" if self.family != "sweep" else ""
        return f" schedule({self.family}) tile({', '.join(map(str, self.tile))}){depth}"

    def options(self):
        depth = [f"--depth={self.depth}"] if self.family != "sweep" else []
        return [f"--schedule={self.family}", f"--tile={'x'.join(map(str, self.tile))}", *depth]


@dataclass
class Outcome:
    kind: str  # ok, refused, fallback, difference, report, run, build, translate
    text: str = ""


def reach(function):
    """An upper bound of how far one step looks, per axis: the sum over its stages."""
    total = [0] * function.rank
    for region in function.regions:
        sums = [0] * function.rank
        for stage in region.stages:
            if isinstance(stage, tuple):
                continue
            for axis in range(function.rank):
                sums[axis] += max(stage.low.get(axis, 1), stage.high.get(axis, 1))
        total = [max(a, b) for a, b in zip(total, sums)]
    return total


def footprint(function, tile, depth):
    """Bytes of a tile with its halo in every array, roughly."""
    cells = 1
    for axis, radius in enumerate(reach(function)):
        cells *= tile[axis] + 2 * radius * depth
    return cells * 8 * sum(a.levels for a in function.arrays if len(a.axes) == function.rank and a.levels <= 2) * 2


def stepByStep(function):
    """Whether cells use an element of a parameter's table, whose extent isn't known, beside a test that may
    end the loop first."""
    def reads(part):
        if len(part) == 2 and part[0] == "name":
            return bool(re.match(r"now\d+$", part[1]))
        return any(reads(p) for p in part if isinstance(p, (tuple, list)))

    tests = [s for region in function.regions for s in region.stages if isinstance(s, tuple) and s[0] == "test"]
    stages = [s for region in function.regions for s in region.stages if not isinstance(s, tuple)]
    isPassed = any(passed for _, _, passed in function.tables)
    return isPassed and bool(tests) and any(reads(stage.body) for stage in stages)


def placesOf(part):
    """Of all elements in a statement or an expression."""
    if not isinstance(part, (tuple, list)):
        return []
    if part[:1] in (("read",), ("store",)):
        return [part[2]] + [place for inner in part[3:] for place in placesOf(inner)]
    return [place for inner in part for place in placesOf(inner)]


def onChip(function, tile, depth):
    """Bytes of what work-items of a pipeline hand over, roughly: a few planes of each value that a stage
    makes in a step."""
    cells = 1
    for axis, radius in enumerate(reach(function)[:max(function.rank - 1, 1)]):
        cells *= max(tile[axis], 16) + 2 * radius * depth
    values = max(sum(not isinstance(s, tuple) for s in r.stages) for r in function.regions)
    return cells * 8 * (2 + reach(function)[-1]) * (values * depth + 1)


def streams(function):
    """Whether no edge is set from the opposite one, no known extent is so short that a neighbour is as good as that,
    and a plane has room on chip."""
    sides = {"lo": "hi", "hi": "lo"}
    for stage in (s for region in function.regions for s in region.stages if not isinstance(s, tuple)):
        for loop in stage.loops:
            low, high = stage.low[loop.axis], stage.high[loop.axis]
            if function.literal and 2 * max(low, high) > function.extents[loop.axis] - low - high:
                return False
        for place in placesOf(stage.body):
            kinds = {axis: p[0] for axis, p in enumerate(place) if isinstance(p, tuple)}
            if any(axis in stage.fixed and kind == sides[stage.fixed[axis][0]] for axis, kind in kinds.items()):
                return False
    return not stepByStep(function) and onChip(function, (4,) * function.rank, 1) <= LOCAL_BYTES * 4


def randomStream(rng, function):
    tile, depth = rng.choice(STREAMS[function.rank]), rng.randrange(1, 9 if function.rank == 1 else 5)
    if not all(r.timeLoop for r in function.regions):
        depth = 1
    while depth > 1 and onChip(function, tile, depth) > LOCAL_BYTES:
        depth -= 1
    return Schedule("pipeline", tile if onChip(function, tile, depth) <= LOCAL_BYTES else (4,) * function.rank, depth)


def randomSchedule(rng, function, pipelines=False):
    if pipelines and rng.random() < 0.33:
        return randomStream(rng, function)
    tile = rng.choice(TILES[function.rank])
    if rng.random() < 0.25 or stepByStep(function):  # the language asks for sweep
        return Schedule("sweep", tile, 1)
    depth = rng.choice((1, 2, 2, 3, 3, 4, 5)) if all(r.timeLoop for r in function.regions) else 1
    while depth > 1 and footprint(function, tile, depth) > LOCAL_BYTES * 8:
        depth -= 1
    if footprint(function, tile, depth) > LOCAL_BYTES * 8:
        tile = (2,) * function.rank
    return Schedule("overlap", tile, depth)


def randomDiamond(rng, function):
    tile, steps = rng.choice(DIAMONDS[function.rank]), rng.choice((1, 2, 5, 64))
    if not all(region.timeLoop for region in function.regions):
        return Schedule("sweep", rng.choice(TILES[function.rank]), 1)
    return Schedule("diamond", tile, steps)


def call(command, env, timeout=180):
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, stdin=subprocess.DEVNULL, env=env,
                              timeout=timeout)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return 124, "", f"timed out after {timeout} s"


def byFunction(output):
    found = {}
    for line in output.splitlines():
        found.setdefault(line.split(" ", 1)[0], []).append(line)
    return found


class Bench:
    """A folder to work in and the tools."""

    def __init__(self, options, work):
        self.work = Path(work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.options = options
        self.include = f"-I{Path(__file__).resolve().parent}"
        keep = {key: value for key, value in os.environ.items() if not key.startswith("KASANE_")}
        self.env = dict(keep, OMP_NUM_THREADS="2", OMP_WAIT_POLICY="passive", POCL_CACHE_DIR=str(self.work / "pocl"),
                        XDG_CACHE_HOME=str(self.work / "cache"), ASAN_OPTIONS="detect_leaks=0")
        self.machine = None  # that translations are for; None: the target's usual one
        self.isLight = False  # OpenCL's compiler doesn't optimise
        # Planes of a slab and steps of a visit: arrays are streamed so through the device in a second run.
        self.slabs = None
        self.runs = self.streamed = 0

    def write(self, functions, schedules, fromOptions):
        for f in functions:
            f.pragma = "" if fromOptions else schedules[f.name].clauses()
        source = self.work / "pack.c"
        source.write_text(fileText(functions))
        return source

    def oracle(self, functions, checked=False):
        """Output of the plain build by function, or None with what is wrong with it."""
        for f in functions:
            f.pragma = ""
        source = self.work / "pack.c"
        source.write_text(fileText(functions))
        code, _, err = call([*(CHECKED if checked else ORACLE), self.include, source, "-o", self.work / "oracle",
                             "-lm"], self.env)
        if code:
            return None, err
        code, out, err = call([self.work / "oracle"], self.env)
        return (None, err) if code else (byFunction(out), "")

    def translate(self, functions, target, schedules, fromOptions):
        """(files, {function: refusal}, other trouble)"""
        source = self.write(functions, schedules, fromOptions)
        out = self.work / target
        shutil.rmtree(out, ignore_errors=True)
        options = schedules[functions[0].name].options() if fromOptions else []
        options += [f"--machine={self.machine}"] if self.machine else []
        code, err = self.translation(source, [f"--target={target}", "--fp=strict", *options], out)
        if code == 0:
            return sorted(f for f in out.iterdir() if f.suffix in (".c", ".cu")), {}, ""
        refusals = refusedFunctions(source.read_text(), err) if code == 1 else {}
        return None, refusals, "" if refusals else f"exit {code}\n{err[-2000:]}"

    def translation(self, source, options, out):
        """The translator's exit code and messages: of a run now, kept with --record, or of
        one kept before (--replay)."""
        key = hashlib.sha256("\0".join([source.read_text(), *options]).encode()).hexdigest()[:20]
        if self.options.replay:
            kept = self.options.replay / key
            if not kept.is_dir():
                return 3, "this translation was not recorded"
            shutil.copytree(kept, out)
        else:
            out.mkdir()
            code, _, err = limits.translate([self.options.kasane, source, *options, "-o-dir", out, "--", self.include],
                                            self.env)
            (out / "outcome.json").write_text(json.dumps([code, err]))
            if self.options.record:
                shutil.copytree(out, self.options.record / key, dirs_exist_ok=True)
        return json.loads((out / "outcome.json").read_text())

    def build(self, files, flags):
        objects = [f.with_suffix(".o") for f in files]
        headers = [f"-I{path}" for path in self.options.include]
        for f, o in zip(files, objects):
            own = toolchain.compilerFor(f, flags if ".kasane." in f.name else ORACLE)
            compiler = toolchain.CUDA if f.suffix == ".cu" else [*own, f"-iquote{self.work}"]
            code, _, err = call([*compiler, self.include, *headers, "-c", f, "-o", o], self.env)
            if code:
                return None, err
        program = files[0].parent / "program"
        libraries = [*self.options.runtime, *toolchain.librariesFor(files), "-lm", "-lpthread"]
        code, _, err = call(["gcc", "-fopenmp", *objects, *libraries, "-o", program], self.env)
        return (None, err) if code else (program, "")

    def runPack(self, functions, expected, target, schedules, fromOptions, flags):
        """What became of each function. Trouble of the whole file is looked for function by function."""
        outcomes = {}
        left = list(functions)
        files = None
        while left and files is None:
            files, refusals, trouble = self.translate(left, target, schedules, fromOptions)
            outcomes.update({name: Outcome("refused", text) for name, text in refusals.items()})
            left = [f for f in left if f.name not in refusals]
            if trouble:
                return self.apart(left, expected, target, schedules, fromOptions, flags, outcomes,
                                  Outcome("translate", trouble))
        if not left or self.options.record:
            return {**outcomes, **{f.name: Outcome("ok") for f in left}}
        program, err = self.build(files, flags)
        if not program:
            return self.apart(left, expected, target, schedules, fromOptions, flags, outcomes,
                              Outcome("build", err[-2000:]))
        report = self.work / "report.json"
        code, out, err = self.run(program, report)
        if code:
            kind = "unfit" if toolchain.UNFIT.search(err) else "run"
            return self.apart(left, expected, target, schedules, fromOptions, flags, outcomes,
                              Outcome(kind, f"exit {code}\n{err[-2000:]}"))
        got = byFunction(out)
        try:
            regions = json.loads(report.read_text())["regions"]
        except (OSError, ValueError, KeyError) as error:
            regions = []
            print(f"no usable report: {error}")
        for f in left:
            outcomes[f.name] = judge(f, schedules[f.name], target, expected[f.name], got.get(f.name), regions)
        if self.slabs and target in ("opencl", "cuda"):
            self.runStreamed([f for f in left if outcomes[f.name].kind == "ok"], expected, program, report, outcomes)
        return outcomes

    def runStreamed(self, functions, expected, program, report, outcomes):
        """Regions whose arrays can't be streamed run as they were written."""
        slab, steps = self.slabs
        code, out, err = self.run(program, report, {"KASANE_SLAB": str(slab), "KASANE_STEPS": str(steps),
                                                    "KASANE_FALLBACK": "1"})
        got = byFunction(out)
        for f in functions:
            if code or got.get(f.name) != expected[f.name]:
                lines = [f"{a} | {b}" for a, b in zip(expected[f.name], got.get(f.name, [""])) if a != b]
                outcomes[f.name] = Outcome("streamed",
                                           "\n".join([f"KASANE_SLAB={slab} KASANE_STEPS={steps}: exit {code}", *lines,
                                                      err[-1000:]]))
        if not code and report.exists():
            self.streamed += sum(region.get("placement") == "chunked"
                                 for region in json.loads(report.read_text())["regions"])

    def run(self, program, report, more=()):
        """On the first device whose local memory suffices for the tiles, which were forced."""
        for device in self.options.device or [None]:
            report.unlink(missing_ok=True)
            chosen = {"KASANE_DEVICE": device} if device else {}
            if self.isLight:
                chosen["KASANE_OPENCL_OPTIONS"] = LIGHTLY
            self.runs += 1
            code, out, err = call([program], dict(self.env, **chosen, **dict(more), KASANE_REPORT=str(report)))
            if not code or not toolchain.UNFIT.search(err):
                break
        return code, out, err

    def apart(self, functions, expected, target, schedules, fromOptions, flags, outcomes, whole):
        if len(functions) == 1 or self.options.replay:
            return {**outcomes, **{f.name: whole for f in functions}}
        for f in functions:
            outcomes.update(self.runPack([f], expected, target, schedules, fromOptions, flags))
        if all(o.kind in HARMLESS for o in outcomes.values()):
            outcomes[functions[0].name] = Outcome(whole.kind, "only together with the file's other functions\n"
                                                  + whole.text)
        return outcomes


def judge(function, schedule, target, expected, got, regions):
    if got != expected:
        return Outcome("difference", "\n".join(f"{a} | {b}" for a, b in zip(expected, got or [""]) if a != b))
    mine = [r for r in regions if re.search(rf"_{function.name}_\d", r["name"] + "_0")]
    for r in mine:
        if not r["ran"]:
            return Outcome("fallback", r["reason"])
        tile = [0 if extent == "all" else extent for extent in schedule.tile]
        wanted = (target, schedule.family, [*tile, *[1] * (3 - function.rank)], schedule.depth)
        asReported = (r["target"], r["family"], r["tile"], r["depth"])
        if asReported != wanted:
            return Outcome("report", f"asked for {wanted}, reported {asReported}")
    if "host" in function.forms:  # the region is left and entered again
        return Outcome("ok")
    wanted = sorted((len(r.made()), sum(r.made()), sum(-(-s // schedule.depth) for s in r.made()))
                    for r in function.regions)
    counts = sorted((r["calls"], r["steps"], r["passes"]) for r in mine)
    if counts != wanted:
        return Outcome("report", f"(calls, steps, passes) expected {wanted}, reported {counts}")
    return Outcome("ok")


def refusedFunctions(text, err):
    """{function: message} from the lines that the errors name."""
    lines, owner, current = text.split("\n"), {}, None
    for number, line in enumerate(lines, 1):
        found = re.match(r"static (?:inline )?\w[\w ]* (?:\w+_of_)?(\w+)\(", line)
        current = found[1] if found else current
        owner[number] = current
    refused = {}
    for line, message in re.findall(r"pack\.c:(\d+):\d+: error: (.*)", err):
        name = owner.get(int(line))
        if name and not name.startswith("run_"):
            refused.setdefault(name, message)
    return refused


def bucket(message):
    """The message without what it quotes, to count by."""
    message = re.sub(r"(?<!\w)'[^']*'", "'..'", message)  # not the apostrophe of a word
    return re.sub(r"\b[A-Za-z_]\w*\[[^ ]*", "..", message)
