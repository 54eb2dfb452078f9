// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores whose places the cell's coordinates decide, as those that push values around a ring:
//
//   b[(i + 1) % n] = x;    ->    if (i + 1 >= n) b[i + 1 - n] = x; else b[i + 1] = x;
//
// In: the last access is the store's, and `value` may be said several times. Whether no two cells store to one element
// is for Analysis to find. Null: data decide the place, or there is a diagnostic.
#pragma once

#include "Read/Reader.h"

namespace kasane {

StmtPtr chosenStore(Reader &reader, const ExprPtr &value, SourceRange range);

} // namespace kasane

// Tests: tests/kernels/pushed.c, tests/diagnostics/store_place_chosen.c
