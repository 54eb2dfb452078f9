// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers and indices that walk along with the loops of a nest, as sums of the loops' variables:
//
//   double *p = u + nx;                            double *p = u + nx;
//   for (j = 1; j < ny - 1; j++) {           ->    for (j = 1; j < ny - 1; j++) {
//     for (i = 1; i < nx - 1; i++)                   for (i = 1; i < nx - 1; i++)
//       v[j * nx + i] = p[i - 1] + p[i + 1];           v[j * nx + i] = (p + (j - 1) * nx)[i - 1]
//     p += nx;                                                       + (p + (j - 1) * nx)[i + 1];
//   }                                              }
//
// One that begins before the region and is set nowhere in it goes on from there, if nobody reads it behind the region.
//
// The sums are right where each loop runs at least once. The generated call checks that for every nest.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// `region` as the file has it. nullopt: nothing walks, or not by the same stretch in each round.
std::optional<Expansion> withoutWalks(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                      const clang::Stmt *region, const Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/walks.c, tests/kernels/copied_by_rows.c
