// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One level of an expression. In: a node, and what becomes of each of its operands. Out: the node over those.
#pragma once

#include "kasane/IR/Expr.h"

namespace kasane {

// In the order of the source; a node without operands is `expr` itself.
ExprPtr withOperands(const ExprPtr &expr, const std::function<ExprPtr(const ExprPtr &)> &operand);

std::vector<ExprPtr> operandsOf(const ExprPtr &expr);

} // namespace kasane

// Tests: tests/codegen/openmp/loads_ahead.c
