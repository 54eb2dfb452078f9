// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that each round of a nest's outer loops has for itself, as a line buffer is: written before they are read in
// each row. The region has such an array for all rows (see StepArrays.h). Where somebody looks at it behind the nest,
// which is a way of its own to read the region, the last row is copied there.
//
//   double row[NX];   for j { for i row[i] = ..; for i .. row[i - 1] .. }     ->     row[j][i]
//                                                                   and then  for i  row[i] = row[ny - 1][i]
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Notes in Reader::nest.rowArrays which arrays of the nest are so, but for those that it declares.
void findRowArrays(Reader &reader, const clang::Stmt *nest);

// Of `var`, declared among the statements between the loops that are open. False: it can't be one (diagnosed).
bool declareRowArray(Reader &reader, const clang::VarDecl *var);

// What the variable means in the nest; null: it is none of these.
std::optional<Place> rowArrayPlace(Reader &reader, const clang::VarDecl *var);

// What others look at gets what the last round of the nests from number `first` on has left in its row.
bool keepRows(Reader &reader, size_t first);

// The region has looked at none of them in another way.
bool checkRowArrays(Reader &reader);

} // namespace kasane

// Tests: tests/kernels/row_arrays.c, tests/diagnostics/row_array_elsewhere.c, tests/diagnostics/row_array_kept.c
