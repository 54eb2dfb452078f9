# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which schedules a kernel is translated with on a target."""

import itertools
import shlex

import toolchain

TILES = {1: ["7", "64", "1", "1000"], 2: ["5x3", "16x4", "1x1", "64x64"], 3: ["5x3x2", "8x4x4", "1x2x1", "32x16x8"]}
# Of pipelines, along the slowest of several axes the planes of one.
STREAMS = {1: ["7", "124"], 2: ["20x7", "61x5"], 3: ["12x9x5", "30x7x3"]}

# Of diamonds, and the most steps of a pass.
DIAMONDS = {
    1: ["7", "64", "1", "2048"],
    2: ["5x3", "48x8", "1x1", "512x64"],
    3: ["5x3x2", "allx8x1", "1x2x1", "64x16x3"],
}
PASSES = [64, 5, 1, 1000]

# Arrays that are read at the cell itself are held on chip.
HELD = ("pipeline", "4x2x5", 2, "h200")
# Of blocked steps: in turn the tile that is chosen, and short ones.
PIVOTS = [None, "128x8"]
# On targets with work-groups: cells of a group, and steps.
GROUP_PIVOTS = [("64x64", 16), ("64x128", 32)]
# Streams that are short, and long ones of which windows are launched.
ENDS = {2: [("24x16", None)], 3: [("8x8x6", None), ("8x8x80", {"KASANE_SLAB": "7", "KASANE_STEPS": "6"})]}


class Config:
    """One forced schedule on one target, for a machine, or the one that is chosen for it. `distribute`: with kernels
    of which the arrays can be cut into parts, where that has to be asked for."""

    def __init__(self, target, family, tile=None, depth=1, machine=None, distribute=False):
        self.target, self.family, self.tile, self.depth, self.machine = target, family, tile, depth, machine
        self.distribute = distribute

    @property
    def isChosen(self):
        return self.family is None

    def options(self):
        options = [f"--target={self.target}"] + ([f"--machine={self.machine}"] if self.machine else [])
        options += ["--distribute"] * self.distribute
        if self.isChosen:
            return options
        options.append(f"--schedule={self.family}")
        if self.tile:
            options.append(f"--tile={self.tile}")
        if self.family != "sweep":
            options.append(f"--depth={self.depth}")
        return options

    def __str__(self):
        return shlex.join(self.options())


def turnOf(kernel):
    """A number by which kernels take turns in what isn't done with each of them."""
    return sum(map(ord, kernel.name))


def depthsFor(kernel, target, full, cheap):
    """(number, depth): all of them; half of them on devices, or of what is to be cheap; of that one on devices."""
    turn = turnOf(kernel)
    for k, depth in enumerate(kernel.depths):
        isOne, isOfHalf = k == turn % len(kernel.depths), (turn + k) % 2 == 0 or len(kernel.depths) == 1
        if full or (target == "openmp" and not cheap) or (isOne if target != "openmp" and cheap else isOfHalf):
            yield k, depth


def configsFor(kernel, target, full, machine=None, cheap=False):
    """The default matrix takes every depth once, the tiles in turn, and sweeps with a tile for every other kernel (the
    others are built with sanitizers). On devices, whose kernels take long to compile, it takes every other depth. The
    full one takes all, the cheap one half of the depths, and on devices one depth of one family. OpenCL's tiles are a
    processor's for half of them."""
    if cheap and kernel.isReading:
        yield from configsOfReading(kernel, target, machine)
        return
    tiles = TILES[kernel.rank]
    turn = turnOf(kernel)
    few = target != "openmp" and not full
    if machine:
        yield Config(target, None, machine=machine)
    yield Config(target, "sweep")
    if target in toolchain.ONLY_SWEEPS:
        return
    if full or (not few and turn % 2):
        yield Config(target, "sweep", tiles[0])
    yield from diamondsFor(kernel, target, full, cheap)
    yield from streamsFor(kernel, target, full, cheap)
    yield from pivotsFor(kernel, target, full, cheap)
    if full:
        for depth, tile in itertools.product(kernel.depths, tiles):
            yield Config(target, "overlap", tile, depth)
        return
    if cheap and kernel.streams and target != "openmp" and turn % 2 == 0:
        return
    processor = "pocl-avx512" if target == "opencl" and turn // 8 % 2 else None  # there a work-group is one work-item
    for k, depth in depthsFor(kernel, target, full, cheap):
        # A tile of one cell is slow to run at depth: only at the small depths.
        usable = tiles if depth < 3 else [tiles[0], tiles[1], tiles[3]]
        yield Config(target, "overlap", usable[(turn + k) % len(usable)], depth, processor)


def configsOfReading(kernel, target, machine):
    """Of kernels about how loops are written one schedule: a sweep or a diamond on a processor, where the tiles of
    several steps are left to the verification, and such tiles on a device."""
    turn = turnOf(kernel)
    if machine:
        yield Config(target, None, machine=machine)
    if target in toolchain.ONLY_SWEEPS:
        return
    if target == "openmp" or not kernel.depths:
        diamond = next(diamondsFor(kernel, target, False, True), None) if turn % 2 and kernel.depths else None
        yield diamond or Config(target, "sweep")
        return
    tiles, depth = TILES[kernel.rank], kernel.depths[turn // 2 % len(kernel.depths)]
    yield Config(target, "overlap", tiles[[0, 1, 3][turn % 3]], depth)


def targetsOf(kernel, targets, cheap):
    """Those that fit; where that is to be cheap, one device's in turn, but for kernels about what devices have. The
    compiler of OpenCL takes long: it has a quarter of the kernels about how loops are written."""
    fitting = kernel.fitting(targets)
    left = "opencl" if turnOf(kernel) // 2 % (4 if kernel.isReading else 2) else "openacc"
    isOne = cheap and not kernel.isOfDevices and {"openacc", "opencl"} <= set(fitting)
    return [target for target in fitting if not (isOne and target == left)]


def partsFor(kernel, full, cheap):
    """Of openmp: sweeps, and tiles of several steps; of every fourth kernel where that is to be cheap."""
    turn = turnOf(kernel)
    if cheap and turn % 4:
        return
    yield Config("openmp", "sweep", TILES[kernel.rank][turn % 4] if turn // 2 % 2 else None, distribute=True)
    for k, depth in enumerate(kernel.depths):
        if full or k == turn % len(kernel.depths):
            yield Config("openmp", "overlap", TILES[kernel.rank][[0, 1, 3][(turn + k) % 3]], depth, distribute=True)


def membersBy(count, isOnCards, turn):
    """The settings that ask for so many members: in one memory, or on all cards in turn. Of every other kernel planes
    go from card to card by way of the host."""
    if not isOnCards:
        return {"KASANE_PARTS": str(count)}
    cards = toolchain.cardCount()
    numbers = ",".join(str(n % cards) for n in range(count))
    return {"KASANE_DEVICES": numbers, "KASANE_PARTS": "", "KASANE_WIRE": "host" if turn % 2 else ""}


def diamondsFor(kernel, target, full, cheap):
    if target != "openmp" or not kernel.diamonds:
        return
    turn = turnOf(kernel)
    for k in range(4 if full else 1 if cheap else 2):
        words = DIAMONDS[kernel.rank][(turn + k) % 4].split("x")
        tile = "x".join("all" if a in kernel.wholeAxes else word for a, word in enumerate(words))
        yield Config(target, "diamond", tile, PASSES[(turn // 4 + k) % 4])


def pivotsFor(kernel, target, full, cheap):
    """What is chosen, and blocks of several steps; half of the depths where that is to be cheap."""
    if target in toolchain.ONLY_SWEEPS or not kernel.pivots:
        return
    if target != "openmp":
        for k in range(len(GROUP_PIVOTS) if full or not cheap else 1):
            yield Config(target, "pivot", *GROUP_PIVOTS[(turnOf(kernel) + k) % len(GROUP_PIVOTS)])
        return
    yield Config(target, None)
    for k, depth in enumerate(kernel.pivots):
        if full or not cheap or (turnOf(kernel) + k) % 2 == 0:
            yield Config(target, "pivot", PIVOTS[k % 2], depth)


def streamsFor(kernel, target, full, cheap):
    """Pipelines, and sweeps that are made for a card."""
    if target == "openmp":
        return
    turn = turnOf(kernel)
    if kernel.streams and not (cheap and turn % 2):
        wanted = {1: (2 + turn % 2, 5), 2: (2 + turn % 2,), 3: (2,)}[kernel.rank]
        wanted = wanted[:1] if cheap else wanted
        for k, depth in enumerate(d for d in kernel.depths if full or d in wanted):
            number = 0 if kernel.rank == 3 and not full else (turn + k) % 2
            yield Config(target, "pipeline", STREAMS[kernel.rank][number], depth)
    if kernel.heldOnChip:
        yield Config(target, *HELD)
    if kernel.rowsAtOnce:
        for tile in {2: ["128x8"], 3: ["128x4x2", "128x8x16"]}[kernel.rank]:
            yield Config(target, "sweep", tile, machine="h200")
    if full and kernel.streams and kernel.rank == 3 and 2 in kernel.depths:
        yield Config(target, "pipeline", "28x60x9", 2)  # work-items hold much


def tiled(kernel, target, index):
    """The first tile, at the depth of this number."""
    if not kernel.depths or target in toolchain.ONLY_SWEEPS:
        return Config(target, "sweep", TILES[kernel.rank][0])
    return Config(target, "overlap", TILES[kernel.rank][0], kernel.depths[min(index, len(kernel.depths) - 1)])
