// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does the counter of a loop move only along the axes of the cells, and pick coefficients? A component that it picks
// may not be there in rounds that a parameter leaves out, and is as large as the grid.
//
//   a[j + k][i], a[(j + k) * nx + i], c[k]       yes
//   q[k][j][i], q[(k * ny + j) * nx + i]         no
#pragma once

#include "Read/Reader.h"

namespace kasane {

// `first`: a value of the counter. What the reader knows of integers stays as it is. Subscripts that it can't follow
// are taken to be along an axis.
bool movesAlongAxes(Reader &reader, const clang::ForStmt *loop, const clang::VarDecl *counter, const Poly &first);

} // namespace kasane
