// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assertions of a cell about its place. They hold in all cells by the loops' bounds, or the call asks that they do:
//
//   assert(r >= 0 && r < rows);               nothing, and where it isn't known a guard
//   if (k >= n) { fputs("k", stderr); exit(1); }
#pragma once

#include "Read/Reader.h"

namespace kasane {

// The program ends where the condition isn't so.
struct Assertion {
  const clang::Expr *condition;
  bool holds;
};
std::optional<Assertion> assertionIn(const clang::Stmt *stmt);

// Does it end the program in no cell? False without a diagnostic: that isn't seen.
bool isAsserted(Reader &reader, const Assertion &assertion, SourceRange range);

} // namespace kasane

// Tests: tests/kernels/asserted_places.c, tests/frontend/assertions.c, tests/diagnostics/assert_in_cell.c
