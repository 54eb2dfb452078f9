# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tuner's benchmarks measure: the samples at three sizes, and a set of programs beside them."""
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Arguments and flags of the samples, and what --size says of them: beyond the private caches of a CPU's cores, beyond
# its last cache, and beyond that of a large GPU.
SIZES = {
    "quick": {
        "heat1d": ("4000000 1 40", [], "n=4000000"),
        "heat2d": ("2048 40", [], "n=2048,steps=40"),
        "heat3d": ("160 160 160 20", [], "nx=160,ny=160,nz=160,steps=20"),
        "cip2d": ("768 12", [], "n=768,steps=12"),
        "fdtd2d": ("20", ["-DNX=2048", "-DNY=1024"], "steps=20"),
        "grayscott": ("1024 1024 24", [], "w=1024,h=1024,steps=24"),
        "himeno": ("S 12", [], "imax=64,jmax=64,kmax=128,nn=12"),
        "laplace": ("1500 0 24", [], "n=1500,most=24"),
        "life": ("24", ["-DW=2048", "-DH=2048"], "generations=24"),
        "wave3d": ("160 160 160 16", [], "nx=160,ny=160,nz=160,steps=16"),
    },
    "cpu": {
        "heat1d": ("16000000 1 40", [], "n=16000000"),
        "heat2d": ("4096 40", [], "n=4096,steps=40"),
        "heat3d": ("320 320 320 20", [], "nx=320,ny=320,nz=320,steps=20"),
        "cip2d": ("1536 12", [], "n=1536,steps=12"),
        "fdtd2d": ("20", ["-DNX=4096", "-DNY=2048"], "steps=20"),
        "grayscott": ("2048 2048 24", [], "w=2048,h=2048,steps=24"),
        "himeno": ("M 12", [], "imax=128,jmax=128,kmax=256,nn=12"),
        "laplace": ("3000 0 24", [], "n=3000,most=24"),
        "life": ("24", ["-DW=4096", "-DH=4096"], "generations=24"),
        "wave3d": ("256 256 256 16", [], "nx=256,ny=256,nz=256,steps=16"),
    },
    "gpu": {
        "heat1d": ("64000000 1 192", [], "n=64000000,steps=192"),
        "heat2d": ("8192 480", [], "n=8192,steps=480"),
        "heat3d": ("512 512 512 48", [], "nx=512,ny=512,nz=512,steps=48"),
        "cip2d": ("4096 48", [], "n=4096,steps=48"),
        "fdtd2d": ("240", ["-DNX=8192", "-DNY=4096"], "steps=240"),
        "grayscott": ("4096 4096 240", [], "w=4096,h=4096,steps=240"),
        "himeno": ("L 24", [], "imax=256,jmax=256,kmax=512,nn=24"),
        "laplace": ("8000 0 48", [], "n=8000,most=48"),
        "life": ("240", ["-DW=8192", "-DH=8192"], "generations=240"),
        "wave3d": ("448 448 448 48", [], "nx=448,ny=448,nz=448,steps=48"),
    },
}
RANKS = {"heat1d": 1, "heat3d": 3, "himeno": 3, "wave3d": 3}

# Programs beside the samples, in benchmarks/tuning/programs: the source, the type, more flags, cells along an axis,
# steps, and whether the model's constants may be fitted to it. All others only tell how well it chooses.
FITTED, HELD = True, False
SET = {
    "star2d-2-f32": ("star", "float", "-DR=2", 8192, 96, FITTED),
    "star2d-3-f64": ("star", "double", "-DR=3", 6144, 96, HELD),
    "star2d-1-small": ("star", "float", "-DR=1", 1024, 9600, FITTED),
    "star2d-4-f32": ("star", "float", "-DR=4", 6144, 96, HELD),
    "star3d-1-f32": ("star", "float", "-DDIM=3 -DR=1", 512, 48, FITTED),
    "star3d-1-f64": ("star", "double", "-DDIM=3 -DR=1", 256, 192, HELD),
    "star3d-1-small": ("star", "float", "-DDIM=3 -DR=1", 64, 19200, HELD),
    "star3d-1-large": ("star", "float", "-DDIM=3 -DR=1", 1024, 24, HELD),
    "star3d-2-f64": ("star", "double", "-DDIM=3 -DR=2", 320, 48, FITTED),
    "star3d-3-f32": ("star", "float", "-DDIM=3 -DR=3", 384, 48, FITTED),
    "star3d-4-f64": ("star", "double", "-DDIM=3 -DR=4", 320, 48, HELD),
    "box2d-1-f64": ("box", "double", "-DR=1", 6144, 96, FITTED),
    "box2d-2-f32": ("box", "float", "-DR=2", 6144, 96, HELD),
    "box2d-3-f64": ("box", "double", "-DR=3", 4096, 48, FITTED),
    "box3d-1-f32": ("box", "float", "-DDIM=3 -DR=1", 384, 48, FITTED),
    "box3d-1-f64": ("box", "double", "-DDIM=3 -DR=1", 256, 48, HELD),
    "upwind2d-f64": ("upwind", "double", "", 6144, 96, HELD),
    "upwind3d-f32": ("upwind", "float", "-DDIM=3", 384, 48, FITTED),
    "ground2d-f64": ("ground", "double", "", 4096, 96, HELD),
    "ground3d-f32": ("ground", "float", "-DDIM=3", 320, 48, FITTED),
    "lbm2d-f32": ("lbm2d", "float", "", 4096, 48, FITTED),
    "lbm2d-f64": ("lbm2d", "double", "", 2048, 48, HELD),
    "lbm3d-f32": ("lbm3d", "float", "", 192, 48, FITTED),
    "lbm3d-f64": ("lbm3d", "double", "", 128, 96, HELD),
    "light-f32": ("light", "float", "-DDIM=3", 256, 48, FITTED),
    "light-f64": ("light", "double", "-DDIM=3", 192, 96, HELD),
    "quake-f32": ("quake", "float", "", 4096, 96, FITTED),
    "quake-f64": ("quake", "double", "", 3072, 96, HELD),
    "shallow-f64": ("shallow", "double", "", 4096, 48, FITTED),
    "shallow-f32": ("shallow", "float", "", 4096, 96, HELD),
    "wave2d-f64": ("wave", "double", "", 6144, 96, FITTED),
    "wave3d-f32": ("wave", "float", "-DDIM=3", 384, 48, HELD),
    "mix-f32": ("mix", "float", "", 6144, 96, FITTED),
    "mix-f64": ("mix", "double", "", 4096, 96, HELD),
}
SIZES["set"] = {name: (f"{n} {steps}", [f"-DREAL={type_}", *flags.split()], f"n={n},steps={steps}")
                for name, (_, type_, flags, n, steps, _) in SET.items()}
RANKS |= {name: 3 for name, (source, _, flags, *_) in SET.items() if "DIM=3" in flags or source == "lbm3d"}


def sourceOf(name):
    """The source, and options that its includes need."""
    if name in SET:
        return HERE / f"programs/{SET[name][0]}.c", ["-I", ROOT / "benchmarks/gpu"]
    return ROOT / f"samples/{name}.c", []


def stepsOf(sizes, name):
    return int(SIZES[sizes][name][2].rpartition("=")[2])
