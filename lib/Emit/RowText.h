// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of rows: C functions by which the runtime finds a row from its coordinates. In: a loop nest. Out: text.
#pragma once

#include "kasane/IR/LoopNest.h"

namespace kasane::emission {

std::string rowFunctionName(const LoopNest &nest, const HostBuffer &buffer);
std::string rowFunctions(const LoopNest &nest); // one for each buffer of rows

} // namespace kasane::emission
