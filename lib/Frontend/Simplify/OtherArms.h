// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arms with calls that can't be read, below conditions that the region doesn't change, left out. At the call the
// condition must be so that they aren't taken; else the original loops run.
//
//   if (n <= 0) { fprintf(stderr, "n is %d\n", n); exit(1); }     ->     ;     guard: not n <= 0
//   if (p->source) u[i] += p->source(i);                          ->     ;     guard: not p->source
//
// So are arms without anything in them where the others exchange pointers, which steps always do or never:
//
//   if (p->paused) return; nests; s = a; a = b; b = s;            ->     nests; ..     guard: not p->paused
//
// In: the region with its calls expanded. Arms with loops stay. What was left out is in `leftOut` of the expansion.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void leaveOutArms(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/other_arms.c, tests/kernels/guarded_exchange.c
