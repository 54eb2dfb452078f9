// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Targets/Targets.h"

namespace kasane {

const std::vector<TargetInfo> &targets() {
  static const std::vector<TargetInfo> kTargets = {
      {.name = "openmp",
       .extension = "c",
       .ranks = true,
       .compileFlags = {"-std=gnu11", "-fopenmp"},
       .linkFlags = {"-fopenmp"}},
      {.name = "opencl",
       .extension = "c",
       .workGroups = true,
       .ownMemory = true,
       .ownMath = true,
       .ranks = true,
       .compileFlags = {"-std=gnu11"},
       .linkFlags = {"-lOpenCL"}},
      // gcc's code for a card is made known by a constructor, which ranks that only serve don't run.
      {.name = "openacc",
       .extension = "c",
       .workGroups = true,
       .ownMemory = true,
       .ownMath = true,
       .onlySweeps = true,
       .compileFlags = {"-std=gnu11", "-fno-openmp", "-fopenacc"}, // gcc makes code for a card from one of the two only
       .linkFlags = {"-fopenacc", "-foffload-options=-lm", "-ldl"},
       .strictFlags = {"-ffp-contract=off", "-foffload-options=-ffp-contract=off"}},
      {.name = "cuda",
       .extension = "cu",
       .workGroups = true,
       .ownMemory = true,
       .ownMath = true,
       .asksForLocal = true,
       .limitsRegisters = true,
       .onlyGpus = true,
       .ranks = true,
       .compileFlags = {"-std=c++20"},
       .linkFlags = {"-lcudart_static", "-lstdc++", "-ldl", "-lrt"},
       .strictFlags = {"-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false",
                       "-Xcompiler=-ffp-contract=off"},
       .fastFlags = {"-use_fast_math", "-Xcompiler=-ffast-math"},
       .compiler = "nvcc"}};
  return kTargets;
}

const TargetInfo *findTarget(const std::string &name) {
  for (const TargetInfo &target : targets())
    if (target.name == name)
      return &target;
  return nullptr;
}

} // namespace kasane
