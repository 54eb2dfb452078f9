// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that the step chooses between, by its parity as a rule. The readers know tables of arrays, u[t % 2]:
//
//   p = t % 2 ? a : b;                           ->   p = ((double *[]){a, b})[!(t % 2)];
//   double *u[2] = {a, b};                       ->   ((double *[]){a, b}) for u
#pragma once

#include "Inline.h"

namespace kasane {

// The region like that, its calls expanded. nullopt: it chooses none, or in host code; where an array has two names, that becomes the only diagnostic.
std::optional<Expansion> withTables(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region, Diagnostics &diagnostics);

} // namespace kasane
