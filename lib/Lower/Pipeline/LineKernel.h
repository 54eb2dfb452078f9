// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline, the kernel of a cone of a program with one axis. In: what all tiled kernels get. Out: a kernel whose
// work-items own consecutive cells and take them through all steps in variables of their own; neighbours hand over the
// cells at the ends of their blocks, with one barrier a step.
#pragma once

#include "Tiled/Tiles.h"

namespace kasane::lowering {

std::vector<Kernel> lineKernels(const Tiles &tiles, const std::string &suffix, bool often);

} // namespace kasane::lowering
