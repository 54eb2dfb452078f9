// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In: a kernel's body. Out: the same, where floats that are known here are computed here. NVIDIA's compiler (580) makes
// one fused operation of a product and a sum of constants, whatever the source says of contraction and the instructions
// of rounding.
//
//   x + (0.5 * 3.0 + 1.0)     ->     x + 2.5
#pragma once

#include "kasane/IR/LoopNest.h"

namespace kasane::emission {

KBody withConstants(const KBody &body);

} // namespace kasane::emission
