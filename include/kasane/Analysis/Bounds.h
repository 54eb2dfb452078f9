// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether what the region touches lies inside of the arrays. In: a program with parallel stages. Out: conditions on
// lengths that must hold at the call.
//
//   x in [1, n - 1), A[+1] of A[m]:     guard m - n >= 0
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// Conditions that must hold at the call for every subscript to be inside its array's extents, for the axes not to fold
// into each other (flat arrays), and for every stage to have at least one cell; with those that the program assumes.
// Those that hold for all parameter values are left out; one that can never hold is an error at the subscript.
std::vector<Guard> boundsGuards(const StencilProgram &program, Diagnostics &diagnostics);

// Of cells that a test tells apart from the edge of an array, while the loop's bounds are other variables: conditions
// at the call under which the test means the loop's first or last cell. They ask for less than the subscripts would.
//
//   x in [lo, hi), `i != 0` holds, A[-1]:     lo >= 0, in place of lo - 1 >= 0
std::vector<Guard> edgeGuards(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/analysis/BoundsTest.cpp
