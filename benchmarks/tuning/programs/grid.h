// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of n cells along each axis, in 2D and (-DDIM=3) 3D.
#pragma once

#include "bench.h"

#if DIM == 3
#define OF(n) [n][n]
#define CELLS(n) ((size_t)(n) * (n) * (n))
#else
#define OF(n) [n]
#define CELLS(n) ((size_t)(n) * (n))
#endif
