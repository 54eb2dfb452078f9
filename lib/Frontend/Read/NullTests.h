// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of a step that ask whether its arrays are there. The step's own are, and those that steps exchange have to be
// at the call, each of them:
//
//   if (a == NULL || b == NULL) return; nests; s = a; a = b; b = s;     ->     nests; ..     guard: a != 0 && b != 0
//
// Pointers that the region doesn't move are conditions like others.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// What the condition is where its pointers are there; silent nullopt: it asks for something else.
std::optional<bool> nullTest(Reader &reader, const clang::Expr *condition);

// What nullTest has taken for granted.
void guardThere(Reader &reader, StencilProgram &program);

} // namespace kasane

// Tests: tests/kernels/guarded_exchange.c
