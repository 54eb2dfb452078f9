// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest whose statements store to planes at no constant distance becomes several stages, since a stage has one domain:
//
//   for j { B[j][0] = B[j][1]; B[j][nx-1] = B[j][nx-2]; }   ->   x in [0, 1): ..   then   x in [nx-1, nx): ..
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

// `positions` runs along Draft::accesses.
std::vector<NestPart> partsOf(const DraftNest &nest, const Draft &draft, const std::vector<AccessPosition> &positions);

} // namespace kasane

// Tests: tests/frontend/boundaries.c, tests/diagnostics/planes_apart.c
