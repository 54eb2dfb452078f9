// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two elements of which one goes from one end of an array inwards, and the other from the other end:
//
//   for (i..nb) { p[i] = ..; p[n - 1 - i] = ..; }      apart where nb <= n - nb
#pragma once

#include "Read/Reader.h"

namespace kasane {

// Are all of its terms?
bool isBelowZero(const Poly &value);

// In no two rounds of the reader's loops are the two the same element: known, or asked of the call. The indices follow
// the loops in lines. False: they may be the same, or nobody can tell. Without `asksGaps` the call is asked for signs
// of dimensions alone.
bool lieApart(Reader &reader, const DraftAccess &one, const DraftAccess &other, bool asksGaps = true);

} // namespace kasane

// Tests: tests/kernels/mirrored.c, tests/diagnostics/subscript_mirrored.c
