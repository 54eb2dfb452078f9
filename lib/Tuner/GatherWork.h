// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of reductions on a device. In: a program. Out: a kernel for each gather that a step makes.
#pragma once

#include "Work.h"
#include "kasane/Tuner/Problem.h"

namespace kasane::tuning {

// Of each kernel that collects in a step what the cells left.
std::vector<KernelWork> gatherWorks(const StencilProgram &program, const Problem &problem);

} // namespace kasane::tuning
