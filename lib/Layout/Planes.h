// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest whose statements store at no constant distance from each other becomes several stages, since a stage has one
// domain:
//
//   for j { B[j][0] = B[j][1]; B[j][nx-1] = B[j][nx-2]; }   ->   x in [0, 1): ..   then   x in [nx-1, nx): ..
//
//   for j for i { A[(m*ny+j)*nx+i] = F[j*nx+i]; F[j*nx+i] = A[((m+1)*ny+j)*nx+i]; }
//     ->   y in [m*ny, m*ny+ny): A[y][x] = ..   then   y in [0, ny): F[y][x] = ..
//
// Where the order of the two could matter (they may touch the same cell in different iterations), the call asks
// whether one lies behind the other. So it does where one would change what a later one computes again: the value in
// `u[0][i] = u[n - 1][i] = u[1][i]`, unless another nest shows that rows 1 and n - 1 are two. Where it is unknown which
// of them lies behind, the nest stays one part, and the maker of the stage refuses it.
#pragma once

#include "kasane/Layout/Layout.h"

namespace kasane {

struct NestPart {
  std::vector<StmtPtr> body;
  std::vector<int> accesses; // of the body, in order
};

// Of nest `n` of the draft. `positions` runs along Draft::accesses. What must hold at the call goes to `guards`.
std::vector<NestPart> partsOf(size_t n, const Draft &draft, const Layout &layout,
                              const std::vector<AccessPosition> &positions, std::vector<Guard> &guards);

} // namespace kasane

// Tests: tests/kernels/two_strips.c, tests/frontend/boundaries.c, tests/diagnostics/planes_apart.c
