// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heads of time loops, so that the readers find steps in the body. One that goes on by floating or unknown steps,
// or without a test, is the while loop that it stands for; what else a head does is done at the end of the body:
//
//   for (t = 0.0; t < end; t += dt) { .. }              ->   t = 0.0; while (t < end) { ..; t += dt; }
//   for (t = 0; t < n; t++, cur = 1 - cur) { .. }       ->   for (t = 0; t < n; t++) { ..; cur = 1 - cur; }
//   for (t = 0, k = 3; t < n; t++) { .. }               ->   k = 3; for (t = 0; t < n; t++) { .. }
//
// Loops over cells in a condition, which a function may have that it calls, are part of the step, and so is what a
// condition of several parts assigns:
//
//   while (t < n && sweep(u, v) > eps) { .. }           ->   while (t < n) { if (!(sweep(u, v) > eps)) break; .. }
//   while (err > eps && t++ < n) { .. }                 ->   while (err > eps) { if (!(t++ < n)) break; .. }
//   do { .. } while (t < n && sweep(u, v) > eps);
//     ->  do { ..; if (!(t < n)) break; if (!(sweep(u, v) > eps)) break; } while (1);
#pragma once

#include "Simplify/Inline.h"
#include "kasane/IR/Region.h"

namespace kasane {

// What then stands in front of it.
FirstValues simplifyHead(const clang::ASTContext &ast, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/floating_loop.c, tests/kernels/conditions_sweep.c, tests/kernels/time_bounds.c
