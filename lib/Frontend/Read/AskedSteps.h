// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps in which the step's own conditions let something be read:
//
//   if (t > 0 && fabs(e[t] - e[t - 1]) < tol) break;      // e[t - 1] from step 1 on
#pragma once

#include "Read/Reader.h"

namespace kasane {

struct AskedSteps {
  Poly lo, hi;       // all of them lie there
  ExprPtr condition; // over the step; null: it may be any
};

// Of what is read now. Inside of nests, and where no condition says more, those of the time loop.
AskedSteps askedSteps(Reader &reader);

// valuesOf in these steps alone.
std::optional<Values> valuesOver(Reader &reader, const clang::Expr *expr, const AskedSteps &steps);

} // namespace kasane

// Tests: tests/kernels/record_looks_back.c
