# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's settings for tests/frontend, codegen, diagnostics and driver. In a RUN line:
  %kasane  the translator      %runtime  the runtime's library      %include  -I of the runtime's header
  %gcc, %gxx  the compilers    %python   this Python
  FileCheck, not, count                from LLVM
"""

import os
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

# $KASANE_CC and the caches are the tests' own.
config.environment["XDG_CONFIG_HOME"] = os.path.join(config.test_exec_root, "config")  # no machine was measured
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["OMP_NUM_THREADS"] = "2"

root = os.path.dirname(config.test_source_root)
config.substitutions += [
    ("%kasane", lit_config.params["kasane"]),
    ("%runtime", lit_config.params.get("runtime", "")),
    ("%include", "-I" + os.path.join(root, "runtime", "include")),
    ("%kernels", os.path.join(config.test_source_root, "kernels")),
    ("%gcc", "gcc"),
    ("%gxx", "g++"),
    ("%python", sys.executable),
]
