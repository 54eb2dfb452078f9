# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs that run.py measures: those of this folder, and samples."""
import dataclasses
import pathlib
import typing

HERE = pathlib.Path(__file__).resolve().parent
TYPES = {"f32": "float", "f64": "double"}

# A plain kernel: the best of a few tiles of a sweep, by rank.
SWEEPS = {1: ("256", "1024"), 2: ("128x8", "256x1", "32x8"), 3: ("64x4x1", "256x1x1", "128x2x1", "128x8x2", "128x8x16")}


@dataclasses.dataclass(frozen=True)
class Program:
    source: str                 # without .c
    rank: int
    lengths: dict               # numbers: what --size says
    compared: dict              # those of these that are others when the output is compared with the plain build's
    args: str                   # of the program, and -D of the compiler, made of the lengths
    cells: typing.Callable      # of the lengths: cells that a step updates
    types: tuple = ("f32", "f64")
    defines: str = ""
    tiny: dict = dataclasses.field(default_factory=dict)  # for a trial, beyond `compared`
    # By OpenACC's directives: the arrays that are written, those that are only read, and a sum; None: not.
    arrays: str = ""
    inputs: str = ""
    reduction: str = ""

    def lengthsOf(self, size, edge=None):
        """size: full, compared or tiny (all of it small)."""
        lengths = {**self.lengths, **({"n": edge} if edge and "n" in self.lengths else {})}
        return {**lengths, **(self.compared if size != "full" else {}), **(self.tiny if size == "tiny" else {})}

    def definesOf(self, real, lengths):
        return [f"-DREAL={TYPES[real]}", *self.defines.format(**lengths).split()]

    def argsOf(self, lengths):
        return self.args.format(**lengths).split()

    def sizeOf(self, lengths):
        """Of the lengths that the program takes when it runs."""
        known = {name: length for name, length in lengths.items() if isinstance(length, int) and f"{{{name}}}" not in self.defines}
        return "--size=" + ",".join(f"{name}={length}" for name, length in known.items())


def path(program):
    """A sample, or a program of this folder; in a bundle both are in one."""
    own = HERE / f"{program.source}.c"
    return own if own.is_file() else HERE.parent.parent / f"samples/{program.source}.c"


def stencil(source, n, steps, halo, compared=None):
    rank = int(source.removeprefix("star").removeprefix("box")[0])
    box = "[0:n]" * rank
    return Program(source, rank, {"n": n, "steps": steps}, compared or {"n": (40009, 233, 101)[rank - 1], "steps": 29}, "{n} {steps}",
                   lambda at: (at["n"] - 2 * halo) ** rank, arrays=f"A{box}, B{box}")


PROGRAMS = {
    "star1d1": stencil("star1d1", 1 << 26, 1920, 1),
    "star2d1": stencil("star2d1", 16384, 480, 1),
    "star2d2": stencil("star2d2", 16384, 240, 2),
    "box2d1": stencil("box2d1", 16384, 240, 1),
    "star3d1": stencil("star3d1", 768, 96, 1),
    "star3d2": stencil("star3d2", 512, 96, 2),
    "star3d4": stencil("star3d4", 512, 96, 4),
    "box3d1": stencil("box3d1", 768, 96, 1),
    "box3d1w": stencil("box3d1w", 768, 96, 1),
    "wave3d": Program("wave3d", 3, {"nx": 448, "ny": 448, "nz": 448, "steps": 96}, {"nx": 97, "ny": 83, "nz": 71, "steps": 61},
                      "{nx} {ny} {nz} {steps}", lambda at: (at["nx"] - 8) * (at["ny"] - 8) * (at["nz"] - 8),
                      arrays="old[0:nz][0:ny][0:nx], now[0:nz][0:ny][0:nx]", inputs="v[0:nz][0:ny][0:nx], w"),
    "fdtd2d": Program("fdtd2d", 2, {"nx": 8192, "ny": 4096, "steps": 480}, {"steps": 13}, "{steps}", lambda at: at["nx"] * at["ny"],
                      types=("f32",), defines="-DNX={nx} -DNY={ny}", tiny={"nx": 520, "ny": 260}, arrays="Ez, Hx, Hy", inputs="ce"),
    "grayscott": Program("grayscott", 2, {"w": 4096, "h": 4096, "steps": 480}, {"w": 301, "h": 203, "steps": 29}, "{w} {h} {steps}",
                         lambda at: at["w"] * at["h"], types=("f32",)),  # its arrays are members: no plain directive moves them
    "cip2d": Program("cip2d", 2, {"n": 4096, "steps": 96}, {"n": 201, "steps": 29}, "{n} {steps}", lambda at: (at["n"] - 2) ** 2,
                     types=("f64",), arrays=", ".join(f"{name}[0:n][0:n]" for name in ("f", "gx", "gy", "fn", "gxn", "gyn")),
                     inputs="u[0:n][0:n], v[0:n][0:n]"),
    "himeno": Program("himeno", 3, {"size": "L", "imax": 256, "jmax": 256, "kmax": 512, "nn": 48},
                      {"size": "XS", "imax": 32, "jmax": 32, "kmax": 64, "nn": 9}, "{size} {nn}",
                      lambda at: (at["imax"] - 2) * (at["jmax"] - 2) * (at["kmax"] - 2), reduction="+ : gosa",
                      arrays="p[0:imax][0:jmax][0:kmax], wrk2[0:imax][0:jmax][0:kmax]",
                      inputs=", ".join(["a[0:4][0:imax][0:jmax][0:kmax]", *(f"{name}[0:3][0:imax][0:jmax][0:kmax]" for name in "bc"),
                                        *(f"{name}[0:imax][0:jmax][0:kmax]" for name in ("bnd", "wrk1"))])),
    "heat1d": Program("heat1d", 1, {"n": 64000000, "steps": 240}, {"n": 5003, "steps": 61}, "{n} 2 {steps}", lambda at: at["n"] - 2,
                      types=("f64",), arrays="T[0:n], Tnew[0:n]", inputs="k[0:n]"),
    # Bound by launches: at sizes as they are, since many steps are what is to be compared.
    "small2d": stencil("star2d1", 512, 20000, 1, {"steps": 1001}),
    "small3d": stencil("star3d1", 64, 20000, 1, {"steps": 1001}),
}
