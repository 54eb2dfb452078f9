// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divisions of doubles on a device that has no instruction for them. Its compiler makes each a sequence that is right
// almost everywhere, and a branch to what is right for the rest; so cells of ten divisions are eleven pieces, none of
// which waits for memory or for a sequence while another goes on, and numerators of 0, which many grids are full of,
// take the branch.
//
//   { r = a / b; s = c / d; }
//     ->  bool odd = 0;  { r = quotient(a, b, odd); s = quotient(c, d, odd); }  if (odd) { r = a / b; s = c / d; }
#pragma once

#include "Dialect.h"

namespace kasane::emission {

// A function of numerator, denominator and a variable that it sets where it doesn't know the quotient.
inline constexpr const char *kQuickQuotient = "ksn_quotient";

// Where statements can be made again, as those of a cell can that don't read what they have stored, and store the same
// elements whatever its quotients are.
KBody withQuickQuotients(const KBody &body);

} // namespace kasane::emission

// Tests: tests/codegen/cuda/quotients.c
