// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A few structs in an array, of which the step chooses one by its parity as a rule. The readers know tables of arrays,
// u[t % 2]:
//
//   Grid *to = &g[(t + 1) % 2];  to->u[i] = g[t % 2].u[i] * g[t % 2].rate;
//     ->   ((double *[]){g[0].u, g[1].u})[(t + 1) % 2][i] = ((double *[]){g[0].u, g[1].u})[t % 2][i] * g[0].rate;
//
// Numbers that the region reads are the same in all of them, or the program's own loops run.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// The region like that; nullopt: it has no such structs, or uses them in another way, too.
std::optional<Expansion> withStructTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                          const Expansion &expansion);

} // namespace kasane
