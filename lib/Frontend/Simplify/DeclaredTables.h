// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables that a region declares with constant values and never changes, as constants of the file:
//
//   { static const double w[3] = {1, 2, 1}; .. w[k] .. }     ->     { .. w[k] .. }, with a `w` that nobody declares
//
// The readers take its elements for the numbers that the initialiser says. Static variables that a block may as well
// have for itself are declared so: constants that are one number, numbers that each call of their function sets before
// it reads them, and work arrays of functions that only the region calls.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// `statement`: the region in the source.
void nameTables(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *statement,
                Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/declared_tables.c, tests/diagnostics/static_local.c
