// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest whose statements store at no constant distance from each other becomes several stages, since a stage has one
// domain:
//
//   for j { B[j][0] = B[j][1]; B[j][nx-1] = B[j][nx-2]; }   ->   x in [0, 1): ..   then   x in [nx-1, nx): ..
//
//   for j for i { A[(m*ny+j)*nx+i] = F[j*nx+i]; F[j*nx+i] = A[((m+1)*ny+j)*nx+i]; }
//     ->   y in [m*ny, m*ny+ny): A[y][x] = ..   then   y in [0, ny): F[y][x] = ..
//
// Where the order of the two could matter (they may touch the same cell in different iterations), it stays one part,
// and the maker of the stage refuses it.
#pragma once

#include "kasane/Layout/Layout.h"

namespace kasane {

struct NestPart {
  std::vector<StmtPtr> body;
  std::vector<int> accesses; // of the body, in order
};

// The accesses of statements, in the order in which they were read.
std::vector<int> accessesIn(const std::vector<StmtPtr> &body);

// `loopAxis` runs along the nest's loops, `positions` along Draft::accesses.
std::vector<NestPart> partsOf(const DraftNest &nest, const Draft &draft, const std::vector<int> &loopAxis,
                              const std::vector<AccessPosition> &positions);

} // namespace kasane

// Tests: tests/frontend/boundaries.c, tests/diagnostics/planes_apart.c
