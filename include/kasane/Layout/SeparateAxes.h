// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests whose statements go along different axes of an array become several nests, one behind the other:
//
//   for (i = 1; i < n - 1; i++) {           for (i = 1; i < n - 1; i++) u[0][i] = u[1][i];
//     u[0][i] = u[1][i];              ->
//     u[i][0] = u[i][1];                    for (i = 1; i < n - 1; i++) u[i][0] = u[i][1];
//   }
//
// So do those that go along different axes of several arrays, as u[0][i] = 0; v[i][0] = 0; on the edges of both.
// What an element of one part needs of another part says which of them comes first. Where a square's corners say two
// things, the first or the last round is made by itself, statement by statement. Other nests stay as they are, so that
// layoutOf refuses them.
#pragma once

#include "kasane/Layout/Draft.h"

namespace kasane {

void separateAxes(Draft &draft);

} // namespace kasane

// Tests: tests/kernels/edges_square.c, tests/kernels/edges_corners.c, tests/diagnostics/axes_disagree.c
