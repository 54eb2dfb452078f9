// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel's body with fewer braces. In: a body. Out: the same statements in the same order. A block that defines
// nothing is its statements, and ifs that follow each other and ask the same are one.
//
//   { a = 1; }  if (x) { b = 2; }  if (x) { c = 3; }     ->     a = 1;  if (x) { b = 2; c = 3; }
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

KBody tidied(const KBody &body);
// Does it divide doubles? Such statements stay as they are, in their block: what a block divides is made in a quick way
// first, all of it, and again where that isn't exact.
bool hasQuotients(const KBody &body);
// Does it give a name to something that statements behind it may use?
bool defines(const KStmtPtr &stmt);

} // namespace kasane::lowering

// Tests: tests/unit/lower/RolledUpTest.cpp, tests/unit/lower/ExecuteTest.cpp, tests/codegen/cuda/pipeline.c
