# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's settings for tests/frontend, codegen, diagnostics and driver. In a RUN line:
  %kasane  the translator      %runtime  the runtime's library      %include  -I of the runtime's header
  %gcc, %gxx  the compilers    %python   this Python      %nvptx    flags that make gcc compile OpenACC for a card (feature nvptx)
  FileCheck, not, count                from LLVM
"""

import os
import subprocess
import sys

import lit.formats

config.name = "kasane"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".test"]
config.excludes = ["Inputs", "kernels", "fuzz", "unit", "run"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("work", os.path.join(config.test_source_root, "Output"))

tools = os.path.dirname(os.path.realpath(lit_config.params["filecheck"]))
config.environment["PATH"] = os.pathsep.join([tools, "/usr/lib/llvm-19/bin", os.environ["PATH"]])
for name in [key for key in os.environ if key.startswith("KASANE_")]:
    config.environment.pop(name, None)

for name in ("KSN_MUTANT", "KSN_MUTANT_LOG"):  # scripts/mutate
    if name in os.environ:
        config.environment[name] = os.environ[name]

# $KASANE_CC and the caches are the tests' own.
config.environment["XDG_CONFIG_HOME"] = os.path.join(config.test_exec_root, "config")  # no machine was measured
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["OMP_NUM_THREADS"] = "2"

# gcc with OpenACC for a card. Assemblers of CUDA 13 know no cards before sm_75.
nvptx = ["-fopenacc", "-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80", "-foffload-options=-lm"]
probe = "int main(void) { int s = 0;\n#pragma acc parallel loop reduction(+:s)\nfor (int i = 0; i < 9; i++) s += i;\nreturn s != 36; }\n"
probed = os.path.join(config.test_exec_root, "nvptx")
os.makedirs(config.test_exec_root, exist_ok=True)
if lit_config.params.get("nvptx") != "no" and subprocess.run(["gcc", *nvptx, "-x", "c", "-", "-o", probed], input=probe.encode(), capture_output=True).returncode == 0:
    config.available_features.add("nvptx")

# Processors that have wider vectors than compilers make without -march.
if os.path.exists("/proc/cpuinfo") and " avx " in open("/proc/cpuinfo").read():
    config.available_features.add("avx")

offload = subprocess.run(["gcc", "-print-prog-name=accel/nvptx-none/mkoffload"], capture_output=True, text=True).stdout
config.substitutions.append(("%offload", "NVPTX" if os.path.isabs(offload) else "HOST"))

root = os.path.dirname(config.test_source_root)
config.substitutions += [
    ("%kasane", lit_config.params["kasane"]),
    ("%runtime", lit_config.params.get("runtime", "")),
    ("%include", "-I" + os.path.join(root, "runtime", "include")),
    ("%kernels", os.path.join(config.test_source_root, "kernels")),
    ("%nvptx", " ".join(nvptx)),
    ("%gcc", "gcc"),
    ("%gxx", "g++"),
    ("%python", sys.executable),
]
