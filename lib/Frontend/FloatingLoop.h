// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A time loop that goes on by floating steps, which no reader counts, as the while loop that it is:
//
//   for (t = 0.0; t < end; t += dt)      ->     t = 0.0;
//     { .. }                                    while (t < end) { ..; t += dt; }
#pragma once

#include "Inline.h"
#include "kasane/IR/Region.h"

namespace kasane {

// What then stands in front of it.
FirstValues asWhile(const clang::ASTContext &ast, Expansion &expansion);

} // namespace kasane
