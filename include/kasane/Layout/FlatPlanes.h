// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flat array that holds several planes, one behind the other, gets a dimension that selects them:
//
//   f[(3 * ny + j) * nx + i - 1]   ->   plane 3 of nx * ny elements, element j * nx + i - 1 of it
//
// The loops go over the cells of a plane. Where some access may lie on two planes, or a loop goes over the planes, the
// array stays as it is. What the parameters decide is checked at the call, as for arrays that are declared so.
#pragma once

#include "kasane/Layout/Draft.h"

namespace kasane {

void separatePlanes(Draft &draft);

} // namespace kasane

// Tests: tests/kernels/flat_planes.c
