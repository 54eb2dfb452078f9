// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The clause `neighbours(exchange)`: which statements of the time loop only refresh halos, as programs of several
// processes do. In: what was read of the region. Out: these statements are marked, or the clause is in error.
//
//   exchange(p, rank);   if (ranks > 1) exchange(p, rank);   are marked;   norm = exchange(p, rank) + 1;   is not
#pragma once

#include "Read/Reader.h"

namespace kasane {

bool markHaloCalls(Reader &reader, const Clauses &clauses);

} // namespace kasane

// Tests: tests/frontend/neighbours.c, tests/diagnostics/neighbours_not_called.c
