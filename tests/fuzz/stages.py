# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Stages that are several nests: colours, which update one array in place, and ghost cells on both sides."""

from model import Loop


def colourStages(generator, array):
    """m colours: a cell reads others along one axis, at distances that m does not divide."""
    rng, rank = generator.rng, generator.rank
    m, strided = rng.choice((2, 2, 2, 3, 4)), rng.random() < 0.4
    stages = []
    for c in rng.sample(range(m), m):
        stage = generator.newStage({})
        stage.loops.sort(key=lambda loop: -loop.axis)
        if strided:
            stage.loops[-1] = Loop(0, colour=(m, c))
        value = ("bin", "*", ("num", "0.5f"), ("read", array.name, (0,) * rank))
        for _ in range(2):
            place, axis = [0] * rank, rng.randrange(rank)
            place[axis] = rng.choice([d for d in range(-3, 4) if d % m])
            generator.widen(stage, tuple(place))
            other = ("bin", "*", ("num", "0.25f"), ("read", array.name, tuple(place)))
            value = ("bin", rng.choice("+-"), value, other)
        store = ("store", array.name, (0,) * rank, "=", value)
        stage.body.append(store if strided else coloured(generator, store, m, c))
        generator.extraMargins(stage)
        stages.append(stage)
    return stages


def coloured(generator, store, m, c):
    """The store under a condition on the sum of the cell's coordinates, sometimes with the step's number."""
    rng, f = generator.rng, generator.f
    total = ("name", f.axisNames[0])
    for axis in range(1, generator.rank):
        total = ("bin", "+", total, ("name", f.axisNames[axis]))
    if generator.timed and rng.random() < 0.3:
        total = ("bin", "+", total, ("name", f.timeName))
    rest = ("bin", "%", total, ("num", str(m)))
    if m != 3 and rng.random() < 0.3:
        rest = ("bin", "&", total, ("num", str(m - 1)))
    if rng.random() < 0.3:
        return ("if", ("un", "!", ("bin", "!=", rest, ("num", str(c)))), [store], [])
    return ("if", ("bin", "==", rest, ("num", str(c))), [store], [])


def ghostPlanes(generator, name, array):
    """Each edge of an axis is set from the cells beside the opposite one."""
    rng = generator.rng
    generator.usesFixed = True
    width, axis, stages = rng.choice((1, 1, 1, 2)), rng.randrange(generator.rank), []
    for c in range(width):
        for side, other in (("lo", "hi"), ("hi", "lo")):
            stage = generator.newStage({axis: (side, c)})
            place = tuple((side, c) if a == axis else 0 for a in range(generator.rank))
            from_ = tuple((other, 2 * width - 1 - c) if a == axis else 0 for a in range(generator.rank))
            stage.body.append(("store", name, place, "=", ("read", name, from_)))
            stages.append(stage)
    rng.shuffle(stages)
    return stages
