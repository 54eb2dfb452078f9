// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests around nests of a step go into the loops, so that the readers find nests that every step has:
//
//   if (c) { x = 1; for (j..) A; } else for (j..) B;   ->   if (c) { x = 1; } for (j..) if (c) A; for (j..) if (!c) B;
//   if (c) for (j..) A; else for (j..) B;              ->   for (j..) { if (c) A; else B; }   where both have one head
//   if (c) { A; swap; } else { B; swap; }              ->   if (c) A; else B; swap;           and so on
//   if (c) { x = 1; A; } else { x = 2; B; }            ->   x = c ? 1 : 2; if (c) A; else B;  and so on
//
// A condition that an arm changes, or that looks at elements that the region changes, is a variable of the step:
// int holds = c;
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// The region like that, its calls expanded already; nullopt: it has no such tests.
std::optional<Expansion> withTestsInside(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                         const Expansion &expansion);

} // namespace kasane

// Tests: tests/frontend/options.c, tests/kernels/options.c, tests/kernels/arms_of_points.c
