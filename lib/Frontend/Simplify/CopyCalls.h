// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that a step copies or clears by the C library are loops over their cells:
//
//   memcpy(u, v, nx * ny * sizeof *u);
//     ->  for (j = 0; j < ny; j++) for (i = 0; i < nx; i++) u[j * nx + i] = v[j * nx + i];
//   memset(u, 0, sizeof u);
//     ->  for (j = 0; j < NY; j++) for (i = 0; i < NX; i++) u[j][i] = 0;
//
// and so are loops over all elements of a flat array as they stand in memory:
//
//   for (k = 0; k < nx * ny; k++) u[k] = v[k];      which may have been *p++ = *q++
//
// Which length is a row's is seen from the region's other subscripts. A counter that is read behind is set there.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// nullopt: there are none.
std::optional<Expansion> writeOutCopies(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                        const Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/copies2d.c, tests/kernels/copies3d.c, tests/kernels/copied_with_ghosts.c
