// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locals that a cell may read before it has set them, as far as is known here:
//
//   double edge;                                 double edge = 0;
//   if (isEdge) edge = a[i] - a[i - 1];    ->    if (isEdge) edge = a[i] - a[i - 1];
//   if (isEdge) b[i] = edge;                     if (isEdge) b[i] = edge;
//
// If the source declares them in the innermost loop, each cell has new ones, whose first values C leaves open. Others
// have what another cell has left there.
#pragma once

#include "Read/Reader.h"

namespace kasane {

bool standsBefore(const Reader &reader, const clang::VarDecl *var, SourceLoc at); // in the source
// Has the cell's local a value here, or may it have any? Notes the latter for setUnset, which sets them to zero.
bool hasValue(Reader &reader, const clang::VarDecl *local);
void setUnset(const Reader &reader, std::vector<StmtPtr> &body);

} // namespace kasane

// Tests: tests/kernels/median_picture.c, tests/diagnostics/scalar_carried.c
