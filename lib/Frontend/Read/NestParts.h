// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest whose loops hold several others, or statements behind one, as nests of their own. What the rows have in
// common, scalars and tests, is in each of them.
//
//   for j { double c = w[j]; for i A; for i B; }
//     ->  for j { double c = w[j]; for i A; }  for j { double c = w[j]; for i B; }
//
// The source makes A and B of one row before A of the next. What stands behind the last loop and isn't idle, such as a
// test that ends the rows, is in no part, and is refused.
// Whether that matters for the arrays is left to Layout (Parts.h).
#pragma once

#include "Read/Reader.h"

namespace kasane {

struct NestOfParts {
  const clang::Stmt *stmt;
  std::vector<const clang::ForStmt *> around; // the source's loops, outermost first
};

// One part, the nest itself: nothing needs to be taken apart, or a scalar goes from one to another. None: refused.
std::vector<NestOfParts> nestParts(Reader &reader, const clang::Stmt *nest);

} // namespace kasane

// Tests: tests/kernels/edges_square.c, tests/kernels/row_arrays.c, tests/diagnostics/imperfect_nest.c
