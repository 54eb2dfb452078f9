// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that each step takes in place of what it frees, as a copy back into what was there:
//
//   double *new = malloc(n * sizeof *new);  nests  free(old); old = new;
//     ->  the same, and  for (long k = 0; k < n; k++) old[k] = new[k];
//
// In: the region with its calls expanded. What the step takes becomes an array of the step then. The call asks whether
// the first memory, which the first step would free, has room for as many elements.
#pragma once

#include "Simplify/IndexTables.h"

namespace kasane {

// What must be checked at the call.
std::vector<TableCheck> keepMemory(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                   Expansion &expansion);

} // namespace kasane

// Tests: tests/driver/replaced-memory.test, tests/frontend/replaced_memory.c
