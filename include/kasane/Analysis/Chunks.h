// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Can a part of the planes across the slowest axis be worked on while the others are elsewhere?
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// What stands against it, or "".
std::string notChunked(const StencilProgram &program);

} // namespace kasane
