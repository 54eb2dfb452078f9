// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that streams through the planes and makes the steps of all its levels on the way.
#pragma once

#include "Tiled/Tiles.h"

namespace kasane::lowering {

std::vector<Kernel> pipelineKernels(const Tiles &tiles, const std::string &suffix, bool often);

} // namespace kasane::lowering
