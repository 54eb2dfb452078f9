// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that streams through the planes and makes the steps of all its levels on the way.
#pragma once

#include "Tiles.h"

namespace kasane::lowering {

Kernel pipelineKernel(const Tiles &tiles, const std::string &suffix);

} // namespace kasane::lowering
