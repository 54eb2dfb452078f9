# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel's comment header asks for, and the mutations that must not change what is generated for it.

  // RANK: 2                     axes of its tiles (default 2)
  // RUN-ARGS: 37 29 @           arguments of a run; @ is the number of steps. First the usual size, then small ones.
  // BLOCK-ARGS: 34 61 19 @      a size at which a device may be too small for slabs of whole planes, and is tried
  // SLAB-ARGS: 12 70 @         a size at which few of the planes are on the device when slabs are short
  // ENDS-ARGS: 40 36 44 @       a size at which streams begin and end among planes that every level updates all of
  // TINY-ARGS: 1 1 @            a size at which running the original loops is acceptable; only the output is compared
  // STEPS: 0 1 7                numbers of steps
  // DEPTHS: 1 2 3 5             depths of `overlap`
  // EXTRA: -DN=33               compiler flags; one more build for each further line
  // REGION: @, @ + 1            the steps of each call of a region; a line per region (default one call of @ steps);
                                `@ - 2 or 1`: at least 1
  // WHOLE: l0 is written by    why its arrays can't be streamed through a device, a part of the message
  // WHOLE-AT-HOME: ..           the same of openmp in parts, which works in the program's own arrays
  // OUT-OF-CORE                 its directives ask for arrays that are streamed, which openmp refuses
  // WHOLE-IN-TILES: ..          the same of schedules other than sweeps
  // NO-STREAM                   schedule pipeline is refused: ghosts come from the other side
  // NO-DIAMOND                  schedule diamond is refused: ends meet, or each step leaves something for the host
  // RING-OF-ROWS                the ends of rows meet, so that diamonds leave them whole; RING-OF-PLANES: planes
  // HELD-ON-CHIP                a stream in small tiles, made for a card, holds its coefficients in on-chip memory
  // ROWS-AT-ONCE                sweeps, made for a card, whose work-items make two rows at once, or march in 3D
  // SWEEP-ONLY                  no step can begin before the one before has ended
  // PIVOT: 4 16                 depths of `pivot`, where cells look at the row and the column of the step
  // COUNTS-STEPS                the program tests for its end; its output has a line `steps N`
  // HOST: every 3 from 1        host code runs in the steps 1, 4, 7, .. of each call
  // NO-TIME-LOOP                the directive stands before a nest
  // READING                     it is about how loops are written: one tiled schedule on a processor and one program of
                                a device are enough, unless all is run
"""

import re

STEPS = [0, 1, 7]
DEPTHS = [1, 2, 3, 5]


class Kernel:
    def __init__(self, path):
        self.path = path
        self.name = path.stem
        self.text = path.read_text()
        directives = re.findall(r"^// ([A-Z-]+)(?::[ \t]*(.*))?$", self.text, re.M)

        def lines(key):
            return [value.strip() for name, value in directives if name == key]

        def numbers(key, default):
            found = lines(key)
            return [int(word) for word in found[0].split()] if found else default

        self.rank = numbers("RANK", [2])[0]
        self.steps = numbers("STEPS", STEPS)
        self.depths = numbers("DEPTHS", DEPTHS)
        self.args = lines("RUN-ARGS") or ["@"]
        self.blockArgs = lines("BLOCK-ARGS")
        self.slabArgs = lines("SLAB-ARGS")
        self.endsArgs = lines("ENDS-ARGS")
        self.tinyArgs = lines("TINY-ARGS")
        self.extra = [line.split() for line in lines("EXTRA")] or [[]]
        self.regions = lines("REGION") or ["@"]
        if lines("SWEEP-ONLY"):
            self.depths = []
        self.pivots = numbers("PIVOT", [])
        self.streams = not lines("NO-STREAM")
        self.diamonds = not lines("NO-DIAMOND")
        self.wholeAxes = [k for k, key in enumerate(("RING-OF-ROWS", "", "RING-OF-PLANES")) if lines(key)]
        self.heldOnChip = bool(lines("HELD-ON-CHIP"))
        self.rowsAtOnce = bool(lines("ROWS-AT-ONCE"))
        self.whole = (lines("WHOLE") or [None])[0]
        self.wholeAtHome = (lines("WHOLE-AT-HOME") or [None])[0]
        self.wholeInTiles = (lines("WHOLE-IN-TILES") or [None])[0]
        self.placement = "chunked" if lines("OUT-OF-CORE") else "in core"
        self.countsSteps = bool(lines("COUNTS-STEPS"))
        host = lines("HOST")
        self.host = tuple(int(word) for word in host[0].split()[1::2]) if host else None
        self.timeLoop = not lines("NO-TIME-LOOP")
        self.isReading = bool(lines("READING"))
        self.isOfDevices = bool(self.blockArgs or self.endsArgs or self.pivots or self.heldOnChip)
        # Rows that are allocated in turn lie one behind the other in a fresh process only.
        self.hasRows = bool(re.search(r"\w \*\*+(?!argv\b)\w", self.text))

    def fitting(self, targets):
        return [target for target in targets if target != "openmp" or self.placement == "in core"]

    def expectedCalls(self, steps):
        """For each region the steps of each of its calls."""
        return [[evaluate(part, steps) for part in region.split(",")] for region in self.regions]


def passesOf(steps, depth, host):
    """Stretches of at most `depth` steps; one with host code is a pass of its own."""
    if not host:
        return -(-steps // depth)
    every, first = host
    passes, done = 0, 0
    for point in [*range(first, steps, every), steps]:
        passes += -(-(point - done) // depth) + (point < steps)
        done = point + 1
    return passes


def evaluate(text, steps):
    return max(summed(part.replace("@", str(steps)).split()) for part in text.split(" or "))


def summed(words):
    total, sign = 0, 1
    for word in words:
        if word in "+-":
            sign = 1 if word == "+" else -1
        else:
            total += sign * int(word)
    return total


def withSteps(args, steps):
    return [str(steps) if word == "@" else word for word in args.split()]


C_WORDS = set(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Static_assert
    _Bool main argc argv size_t printf memcpy memmove memset
    assert exit fputs fprintf puts fflush stdout stderr malloc calloc free
    NULL time timespec tv_sec tv_nsec clock_gettime CLOCK_MONOTONIC CLOCK_REALTIME include define ifndef ifdef endif
    undef pragma __LINE__ INFINITY NAN HUGE_VAL isnan isinf isfinite isnormal isless isunordered isgreaterequal stencil
    keep host read write atof abs sqrt sqrtf fabs fabsf floor floorf ceil ceilf trunc truncf fma fmaf fmin fmax fminf
    fmaxf arg array noise fill_float fill_double fill_int dump DUMP dump_h stdio stdlib string math h begin end step
    data source destination dimension calc copy scratch noalias shape omp parallel""".split()
)

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|//[^\n]*|/\*.*?\*/|#\s*include[^\n]*|'
                   r"0[xX][\w.+-]+|\.?\d[\w.]*|[A-Za-z_]\w*|.", re.S)


def renamed(kernel):
    """Every name of the program's own replaced, so that nothing may depend on what the user calls things."""
    fixed = C_WORDS | set(re.findall(r"-D(\w+)", " ".join(" ".join(flags) for flags in kernel.extra)))
    names = {}

    def fresh(name):
        if name not in names:
            names[name] = f"n{len(names):02d}_{name[::-1][:3]}"
        return names[name]

    out = []
    for token in TOKEN.findall(kernel.text):
        if re.match(r"[A-Za-z_]\w*$", token) and token not in fixed:
            token = fresh(token)
        out.append(token)
    return "".join(out)


def permuted(kernel):
    """The loops of every perfect nest of a region in the opposite order; the same text when there is none."""
    lines = kernel.text.split("\n")
    isFor = [bool(re.match(r"\s*for \(.*[){]$", line)) for line in lines]
    row = 0
    while row < len(lines):
        if "#pragma stencil" not in lines[row]:
            row += 1
            continue
        row += 1
        indent = len(lines[row]) - len(lines[row].lstrip())
        if kernel.timeLoop:
            row += 1
        while row < len(lines) and (len(lines[row]) - len(lines[row].lstrip()) > indent or isFor[row]):
            end = row
            while isFor[end] and not (end > row and lines[end - 1].endswith("{")):
                end += 1
            if end - row > 1:
                heads = [re.match(r"(\s*)(for \(.*\))( \{)?$", line) for line in lines[row:end]]
                for k, head in enumerate(heads):
                    lines[row + k] = head[1] + heads[len(heads) - 1 - k][2] + (head[3] or "")
            row = max(end, row + 1)
    return "\n".join(lines)
