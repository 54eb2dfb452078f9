// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers in expressions. In: an expression. Out: the number that it is, as it stands there or converted to another
// type; or none.
//
//   4.0, 4, (double)4     ->     4
#pragma once

#include "kasane/IR/Expr.h"

#include <optional>

namespace kasane {

std::optional<double> numberIn(const ExprPtr &expr);

} // namespace kasane

// Tests: tests/unit/tuner/DistinctTest.cpp, tests/codegen/cuda/quotients.c
