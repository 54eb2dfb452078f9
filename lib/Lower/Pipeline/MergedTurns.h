// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: statements of several turns, or of several kinds of planes, that stand once. In: what each turn
// does, over the variable of a loop. Out: the loop's body, in which each statement asks for its turns, unless it is in
// all of them.
//
//   { a; }, { a; b; }, { a; b; }     ->     a;  if (turn >= 1) { b; }
//
// The loop is unrolled, so that a compiler sees each iteration with what is wanted of it.
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

KBody mergedTurns(const std::vector<KBody> &turns, const std::string &turn);
// A loop over two turns whose body is for one of them, number `which`. A compiler writes out both, each for its turn.
KBody eitherTurn(const std::string &turn, const ExprPtr &which, KBody body);

} // namespace kasane::lowering

// Tests: tests/unit/lower/RolledUpTest.cpp, tests/unit/lower/ExecuteTest.cpp, tests/codegen/cuda/pipeline_ends.c
