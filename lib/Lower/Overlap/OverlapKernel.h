// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel that makes a tile's steps at once.
#pragma once

#include "Tiled/Tiles.h"

namespace kasane::lowering {

std::vector<Kernel> overlapKernels(const Tiles &tiles, const std::string &suffix, bool often);

} // namespace kasane::lowering
