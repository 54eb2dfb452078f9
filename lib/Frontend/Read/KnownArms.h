// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches in cells of which one arm alone is read, since the condition is known: it asks how the counters of small
// loops lie to the cell, or how long the loops are, which the call checks.
//
//   wide = n - 1 + 1 - 0;                     with i in [0, n):
//   if (wide == 1) v = 0;                     v = i % wide        the call declines where n < 2
//   else { if (wide == 0) exit(1); v = i % wide; }
#pragma once

#include "Read/Reader.h"

namespace kasane {

// nullopt: both arms count.
std::optional<bool> knownTruth(Reader &reader, const clang::IfStmt *stmt);
// Of `difference` op 0, where the difference is the length of a loop around, give or take two: for a length that isn't
// that small, which the call checks. nullopt: it is none.
std::optional<bool> truthOfLength(Reader &reader, BinaryOp op, const Poly &difference);

} // namespace kasane

// Tests: tests/kernels/wrapping_helpers.c, tests/frontend/windows.c
